"""Scores of games, in half points: of two players, and of a table of three or four. Pure.

``docs/tournaments.md`` has the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from quincunx.club.results.results import Ending
from quincunx.club.tournament.wire import Format

WIN: Final = 2
DRAW: Final = 1
BYE: Final = 2
"""Half points for a bye."""
TABLE_WIN: Final = 12
"""Half points of the first place at a table of three or four; the last place has none."""
TABLE_BYE: Final = 6
TABLE_FORMATS: Final = ("table_swiss", "table_round_robin")
"""The formats of tables of three or four."""


class Score(msgspec.Struct, frozen=True):
    """The score of a game: half points, and whether the player left, in the order of the seats."""

    halves: tuple[int, ...]
    left: tuple[bool, ...]


class SeatEnd(msgspec.Struct, frozen=True):
    """The end of a game for a seat."""

    ending: Ending
    side: int
    number: int = 0
    """The number by which sides rank that have not won; more is better."""


def win_of(format: Format) -> int:
    """The half points of a win."""
    return TABLE_WIN if format in TABLE_FORMATS else WIN


def bye_of(format: Format) -> int:
    """The half points of a bye."""
    return TABLE_BYE if format in TABLE_FORMATS else BYE


def score_of(endings: Sequence[Ending]) -> Score:
    """The score of two players. A player who has left has lost, whatever the bot achieved. A shared win is a
    draw."""
    left = endings[0] == "left", endings[1] == "left"
    if any(left):
        return Score((0 if left[0] else WIN, 0 if left[1] else WIN), left)
    if endings[0] == endings[1]:
        return Score((DRAW, DRAW), left)
    return Score((WIN if endings[0] == "won" else 0, WIN if endings[1] == "won" else 0), left)


def table_score(seats: Sequence[SeatEnd]) -> Score:
    """The score of a table of any size by the places of its sides. A player who has left scores nothing, and
    a side that all its players have left ranks last."""
    left = tuple(seat.ending == "left" for seat in seats)
    keys = {
        side: max(_key(seat) for seat in seats if seat.side == side) for side in {seat.side for seat in seats}
    }
    points = place_points([keys[seat.side] for seat in seats], [seat.side for seat in seats])
    return Score(tuple(0 if gone else each for each, gone in zip(points, left, strict=True)), left)


def _key(seat: SeatEnd) -> tuple[int, int]:
    if seat.ending == "left":
        return -1, 0
    return (1, 0) if seat.ending == "won" else (0, seat.number)


def place_points(keys: Sequence[tuple[int, ...]], sides: Sequence[int]) -> list[int]:
    """The half points of each seat, by the keys of their sides; the greatest key has the first place. The
    places between first and last are evenly spaced, and equal sides share their places."""
    ranked = dict(zip(sides, keys, strict=True))
    found: dict[int, int] = {}
    for side, key in ranked.items():
        better = sum(other > key for other in ranked.values())
        equal = sum(other == key for other in ranked.values())
        # The mean of the places from ``better`` to ``better + equal - 1``, counted from 0.
        behind = 2 * (len(ranked) - 1) - 2 * better - (equal - 1)
        found[side] = TABLE_WIN * behind // (2 * (len(ranked) - 1))
    return [found[side] for side in sides]
