"""Nodes that share a journal and a bus, and people who send commands to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from quincunx.adapters.bus.memory import MemoryBus
from quincunx.club.limits import UNLIMITED
from quincunx.kit import Rate
from quincunx.node import ports
from quincunx.node.companions import Companions
from quincunx.node.live.live_table import LiveTable
from quincunx.node.node import Tables
from quincunx.table.commands import Command, SitDown
from quincunx.table.events import TableSettings
from quincunx.table.seats.person import Person
from quincunx.table.wire.table import Ack, CommandRequest
from tests.node.fakes import CountingEntropy, HereEngine, MemoryJournal, StillClock
from tests.node.signal import Signal
from tests.table.support import ALICE, BOT, CAROL, PEOPLE, make_move, promise, settings


class World:
    """Everything that nodes share, and the nodes."""

    def __init__(self) -> None:
        self.journal = MemoryJournal()
        self.bus = MemoryBus()
        self.entropy = CountingEntropy()
        self.clock = StillClock()
        self.engine = HereEngine()
        self.nodes: list[Tables] = []
        self.keys = 0

    async def node(
        self,
        bus: MemoryBus | None = None,
        pause: float = 0.0,
        new_tables: Rate = UNLIMITED,
        **companions: Any,
    ) -> Tables:
        """One more node, with an end of the bus that all share unless it is given a ``bus``: a new one means
        that it hears nothing from the others. ``companions`` are those of a :class:`Companions`."""
        node = Tables(
            ports.World(self.journal, bus or self.bus.end(), self.entropy, self.clock, self.engine),
            Companions(**companions),
            bot_pause=pause,
            new_tables=new_tables,
        )
        self.nodes.append(node)
        await node.start()
        return node

    def has_lived_on(self) -> None:
        """Some other node has run until now."""
        self.journal.beats["another node"] = self.clock.time

    async def stop(self) -> None:
        """Stop every node."""
        for node in self.nodes:
            await node.stop()

    async def make(self, node: Tables, plan: TableSettings | None = None, *, seated: bool = True) -> str:
        """A table; ``seated``: with a person on every seat, and a spectator if all are bots."""
        table = (await node.create_table(ALICE, plan or settings())).id
        if seated and plan is not None and all(seat == BOT for seat in plan.seats):
            node.join(await live(node, table), CAROL, Signal())
        if seated:
            for seat, state in enumerate((await live(node, table)).state.seats):
                if state.kind in ("open", "kept"):
                    person = ALICE if state.person == ALICE.id else PEOPLE[seat]
                    await self.do(node, table, person, SitDown(seat, promise(seat + 1)))
        return table

    async def do(
        self,
        node: Tables,
        table: str,
        person: Person,
        command: Command,
        key: str = "",
        version: int | None = None,
    ) -> Ack:
        """One command, decided on the newest version unless told otherwise."""
        self.keys += 1
        seen = (await live(node, table)).state.version if version is None else version
        return await node.execute(table, person, CommandRequest(key or f"key-{self.keys}", seen, command))

    async def ended(self, node: Tables, plan: TableSettings | None = None) -> str:
        """A table whose game was played to its end."""
        table = await self.make(node, plan)
        state, random = (await live(node, table)).state, Random(1)
        while state.status == "playing":
            seat = state.to_move()
            assert seat is not None
            moves = state.game.legal_moves(state.position)
            await self.do(node, table, PEOPLE[seat], make_move(seat, random.choice(moves)))
            state = (await live(node, table)).state
        return table


async def live(node: Tables, table: str) -> LiveTable:
    """The table in this node's memory, without a check of permission."""
    return await node._memory.get(table)


def join(node: Tables, table: LiveTable, person: Person) -> Signal:
    """A person connects; the signal is not set yet."""
    signal = Signal()
    node.join(table, person, signal)
    signal.clear()
    return signal


async def is_set(signal: Signal) -> bool:
    """True if a task waiting for this signal wakes within a few steps."""
    waiting = asyncio.ensure_future(signal.wait())
    for _ in range(3):
        await asyncio.sleep(0)
    woken = waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    return woken


async def silence(node: Tables) -> None:
    """Stop what a node does unasked, as if it had died: it says nothing any more, and no farewell."""
    await node._sync.stop()
    await node._membership._beating.stop()
    await node._membership._speaking.stop()


async def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until it is so; the limit only keeps a test that fails from hanging."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110  # what is waited for happens in many places
            await asyncio.sleep(0.001)
