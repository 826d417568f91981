"""Pictures of the rules: positions of the lesson, in sections that there are; the client has them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from quincunx.core.game import AnyGame
from quincunx.games import GAMES
from quincunx.lessons import BadStudy
from quincunx.lessons.pictures import Picture, Wanted, _picture, pictures
from quincunx.texts.catalogue import Catalogue, languages
from tools.generate_pictures import generate

RULES = Path(__file__).parents[2] / "web" / "src" / "games"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_each_stands_in_a_section_and_has_its_sentence(game: AnyGame) -> None:
    rules = json.loads((RULES / game.name / "rules" / "en.json").read_text("utf-8"))
    found = pictures(game)
    assert len(found) == 3
    assert found.keys() <= {section["id"] for section in rules["sections"]}
    for language in languages():
        said = Catalogue(language)
        assert all(said.has(f"{game.name}.study.say.{each.say}") for each in found.values())


def test_it_is_the_position_after_the_answer() -> None:
    assert pictures(GAMES["cinqo"])["5.1"] == Picture("108 0 45666 - - 3", "five.right")
    line = pictures(GAMES["cinco"])["6.1"].small
    assert {space for space, mark in enumerate(line, 1) if mark in "0a"} == {26, 27, 28, 29, 45}


def test_an_undrawable_picture_is_found_out() -> None:
    wanted = Wanted("1", "win", "40>45")
    for bad in (
        replace(wanted, study="castle"),
        replace(wanted, move="41>45"),
        replace(wanted, move="nothing"),
    ):
        with pytest.raises(BadStudy):
            _picture(GAMES["cinco"], bad)


def test_the_client_has_them_as_they_are() -> None:
    for path, data in generate(GAMES).items():
        assert path.read_bytes() == data, "run “make types”"
