"""Reasons why one keep is better than another, from facts of the position.

Each reason is a function that compares both keeps and returns the reason or ``None``. ``docs/review.md``
lists them; the words are in ``texts/``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.core.review import Why
from quincunx.games.cinqo.bots.kernels.keeps import Keeps, keeps_of
from quincunx.games.cinqo.card import DICE, HILO_FACES, is_straight, may_be_straight, read
from quincunx.games.cinqo.review.solved import points_of
from quincunx.games.cinqo.state import HUNDRED
from quincunx.games.cinqo.text import hilo_text
from quincunx.games.cinqo.types import CinqoMove, CinqoView

LEAN: Final = 1.0
"""The smallest difference in mean pips at which kept dice are called higher than others."""
MORE_POINTS: Final = 0.5
"""The smallest difference in points that is worth mentioning."""
LEAST: Final = 1e-6
"""The smallest difference in points that counts."""
SHORT_STRAIGHT: Final = 3
"""The smallest number of consecutive dice that aims at a straight."""


class Keep(msgspec.Struct, frozen=True):
    """The consequences of a keep."""

    put: CinqoMove
    dice: tuple[int, ...]
    """All dice that are then kept, ascending."""
    racked: int
    boxed: bool
    points: float
    """The mean points of the turn after this keep, if it is played for points."""
    is_bettered: bool
    """True if another face of the Hi/Lo die in its box would score more with these dice."""

    @property
    def mean(self) -> float:
        return sum(self.dice) / len(self.dice)


Reasoning = Callable[[CinqoView, Keep, Keep], Why | None]


def reasons(view: CinqoView, best: CinqoMove, other: CinqoMove) -> tuple[Why, ...]:
    """Return reasons as :meth:`quincunx.core.review.Reviewer.reasons` does."""
    ways = keeps_of(tuple(sorted(view.tray)), tuple(sorted(view.bank)), tuple(sorted(view.rack)), view.boxed)
    assert view.hilo is not None
    points = points_of(ways, view.roll, view.hilo)
    two = [_build_keep(view, ways, points, put) for put in (best, other)]
    found = (reason(view, *two) for reason in REASONS)
    return tuple(why for why in found if why is not None)


def _build_keep(view: CinqoView, ways: Keeps, points: NDArray[np.float64], put: CinqoMove) -> Keep:
    place = ways.puts.index(put)
    kept = tuple(sorted((*view.rack, *view.bank, *put.rack, *put.bank)))
    return Keep(
        put,
        kept,
        int(ways.racked[place]),
        bool(ways.boxed[place]),
        float(np.round(points[place], 6)),
        _is_bettered(view, ways, put),
    )


def _is_bettered(view: CinqoView, ways: Keeps, put: CinqoMove) -> bool:
    assert view.hilo is not None
    boxed = msgspec.structs.replace(put, box=True)
    if view.boxed or len(put.rack + put.bank + view.rack + view.bank) == DICE or boxed not in ways.puts:
        return False
    place = ways.puts.index(boxed)
    now, *others = (
        float(points_of(ways, view.roll, hilo)[place])
        for hilo in (view.hilo, *(face for face in HILO_FACES if face != view.hilo))
    )
    return max(others) > now + LEAST


def wins(view: CinqoView, best: Keep, other: Keep) -> Why | None:
    """The turn ends with a hundred points in all, at once and for certain."""
    if not _wins(view, best) or _wins(view, other):
        return None
    return Why("wins", {"points": _points(view, best)})


def straight(view: CinqoView, best: Keep, other: Keep) -> Why | None:
    """A straight, or three or four dice of one, are kept, and the other keep breaks it up."""
    if not aims_at_straight(best.dice) or aims_at_straight(other.dice):
        return None
    code = "has-straight" if is_straight(best.dice) else "straight"
    return Why(code, {"dice": "-".join(map(str, best.dice))})


def boxes(view: CinqoView, best: Keep, other: Keep) -> Why | None:
    """The Hi/Lo die is good enough to stay; by the other keep it is rolled again."""
    if view.hilo is None or not best.boxed or other.boxed or len(other.dice) == DICE:
        return None
    return Why("boxes", {"hilo": hilo_text(view.hilo)})


def leaves_hilo(view: CinqoView, best: Keep, other: Keep) -> Why | None:
    """The Hi/Lo die is rolled again, since it may improve with these dice."""
    if view.hilo is None or best.boxed or not other.boxed or not best.is_bettered:
        return None
    return Why("hilo-again", {"hilo": hilo_text(view.hilo)})


def right_side(view: CinqoView, best: Keep, other: Keep) -> Why | None:
    """The kept dice suit the side of the arrow, the others' do not."""
    if view.hilo is None or not (best.boxed and other.boxed):
        return None
    lean = best.mean - other.mean
    if view.hilo > 0 and lean >= LEAN:
        return Why("keeps-high", {"hilo": hilo_text(view.hilo)})
    if view.hilo < 0 and -lean >= LEAN:
        return Why("keeps-low", {"hilo": hilo_text(view.hilo)})
    return None


def banks(view: CinqoView, best: Keep, other: Keep) -> Why | None:
    """The same dice are kept, and fewer of them lie in the Rack: a die in the Bank saves one later."""
    if best.dice != other.dice or best.racked >= other.racked or len(best.dice) == DICE:
        return None
    return Why("banks", {"count": other.racked - best.racked})


def rolls_more(view: CinqoView, best: Keep, other: Keep) -> Why | None:
    """More dice are rolled again."""
    more = len(other.dice) - len(best.dice)
    return Why("rolls-more", {"count": more}) if more > 0 else None


def keeps_more(view: CinqoView, best: Keep, other: Keep) -> Why | None:
    """More dice stay."""
    more = len(best.dice) - len(other.dice)
    return Why("keeps-more", {"count": more}) if more > 0 else None


def points(view: CinqoView, best: Keep, other: Keep) -> Why | None:
    """More points on average; or fewer, and still it wins more often, or alone takes fewer rounds."""
    more = best.points - other.points
    if more >= MORE_POINTS:
        return Why("more-points", {"points": round(more, 1)})
    if -more >= MORE_POINTS:
        code = "fewer-rounds" if view.options.players == 1 else "not-for-points"
        return Why(code, {"points": round(-more, 1)})
    return None


REASONS: Final[tuple[Reasoning, ...]] = (
    wins,
    banks,
    straight,
    right_side,
    boxes,
    leaves_hilo,
    rolls_more,
    keeps_more,
    points,
)
CODES: Final = (
    "wins",
    "banks",
    "straight",
    "has-straight",
    "keeps-high",
    "keeps-low",
    "boxes",
    "hilo-again",
    "rolls-more",
    "keeps-more",
    "more-points",
    "not-for-points",
    "fewer-rounds",
)
"""All codes."""


def _points(view: CinqoView, keep: Keep) -> int:
    assert view.hilo is not None
    return read(keep.dice, view.hilo) * abs(view.hilo)


def _wins(view: CinqoView, keep: Keep) -> bool:
    if view.options.goal != "hundred" or view.options.players == 1 or len(keep.dice) < DICE:
        return False
    return view.scores[view.turn_of] + _points(view, keep) >= HUNDRED


def aims_at_straight(dice: tuple[int, ...]) -> bool:
    """Return whether these dice are a straight, or enough of one to be kept for it."""
    return is_straight(dice) or (SHORT_STRAIGHT <= len(dice) < DICE and may_be_straight(dice))
