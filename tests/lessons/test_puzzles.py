"""The puzzles that come with the games: enough of every theme, each of them whole."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from quincunx.core.game import AnyGame
from quincunx.engines.difficulty import EASIEST, HARDEST
from quincunx.games import GAMES
from quincunx.lessons.judge import check
from quincunx.lessons.library import find_puzzle, lessons, puzzle_entries, puzzles
from quincunx.lessons.mine import name_of
from quincunx.lessons.position import reach
from quincunx.texts.catalogue import Catalogue, languages

WITH_PUZZLES = [game for game in GAMES.values() if game.puzzler is not None]
FEWEST = {"cinco": 1_050, "cinqo": 1_000}
BYTES = 8_000_000
MOST = 0.25
"""The largest share of a theme."""
EVERY = 8
"""One puzzle in so many is replayed at once, all of them each night."""


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.name)
def test_there_are_enough_and_no_theme_prevails(game: AnyGame) -> None:
    assert game.puzzler is not None
    counts = Counter(study.theme for study in puzzles(game))
    assert counts.total() >= FEWEST[game.name]
    assert set(counts) == set(game.puzzler.themes) == set(game.puzzler.sorts) == set(game.puzzler.shares)
    assert len(counts) >= 6
    assert max(counts.values()) <= MOST * counts.total()
    assert sum(game.puzzler.shares.values()) == pytest.approx(1)
    assert max(game.puzzler.shares.values()) <= MOST
    assert game.studies is not None
    assert (game.studies / "puzzles.json").stat().st_size < BYTES


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.name)
def test_ratings_reach_from_easy_to_hard(game: AnyGame) -> None:
    ratings = sorted(study.rating or 0.0 for study in puzzles(game))
    assert ratings[0] >= EASIEST
    assert ratings[-1] <= HARDEST
    # Within fifty points of either end, and many on both sides of the middle.
    assert ratings[0] <= EASIEST + 50
    assert ratings[-1] >= HARDEST - 50
    tenth = len(ratings) // 10
    assert ratings[tenth] < 1250
    assert ratings[-tenth] > 1750


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.name)
def test_each_has_a_name_of_its_own_and_is_found_by_it(game: AnyGame) -> None:
    studies = puzzles(game)
    for study in studies:
        assert study.id == name_of(study)
        assert study.margin is not None
        assert study.margin > 0
    positions = {(bytes(study.position.options), study.position.steps) for study in studies}
    assert len(positions) == len(studies)
    assert not {study.id for study in studies} & {study.id for study in lessons(game)}
    entries = [(entry.id, entry.theme, entry.rating) for entry in puzzle_entries(game)]
    assert entries == [(study.id, study.theme, study.rating) for study in studies]
    assert find_puzzle(game, studies[-1].id) == studies[-1]
    assert find_puzzle(game, "none") is None


def test_a_puzzle_that_was_like_another_one_is_found_as_that_one() -> None:
    game = GAMES["cinqo"]
    assert game.studies is not None
    renamed = msgspec.json.decode((game.studies / "renamed.json").read_bytes(), type=dict[str, str])
    names = {entry.id for entry in puzzle_entries(game)}
    for old, new in renamed.items():
        assert old not in names
        found = find_puzzle(game, old)
        assert found is not None
        assert found.id == new


@pytest.mark.parametrize("part", [0, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(1, EVERY))])
@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.name)
def test_every_one_can_be_played(game: AnyGame, part: int) -> None:
    for study in puzzles(game)[part::EVERY]:
        check(study, GAMES)


@pytest.mark.nightly
@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.name)
def test_no_two_are_alike(game: AnyGame) -> None:
    assert game.puzzler is not None
    shapes = Counter(
        game.puzzler.shape(study, reach(study.position, GAMES).states) for study in puzzles(game)
    )
    assert not [shape for shape, count in shapes.items() if count > 1]


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
