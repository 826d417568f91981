"""The player who starts: examples of FIDE's Dutch system, with its articles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.club.tournament.pairing.entrant import Entrant
from quincunx.club.tournament.pairing.preference import (
    are_opposed,
    is_absolute,
    is_repeated,
    is_strong,
    starts_first,
    wants_start,
)


def entrant(starts: str, place: int = 1) -> Entrant:
    """A player who has started (``S``) or not (``-``) in each of their games."""
    return Entrant(place, 0, b"", starts=tuple(each == "S" for each in starts), place=place)


@pytest.mark.parametrize(
    ("starts", "wants", "strength"),
    [
        ("", None, "none"),
        ("S", False, "strong"),
        ("-", True, "strong"),
        ("S-", True, "mild"),
        ("-S", False, "mild"),
        ("SS", False, "absolute"),
        ("--", True, "absolute"),
        ("SSS-", False, "absolute"),
        ("---SS", False, "absolute"),
        ("SSS--", True, "absolute"),
        ("SSSS--", False, "absolute"),
        ("--S-S", True, "strong"),
    ],
)
def test_preferences(starts: str, wants: bool | None, strength: str) -> None:
    """1.7: a difference above 1 or a repetition binds; otherwise the balance; otherwise the turn before."""
    player = entrant(starts)
    assert wants_start(player) is wants
    assert is_absolute(player) == (strength == "absolute")
    assert is_strong(player) == (strength in ("absolute", "strong"))
    assert is_repeated(player) == (starts[-2:] in ("SS", "--"))


@pytest.mark.parametrize(
    ("higher", "lower", "first"),
    [
        ("", "S", True),  # 5.2.1: both wishes are granted
        ("S", "", False),
        ("S", "-", False),
        ("-", "--", False),  # 5.2.2: the stronger one is granted
        ("--", "-", True),
        ("SS", "SSSS", True),  # the wider difference
        ("---", "--", True),
        ("-S", "S-S-S", True),
        ("S-", "--SS-S-", False),
    ],
)
def test_of_two_preferences_the_stronger_is_granted(higher: str, lower: str, first: bool) -> None:
    assert starts_first(entrant(higher), entrant(lower)) is first


def test_of_equal_preferences_the_latest_difference_decides() -> None:
    """5.2.3, and 5.2.4: without a difference the higher-ranked player's wish."""
    assert starts_first(entrant("S-S-"), entrant("-SS-")) is True
    assert starts_first(entrant("-SS-"), entrant("S-S-")) is False
    assert starts_first(entrant("S-"), entrant("S-")) is True
    assert starts_first(entrant("-S"), entrant("-S")) is False


@pytest.mark.parametrize(("place", "first"), [(1, True), (2, False), (3, True)])
def test_in_the_first_round_the_lot_decides(place: int, first: bool) -> None:
    """5.2.5."""
    assert starts_first(entrant("", place), entrant("", 4)) is first


histories = st.text("S-", max_size=9)


@pytest.mark.parametrize(
    ("starts", "others", "are"), [("", "", True), ("", "S", True), ("S", "-", True), ("S", "S", False)]
)
def test_a_player_without_a_game_is_opposed_to_nobody(starts: str, others: str, are: bool) -> None:
    assert are_opposed(entrant(starts), entrant(others)) is are


@given(histories, histories)
def test_opposed_preferences_are_both_granted(higher: str, lower: str) -> None:
    one, other = entrant(higher, 1), entrant(lower, 2)
    wishes = wants_start(one), wants_start(other)
    if are_opposed(one, other) and wishes != (None, None):
        first = starts_first(one, other)
        assert wishes[0] in (None, first)
        assert wishes[1] in (None, not first)
