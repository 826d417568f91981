"""All tables of one node, and the services behind them.

The :class:`~quincunx.node.play.commands.Executor` carries out commands. It shows nothing that is not on disk.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

import structlog

from quincunx.club.limits import UNLIMITED, admitted, too_fast
from quincunx.club.tournament.attendance import Seatings
from quincunx.core.game import AnyGame
from quincunx.core.reason import Refusal
from quincunx.core.record import Record
from quincunx.core.values import Seat
from quincunx.kit import Rate, RateLimiter, stop_all
from quincunx.node.cluster.membership import Membership
from quincunx.node.cluster.outages import Outages
from quincunx.node.cluster.readiness import Readiness
from quincunx.node.cluster.store_heartbeat import StoreHeartbeat
from quincunx.node.cluster.sync import ClusterSync, TableHooks
from quincunx.node.companions import ALONE, Companions
from quincunx.node.events.attendance import find_seatings
from quincunx.node.finished.replays import FinishedGames
from quincunx.node.lists.guests import Guests
from quincunx.node.lists.invitations import Invitations
from quincunx.node.lists.lobby import LobbySources, OpenTables
from quincunx.node.lists.my_tables import MyTables
from quincunx.node.lists.names import with_names
from quincunx.node.lists.notifications import Notifications
from quincunx.node.lists.previews import Previews
from quincunx.node.live.cache import Memory, MemoryHooks
from quincunx.node.live.live_table import LiveTable
from quincunx.node.live.watchers import Watcher
from quincunx.node.messages import OfPeople
from quincunx.node.play.bot_driver import BotDriver
from quincunx.node.play.commands import CommandHooks, Executor
from quincunx.node.play.hints import Hints
from quincunx.node.play.result_recorder import ResultRecorder
from quincunx.node.play.timers import DeadlineTimers
from quincunx.node.ports import JournalDamaged, JournalUnavailable, World
from quincunx.table import view
from quincunx.table.chance import day
from quincunx.table.deadlines import expiry
from quincunx.table.deadlines.vacation import is_away, knows_vacations
from quincunx.table.events import DailyPace, OfDay, TableSettings
from quincunx.table.live import updates
from quincunx.table.live.frames import Shown
from quincunx.table.record.game_record import check_over
from quincunx.table.seats.permission import acting
from quincunx.table.seats.person import Person
from quincunx.table.state import TableState
from quincunx.table.wire.lists import Lobby
from quincunx.table.wire.table import Ack, CommandRequest, Hint, Presence, TableView

log = structlog.get_logger("quincunx.tables")
T = TypeVar("T")


class Tables:
    """The tables of this node. There is one instance per process. Every method may be called from any task.

    Its methods raise :class:`~quincunx.core.reason.Refusal`, for example if a table does not exist or is
    closed to the caller, and :class:`JournalUnavailable`.
    """

    def __init__(
        self,
        world: World,
        companions: Companions = ALONE,
        bot_pause: float = 0.6,
        new_tables: Rate = UNLIMITED,
    ) -> None:
        """``bot_pause`` is the minimum duration of a bot's move, in seconds. ``new_tables`` limits the rate
        at which one person creates tables."""
        journal, bus, entropy, clock = world.journal, world.bus, world.entropy, world.clock
        self._bus = bus
        self._entropy = entropy
        self._clock = clock
        self._hints = Hints(world.engine, entropy)
        self._bots = BotDriver(world.engine, self.execute, bot_pause, entropy)
        self._membership = Membership(
            bus, clock, lambda: self._memory.all(), lambda: self._bots.playing, self._on_lost
        )
        on_memory = MemoryHooks(self._is_busy, self._on_loaded, self._hints.forget, self._membership.announce)
        self._memory = Memory(journal, clock, self._membership.horizon, on_memory)
        self.outages = Outages(journal, clock, self._membership.name, self._tell_of_outages)
        """The times when no node ran."""
        self._heartbeat = StoreHeartbeat(companions.board, bus, clock, self._membership, self._memory.all)
        self.mine = MyTables(journal, self._memory, clock)
        """Each person's own tables."""
        self._timers = DeadlineTimers(clock, self._act_on_time)
        self.results = ResultRecorder(journal, companions.counter, companions.on_counted)
        self._notifications = Notifications(companions.notifier, journal, self._memory, self.mine, clock)
        to_tables = TableHooks(
            self._act,
            self._take_up,
            self._timers.call,
            self._on_state,
            self.mine.on_entry,
            companions.on_people,
        )
        self._sync = ClusterSync(world, self._memory, self._membership, to_tables)
        self._new_tables = RateLimiter(new_tables)
        on_commands = CommandHooks(
            self._act,
            self._on_created,
            self._on_state,
            self._bots.reserve,
            companions.apart,
            companions.belongs,
            companions.vacations,
        )
        self._executor = Executor(
            world, self._memory, self._membership, self.outages, self._new_tables, on_commands
        )
        self.guests = Guests(companions.members)
        """Players without an account."""
        self._finished = FinishedGames(journal, self._memory, clock, companions.signer, self.guests)
        self._invitations = Invitations(journal, self._memory)
        sources = LobbySources(
            watching=self._watching,
            named=partial(with_names, self._memory),
            boards=Previews(self._memory).of,
            guests=self.guests,
            strengths=companions.strengths,
            waiting=companions.waiting,
            looking=companions.looking,
        )
        self.open_tables = OpenTables(journal, clock, sources)
        """The lobby."""
        self._readiness = Readiness(journal, clock)

    async def seatings(self, tables: Sequence[str]) -> Seatings:
        """The seatings of these tables of a tournament."""
        return await find_seatings(self._memory, tables)

    async def separate(self, people: Sequence[str]) -> None:
        """Open the seats that are kept for any of these people, if they must now be kept apart from the
        people beside them: at a rematch, or where one of them has invited the other."""
        for table in await self.mine.waiting_tables(people):
            try:
                live = await self._memory.get(table)
            except (Refusal, JournalDamaged):
                continue  # its people cannot open it either
            await self._executor.start(self._executor.open_kept_apart(live))

    async def record_vacation(self, people: Sequence[Person]) -> None:
        """Record the vacation of the person with these ids at all their turn-based tables."""
        own = await self.mine.tables(*people)
        daily = [line.id for line in own.lines if isinstance(line.settings.pace, DailyPace)]
        for table in (*daily, *own.unlisted):
            try:
                live = await self._memory.get(table)
                await self._executor.start(self._executor.record_vacations(live))
            except (Refusal, JournalDamaged):
                continue
            except JournalUnavailable as error:
                # The table asks before a player's time runs out, and when it is loaded.
                log.warning("vacation_waits", table=table, reason=str(error))

    def publish_people(self, news: OfPeople) -> None:
        """Publish news about people to the other nodes."""
        self._membership.queue_news(news)

    # ---- life ---------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Subscribe to the bus, and take up unfinished work of other nodes. Journal and bus must be open."""
        await self.outages.start()
        self._sync.start()
        self._memory.start()
        self._membership.start()
        self.open_tables.start()
        self.results.start()
        self._heartbeat.start()
        self._notifications.look_back()
        for table in self.outages.tables_due:
            self._executor.start_own(self._memory.get(table))  # this also applies the outage

    async def stop(self) -> None:
        """Stop acting. Commands in progress are finished; acknowledged commands are on disk already."""
        await stop_all(
            self._sync.stop,
            self._memory.stop,
            self._membership.stop,
            self.open_tables.stop,
            self._heartbeat.stop,
            self._timers.stop,
            self._notifications.stop,
            self._bots.stop,
            self._executor.finish,
            self.results.stop,
            self.outages.stop,
        )

    def _is_busy(self, table: str) -> bool:
        waits = self._timers.is_waiting(table) or self._hints.is_searching(table)
        waits = waits or self._notifications.is_waiting(table)
        return waits or self._bots.is_playing(table) or self.results.is_recording(table)

    def _on_lost(self) -> None:
        """Look for notifications that another node may have left unsent."""
        self._notifications.look_back()

    def _on_loaded(self, live: LiveTable) -> None:
        """Announce a table that was loaded into memory, and apply outages to it. If a player is on vacation
        there, ask whether they are still."""
        self._membership.request_presence(live)
        self._tell_of_outage(live)
        if knows_vacations(live.state) and is_away(live.state, self._clock.now()):
            self._executor.start_own(self._executor.record_vacations(live))

    def _tell_of_outages(self) -> None:
        for live in self._memory.all():
            self._tell_of_outage(live)

    def _tell_of_outage(self, live: LiveTable) -> None:
        if self.outages.interruption(live.state, self._clock.now()):
            self._executor.start_own(self._act_on_time(live))

    def _act(self, live: LiveTable) -> None:
        """Start the system's work at this table: bots, deadlines, notifications, and results."""
        self._bots.call(live)
        self._timers.call(live)
        self._notifications.call(live)
        if live.is_ours:
            self.results.call(live.state)

    def _take_up(self, live: LiveTable) -> None:
        """Start the system's work at a table that another node may have left unfinished."""
        self._bots.take_up(live)
        self._timers.call(live, left_lying=True)
        self.results.call(live.state)
        if expiry.close(live.state, self._clock.now()):
            self._executor.start_own(self._act_on_time(live))

    def _watching(self, table: str) -> int:
        live = self._memory.get_live(table)
        return 0 if live is None else self.presence(live).watching

    def _on_created(self, state: TableState) -> None:
        self.open_tables.forget()
        self.mine.on_state(state)

    def _on_state(self, state: TableState) -> None:
        """Update hints and lists to a table's new state, which may come from another node."""
        self._hints.on_state(state)
        self.mine.on_state(state)

    # ---- commands -----------------------------------------------------------------------------------------

    async def create_table(
        self,
        person: Person,
        settings: TableSettings,
        invited: Mapping[str, Person] | None = None,
        origin: str | None = None,
    ) -> TableView:
        """Create a table, at which only bots sit at first. Seats are kept for the ``invited`` people, a
        mapping from handle to person. Raises :class:`~quincunx.core.reason.Refusal` if too many are invited,
        or if this person has created too many tables."""
        with admitted((self._new_tables, person.id, 1), refusal=too_fast):
            async with self._invitations.reserved(person, (invited or {}).values()):
                live = await self._executor.create_table(
                    self._entropy.name(), person, settings, None, invited, origin=origin
                )
        return view.view_table(live.state, person, None)

    async def make_for(
        self,
        table: str,
        host: Person,
        settings: TableSettings,
        kept: tuple[Person | None, ...],
        begins_by: int | None = None,
    ) -> None:
        """Create a table with this name, whose seats are kept for these people. If ``begins_by`` is given,
        bots take the seats of people who have not come by then, in ms. Raises
        :class:`~quincunx.node.ports.Conflict` if the table exists."""
        await self._executor.create_table(table, host, settings, kept, begins_by=begins_by)

    async def make_for_day(self, table: str, person: Person, game: AnyGame, of_day: OfDay, seed: str) -> None:
        """Create a table with this name for this person's game of the daily challenge. Raises
        :class:`~quincunx.node.ports.Conflict` if the table exists."""
        await self._executor.create(table, day.create_day_table(table, person, game, of_day, seed))

    async def execute(self, table: str, person: Person, request: CommandRequest) -> Ack:
        """Carry out a command, and return when its effect is on disk.

        A repetition with the same key by the same person has no further effect and gets the same answer. If
        the sender stops waiting, the command is carried out and published all the same.
        """
        command = self.start_command(await self._memory.get(table), person, request)
        await asyncio.wait((command,))  # unlike ``await command``, it passes no cancellation on
        return command.result()

    def start_command(self, live: LiveTable, person: Person, request: CommandRequest) -> asyncio.Task[Ack]:
        """Start a command at a table that is already in memory. The task ends like :meth:`execute`. Raises
        :class:`~quincunx.core.reason.Refusal` for a command that is refused immediately."""
        return self._executor.start_command(live, person, request)

    async def _act_on_time(self, live: LiveTable) -> None:
        await self._executor.act_on_time(live)

    # ---- views -------------------------------------------------------------------------------------------

    async def acting(self, table: str, people: Sequence[Person]) -> Person:
        """The person who acts at this table, out of the merged ids of one caller.

        It is the first with a seat there, otherwise the host, otherwise the first of all.
        """
        if len(people) == 1:
            return people[0]
        return acting((await self._memory.get(table)).state, people)

    async def live_table(self, table: str) -> LiveTable:
        """The live table, for internal use."""
        return await self._memory.get(table)

    async def watch(self, table: str, person: Person) -> LiveTable:
        """The live table. Raises :class:`~quincunx.core.reason.Refusal` if this person may not see it."""
        live = await self._memory.get(table)
        await self.outages.try_check()
        # An outage may have moved the time at which a daily challenge may be shown, so apply it first.
        if self.outages.interruption(live.state, self._clock.now()):
            await self._act_on_time(live)
        updates.check_may_watch(live.state, person, self._clock.now())
        # After a restart a commit–reveal round or a clock may be overdue; the sweeper would find it later.
        self._timers.call(live, left_lying=True)
        return live

    async def view(self, table: str, person: Person, point_of_view: Seat | None) -> TableView:
        """The table as this person may see it now."""
        state = (await self.watch(table, person)).state
        return view.view_table(state, person, point_of_view, self._clock.now())

    def update(self, live: LiveTable, person: Person, wanted: Seat | None, since: int | None) -> Shown:
        """The update for a client that has version ``since``; ``None`` means that it has no version.

        Raises :class:`~quincunx.core.reason.Refusal` if the table has been closed to this person in the
        meantime.
        """
        return updates.update(live, person, wanted, since, self._clock.now())

    def changes(self, live: LiveTable, person: Person, wanted: Seat | None, since: int) -> bytes | None:
        """The encoded changes of the game for a client that was shown version ``since`` from this point of
        view. ``None`` if changes of the game alone would leave the client incomplete. Raises like
        :meth:`update`."""
        return updates.changes(live, person, wanted, since, self._clock.now())

    def join(self, live: LiveTable, person: Person, watcher: Watcher) -> None:
        """Connect a person. The watcher is set whenever there is an update for them."""
        live.join(person.id, watcher)
        if not live.state.is_peopled:
            self._bots.take_up(live)  # a table of bots alone waits for a spectator

    def leave(self, live: LiveTable, person: Person, watcher: Watcher) -> None:
        """Undo :meth:`join`."""
        live.leave(person.id, watcher, self._clock.now())
        self._memory.touch(live)

    def record_request(self, table: str, person: Person) -> None:
        """Record a request or command over plain HTTP. It counts as presence of the player for a while."""
        live = self._memory.get_live(table)
        if live is not None:
            live.presence.ask(person.id, live.state, self._clock.now())

    def presence(self, live: LiveTable) -> Presence:
        """The people connected to the table, on any node."""
        return live.presence.view(live.state, self._clock.now())

    async def hint(self, table: str, person: Person, seat: Seat) -> Hint:
        """A hint for a seat of this person's whose turn it is."""
        return await self._hints.hint(await self.watch(table, person), person, seat)

    async def replay(self, table: str, person: Person) -> bytes:
        """The JSON of a :class:`~quincunx.table.wire.table.Replay` of a finished game, from the deal on.
        Raises :class:`~quincunx.core.reason.Refusal` while the game runs."""
        return await asyncio.to_thread(gzip.decompress, await self.compressed_replay(table, person))

    async def compressed_replay(self, table: str, person: Person) -> bytes:
        """The replay compressed with gzip, as it is cached. Raises like :meth:`replay`."""
        return await self._finished.replay(await self.finished(table, person), person)

    async def record(self, table: str, person: Person) -> bytes:
        """A finished game as signed text. Raises :class:`~quincunx.core.reason.Refusal` while the game
        runs."""
        return await self._finished.record(await self.finished(table, person))

    async def finished(self, table: str, person: Person) -> TableState:
        """The state of a finished game that may be shown open to this person. Raises
        :class:`~quincunx.core.reason.Refusal` while the game runs, and while the day of its daily challenge
        lasts."""
        state = (await self.watch(table, person)).state
        check_over(state)
        day.check_open(state, self._clock.now())
        return state

    async def recorded(self, table: str) -> Record:
        """The unsigned record of a finished game, for internal use. It includes games of a daily challenge
        that may not be shown yet."""
        return await self._finished.recorded((await self._memory.get(table)).state)

    async def work(self, compute: Callable[[], T]) -> T:
        """Run a long computation about a finished game in a thread, when no other thread runs one."""
        return await self._finished.work(compute)

    def forget_names(self, people: frozenset[str]) -> None:
        """Redact these people's names everywhere from now on."""
        self._memory.forget_names(people)
        self._finished.forget_names(people)
        self.open_tables.forget()

    @property
    def in_memory(self) -> int:
        """The number of tables in memory."""
        return len(self._memory)

    @property
    def hears_others(self) -> bool:
        """True while this node and the others receive each other's messages; otherwise this node polls the
        journal."""
        return self._bus.is_well

    async def check_journal(self) -> None:
        """Return if the journal can be read and written now. Raises :class:`JournalUnavailable`."""
        await self._readiness.check()

    async def lobby(self) -> Lobby:
        """The open tables, newest first, and the bots' levels."""
        return await self.open_tables.lobby()
