"""Every reason on a position where it holds, and on one where it does not."""

from __future__ import annotations

import pytest

from quincunx.games.cinco.notation import parse_move
from quincunx.games.cinco.review.reasons import CODES, Position
from quincunx.games.cinco.review.reviewer import REVIEWER
from quincunx.games.cinco.types import CincoView
from quincunx.texts.catalogue import Catalogue, languages
from tests.games.cinco.review.support import seen

# 3-13-26-50-73 is a line that the centre and the edge end, 63 to 68 is an edge; see docs/rules/cinco.md.
FOUR = (3, 13, 26, 50)
HAND = (5, 20, 60, 86)
LOW = tuple(range(1, 74))


def codes(view: CincoView, best: str, other: str) -> dict[str, dict[str, object]]:
    return {why.code: dict(why.params) for why in REVIEWER.reasons(view, parse_move(best), parse_move(other))}


HOLDS = [
    ("wins", seen(HAND, own=FOUR), "60>73", "60>80"),
    ("blocks", seen(HAND, theirs=FOUR), "60>73", "60>80"),
    ("two-threats", seen(HAND, own=(64, 65, 66)), "20>67", "20>60"),
    ("threatens", seen(HAND, own=(3, 13, 26)), "20>50", "20>60"),
    ("breaks", seen(HAND, theirs=(3, 13, 26)), "20>50", "20>89"),
    ("builds", seen(HAND, own=(3, 13)), "20>26", "20>89"),
    ("same-space", seen(HAND), "60>70", "20>70"),
    ("keeps-low", seen(HAND), "20>30", "5>31"),
    ("spends-idle", seen((5, 20, 60, 90)), "90>90", "20>30"),
    ("draws", seen((5, 20)), "draw", "5>5"),
    ("exchanges", seen((80, 84, 86, 90)), "exchange", "80>80"),
    ("keeps-hand", seen(HAND), "86>86", "exchange"),
    ("more-lines", seen(HAND), "20>21", "60>90"),
]
HOLDS_NOT = [
    ("wins", seen(HAND, own=(3, 13, 26)), "60>73", "60>80"),
    ("wins", seen(HAND, own=FOUR), "60>73", "20>73"),
    # Nobody else has a card left that reaches 73; or there is no four at all.
    ("blocks", seen((5, 20, 60, 86), theirs=FOUR, gone=set(LOW) - {5, 20, 60}), "60>73", "60>82"),
    ("blocks", seen(HAND, theirs=(3, 13, 26)), "60>73", "60>80"),
    ("blocks", seen(HAND, theirs=FOUR), "60>73", "20>73"),
    ("two-threats", seen(HAND, own=(3, 13, 26)), "20>50", "20>60"),
    ("threatens", seen(HAND, own=(3, 13)), "20>26", "20>60"),
    ("threatens", seen(HAND, own=(3, 13, 26)), "20>50", "20>73"),
    ("breaks", seen(HAND, theirs=(3, 13)), "20>26", "20>89"),
    ("breaks", seen(HAND, theirs=(3, 13, 26), own=(73,)), "20>50", "20>89"),
    ("builds", seen(HAND, own=(3, 13), theirs=(50,)), "20>26", "20>89"),
    ("same-space", seen(HAND), "20>70", "60>70"),
    ("keeps-low", seen(HAND), "5>31", "20>30"),
    ("spends-idle", seen(HAND), "86>86", "20>30"),
    ("draws", seen((5, 20)), "5>5", "draw"),
    ("exchanges", seen(HAND), "exchange", "20>20"),
    ("keeps-hand", seen((80, 84, 86, 90)), "90>90", "exchange"),
    ("more-lines", seen(HAND), "60>90", "20>21"),
]


def test_every_reason_is_tried() -> None:
    assert {code for code, *_ in HOLDS} == {code for code, *_ in HOLDS_NOT} == set(CODES)


@pytest.mark.parametrize(("code", "view", "best", "other"), HOLDS, ids=[each[0] for each in HOLDS])
def test_it_holds(code: str, view: CincoView, best: str, other: str) -> None:
    assert code in codes(view, best, other)


@pytest.mark.parametrize(("code", "view", "best", "other"), HOLDS_NOT, ids=[each[0] for each in HOLDS_NOT])
def test_it_does_not_hold(code: str, view: CincoView, best: str, other: str) -> None:
    assert code not in codes(view, best, other)


def test_what_the_reasons_mention() -> None:
    assert codes(seen(HAND, own=FOUR), "60>73", "60>80")["wins"] == {"space": 73}
    assert codes(seen(HAND, own=(3, 13, 26)), "20>50", "20>60")["threatens"] == {"space": 73}
    assert codes(seen(HAND), "60>70", "20>70")["same-space"] == {"card": 60, "kept": 20, "space": 70}
    assert codes(seen(HAND), "20>30", "5>31")["keeps-low"] == {"card": 5}


def test_with_the_joker_every_space_can_be_reached_by_a_card_that_reaches_none() -> None:
    full = set(range(1, 91)) - {3, 81} - set(FOUR)
    cards = {"gone": set(range(1, 82)) - {5}, "theirs": FOUR, "own": full}
    assert not Position(seen((5, 82, 83, 84), **cards)).can_be_reached(3)
    assert Position(seen((5, 82, 83, 84), joker=True, **cards)).can_be_reached(3)


@pytest.mark.parametrize("language", languages())
def test_every_reason_has_words(language: str) -> None:
    catalogue = Catalogue(language)
    for code in CODES:
        assert catalogue.has(f"cinco.review.reason.{code}", 1), code
    for kind in REVIEWER.kinds:
        assert catalogue.has(f"cinco.review.kind.{kind}")
