"""Which question an engine worker gets next.

Moves in games that count come first, then those at other tables where people play, then hints, then moves of
bots among themselves. Among equals it goes in turn: the people whose tables they are, and each one's tables.
All tables of one person share one budget, so a person who asks much waits behind themselves.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Mapping
from typing import Final

import msgspec

from quincunx.adapters.engines.frames import SearchResult
from quincunx.core.game import AnyGame
from quincunx.core.values import AnyView
from quincunx.games import game_of
from quincunx.node.ports import Asker, Busy

COUNTED, PEOPLE, HINTS, BOTS = range(4)
"""The lanes, the first one first."""
MOST_FOR_A_TABLE: Final = 8
"""More than so many questions of one table are not taken."""
MOST_FOR_A_PERSON: Final = 32
"""Questions that wait at all tables of one person. Moves at further tables of theirs have to wait outside."""


class Request(msgspec.Struct, eq=False):
    """A question that waits for its answer."""

    asker: Asker
    level: str
    view: AnyView
    seed: bytes
    hint: bool
    answer: asyncio.Future[SearchResult]
    tries: int = 0
    is_sure: bool = False
    """Whether only the level's own bot may answer, at its full strength."""

    @property
    def game(self) -> AnyGame:
        """The game that the view is of."""
        return game_of(self.view)

    @property
    def lane(self) -> int:
        """How early its turn comes."""
        if self.hint:
            return HINTS
        if not self.asker.is_peopled:
            return BOTS
        return COUNTED if self.is_sure else PEOPLE


class TooMany(Exception):
    """The table, or all of them, ask too much."""


class Queues:
    """What waits."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lanes = tuple(_Lane() for _ in (COUNTED, PEOPLE, HINTS, BOTS))
        self._count = 0
        self._arrived = asyncio.Condition()

    def __len__(self) -> int:
        return self._count

    async def put(self, request: Request) -> None:
        """Raises :class:`TooMany`, and :class:`~quincunx.node.ports.Busy` for a move at one table too many of
        a person's."""
        lane = self._lanes[request.lane]
        if lane.of_table(request.asker) >= MOST_FOR_A_TABLE:
            raise TooMany
        # A game that counts has its capacity reserved.
        if self._count >= self._most and request.lane != COUNTED:
            raise TooMany
        if not request.hint and self.of_person(request.asker) >= MOST_FOR_A_PERSON:
            raise Busy
        lane.put(request)
        self._count += 1
        async with self._arrived:
            self._arrived.notify()

    def of_person(self, asker: Asker) -> int:
        """How many questions wait at all tables of the person whose table this is."""
        return sum(lane.of_host(asker) for lane in self._lanes)

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
        for lane in self._lanes:
            if lane.hosts:
                self._count -= 1
                return lane.pop()
        return None


class _Lane:
    """Questions of equal rank: by host, and then by table, both in turn."""

    def __init__(self) -> None:
        self.hosts: OrderedDict[str, OrderedDict[str, deque[Request]]] = OrderedDict()

    def of_host(self, asker: Asker) -> int:
        return sum(map(len, self._tables(asker).values()))

    def of_table(self, asker: Asker) -> int:
        return len(self._tables(asker).get(asker.table, ()))

    def _tables(self, asker: Asker) -> Mapping[str, deque[Request]]:
        return self.hosts.get(asker.host) or {}

    def put(self, request: Request) -> None:
        tables = self.hosts.setdefault(request.asker.host, OrderedDict())
        tables.setdefault(request.asker.table, deque()).append(request)

    def pop(self) -> Request:
        host, tables = self.hosts.popitem(last=False)
        table, requests = tables.popitem(last=False)
        request = requests.popleft()
        if requests:
            tables[table] = requests  # at the end again
        if tables:
            self.hosts[host] = tables
        return request
