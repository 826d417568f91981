"""Every reason on a position where it holds, and on one where it does not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.core.review import Why
from quincunx.core.values import Phrase
from quincunx.games.cinco.notation import parse_move
from quincunx.games.cinco.review.position import Position
from quincunx.games.cinco.review.reasons import CODES, MOST, REASONS
from quincunx.games.cinco.review.reviewer import REVIEWER
from quincunx.games.cinco.types import CincoOptions, CincoView
from quincunx.review.words import comparison, reason
from quincunx.texts.catalogue import Catalogue, languages
from tests.games.cinco.review.support import seen

# 3-13-26-50-73 is a line that the centre and the edge end, 63 to 68 is an edge; see docs/rules/cinco.md.
FOUR = (3, 13, 26, 50)
HAND = (5, 20, 60, 86)
LOW = tuple(range(1, 74))
EDGE = (63, 64, 65, 66)
"""Four that lack 67 alone."""
LACKS_12 = (11, 30, 44, 81)
"""Four of the line 12-11-30-44-81."""
CROSS = (3, 13, 26, 47, 48, 49)
"""Three and three in two lines that meet on 50; the second one lacks 46, or 72, besides."""


def codes(view: CincoView, best: str, other: str) -> dict[str, dict[str, object]]:
    """Every reason that holds, also those that there would be no room for."""
    position, moves = Position(view), (parse_move(best), parse_move(other))
    found = (REASONS[code](position, *moves) for code in CODES)
    return {why.code: dict(why.params) for why in found if why is not None}


def told(view: CincoView, best: str, other: str) -> list[str]:
    return [why.code for why in REVIEWER.reasons(view, parse_move(best), parse_move(other))]


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
    ("blocks-likelier", seen(HAND, theirs=(*FOUR, *EDGE)), "60>73", "60>67"),
    ("threat-harder", seen(HAND, own=(3, 13, 26)), "60>73", "20>50"),
    ("takes-double", seen(HAND, theirs=CROSS), "20>50", "20>89"),
    ("finds-five", seen((15, 60), own=LACKS_12), "draw", "15>15"),
    ("finds-block", seen((15, 60, 70, 86), theirs=LACKS_12), "exchange", "15>15"),
    ("wastes", seen((5, 20, 88), theirs=(88, 89, 90)), "5>30", "88>-"),
    ("wastes", seen((5, 20, 88), theirs=(88, 89, 90)), "draw", "88>-"),
    ("stands-alone", seen(HAND, own=(3,)), "20>26", "60>80"),
    ("stands-alone", seen((5, 60), own=(3,)), "draw", "60>80"),
    ("joins", seen(HAND, own=(3,)), "20>26", "20>89"),
    ("in-reach", seen((60, 61, 64), own=(65,)), "64>66", "64>70"),
    ("keeps-low", seen((5, 20)), "draw", "5>5"),
    ("keeps-lower", seen(HAND), "60>70", "20>30"),
    ("leaves-little", seen((5, 84)), "draw", "5>30"),
    ("last-card", seen((5,)), "draw", "5>30"),
    ("new-cards", seen((60, 70, 80, 86)), "exchange", "60>60"),
    ("weak-hand", seen((5, 80, 84, 86)), "exchange", "80>80"),
    ("hinders", seen(HAND, theirs=(3, 13)), "20>26", "20>89"),
    ("hinders-more", seen(HAND, theirs=(3, 13, 27, 28)), "20>26", "20>29"),
    ("easier-lines", seen(HAND), "20>30", "5>18"),
    ("waits", seen((5, 20), own=(3,)), "draw", "20>26"),
]
HOLDS_NOT = [
    ("wins", seen(HAND, own=(3, 13, 26)), "60>73", "60>80"),
    ("wins", seen(HAND, own=FOUR), "60>73", "20>73"),
    # No other player has a card left that reaches 73; or there is no four at all.
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
    ("blocks-likelier", seen(HAND, theirs=(*FOUR, *EDGE)), "60>67", "60>73"),
    ("blocks-likelier", seen(HAND, theirs=FOUR), "60>73", "60>67"),
    ("threat-harder", seen(HAND, own=(3, 13, 26)), "20>50", "60>73"),
    ("threat-harder", seen(HAND, own=(3, 13, 26)), "60>73", "20>89"),
    # Another team has a line of three through 50, and no second one; or a second one that is shut.
    ("takes-double", seen(HAND, theirs=(3, 13, 26)), "20>50", "20>89"),
    ("takes-double", seen(HAND, theirs=CROSS, own=(46, 72)), "20>50", "20>89"),
    # Another team wins in two places already, and its token there would add nothing.
    (
        "takes-double",
        seen((17, 69), own=(5, 19, 36, 49, 81, 87, 89), theirs=(12, 27, 37, 58, 59, 60, 86)),
        "69>79",
        "17>17",
    ),
    ("takes-double", seen(HAND, theirs=(*CROSS, *FOUR, *EDGE)), "20>46", "20>89"),
    # Both spaces won before, and the token adds none.
    ("two-threats", seen((5, 70), own=(*FOUR, *EDGE)), "70>80", "5>67"),
    # The token blocks four in a row; three of these are no line of three of their own.
    ("breaks", seen(HAND, theirs=EDGE), "60>67", "60>80"),
    # A line of four is no line of three, and this one is at the rim.
    ("breaks", seen((70,), theirs=EDGE, gone=range(1, 68)), "70>70", "70>80"),
    # A card in hand reaches the space; or none ever does.
    ("finds-five", seen((5, 60), own=LACKS_12), "draw", "60>60"),
    ("finds-five", seen((15, 60), own=LACKS_12, gone=range(1, 13)), "draw", "15>15"),
    ("finds-five", seen((15, 60), own=LACKS_12), "15>15", "draw"),
    ("finds-block", seen((5, 60, 70, 86), theirs=LACKS_12), "exchange", "60>60"),
    ("finds-block", seen((15, 60), theirs=LACKS_12), "15>15", "60>60"),
    ("wastes", seen((5, 20, 88), theirs=(88, 89, 90)), "88>-", "5>30"),
    ("stands-alone", seen(HAND, own=(3,)), "60>80", "20>26"),
    ("stands-alone", seen(HAND, own=(3,), theirs=(81,)), "20>26", "60>80"),
    ("stands-alone", seen(HAND), "exchange", "60>80"),
    ("joins", seen(HAND, own=(3,), theirs=(13,)), "20>26", "20>89"),
    ("in-reach", seen((64, 70, 71), own=(65,)), "64>66", "64>80"),
    ("keeps-low", seen((5, 20)), "draw", "20>30"),
    ("keeps-lower", seen(HAND), "60>70", "5>30"),
    ("keeps-lower", seen((5, 20, 22, 86)), "22>70", "20>30"),
    ("leaves-little", seen((5, 84)), "draw", "84>84"),
    ("last-card", seen((5, 20)), "draw", "5>30"),
    ("new-cards", seen((5, 70, 80, 86)), "exchange", "70>70"),
    ("weak-hand", seen(HAND), "exchange", "20>20"),
    ("weak-hand", seen((60, 70, 80, 86)), "exchange", "60>60"),
    ("hinders", seen(HAND, theirs=(3, 13)), "20>89", "20>26"),
    ("hinders", seen(HAND, theirs=(3, 13), own=(50,)), "20>26", "20>89"),
    ("hinders", seen(HAND, theirs=(3, 13, 26)), "20>50", "20>89"),
    ("hinders-more", seen(HAND, theirs=(3, 13, 27, 28)), "20>29", "20>26"),
    ("hinders-more", seen(HAND, theirs=(3, 13)), "20>26", "20>89"),
    ("easier-lines", seen(HAND), "5>18", "20>30"),
    ("waits", seen((5, 20), own=(3, 13)), "draw", "20>26"),
    ("waits", seen((5, 20), theirs=(3, 13, 26)), "draw", "20>50"),
]


def test_every_reason_is_tried() -> None:
    assert {code for code, *_ in HOLDS} == {code for code, *_ in HOLDS_NOT} == set(CODES)


@pytest.mark.parametrize(("code", "view", "best", "other"), HOLDS, ids=[each[0] for each in HOLDS])
def test_it_holds(code: str, view: CincoView, best: str, other: str) -> None:
    assert code in codes(view, best, other)


@pytest.mark.parametrize(("code", "view", "best", "other"), HOLDS_NOT, ids=[each[0] for each in HOLDS_NOT])
def test_it_does_not_hold(code: str, view: CincoView, best: str, other: str) -> None:
    assert code not in codes(view, best, other)


def test_a_lone_token_is_in_no_open_line() -> None:
    """Another team's token shuts the line 18-17-21-56-66, in which 66 would lie with 17."""
    view = seen((66,), own=(17, 51, 72, 76, 89), theirs=(18, 19, 59))
    why = REASONS["stands-alone"](Position(view), parse_move("draw"), parse_move("66>66"))
    assert why is not None
    assert "not in an open line" in reason(why, "cinco", Catalogue("en"))


