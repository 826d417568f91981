"""Attendance of players at the tables of a round. Pure."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

import msgspec

from quincunx.club.tournament.ladder.wire import Arrival
from quincunx.table.parts import SeatState
from quincunx.table.state import TableState


class Seating(msgspec.Struct, frozen=True):
    """The seats of a table that has not ended."""

    has_begun: bool = False
    seats: tuple[Arrival, ...] = ()
    """In the order of the seats; empty if the table does not exist yet."""


Seatings = Mapping[str, Seating]
"""By the table's name."""
FindSeatings = Callable[[Sequence[str]], Awaitable[Seatings]]
"""Finds the seatings of tables; those that have ended are left out."""
NOT_MADE: Final = Seating()


def seating_of(state: TableState) -> Seating | None:
    """The seating of a table; ``None`` after its end."""
    if state.status == "ended":
        return None
    return Seating(state.status == "playing", tuple(_arrival(seat) for seat in state.seats))


def _arrival(seat: SeatState) -> Arrival:
    if seat.kind == "person":
        return "here"
    return "bot" if seat.is_bot_played else "missing"


async def no_seatings(tables: Sequence[str]) -> Seatings:
    """Find nothing, where no node can be asked."""
    return {}
