"""Jobs for the writer of a journal in one file, each with a future for its result."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from quincunx.node.ports import JournalUnavailable
from quincunx.table.events import Entry
from quincunx.table.record.chain import body_of
from quincunx.table.summary import Summary, people_text


class Append:
    """An encoded entry that waits to be written, with the future of its caller."""

    __slots__ = ("done", "row", "since")

    def __init__(self, entry: Entry, summary: Summary, done: asyncio.Future[bool]) -> None:
        self.row = (
            entry.table,
            entry.version,
            entry.key,
            entry.at,
            body_of(entry),
            summary.version,
            summary.status,
            summary.due,
            summary.listing,
            summary.changed,
            people_text(summary.people),
            people_text(summary.awaited),
            summary.origin,
            summary.timed,
        )
        self.done = done
        self.since = time.perf_counter()


class Attempt:
    """A test that the disk can be written, with the future of its caller."""

    __slots__ = ("done",)

    def __init__(self, done: asyncio.Future[bool]) -> None:
        self.done = done


class Settling:
    """A table with no further due time, with the future of its caller, which is set once that is stored."""

    __slots__ = ("done", "row")

    def __init__(self, table: str, version: int, done: asyncio.Future[bool]) -> None:
        self.row = (table, version)
        self.done = done


class Beating:
    """A node's beat, with the future of its caller, which is set once that is stored."""

    __slots__ = ("done", "row")

    def __init__(self, node: str, now: int, longest: int | None, done: asyncio.Future[bool]) -> None:
        self.row = (node, now, longest)
        self.done = done


Job = Append | Attempt | Beating | Settling


def set_results(group: list[Job], won: Sequence[bool], unavailable: JournalUnavailable | None) -> None:
    """Set the futures of a group, each to ``True`` if its job succeeded. Runs in the event loop."""
    for at, append in enumerate(group):
        if append.done.cancelled():
            continue
        if unavailable is not None:
            append.done.set_exception(JournalUnavailable(unavailable.sentence))
        else:
            append.done.set_result(won[at])