def test_the_reasons_mention_their_spaces() -> None:
    assert codes(seen(HAND, own=FOUR), "60>73", "60>80")["wins"] == {"space": 73}
    assert codes(seen(HAND, own=(3, 13, 26)), "20>50", "20>60")["threatens"] == {"space": 73}
    assert codes(seen(HAND), "60>70", "20>70")["same-space"] == {"card": 60, "kept": 20, "space": 70}
    assert codes(seen(HAND), "20>30", "5>31")["keeps-low"] == {"card": 5}


def test_numbers_are_counted_from_what_is_seen() -> None:
    # Of the cards 1 to 12 one is gone; of the 86 that were not seen 60 reach more than card 61.
    assert codes(seen((15, 60), own=LACKS_12, gone=(5,)), "draw", "15>15")["finds-five"] == {
        "space": 12,
        "cards": 11,
    }
    hand = (61, 70, 80, 86)
    assert codes(seen(hand), "exchange", "61>61")["new-cards"] == {"card": 61, "better": 60, "cards": 86}
    weak = codes(seen((5, 80, 84, 86)), "exchange", "80>80")["weak-hand"]
    assert weak == {"held": 27.2, "unseen": 46.3}


def test_a_winning_move_needs_no_other_reason() -> None:
    view = seen(HAND, own=(*FOUR, 63, 64), theirs=(72, 74))
    assert len(codes(view, "60>73", "5>10")) > 1
    assert told(view, "60>73", "5>10") == ["wins"]


