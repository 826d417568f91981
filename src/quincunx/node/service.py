"""All tables of one node: orders in, journal first, then everybody is told.

The order of things is the promise of the house: decide → append at the expected version → commit →
acknowledge and publish. Nothing that is not on disk is ever shown.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import OrderedDict
from collections.abc import Sequence

import msgspec
import structlog

from quincunx.games.levels import LEVELS
from quincunx.core.game import Seat
from quincunx.table import lobby, views
from quincunx.table.commands import Rematch
from quincunx.table.events import Entry, Event, RematchMade, TableSettings
from quincunx.node.hints import Hints
from quincunx.node.bot_driver import BotDriver
from quincunx.node.live import LiveTable
from quincunx.table.person import SYSTEM, Person, Refusal
from quincunx.node.ports import Bus, Clock, Conflict, Entropy, Journal, JournalUnavailable, Engine
from quincunx.table.record import record_text
from quincunx.table.state import TableState, advance
from quincunx.table.decide import decide, make, rematch_name, rematch_settings
from quincunx.table.wire import (
    Ack,
    Hint,
    Level,
    Lobby,
    OpenTable,
    CommandRequest,
    Presence,
    Replay,
    TableView,
    Update,
)

log = structlog.get_logger("quincunx.tables")

MOST_LIVE = 4_000
"""Tables kept in memory, about 100 KB each; the longest unused that nobody watches are let go first."""
MOST_LISTED = 100
MOST_SWEPT = 1000
TRIES = 8
SWEEP_SECONDS = 30.0
RETRY_SECONDS = 1.0
"""How long to wait for a journal that cannot be read, before asking it again."""
_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TABLE = re.compile(r"[A-Za-z0-9_-]{8,64}")


class NoSuchTable(Exception):
    """There is no table of that name."""


class NotForWatching(Exception):
    """The table is not for people without a seat."""


class Tables:
    """The tables of this node. One per process; every method may be called from any task."""

    def __init__(
        self,
        journal: Journal,
        bus: Bus,
        entropy: Entropy,
        clock: Clock,
        engine: Engine,
        bot_pause: float = 0.6,
    ) -> None:
        self._journal = journal
        self._bus = bus
        self._entropy = entropy
        self._clock = clock
        self._hints = Hints(engine)
        self._bot_driver = BotDriver(engine, self.order, bot_pause)
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._orders: set[asyncio.Task[Ack]] = set()
        self._chores: list[asyncio.Task[None]] = []

    # ---- life ---------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen to the bus, and take up what the house left lying."""
        self._chores = [asyncio.create_task(self._listen()), asyncio.create_task(self._sweep())]

    async def stop(self) -> None:
        """Stop acting. Orders under way are finished; what was acknowledged is on disk already."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await self._bot_driver.stop()
        await asyncio.gather(*self._orders, return_exceptions=True)

    async def _listen(self) -> None:
        async for entry in self._bus.subscribe():
            live = self._live.get(entry.table)
            while live is not None and entry.version > live.state.version:
                try:
                    async with live.lock:
                        await self._catch_up(live)
                    break
                except JournalUnavailable as error:
                    log.warning("cannot_catch_up", table=entry.table, reason=str(error))
                    await asyncio.sleep(RETRY_SECONDS)
                except ValueError:
                    log.exception("table_damaged", table=entry.table)
                    break

    async def _sweep(self) -> None:
        while True:
            tables: Sequence[str] = ()
            try:
                tables = await self._journal.waiting_for_bots(MOST_SWEPT)
            except JournalUnavailable as error:
                log.warning("sweep_failed", reason=str(error))
            for table in tables:
                await self._sweep_one(table)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _sweep_one(self, table: str) -> None:
        try:
            self._bot_driver.call(await self.live(table))
        except JournalUnavailable as error:
            log.warning("sweep_failed", reason=str(error))
        except Exception:
            # One table that cannot be folded must not keep the house from all others.
            log.exception("table_damaged", table=table)

    # ---- tables in memory ------------------------------------------------------------------------------

    async def live(self, table: str) -> LiveTable:
        """The table in memory, folded from the journal if need be. Raises :class:`NoSuchTable`."""
        if not _TABLE.fullmatch(table):
            raise NoSuchTable(table)
        live = self._live.get(table)
        if live is None:
            # Many may ask at once; the journal is read once.
            task = self._loading.get(table)
            if task is None:
                task = self._loading[table] = asyncio.create_task(self._load(table))
                task.add_done_callback(lambda _: self._loading.pop(table, None))
            live = await asyncio.shield(task)
        if table in self._live:  # it may have been let go again while we waited
            self._live.move_to_end(table)
        return live

    async def _load(self, table: str) -> LiveTable:
        entries = await self._journal.read(table)
        if not entries:
            raise NoSuchTable(table)
        try:
            return self._keep(LiveTable(entries, self._clock.now()))
        except ValueError as error:
            log.exception("table_damaged", table=table)
            raise JournalUnavailable("What was stored of this table is damaged.") from error

    def _keep(self, live: LiveTable) -> LiveTable:
        self._live[live.state.id] = live
        if len(self._live) > MOST_LIVE:
            for name, old in list(self._live.items())[: MOST_LIVE // 10]:
                if not old.is_in_use:
                    del self._live[name]
        return live

    async def _catch_up(self, live: LiveTable) -> None:
        for entry in await self._journal.read(live.state.id, after=live.state.version):
            live.advance(entry)
        self._bot_driver.call(live)

    # ---- orders -------------------------------------------------------------------------------------------

    async def make(self, person: Person, settings: TableSettings) -> TableView:
        """Make a table. Nobody sits on it yet but bots.

        Raises :class:`Refusal`, :class:`JournalUnavailable`.
        """
        live = await self._make(self._entropy.name(), person, settings, None)
        return views.view_table(live.state, person, None)

    async def _make(
        self, table: str, person: Person, settings: TableSettings, kept: tuple[Person | None, ...] | None
    ) -> LiveTable:
        events = make(table, person, settings, self._entropy.seed(), kept)
        now = self._clock.now()
        entry = Entry(table, 1, "make", now, events)
        await self._journal.append(entry, lobby.summarize(advance(None, entry), now))
        live = self._keep(LiveTable((entry,), now))
        await self._bus.publish(entry)
        self._bot_driver.call(live)
        return live

    async def order(self, table: str, person: Person, order: CommandRequest) -> Ack:
        """Carry out a command: its effect is on disk when this returns.

        The same key again, by the same person, has no further effect and gets the same answer. An order
        whose sender stops waiting is carried out all the same, and shown to everybody.
        Raises :class:`Refusal`, :class:`NoSuchTable`, :class:`NotForWatching`, :class:`JournalUnavailable`.
        """
        if not _KEY.fullmatch(order.key):
            raise Refusal("bad-key", "A key has 1 to 64 letters, digits, “-” or “_”.")
        live = await self.live(table)
        if person != SYSTEM and not views.may_watch(live.state, person):
            raise NotForWatching(table)
        task = asyncio.create_task(self._order(live, person, order))
        self._orders.add(task)
        task.add_done_callback(self._orders.discard)
        return await asyncio.shield(task)

    async def _order(self, live: LiveTable, person: Person, order: CommandRequest) -> Ack:
        key = f"{person.id}:{order.key}"
        async with live.lock:
            try:
                ack = await self._decide_and_append(live, person, order, key)
            except Refusal as refusal:
                live.remember_refusal(key, refusal)
                raise
            finally:
                # Also after a failure: catching up may have shown that the house must act.
                self._bot_driver.call(live)
        return ack

    async def _decide_and_append(self, live: LiveTable, person: Person, order: CommandRequest, key: str) -> Ack:
        if not 0 <= order.version <= live.state.version:
            # A client of another node may be ahead of what this one has heard.
            await self._catch_up(live)
            if not 0 <= order.version <= live.state.version:
                raise Refusal("bad-version", "The table never had that version.")
        for _ in range(TRIES):
            known = live.versions.get(key)
            if known is not None:
                made = live.state.rematch if isinstance(order.command, Rematch) else None
                return Ack(order.key, known, made)
            if key in live.refusals:
                raise live.refusals[key].with_traceback(None)
            if isinstance(order.command, Rematch):
                if live.state.rematch is not None:
                    return Ack(order.key, live.state.version, live.state.rematch)
                events: tuple[Event, ...] = (await self._rematch(live.state, person),)
            else:
                absent = live.absent(self._clock.now())
                events = decide(live.state, order.command, person, order.version, absent)
            now = self._clock.now()
            entry = Entry(live.state.id, live.state.version + 1, key, now, events)
            try:
                await self._journal.append(entry, lobby.summarize(advance(live.state, entry), now))
            except Conflict:
                # Another node was faster, or this very command is on disk already.
                await self._catch_up(live)
                continue
            live.advance(entry)
            await self._bus.publish(entry)
            return Ack(order.key, entry.version, live.state.rematch)
        raise JournalUnavailable("The table is too busy just now; please try again.")

    async def _rematch(self, state: TableState, person: Person) -> RematchMade:
        if state.status != "ended":
            raise Refusal("not-over", "The game is not over yet.")
        if not any(seat_state.person == person.id for seat_state in state.seats):
            raise Refusal("not-at-table", "Only somebody who plays here can do that.")
        settings, kept = rematch_settings(state)
        table = rematch_name(state)
        with contextlib.suppress(Conflict):  # somebody made it already, or began to
            await self._make(table, person, settings, kept)
        return RematchMade(table)

    # ---- point_of_view -----------------------------------------------------------------------------------------

    async def watch(self, table: str, person: Person) -> LiveTable:
        """The live table, for somebody who may see it. Raises as :meth:`order` does."""
        live = await self.live(table)
        if not views.may_watch(live.state, person):
            raise NotForWatching(table)
        return live

    async def view(self, table: str, person: Person, point_of_view: Seat | None) -> TableView:
        """The table as this person may see it now."""
        return views.view_table((await self.watch(table, person)).state, person, point_of_view)

    def update(self, live: LiveTable, person: Person, point_of_view: Seat | None, since: int | None) -> Update:
        """What a client that has version ``since`` needs to be up to date.

        Raises :class:`NotForWatching` if the table has been closed to this person in the meantime.
        """
        if not views.may_watch(live.state, person):
            raise NotForWatching(live.state.id)
        missed = None if since is None else live.since(since)
        seat = views.point_of_view(live.state, person, point_of_view)
        story = tuple(told for before, entry in missed or () for told in views.tell(before, entry, seat))
        return Update(
            since=since if missed is not None else None,
            version=live.state.version,
            story=story,
            table=views.view_table(live.state, person, point_of_view),
        )

    def presence(self, live: LiveTable) -> Presence:
        """Who is connected to the table on this node."""
        now = self._clock.now()
        absent = live.absent(now)
        seated = [seat_state.person if seat_state.kind == "person" else None for seat_state in live.state.seats]
        return Presence(
            here=tuple(person in live.connected for person in seated),
            away=tuple(person in absent for person in seated),
            watching=len(live.connected) - sum(person in live.connected for person in {*seated}),
        )

    async def hint(self, table: str, person: Person, seat: Seat) -> Hint:
        """What the best bot would do on a seat of this person's whose turn it is.

        Raises :class:`Refusal`, and as :meth:`watch` does.
        """
        return await self._hints.hint(await self.watch(table, person), person, seat)

    async def replay(self, table: str, person: Person) -> Replay:
        """A finished game from its first card on. Raises :class:`Refusal` while it runs."""
        live = await self.watch(table, person)
        self._ended(live.state)
        entries = await self._journal.read(table)
        return await asyncio.to_thread(views.replay, tuple(entries), live.state, person)

    async def record(self, table: str, person: Person) -> str:
        """A finished game as text. Raises :class:`Refusal` while it runs."""
        live = await self.watch(table, person)
        self._ended(live.state)
        return record_text(tuple(await self._journal.read(table)), live.state)

    @staticmethod
    def _ended(state: TableState) -> None:
        if state.status != "ended":
            raise Refusal("not-over", "The game is not over yet.")

    async def lobby(self) -> Lobby:
        """The open tables, newest first, and the bots' levels."""
        lines = await self._journal.lobby(MOST_LISTED)
        return Lobby(
            tables=tuple(msgspec.json.decode(line, type=OpenTable) for line in lines),
            levels=tuple(Level(game, name) for game, names in LEVELS.items() for name in names),
        )
