"""Which question an engine worker gets next: moves before hints, and tables in turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Final

import msgspec

from quincunx.adapters.engines.frames import SearchResult
from quincunx.core.game import AnyGame, AnyView
from quincunx.games import game_of

MOST_FOR_A_TABLE: Final = 8
"""More than so many questions of one table are not taken."""


class Request(msgspec.Struct, eq=False):
    """A question that waits for its answer."""

    table: str
    level: str
    view: AnyView
    seed: bytes
    hint: bool
    answer: asyncio.Future[SearchResult]
    tries: int = 0

    @property
    def game(self) -> AnyGame:
        """The game that the view is of."""
        return game_of(self.view)


class TooMany(Exception):
    """The table, or all of them, ask too much."""


class Queues:
    """What waits. A table that asks much waits behind itself, not others."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: tuple[OrderedDict[str, deque[Request]], ...] = (OrderedDict(), OrderedDict())
        self._count = 0
        self._arrived = asyncio.Condition()

    def __len__(self) -> int:
        return self._count

    async def put(self, request: Request) -> None:
        """Raises :class:`TooMany`."""
        tables = self._waiting[request.hint]
        if self._count >= self._most or len(tables.get(request.table, ())) >= MOST_FOR_A_TABLE:
            raise TooMany
        tables.setdefault(request.table, deque()).append(request)
        self._count += 1
        async with self._arrived:
            self._arrived.notify()

    async def get(self) -> Request:
        """The next that is still wanted."""
        while True:
            async with self._arrived:
                while not self._count:
                    await self._arrived.wait()
            request = self._pop()
            if request is not None and not request.answer.done():
                return request

    def _pop(self) -> Request | None:
        for tables in self._waiting:
            if tables:
                table, requests = tables.popitem(last=False)
                request = requests.popleft()
                self._count -= 1
                if requests:
                    tables[table] = requests  # at the end again
                return request
        return None
