"""The worth of a position to the seat that sees it: its chance to win, if all go on for the most points.

It is computed from the view alone, by enumeration. Each hand that the others may hold is equally likely, and
a pass tells nothing of it. A draw is worth the same to all seats.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate, combinations
from typing import NamedTuple

from tests.third.game.review.totals import SIZE, Chances, Hand, added, after, average, to_come, unseen
from tests.third.game.rules import moves_with
from tests.third.game.state import PACK
from tests.third.game.types import TrioMove, TrioView


class _Rivals(NamedTuple):
    """The highest total among the others, by whether one seat alone has it."""

    alone: Chances
    shared: Chances


class _Seat(NamedTuple):
    """A seat as the others see it."""

    size: int
    passes: int
    total: int


def by_move(view: TrioView) -> dict[TrioMove, float]:
    """Return the worth of each move to the seat of this view, which is to move."""
    assert view.viewer is not None
    assert view.die is not None
    rivals, passes, die = _rivals(view), view.passes_left[view.viewer], view.die
    return {
        move: _worth(view, after(view.hand, passes, die, move), rivals)
        for move in moves_with(view.hand, passes)
    }


def worth(view: TrioView) -> float:
    """Return the worth of a position to the seat of this view, whichever seat is to move."""
    assert view.viewer is not None
    if view.outcome is not None:
        return float(view.viewer in view.outcome.winners) if view.outcome.winners else 1 / len(view.totals)
    return _worth(view, to_come(view.hand, view.passes_left[view.viewer]), _rivals(view))


def _worth(view: TrioView, chances: Chances, rivals: _Rivals) -> float:
    assert view.viewer is not None
    own = added(chances, view.totals[view.viewer])
    below = (0.0, *accumulate(one + more for one, more in zip(*rivals, strict=True)))
    above = (*accumulate(reversed(rivals.shared)),)[::-1]
    won = sum(chance * less for chance, less in zip(own, below, strict=False))
    drawn = sum(
        chance * (alone + shared) for chance, alone, shared in zip(own, rivals.alone, above, strict=True)
    )
    return won + drawn / len(view.totals)


def _rivals(view: TrioView) -> _Rivals:
    known = {*view.hand, *(card for played in view.played for card in played)}
    seats = [
        _Seat(view.hand_sizes[seat], view.passes_left[seat], view.totals[seat])
        for seat in range(len(view.totals))
        if seat != view.viewer
    ]
    return _highest(tuple(card for card in PACK if card not in known), tuple(seats))


@cache
def _highest(cards: Hand, seats: tuple[_Seat, ...]) -> _Rivals:
    """Return the highest total of one seat or two that hold some of these cards."""
    first, *others = seats
    if not others:
        return _Rivals(added(unseen(cards, first.size, first.passes), first.total), (0.0,) * SIZE)
    (second,) = others
    found: list[_Rivals] = []
    for hand in combinations(cards, first.size):
        rest = tuple(card for card in cards if card not in hand)
        found.append(
            _higher(
                added(to_come(hand, first.passes), first.total),
                added(unseen(rest, second.size, second.passes), second.total),
            )
        )
    return _Rivals(average([each.alone for each in found]), average([each.shared for each in found]))


def _higher(one: Chances, other: Chances) -> _Rivals:
    below_one, below_other = (0.0, *accumulate(one)), (0.0, *accumulate(other))
    alone = [one[total] * below_other[total] + other[total] * below_one[total] for total in range(SIZE)]
    return _Rivals(tuple(alone), tuple(a * b for a, b in zip(one, other, strict=True)))
