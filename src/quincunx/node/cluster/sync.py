"""Background tasks that keep a node in step with the others: they apply other nodes' entries, compare
versions with the journal to find missed entries, and take up unfinished work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import uniform
from typing import Final

import structlog

from quincunx.kit import Cache, Periodic, end_tasks, stop_all
from quincunx.node.cluster.membership import Membership
from quincunx.node.live.cache import Memory
from quincunx.node.live.live_table import LiveTable
from quincunx.node.messages import (
    Beat,
    Bye,
    CredentialEnded,
    Gap,
    Heard,
    Here,
    OfPeople,
    PersonChanged,
    UnreadEntry,
    Who,
)
from quincunx.node.ports import JournalDamaged, JournalUnavailable, World
from quincunx.table.fold import take_in_checked
from quincunx.table.record.chain import Damaged
from quincunx.table.state import TableState

log = structlog.get_logger("quincunx.tables")

MOST_SWEPT = 1000
"""The maximum number of tables that one sweep loads."""
SWEEP_SECONDS = 5.0
OVERDUE_MILLISECONDS = 5_000
"""The time that the node which caused a bot's turn has for it. After that other nodes take the table up."""
LOOK_SECONDS = 2.0
"""The interval at which deadlines are looked up in the journal. It covers tables that are not in memory, and
deadlines that were distant at the last move."""
AHEAD_MILLISECONDS: Final = 5_000
DAMAGED_SECONDS = 600.0
"""The time for which a table that cannot be folded is skipped, so that it does not delay other tables."""
MOST_DAMAGED: Final = 100_000
COMPARE_SECONDS = 4.0
"""The interval at which the versions in memory are compared with the journal's, because messages can be
lost."""
DEAF_SECONDS = 1.0
"""The same interval while messages of other nodes do not arrive."""
MOST_COMPARED: Final = 1000
RETRY_SECONDS = 1.0
"""The delay before an unreadable journal is read again."""


@dataclass(frozen=True)
class TableHooks:
    """Callbacks with which background tasks act on tables."""

    act: Callable[[LiveTable], None]
    """Starts the system's work at a table that has changed."""
    take_up: Callable[[LiveTable], None]
    """Starts the system's work at a table that another node has abandoned."""
    set_timer: Callable[[LiveTable], None]
    """Sets a timer for the table's next deadline."""
    on_entry: Callable[[TableState], None]
    """Called with a state that an entry of another node has led to."""
    on_distant: Callable[[UnreadEntry], None]
    """Called with another node's entry to a table that is not in memory."""
    on_people: Callable[[OfPeople | Gap], None]
    """Called with other nodes' news about people, and with a gap if such news may have been missed."""


