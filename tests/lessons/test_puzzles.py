"""The puzzles that come with the games: enough of every theme, each of them whole."""

from __future__ import annotations

from collections import Counter

import pytest

from quincunx.core.game import AnyGame
from quincunx.games import GAMES
from quincunx.lessons.judge import check
from quincunx.lessons.library import lessons, puzzles
from quincunx.lessons.mine import name_of
from quincunx.texts.catalogue import Catalogue, languages

WITH_PUZZLES = [game for game in GAMES.values() if game.puzzler is not None]
FEWEST = 300
BYTES = 2_500_000


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.name)
def test_there_are_enough_evenly_of_every_theme(game: AnyGame) -> None:
    assert game.puzzler is not None
    counts = Counter(study.theme for study in puzzles(game))
    assert sum(counts.values()) >= FEWEST
    assert set(counts) == set(game.puzzler.themes) == set(game.puzzler.sorts)
    assert len(set(counts.values())) == 1
    assert game.studies is not None
    assert (game.studies / "puzzles.json").stat().st_size < BYTES


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.name)
def test_every_one_can_be_played_and_each_has_a_name_of_its_own(game: AnyGame) -> None:
    studies = puzzles(game)
    for study in studies:
        check(study, GAMES)
        assert study.id == name_of(study)
        assert study.rating is not None
        assert study.margin is not None
        assert study.margin > 0
    positions = {(bytes(study.position.options), study.position.steps) for study in studies}
    assert len(positions) == len(studies)
    assert not {study.id for study in studies} & {study.id for study in lessons(game)}


@pytest.mark.parametrize("language", languages())
def test_questions_themes_and_reasons_have_words(language: str) -> None:
    catalogue = Catalogue(language)
    for game in WITH_PUZZLES:
        studies = puzzles(game)
        for theme in {study.theme for study in studies}:
            assert catalogue.has(f"{game.name}.study.theme.{theme}")
        for ask in {study.ask for study in studies}:
            assert catalogue.has(f"{game.name}.study.ask.{ask}")
        for code in {why.code for study in studies for answer in study.answers for why in answer.why}:
            assert catalogue.has(f"{game.name}.review.reason.{code}", 1), code