def test_a_card_without_a_space_reaches_all_of_them_with_the_joker() -> None:
    full = {"theirs": (85, 86, 87, 88, 89, 90), "joker": True}
    assert "leaves-little" not in codes(seen((5, 88), **full), "draw", "5>30")
    assert codes(seen((60, 70, 80, 83), **full), "exchange", "60>60")["new-cards"]["better"] == 59 + 6


def test_the_decisive_reason_comes_first_and_there_are_not_too_many() -> None:
    found = told(seen((15, 60), own=LACKS_12), "draw", "15>89")
    assert found[0] == "finds-five"
    assert "draws" in codes(seen((15, 60), own=LACKS_12), "draw", "15>89")
    assert len(found) == MOST < len(codes(seen((15, 60), own=LACKS_12), "draw", "15>89"))


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


@pytest.mark.parametrize("language", languages())
def test_a_comparison_says_what_the_worse_choice_lacks(language: str) -> None:
    catalogue = Catalogue(language)
    compared = [code for code in CODES if catalogue.has(f"cinco.review.instead.{code}")]
    assert len(compared) == 10
    chosen = catalogue.translate(Phrase("review.instead"))
    params = {**dict.fromkeys(("space", "first", "second", "card"), 12), "team": 1}
    for code in compared:
        assert chosen in comparison(Why(code, params), "cinco", catalogue), code


def test_a_reason_names_the_team_whose_line_it_is() -> None:
    view = seen(HAND, theirs=(3, 13, 26))
    assert codes(view, "20>50", "20>89")["breaks"] == {"space": 50, "team": 1}
    board = tuple(2 if owner == 1 else owner for owner in view.board)
    three = replace(view, board=board, options=CincoOptions(players=3, teams=3, first=0))
    assert codes(three, "20>50", "20>89")["breaks"] == {"space": 50, "team": 2}


def test_a_reason_that_speaks_of_both_choices_stays_as_it_is() -> None:
    catalogue = Catalogue("en")
    said = comparison(Why("blocks", {"space": 73, "team": 1}), "cinco", catalogue)
    assert (
        said == "It blocks 73; the choice made leaves it open, and red could win there with an unseen card."
    )
    both = Why("more-lines", {"space": 21, "lines": 5, "count": 2})
    assert comparison(both, "cinco", catalogue) == reason(both, "cinco", catalogue)
