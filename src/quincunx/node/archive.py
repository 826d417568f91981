"""Finished games as a whole: replays and records. They are large and change no more, so what was made is kept
for a while, and few are made at once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from quincunx.node.ports import Journal
from quincunx.table.events import Entry

MOST_BYTES: Final = 64 << 20
"""Kept in all; the longest unasked are let go first."""
MOST_AT_ONCE: Final = 1
"""Being made, in a thread: games on the board come first."""

Make = Callable[[tuple[Entry, ...]], bytes]


class Archive:
    """What was made of finished tables, by its key. Whoever asks for what is being made waits for that."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._made: OrderedDict[object, bytes] = OrderedDict()
        self._size = 0
        self._making: dict[object, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Semaphore(MOST_AT_ONCE)

    async def get(self, key: object, table: str, make: Make) -> bytes:
        """What ``make`` makes of the table's entries, outside the event loop. The same key means the same.

        Raises what it raises, and :class:`~quincunx.node.ports.JournalUnavailable`.
        """
        found = self._made.get(key)
        if found is not None:
            self._made.move_to_end(key)
            return found
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.create_task(self._make(key, table, make))
            task.add_done_callback(lambda done: self._is_made(key, done))
        return await asyncio.shield(task)

    def forget(self) -> None:
        """Make all of it anew."""
        self._made.clear()
        self._size = 0

    async def _make(self, key: object, table: str, make: Make) -> bytes:
        async with self._turn:
            entries = tuple(await self._journal.read(table))
            made = await asyncio.to_thread(make, entries)
        self._keep(key, made)
        return made

    def _is_made(self, key: object, task: asyncio.Task[bytes]) -> None:
        del self._making[key]
        # Whoever asked may have gone; asyncio complains of an error that nobody looked at.
        if not task.cancelled():
            task.exception()

    def _keep(self, key: object, made: bytes) -> None:
        if len(made) > MOST_BYTES:
            return
        self._made[key] = made
        self._size += len(made)
        while self._size > MOST_BYTES:
            _, old = self._made.popitem(last=False)
            self._size -= len(old)
