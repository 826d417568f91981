"""Independent checks of what each reason of Cinq-O says.

Dice are counted from the moves themselves. What keeps make on average, and what they are worth, is the
advisor's word, which an oracle of exact fractions checks (``tests/games/cinqo/bots``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from quincunx.core.review import Why
from quincunx.games.cinqo.bots.advisor import advise
from quincunx.games.cinqo.card import HILO_FACES, read
from quincunx.games.cinqo.types import CinqoMove, CinqoView
from tests.games.cinqo.review.likely import MOST_POINTS, chance_of

ENOUGH: Final = 1e-6
ROUNDED: Final = 0.05 + ENOUGH
HALF: Final = 0.5 + ENOUGH
STRAIGHTS: Final = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})
Numbers = Mapping[CinqoMove, float]


@lru_cache(maxsize=64)
def _advised(view: CinqoView) -> tuple[Numbers, Numbers]:
    """The average points of each keep, and its worth."""
    found = advise(view)
    return {each.put: each.points for each in found}, {each.put: each.worth for each in found}


class Case(NamedTuple):
    """A reason that was said of two keeps."""

    view: CinqoView
    best: CinqoMove
    other: CinqoMove
    params: Mapping[str, Any]

    def kept(self, put: CinqoMove) -> list[int]:
        return sorted((*self.view.rack, *self.view.bank, *put.rack, *put.bank))

    def racked(self, put: CinqoMove) -> int:
        return len((*self.view.rack, *put.rack, *put.from_bank))

    def is_boxed(self, put: CinqoMove) -> bool:
        return self.view.boxed or put.box

    def rolls_again(self, put: CinqoMove) -> bool:
        """True if the turn continues with the Hi/Lo die outside its box."""
        return len(self.kept(put)) < 5 and not self.is_boxed(put)

    @property
    def hilo(self) -> int:
        assert self.view.hilo is not None
        return self.view.hilo

    @property
    def arrow(self) -> str:
        return f"{abs(self.hilo)}{'↑' if self.hilo > 0 else '↓'}"

    def ends_with(self, put: CinqoMove) -> int | None:
        """The score after a keep that ends the turn."""
        dice = self.kept(put)
        if len(dice) < 5:
            return None
        return self.view.scores[self.view.turn_of] + read(dice, self.hilo) * abs(self.hilo)

    def mean(self, put: CinqoMove) -> float:
        return sum(self.kept(put)) / len(self.kept(put))

    def points(self, put: CinqoMove) -> float:
        return _advised(self.view)[0][put]

    def worth(self, put: CinqoMove) -> float:
        return _advised(self.view)[1][put]

    def more_points(self) -> float:
        return self.points(self.best) - self.points(self.other)


def _wins(case: Case) -> bool:
    won, instead = case.ends_with(case.best), case.ends_with(case.other)
    return (
        case.view.options.goal == "hundred"
        and case.view.options.players > 1
        and won is not None
        and won >= 100
        and case.params == {"points": won - case.view.scores[case.view.turn_of]}
        and (instead is None or instead < 100)
    )


def _banks(case: Case) -> bool:
    fewer = case.racked(case.other) - case.racked(case.best)
    return (
        case.kept(case.best) == case.kept(case.other)
        and 0 < fewer == case.params["count"]
        and len(case.kept(case.best)) < 5
    )


def _dice(case: Case) -> list[int]:
    return list(map(int, case.params["dice"].split("-")))


def _straight(case: Case) -> bool:
    """On the way: some of a straight, and not all."""
    dice = _dice(case)
    is_part = len({*dice}) == len(dice) and any({*dice} <= straight for straight in STRAIGHTS)
    return dice == case.kept(case.best) and is_part and 3 <= len(dice) < 5


def _has_straight(case: Case) -> bool:
    dice = _dice(case)
    return dice == case.kept(case.best) and {*dice} in STRAIGHTS and {*case.kept(case.other)} not in STRAIGHTS


def _suits(case: Case, sign: int) -> bool:
    both = case.is_boxed(case.best) and case.is_boxed(case.other)
    higher = case.mean(case.best) - case.mean(case.other)
    return both and case.hilo * sign > 0 and higher * sign >= 1 and case.params == {"hilo": case.arrow}


def _boxes(case: Case) -> bool:
    return case.is_boxed(case.best) and case.rolls_again(case.other) and case.params == {"hilo": case.arrow}


def _hilo_again(case: Case) -> bool:
    """It is rolled, and with the same dice some other face in the box would make more."""
    boxed = replace(case.best, box=True)
    faces = {face: _advised(replace(case.view, hilo=face))[0][boxed] for face in HILO_FACES}
    return (
        case.rolls_again(case.best)
        and case.is_boxed(case.other)
        and max(faces.values()) > faces[case.hilo] + ENOUGH / 2
        and case.params == {"hilo": case.arrow}
    )


def _rolls_more(case: Case) -> bool:
    return len(case.kept(case.other)) - len(case.kept(case.best)) == case.params["count"] > 0


def _keeps_more(case: Case) -> bool:
    return len(case.kept(case.best)) - len(case.kept(case.other)) == case.params["count"] > 0


def _fewer_points(case: Case) -> bool:
    """And the sentence goes on that it is better all the same."""
    less = -case.more_points()
    is_better = case.worth(case.best) > case.worth(case.other)
    return less > 0 and abs(case.params["points"] - less) <= ROUNDED and is_better


def _is_alone(case: Case) -> bool:
    return case.view.options.players == 1


def _is_likely(case: Case, points: int, often: float) -> bool:
    """Of 100 turns so many score these points with the better keep, and fewer with the other one."""
    found = [100 * chance_of(case.view, put, points) for put in (case.best, case.other)]
    return (
        abs(found[0] - often) <= HALF
        and abs(found[1] - case.params["chance"]) <= HALF
        and often > case.params["chance"]
    )


def _reaches_more(case: Case) -> bool:
    missing = 100 - case.view.scores[case.view.turn_of]
    is_possible = case.view.options.goal == "hundred" and missing <= MOST_POINTS
    return is_possible and _is_likely(case, missing, case.params["best"])


CHECKS: Final[dict[str, Callable[[Case], bool]]] = {
    "wins": _wins,
    "banks": _banks,
    "straight": _straight,
    "has-straight": _has_straight,
    "keeps-high": lambda case: _suits(case, 1),
    "keeps-low": lambda case: _suits(case, -1),
    "boxes": _boxes,
    "hilo-again": _hilo_again,
    "rolls-more": _rolls_more,
    "keeps-more": _keeps_more,
    "sure-of": lambda case: _is_likely(case, case.params["count"], 100),
    "reaches-more": _reaches_more,
    "scores-more": lambda case: _is_likely(case, case.params["count"], case.params["best"]),
    "more-points": lambda case: (
        case.more_points() > 0 and abs(case.params["points"] - case.more_points()) <= ROUNDED
    ),
    "not-for-points": lambda case: not _is_alone(case) and _fewer_points(case),
    "fewer-rounds": lambda case: _is_alone(case) and _fewer_points(case),
}
"""For each code whether the sentence is true."""


def false(view: CinqoView, best: CinqoMove, other: CinqoMove, reasons: tuple[Why, ...]) -> Iterator[Why]:
    """The false statements about these keeps, of which the first is worth more."""
    for why in reasons:
        if not CHECKS[why.code](Case(view, best, other, why.params)):
            yield why