class ClusterSync:
    """The background tasks of a node, from :meth:`start` to :meth:`stop`."""

    def __init__(self, world: World, memory: Memory, membership: Membership, hooks: TableHooks) -> None:
        self._journal = world.journal
        self._bus = bus = world.bus
        self._clock = world.clock
        self._memory = memory
        self._act = hooks.act
        self._take_up_here = hooks.take_up
        self._set_timer = hooks.set_timer
        self._damaged: Cache[str, bool] = Cache(MOST_DAMAGED, DAMAGED_SECONDS, timer=_time)
        """Tables that could not be folded recently."""
        self._membership = membership
        self._on_entry = hooks.on_entry
        self._on_distant = hooks.on_distant
        self._on_people = hooks.on_people
        self._catching_up: dict[str, asyncio.Task[None]] = {}
        self._overdue = 0
        """The time in ms for which due work is left to the node that caused it."""
        self._has_node_ended = False
        self._has_listened = False
        outages = (JournalUnavailable,)
        self._listening = Periodic("listening to nodes", self._listen, RETRY_SECONDS)
        self._comparing = Periodic(
            "comparing versions",
            self._compare,
            lambda: COMPARE_SECONDS if bus.is_well else DEAF_SECONDS,
            expected=outages,
            waits_first=True,
        )
        # Jitter keeps nodes from sweeping at the same time: a node announces the tables that it takes up.
        self._sweeping = Periodic(
            "sweeping",
            self._sweep,
            lambda: SWEEP_SECONDS,
            jitter=0.1,
            expected=outages,
        )
        self._looking_ahead = Periodic(
            "looking ahead", self._look_ahead, lambda: LOOK_SECONDS, jitter=0.1, expected=outages
        )

    def start(self) -> None:
        """Subscribe to the bus, and look for tables on which the system must act."""
        for loop in (self._listening, self._comparing, self._sweeping, self._looking_ahead):
            loop.start()

    async def stop(self) -> None:
        """Stop the background tasks."""
        await stop_all(
            self._listening.stop, self._comparing.stop, self._sweeping.stop, self._looking_ahead.stop
        )
        await end_tasks(self._catching_up.values())

    # ---- other nodes' messages ---------------------------------------------------------------------------

    async def _listen(self) -> None:
        if self._has_listened:
            # The subscription has failed and starts anew, so messages may have been missed.
            self._on_news(Gap())
        self._has_listened = True
        async for news in self._bus.subscribe():
            try:
                self._on_news(news)
            except Exception:
                # One bad message must not end the subscription.
                log.exception("news_failed", news=type(news).__name__)
                self._comparing.wake()

    def _on_news(self, news: Heard) -> None:
        match news:
            case UnreadEntry():
                self._read_entry(news)
            case Gap():
                self._comparing.wake()
                self._membership.ask_anew()
                self._on_people(news)
            case PersonChanged() | CredentialEnded():
                self._on_people(news)
            case Here(table=table) | Who(table=str(table)):
                self._membership.apply_message(news, self._memory.get_live(table))
            case Beat() | Who():
                self._membership.apply_message(news, None)
            case Bye():
                self._membership.apply_message(news, None)
                self._overdue, self._has_node_ended = 0, True
                self._sweeping.wake()

    def _read_entry(self, news: UnreadEntry) -> None:
        live = self._memory.known_table(news.table)
        try:
            if live is None:
                self._on_distant(news)
            elif news.version > live.state.version:
                self._take_in(live, news)
        except Damaged as error:
            # Most likely a node with a newer version of the program sent something that this version does not
            # know.
            log.warning("bus_not_understood", table=news.table, reason=str(error))

    def _take_in(self, live: LiveTable, news: UnreadEntry) -> None:
        if live.lock.locked() or news.version > live.state.version + 1:
            self._catch_up(live)
            return
        entry = news.read()
        try:
            # Published entries have been committed, so they need not be read again from the journal.
            live.advance(take_in_checked(live.state, entry))
        except Damaged as error:
            # The message may be wrong; only the journal is authoritative.
            log.warning("news_damaged", table=entry.table, reason=str(error))
            self._catch_up(live)
            return
        self._on_entry(live.state)
        self._act(live)

    def _catch_up(self, live: LiveTable) -> None:
        """Read missing entries in the background, at most once at a time for each table."""
        table = live.state.id
        if table not in self._catching_up:
            task = self._catching_up[table] = asyncio.create_task(self._read_on(live))
            task.add_done_callback(lambda _: self._catching_up.pop(table, None))

    async def _read_on(self, live: LiveTable) -> None:
        while True:
            try:
                async with live.lock:
                    await self._memory.catch_up(live, self._on_entry)
                self._act(live)
                return
            except JournalDamaged:
                return  # logged already, and a retry does not repair it
            except JournalUnavailable as error:
                log.warning("cannot_catch_up", table=live.state.id, reason=str(error))
                await asyncio.sleep(RETRY_SECONDS)

    # ---- comparing with the journal ----------------------------------------------------------------------

    async def _compare(self) -> None:
        """Compare versions with the journal's. Without this, nothing would reveal a lost last entry of a
        game."""
        live = {each.state.id: each for each in self._memory.all()}
        names = list(live)
        for start in range(0, len(names), MOST_COMPARED):
            versions = await self._journal.versions(names[start : start + MOST_COMPARED])
            for table, version in versions.items():
                if version > live[table].state.version:
                    self._catch_up(live[table])

    # ---- taking up unfinished work -----------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Take up tables whose work is overdue. The first sweep takes up everything that is due, because this
        node may replace the one that was responsible."""
        if self._has_node_ended:
            self._has_node_ended = False
            await asyncio.sleep(uniform(0, 1))  # noqa: S311  # spreads the nodes' work; no secret
        for live in self._memory.all():
            if live.is_ours:  # the journal may have failed halfway through its work
                self._take_up_here(live)
        await self._take_up_all(self._clock.now() - self._overdue)
        if not self._has_node_ended:
            self._overdue = OVERDUE_MILLISECONDS

    async def _take_up_all(self, due: int) -> None:
        # Damaged tables and tables in progress stay due. They must not use up the limit of the query.
        more = len(self._damaged) + len(self._memory)
        tables = await self._journal.due(due, MOST_SWEPT + more)
        taken = 0
        for table in tables:
            if self._membership.is_played(table) or self._damaged.peek(table):
                continue
            taken += self._memory.get_live(table) is None
            if taken > MOST_SWEPT:
                break
            await self._take_up(table, self._take_up_here)
        if tables:
            self._membership.say_playing()

    async def _look_ahead(self) -> None:
        """Load tables into memory before a player's time runs out there, whichever node saw the last move."""
        now = self._clock.now()
        await self._take_up_clocks(now - OVERDUE_MILLISECONDS, now + AHEAD_MILLISECONDS)

    async def _take_up_clocks(self, after: int, until: int) -> None:
        found = MOST_SWEPT
        while found == MOST_SWEPT:
            tables = await self._journal.running_out(after, until, MOST_SWEPT)
            for table, _ in tables:
                if not self._damaged.peek(table):
                    await self._take_up(table, self._set_timer)
            found = len(tables)
            after = tables[-1][1] if tables else until

    async def _take_up(self, table: str, start_work: Callable[[LiveTable], None]) -> None:
        try:
            start_work(await self._memory.get(table))
        except JournalDamaged:
            self._damaged.put(table, True)  # logged already
        except JournalUnavailable as error:
            log.warning("sweep_failed", reason=str(error))
        except Exception:
            # One table that cannot be folded must not keep the system from all others.
            log.exception("table_damaged", table=table)
            self._damaged.put(table, True)


def _time() -> float:
    # The event loop's time, because the system clock can jump.
    return asyncio.get_running_loop().time()
