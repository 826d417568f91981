"""Cinq-O in words: what happened, and what a person may type."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.chance import Rolled
from quincunx.core.values import Phrase
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.types import (
    CinqoEvent,
    CinqoOptions,
    DiceRolled,
    Put,
    PutAway,
    TurnEnded,
    TurnResult,
)
from quincunx.texts.catalogue import Catalogue

NAMES = ("Anna", "Bo")
TEXT = CINQO.text


def five(score: int) -> TurnEnded:
    """Five of a kind in one roll, which brought the seat to this score."""
    return TurnEnded(TurnResult(1, 2, (6,) * 5, 3, 30, 10, 10, "five"), score)


@pytest.mark.parametrize(
    ("event", "key", "params"),
    [
        (DiceRolled(0, 1, (6, 1), 3), "rolledHilo", {"name": "Anna", "dice": "6-1", "hilo": "3↑"}),
        (DiceRolled(1, 2, (5,), None), "rolled", {"name": "Bo", "dice": "5"}),
        (
            TurnEnded(TurnResult(0, 1, (5, 6, 6, 6, 6), -2, 29, 1, 2, "sum"), 26),
            "ended",
            {"name": "Anna", "number": 1, "times": 2, "points": 2, "score": 26},
        ),
    ],
)
def test_events_in_sentences(event: CinqoEvent, key: str, params: dict[str, object]) -> None:
    assert TEXT.describe(event, NAMES) == Phrase(f"cinqo.event.{key}", params)


def test_put_away_dice_are_described_part_by_part() -> None:
    phrase = TEXT.describe(PutAway(0, (6,), (5, 6), (3,), True), NAMES)
    assert phrase.key == "cinqo.event.put"
    parts = phrase.params["parts"]
    assert [part.key.removeprefix("cinqo.event.part") for part in parts] == [
        "Rack",
        "FromBank",
        "Bank",
        "Box",
    ]
    assert [part.params.get("dice") for part in parts] == ["6", "3", "5-6", None]


def test_a_second_turn_is_said_only_where_one_comes() -> None:
    """With 100 points the game may be over: then no player takes another turn."""
    assert TEXT.describe(five(99), NAMES).key == "cinqo.event.endedFive"
    assert TEXT.describe(five(100), NAMES).key == "cinqo.event.endedFiveEnough"


def test_a_long_name_is_cut_where_the_scores_stand() -> None:
    state = CINQO.initial(CinqoOptions())
    drawn = TEXT.draw(CINQO.view(state, None), ("A" * 24, "B" * 20), Catalogue("en").translate).split("\n")
    assert drawn[0].endswith(" · " + "A" * 20)
    assert drawn[-2:] == [f"  {'A' * 20}   0 {'':25}|", f"  {'B' * 20}   0 {'':25}|"]
    assert [line.split()[-1] for line in drawn[1:5]] == ["–"] * 4, "nothing is rolled yet"


@pytest.mark.parametrize(("face", "shown"), [(1, "1↑"), (3, "3↑"), (4, "1↓"), (6, "3↓")])
def test_the_hilo_die_and_the_seat_to_move_stand_out(face: int, shown: str) -> None:
    view = CINQO.view(CINQO.apply(CINQO.initial(CinqoOptions()), Rolled((1, 2, 2, 4, 6, face))), None)
    drawn = TEXT.draw(view, NAMES, Catalogue("en").translate)
    painted = [(drawn[each.start : each.end], each.style) for each in TEXT.highlight(view, drawn)]
    assert painted == [(shown, "bold bright_yellow"), (f"> {'Anna':20}   0 {'':25}|", "bold")]


# ---- what is typed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "strict"),
    [
        ("rack 6 6", "rack 66"),
        ("rack 61", "rack 16"),
        ("rack 6,6 bank 5-3", "rack 66 bank 35"),
        ("rack 66 bank 5 from 3 box", "rack 66 bank 5 from 3 box"),
        ("roll 9", "roll 9"),
        ("", ""),
    ],
)
def test_plain_input_is_tidied(typed: str, strict: str) -> None:
    assert TEXT.normalize_move(typed) == strict


def test_the_forms_that_are_shown_can_be_typed() -> None:
    for form, _ in TEXT.forms:
        assert isinstance(TEXT.parse_move(TEXT.normalize_move(form)), Put)


@given(st.text(st.sampled_from("rackbnfomx123456 ,-"), max_size=30))
def test_tidying_twice_changes_nothing_more(typed: str) -> None:
    assert TEXT.normalize_move(TEXT.normalize_move(typed)) == TEXT.normalize_move(typed)
