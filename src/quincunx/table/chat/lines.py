"""Recent lines of a table's chat, as its state stores them."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.values import Seat
from quincunx.table.events import Said, Wrote
from quincunx.table.wire.table import SaidLine

KEPT: Final = 40
"""The number of lines in a table's state. The journal has all of them."""


class Talk(msgspec.Struct, frozen=True, gc=False):
    """The last lines, oldest first, and the number of lines that each seat has said in all."""

    lines: tuple[SaidLine, ...] = ()
    counts: tuple[int, ...] = ()
    """One count per seat; empty before the first line."""


def with_line(talk: Talk, event: Said | Wrote, at: int, seats: int) -> Talk:
    """The chat after a new line, at a table with ``seats`` seats."""
    counts = talk.counts or (0,) * seats
    spoken = tuple(count + (seat == event.seat) for seat, count in enumerate(counts))
    return Talk((*talk.lines, line_of(event, at))[-KEPT:], spoken)


def line_of(event: Said | Wrote, at: int) -> SaidLine:
    """The line of an event; ``at`` is the time of its entry in milliseconds since 1970."""
    if isinstance(event, Said):
        return SaidLine(event.seat, at, event.phrase, None)
    return SaidLine(event.seat, at, None, event.text or None)


def without_words(talk: Talk, seats: frozenset[Seat]) -> Talk:
    """The chat without the free text written on these seats."""
    lines = (msgspec.structs.replace(line, text=None) if line.seat in seats else line for line in talk.lines)
    return Talk(tuple(lines), talk.counts)
