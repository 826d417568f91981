"""What was said at a table, as far as its state keeps it."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.values import Seat
from quincunx.table.events import Said, Wrote
from quincunx.table.wire.table import SaidLine

KEPT: Final = 40
"""So many lines are in a table's state; all of them are in its journal."""


class Talk(msgspec.Struct, frozen=True, gc=False):
    """What was said lately, the oldest first, and how often each seat has spoken in all."""

    lines: tuple[SaidLine, ...] = ()
    counts: tuple[int, ...] = ()
    """Empty until somebody speaks."""


def heard(talk: Talk, event: Said | Wrote, at: int, seats: int) -> Talk:
    """After somebody has spoken, at a table of so many seats."""
    counts = talk.counts or (0,) * seats
    spoken = tuple(count + (seat == event.seat) for seat, count in enumerate(counts))
    return Talk((*talk.lines, line_of(event, at))[-KEPT:], spoken)


def line_of(event: Said | Wrote, at: int) -> SaidLine:
    """The line of an entry of this time."""
    if isinstance(event, Said):
        return SaidLine(event.seat, at, event.phrase, None)
    return SaidLine(event.seat, at, None, event.text or None)


def without_words(talk: Talk, seats: frozenset[Seat]) -> Talk:
    """Without what was written on these seats."""
    lines = (msgspec.structs.replace(line, text=None) if line.seat in seats else line for line in talk.lines)
    return Talk(tuple(lines), talk.counts)
