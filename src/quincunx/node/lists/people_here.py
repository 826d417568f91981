"""The people who are here, on all nodes: each node stores its own every few seconds and reads the others'."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Sequence
from itertools import islice
from typing import Final, Protocol

import msgspec

from quincunx.club.ports import StoreUnavailable
from quincunx.kit import Periodic
from quincunx.node.ports import Clock

EXCHANGE_SECONDS: Final = 5.0
FRESH_MILLISECONDS: Final = 30_000
"""Age after which a node's people are not counted any more: it may have died."""
MOST_NAMED: Final = 5_000
"""Most people whom a node names; it only counts further ones."""


class PeopleOfNode(msgspec.Struct, frozen=True):
    """The people connected to a node."""

    node: str
    at: int
    """Milliseconds since 1970."""
    people: frozenset[str]
    more: int = 0
    """The number of further people."""


class PeopleBoard(Protocol):
    """Nodes' people in the store. Every method raises :class:`~quincunx.club.ports.StoreUnavailable`."""

    async def write_people_here(self, here: PeopleOfNode) -> None:
        """Store a node's people in place of its earlier ones, and delete those of nodes long gone."""
        ...

    async def delete_people_here(self, node: str) -> None:
        """Delete a node's people."""
        ...

    async def people_here(self, since: int) -> Sequence[PeopleOfNode]:
        """The people of all nodes, as stored at this time or later."""
        ...


class PeopleHere:
    """The number of people with an open socket on any node. ``local`` returns those of this node. A single
    node needs no ``board``."""

    def __init__(
        self, board: PeopleBoard | None, clock: Clock, node: str, local: Callable[[], Collection[str]]
    ) -> None:
        self._board = board
        self._clock = clock
        self._node = node
        self._local = local
        self._elsewhere = frozenset[str]()
        """The people who are on other nodes alone."""
        self._more = 0
        """The number of further people of other nodes."""
        self._loop = Periodic(
            "people here", self.exchange, EXCHANGE_SECONDS, jitter=0.2, expected=(StoreUnavailable,)
        )

    @property
    def count(self) -> int:
        """The number of people. A person with sockets on several nodes counts once."""
        return len(self._local()) + len(self._elsewhere) + self._more

    def among(self, people: Collection[str]) -> frozenset[str]:
        """The people among these who are here."""
        local = self._local()
        return frozenset(each for each in people if each in local or each in self._elsewhere)

    def start(self) -> None:
        """Exchange people with other nodes until :meth:`stop`."""
        if self._board is not None:
            self._loop.start()

    async def stop(self) -> None:
        """Stop; this node's people have left it."""
        await self._loop.stop()
        if self._board is not None:
            with contextlib.suppress(StoreUnavailable):
                await self._board.delete_people_here(self._node)

    async def exchange(self) -> None:
        """Store this node's people, and read those of the others."""
        if self._board is None:
            return
        now, local = self._clock.now(), self._local()
        named = frozenset(islice(local, MOST_NAMED))
        await self._board.write_people_here(PeopleOfNode(self._node, now, named, len(local) - len(named)))
        rows = await self._board.people_here(now - FRESH_MILLISECONDS)
        others = [row for row in rows if row.node != self._node]
        self._elsewhere = frozenset[str]().union(*(row.people for row in others)).difference(self._local())
        self._more = sum(row.more for row in others)
