"""Perfect schedules of tables, in which every two players meet exactly once. Pure.

They are known for few numbers of players. Fifteen by three is Kirkman's problem of the schoolgirls, here with
a solution that a step of all players but one repeats. Sixteen by four are the points of an affine plane over
the field of four elements, and a round consists of parallel lines.
"""

from __future__ import annotations

from typing import Final

Tables = tuple[tuple[int, ...], ...]

# Points of Kirkman's solution: 0 to 6, 7 to 13, and the fixed point 14.
_FIXED: Final = 14
_FIRST_ROUND: Final = ((0, 7, _FIXED), (1, 2, 4), (3, 8, 12), (5, 11, 13), (6, 9, 10))
_STEPS: Final = 7
# Products in the field of four elements; their sums are those of the bits.
_PRODUCTS: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
_FIELD: Final = range(4)


def perfect_round(players: int, seats: int, number: int) -> Tables | None:
    """The tables of a round, counted from 1, as places of players counted from 0. ``None`` if no perfect
    schedule is known, or if it has no such round."""
    if (players, seats) == (15, 3) and number <= _STEPS:
        return tuple(tuple(_moved(each, number - 1) for each in table) for table in _FIRST_ROUND)
    if (players, seats) == (16, 4) and number <= len(_FIELD) + 1:
        return tuple(_line(number - 1, at) for at in _FIELD)
    return None


def _moved(point: int, steps: int) -> int:
    if point == _FIXED:
        return point
    half, at = divmod(point, _STEPS)
    return _STEPS * half + (at + steps) % _STEPS


def _line(slope: int, at: int) -> tuple[int, ...]:
    """A line of the plane: all points with ``y = slope · x + at``, or with ``x = at`` for the last slope."""
    if slope == len(_FIELD):
        return tuple(4 * at + y for y in _FIELD)
    return tuple(4 * x + (_PRODUCTS[slope][x] ^ at) for x in _FIELD)
