"""The queues of questions to engine workers, and the order of their answers.

Moves in rated games come first, then those at other tables with people, then hints, then moves of bots among
themselves. Among equals, hosts take turns, and so do the tables of each host. All tables of a host share one
budget, so a host with many questions delays only their own.
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
"""The lanes, the most urgent first."""
MOST_FOR_A_TABLE: Final = 8
"""The most waiting questions of one table; further ones are refused."""
MOST_FOR_A_PERSON: Final = 32
"""The most waiting questions at all tables of one person. Further moves raise ``Busy`` and must be
retried."""


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
    """True if only the level's own bot may answer, at its full strength."""

    @property
    def game(self) -> AnyGame:
        """The game of the view."""
        return game_of(self.view)

    @property
    def lane(self) -> int:
        """The lane of this question, the most urgent one being 0."""
        if self.hint:
            return HINTS
        if not self.asker.is_peopled:
            return BOTS
        return COUNTED if self.is_sure else PEOPLE


class TooMany(Exception):
    """The table, or all tables together, ask too many questions."""


class Queues:
    """The waiting questions, by lane."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lanes = tuple(_Lane() for _ in (COUNTED, PEOPLE, HINTS, BOTS))
        self._count = 0
        self._arrived = asyncio.Condition()

    def __len__(self) -> int:
        return self._count

    async def put(self, request: Request) -> None:
        """Add a question. Raises :class:`TooMany`, and :class:`~quincunx.node.ports.Busy` for a move if the
        tables of its host ask too many questions."""
        lane = self._lanes[request.lane]
        if lane.of_table(request.asker) >= MOST_FOR_A_TABLE:
            raise TooMany
        # A rated game has reserved its capacity.
        if self._count >= self._most and request.lane != COUNTED:
            raise TooMany
        if not request.hint and self.of_person(request.asker) >= MOST_FOR_A_PERSON:
            raise Busy
        lane.put(request)
        self._count += 1
        async with self._arrived:
            self._arrived.notify()

    def of_person(self, asker: Asker) -> int:
        """The number of waiting questions at all tables of this table's host."""
        return sum(lane.of_host(asker) for lane in self._lanes)

    async def get(self) -> Request:
        """The next question that has not been cancelled; waits until there is one."""
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
    """Questions of equal urgency, by host and then by table; both take turns."""

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
            tables[table] = requests  # appended, so that the other tables come first
        if tables:
            self.hosts[host] = tables
        return request
