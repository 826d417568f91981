"""Copying of everything from one journal to another, with a check that it arrived.

Nothing is removed from the source. A copy that was interrupted continues: entries that have arrived are
compared, and not written again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from quincunx.core.sentence import Sentence, SpokenError, sentence
from quincunx.node.ports import Conflict, Journal
from quincunx.table.events import Entry
from quincunx.table.summary import Summary

PAGE: Final = 100
"""Tables that are copied at the same time."""


class MoveFailed(SpokenError):
    """The target does not hold the same as the source. The text is a sentence for people."""


class Moved(msgspec.Struct, frozen=True):
    """Number of tables and entries copied."""

    tables: int = 0
    entries: int = 0


async def move(source: Journal, target: Journal, on_progress: Callable[[Moved], None]) -> Moved:
    """Copy every table, then read everything again from both sides and compare it.

    Nothing may write to either journal in the meantime; if something does, the comparison fails. Raises
    :class:`MoveFailed`, and :class:`~quincunx.node.ports.JournalUnavailable`.
    """
    moved, last = Moved(), ""
    while page := await source.list_tables(last, PAGE):
        written = sum(await asyncio.gather(*(_copy(source, target, row) for row in page)))
        moved = Moved(moved.tables + len(page), moved.entries + written)
        last = page[-1].table
        on_progress(moved)
    await _compare(source, target, moved)
    return moved


async def _copy(source: Journal, target: Journal, row: Summary) -> int:
    """Copy one table; return the number of its entries."""
    entries = await source.read(row.table)
    there = {entry.version for entry in await target.read(row.table)}

    async def write(entry: Entry) -> None:
        with contextlib.suppress(Conflict):  # the final comparison finds any difference
            await target.append(entry, row)

    await asyncio.gather(*(write(entry) for entry in entries if entry.version not in there))
    return len(entries)


async def _compare(source: Journal, target: Journal, moved: Moved) -> None:
    """Compare both sides page by page. A table that only one side has is a difference too."""
    seen, last = Moved(), ""
    while True:
        page = await source.list_tables(last, PAGE)
        if page != await target.list_tables(last, PAGE):
            raise MoveFailed(_different(page, await target.list_tables(last, PAGE)))
        if not page:
            break
        same = sum([await _same(source, target, row) for row in page])
        seen = Moved(seen.tables + len(page), seen.entries + same)
        last = page[-1].table
    if seen != moved:
        raise MoveFailed(sentence("Games were played during the move. Stop the server, then move again."))


async def _same(source: Journal, target: Journal, row: Summary) -> int:
    entries = await source.read(row.table)
    if list(entries) != list(await target.read(row.table)):
        raise MoveFailed(sentence("The table {{1}} differs on the two sides.", row.table))
    return len(entries)


def _different(ours: Sequence[Summary], theirs: Sequence[Summary]) -> Sentence:
    """A sentence that names the first table that differs."""
    here, there = ({row.table: row for row in rows} for rows in (ours, theirs))
    table = next(name for name in sorted(here | there) if here.get(name) != there.get(name))
    if table not in here:
        return sentence(
            "The target contains a table the source doesn’t have: {{1}}. Please move into an empty database.",
            table,
        )
    return sentence("The table {{1}} differs on the two sides. Was it played during the move?", table)
