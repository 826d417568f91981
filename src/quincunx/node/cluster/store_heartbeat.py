"""Presence through the store while the bus is down: each node writes heartbeats that the others read.

A node can lose the bus and still reach the store, and then it continues to serve its players. Without a
heartbeat the others would declare it dead after ten seconds, and its players absent. A bot might then take
the seat of a player who is connected. So while the bus is down for it, a node writes the connected players
every few seconds.

The others believe a heartbeat that has changed since they last read it. An unchanged one proves nothing,
because its node may have died. Heartbeats of a node that is heard on the bus are ignored.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace

from quincunx.club.ports import StoreUnavailable
from quincunx.kit import Periodic
from quincunx.node.cluster import membership as others
from quincunx.node.cluster.membership import Membership
from quincunx.node.live.live_table import LiveTable
from quincunx.node.messages import Here
from quincunx.node.ports import Bus, Clock

MOST_NOTED: Final = 2_000
"""The maximum number of tables in a heartbeat."""
FRESH_MILLISECONDS: Final = 10_000
"""The maximum age of a heartbeat that is seen for the first time. An older one may come from a dead node."""
_DECODER: Final = msgspec.json.Decoder(tuple[Here, ...])


class Heartbeat(msgspec.Struct, frozen=True):
    """A node's row in the store; ``number`` grows with each one that it writes."""

    node: str
    number: int
    at: int
    """Milliseconds since 1970."""
    said: str


class HeartbeatStore(Protocol):
    """Nodes' heartbeats in the store. Every method raises :class:`~quincunx.club.ports.StoreUnavailable`."""

    async def write_heartbeat(self, heartbeat: Heartbeat) -> None:
        """Store a heartbeat in place of this node's last one, and delete those that are an hour old."""
        ...

    async def delete_heartbeat(self, node: str) -> None:
        """Delete this node's heartbeat."""
        ...

    async def heartbeats(self) -> Sequence[Heartbeat]:
        """The heartbeats of all nodes."""
        ...


class StoreHeartbeat:
    """Writer of this node's heartbeat, and reader of the others'. ``live`` returns the tables in memory.
    Without a ``board``, nothing is written or read."""

    def __init__(
        self,
        board: HeartbeatStore | None,
        bus: Bus,
        clock: Clock,
        membership: Membership,
        live: Callable[[], Iterable[LiveTable]],
    ) -> None:
        self._board = board
        self._bus = bus
        self._clock = clock
        self._membership = membership
        self._live = live
        self._number = 0
        self._has_left = False
        self._last_numbers: dict[str, int] = {}
        """The number of each node's last heartbeat."""
        self._loop = Periodic(
            "node notes", self._exchange, lambda: others.BEAT_SECONDS, expected=(StoreUnavailable,)
        )

    def start(self) -> None:
        """Write and read heartbeats until :meth:`stop`."""
        if self._board is not None:
            self._loop.start()

    async def stop(self) -> None:
        """Stop, and delete this node's heartbeat: its players are disconnected."""
        await self._loop.stop()
        if self._board is not None:
            with contextlib.suppress(StoreUnavailable):
                await self._take_away(self._board)

    async def _exchange(self) -> None:
        """Write this node's heartbeat if the bus is down; otherwise read the others' heartbeats."""
        board = self._board
        assert board is not None
        if not self._bus.is_well:
            self._number += 1
            self._has_left = True
            said = msgspec.json.encode(self._players_here()).decode()
            await board.write_heartbeat(
                Heartbeat(self._membership.name, self._number, self._clock.now(), said)
            )
            return
        await self._take_away(board)
        found = {
            heartbeat.node: heartbeat
            for heartbeat in await board.heartbeats()
            if heartbeat.node != self._membership.name
        }
        for heartbeat in found.values():
            if self._is_new(heartbeat) and not self._membership.is_heard(heartbeat.node):
                said_at = {here.table: here for here in _DECODER.decode(heartbeat.said)}
                self._membership.read(heartbeat.node, said_at)
        self._last_numbers = {node: heartbeat.number for node, heartbeat in found.items()}

    def _is_new(self, heartbeat: Heartbeat) -> bool:
        if heartbeat.node in self._last_numbers:
            return heartbeat.number != self._last_numbers[heartbeat.node]
        return abs(self._clock.now() - heartbeat.at) < FRESH_MILLISECONDS

    async def _take_away(self, board: HeartbeatStore) -> None:
        if self._has_left:
            await board.delete_heartbeat(self._membership.name)
            self._has_left = False

    def _players_here(self) -> list[Here]:
        """The players connected to each table here. Spectators are left out, because absence costs them
        nothing."""
        said: list[Here] = []
        for live in self._live():
            here = live.presence.local_message(self._membership.name, live.state)
            seated = {seat.person for seat in live.state.seats}
            here = replace(here, people=tuple(each for each in here.people if each in seated), more=0)
            if here.people or here.asking:
                said.append(here)
            if len(said) == MOST_NOTED:
                break
        return said
