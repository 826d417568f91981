"""Cinco in words: what a person may type, and where cards may go."""

from __future__ import annotations

import pytest

from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.types import CincoOptions, Play, Played
from quincunx.texts.catalogue import Catalogue
from tests.games.cinco.test_rules import dealt, occupied

SAY = Catalogue("en").translate


@pytest.mark.parametrize(
    "typed", ["57>63", "57 63", "57-63", "57→63", "57 > 63", "57 - 63", "57 → 63", "57 to 63", "57to63"]
)
def test_a_play_may_be_typed_as_people_write_it(typed: str) -> None:
    assert CINCO.text.normalize_move(typed) == "57>63"


@pytest.mark.parametrize(
    ("typed", "strict"),
    [
        ("d", "draw"),
        ("x", "exchange"),
        ("draw", "draw"),
        ("88>-", "88>-"),
        ("57  63", "57  63"),
        ("5", "5"),
        ("", ""),
    ],
)
def test_short_words_and_everything_else(typed: str, strict: str) -> None:
    assert CINCO.text.normalize_move(typed) == strict


def test_spaces_that_follow_each_other_are_drawn_together() -> None:
    others = tuple(range(1, 91))
    state = occupied(dealt(3, 60), tuple(n for n in others if n not in {10, 57, 58, 59, 60, 62, 63, 90}), ())
    assert CINCO.text.asides["hand"](CINCO.view(state, 0), SAY) == (
        "   3: 10, 57–60, 62–63, 90\n  60: 60, 62–63, 90"
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (CincoOptions(2), "2 players · Classic"),
        (CincoOptions(6, 2, joker=True), "6 players · 2 teams of 3 · Joker"),
        (CincoOptions(6, 3), "6 players · 3 teams of 2 · Classic"),
    ],
)
def test_players_are_named_with_their_teams(options: CincoOptions, said: str) -> None:
    assert " · ".join(map(SAY, CINCO.text.describe_options(options))) == said


@pytest.mark.parametrize(
    ("line", "blocks", "said"),
    [
        (2, 2, "Ada plays 1 on 22."),
        (3, 2, "Ada plays 1 on 22: three in a row."),
        (2, 3, "Ada plays 1 on 22 and blocks red’s three in a row."),
        (4, 4, "Ada plays 1 on 22 and blocks red’s four in a row."),
        (5, 4, "Ada plays 1 on 22: five in a row!"),
    ],
)
def test_a_line_is_told_from_three_on(line: int, blocks: int, said: str) -> None:
    assert SAY(CINCO.text.describe(Played(0, 1, 22, line, blocks, 1), ("Ada", "Bo"))) == said


def test_long_names_are_drawn_short() -> None:
    drawn = CINCO.text.draw(CINCO.view(dealt(1), 0), ("A" * 21, "B" * 19), SAY)
    assert f"> B {'A' * 20} 1 card" in drawn
    assert f"  R {'B' * 19}  0 cards" in drawn
    assert drawn.split("\n")[-1] == "  Your hand: 1"


def test_the_played_token_stands_out() -> None:
    state = CINCO.apply(dealt(1), Play(1, 90))
    assert "[B]" in CINCO.text.draw(CINCO.view(state, None), ("Ada", "Bo"), SAY)
