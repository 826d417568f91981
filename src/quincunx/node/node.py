"""All tables of one node: what they are asked, and what belongs together behind that.

Commands are carried out by the :class:`~quincunx.node.play.commands.Executor`, which keeps the promise that
nothing is shown that is not on disk.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from quincunx.club.limits import UNLIMITED, admitted, too_fast
from quincunx.core.game import AnyGame
from quincunx.core.reason import Refusal
from quincunx.core.record import Record
from quincunx.core.values import Seat
from quincunx.games import GAMES
from quincunx.kit import Rate, RateLimiter, stop_all
from quincunx.node.cluster.membership import Neighbours
from quincunx.node.cluster.outages import Outages
from quincunx.node.cluster.readiness import Readiness
from quincunx.node.cluster.store_heartbeat import NodeNotes, NoteBoard
from quincunx.node.cluster.sync import Duties
from quincunx.node.finished.replays import FinishedGames, check_over
from quincunx.node.lists.guests import Guests
from quincunx.node.lists.invitations import Invitations
from quincunx.node.lists.lobby import OpenTables
from quincunx.node.lists.my_tables import Mine
from quincunx.node.lists.notifications import Notices
from quincunx.node.lists.previews import Boards
from quincunx.node.live.cache import Memory
from quincunx.node.live.frames import Shown
from quincunx.node.live.live_table import LiveTable
from quincunx.node.live.watchers import Watcher
from quincunx.node.messages import Gap, OfPeople
from quincunx.node.play.bot_driver import BotDriver
from quincunx.node.play.commands import NOT_FOR_WATCHING, Apart, Executor
from quincunx.node.play.hints import Hints
from quincunx.node.play.refusals import Refusals
from quincunx.node.play.result_recorder import Counter, Counting
from quincunx.node.play.timers import Moments
from quincunx.node.ports import (
    Bus,
    Clock,
    Engine,
    Entropy,
    Journal,
    JournalDamaged,
    Notifier,
    Signer,
)
from quincunx.table import view
from quincunx.table.chance import day
from quincunx.table.deadlines import expiry
from quincunx.table.events import OfDay, TableSettings
from quincunx.table.seats.person import Person
from quincunx.table.state import TableState
from quincunx.table.summary import seat_names
from quincunx.table.wire.lists import Level, Lobby, OpenTable
from quincunx.table.wire.table import Ack, CommandRequest, Hint, Presence, TableView, Update

T = TypeVar("T")


class Tables:
    """The tables of this node. One per process; every method may be called from any task.

    Its methods raise :class:`~quincunx.core.reason.Refusal`, for a table that does not exist or is not for
    this person among other reasons, and :class:`JournalUnavailable`.
    """

    def __init__(
        self,
        journal: Journal,
        bus: Bus,
        entropy: Entropy,
        clock: Clock,
        engine: Engine,
        bot_pause: float = 0.6,
        signer: Signer | None = None,
        counter: Counter | None = None,
        notifier: Notifier | None = None,
        board: NoteBoard | None = None,
        new_tables: Rate = UNLIMITED,
    ) -> None:
        self._journal = journal
        self._bus = bus
        self._entropy = entropy
        self._clock = clock
        self._signer = signer
        self._hints = Hints(engine, entropy)
        self._bots = BotDriver(engine, self.execute, bot_pause, entropy)
        self._neighbours = Neighbours(bus, clock, lambda: self._memory.all(), lambda: self._bots.playing)
        self._memory = Memory(
            journal, clock, self._is_busy, self._met, self._hints.forget, self._neighbours.horizon
        )
        self.outages = Outages(journal, clock, self._neighbours.name, self._tell_of_outages)
        """When no node ran."""
        self._notes = NodeNotes(board, bus, clock, self._neighbours, self._memory.all)
        self.mine = Mine(journal, self._memory, clock)
        """Each person's own tables."""
        self._moments = Moments(clock, self._act_on_time)
        self.counting = Counting(journal, counter)
        self._notices = Notices(notifier, journal, self._memory, self.mine, clock)
        self._neighbours.on_lost = self._notices.look_back
        self._duties = Duties(
            journal,
            bus,
            clock,
            self._memory,
            self._act,
            self._take_up,
            self._moments.call,
            self._neighbours,
            self._moved,
            self.mine.heard,
        )
        self._refusals = Refusals()
        self._new_tables = RateLimiter(new_tables)
        self._executor = Executor(
            journal,
            self._memory,
            self._neighbours,
            self._refusals,
            self._new_tables,
            entropy,
            clock,
            self.outages,
            self._act,
            self._made,
            self._moved,
            self._bots.reserve,
        )
        self.guests = Guests()
        """People at tables who have no account."""
        self._finished = FinishedGames(journal, self._memory, clock, signer, self.guests)
        self._invitations = Invitations(journal, self._memory)
        self.open_tables = OpenTables(
            journal, clock, self._watching, self._named, Boards(self._memory).of, self.guests
        )
        """The lobby."""
        self._readiness = Readiness(journal, clock)

    def keep_apart(self, apart: Apart) -> None:
        """Let a rematch keep no seat for people whom this finds."""
        self._executor.apart = apart

    async def separate(self, people: Sequence[str]) -> None:
        """Open seats that wait for any of these people beside someone from whom they are to be kept apart by
        now: at a rematch, or where one of them has invited the other."""
        for table in await self.mine.waiting(people):
            try:
                live = await self._memory.get(table)
            except (Refusal, JournalDamaged):
                continue  # nobody can open it, either
            await self._executor.start(self._executor.open_kept_apart(live))

    def exchange_of_people(self, on_news: Callable[[OfPeople | Gap], None]) -> Callable[[OfPeople], None]:
        """Subscribe to other nodes' news about people, and return the function that publishes such news."""
        self._duties.on_people = on_news
        return self._neighbours.say

    # ---- life ---------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen to the bus, and take up what was left lying. Journal and bus are open."""
        await self.outages.start()
        self._duties.start()
        self._memory.start()
        self._neighbours.start()
        self.open_tables.start()
        self.counting.start()
        self._notes.start()
        self._notices.look_back()
        for table in self.outages.ahead:
            self._executor.start_own(self._memory.get(table))  # which tells it

    async def stop(self) -> None:
        """Stop acting. Commands under way are finished; what was acknowledged is on disk already."""
        await stop_all(
            self._duties.stop,
            self._memory.stop,
            self._neighbours.stop,
            self.open_tables.stop,
            self._notes.stop,
            self._moments.stop,
            self._notices.stop,
            self._bots.stop,
            self._executor.finish,
            self.counting.stop,
            self.outages.stop,
        )

    def _is_busy(self, table: str) -> bool:
        waits = self._moments.is_waiting(table) or self._hints.is_searching(table)
        waits = waits or self._notices.is_waiting(table)
        return waits or self._bots.is_playing(table) or self.counting.is_counting(table)

    def _met(self, live: LiveTable) -> None:
        """A table has come into memory."""
        self._neighbours.met(live)
        self._tell_of_outage(live)

    def _tell_of_outages(self) -> None:
        for live in self._memory.all():
            self._tell_of_outage(live)

    def _tell_of_outage(self, live: LiveTable) -> None:
        if self.outages.interruption(live.state):
            self._executor.start_own(self._act_on_time(live))

    def _act(self, live: LiveTable) -> None:
        """See to it that the system does what it has to do at this table."""
        self._bots.call(live)
        self._moments.call(live)
        self._notices.call(live)
        if live.is_ours:
            self.counting.call(live.state)

    def _take_up(self, live: LiveTable) -> None:
        """The same at a table that was left lying, whichever node brought its position about."""
        self._bots.take_up(live)
        self._moments.call(live, left_lying=True)
        self.counting.call(live.state)
        if expiry.close(live.state, self._clock.now()):
            self._executor.start_own(self._act_on_time(live))

    def _watching(self, table: str) -> int:
        live = self._memory.find(table)
        return 0 if live is None else self.presence(live).watching

    def _made(self, state: TableState) -> None:
        self.open_tables.forget()
        self.mine.moved(state)

    def _moved(self, state: TableState) -> None:
        """A table has come to this state, here or on another node."""
        self._hints.moved(state)
        self.mine.moved(state)

    # ---- commands -----------------------------------------------------------------------------------------

    async def make(
        self,
        person: Person,
        settings: TableSettings,
        invited: Mapping[str, Person] | None = None,
        origin: str | None = None,
    ) -> TableView:
        """Make a table. Nobody sits on it yet but bots; seats are kept for those who are ``invited``, by
        their handles. Raises :class:`~quincunx.core.reason.Refusal` if there are too many of them, or if this
        person has had too many tables made."""
        with admitted((self._new_tables, person.id, 1), refusal=too_fast):
            async with self._invitations.counted(person, (invited or {}).values()):
                live = await self._executor.make(
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
        """Make a table of this name, its seats kept for these people; at an appointment bots sit down by then
        for those who have not come. Raises :class:`~quincunx.node.ports.Conflict` if there is one."""
        await self._executor.make(table, host, settings, kept, begins_by=begins_by)

    async def make_for_day(self, table: str, person: Person, game: AnyGame, of_day: OfDay, seed: str) -> None:
        """Make a table of this name, at which this person plays the deal of a day. Raises
        :class:`~quincunx.node.ports.Conflict` if there is one."""
        await self._executor.put(table, day.make(table, person, game, of_day, seed))

    async def execute(self, table: str, person: Person, request: CommandRequest) -> Ack:
        """Carry out a command: its effect is on disk when this returns.

        The same key again, by the same person, has no further effect and gets the same answer. A command
        whose sender stops waiting is carried out all the same, and shown to everybody.
        """
        command = self.begin(await self._memory.get(table), person, request)
        await asyncio.wait((command,))  # unlike ``await command``, it passes no cancellation on
        return command.result()

    def begin(self, live: LiveTable, person: Person, request: CommandRequest) -> asyncio.Task[Ack]:
        """Start a command at a table that is being watched. The task ends like :meth:`execute`. Raises
        :class:`~quincunx.core.reason.Refusal` for a command that is refused at sight."""
        return self._executor.begin(live, person, request)

    async def _act_on_time(self, live: LiveTable) -> None:
        await self._executor.act_on_time(live)

    # ---- looking -----------------------------------------------------------------------------------------

    async def acting(self, table: str, people: Sequence[Person]) -> Person:
        """Which of these, who are all one person to whoever asks, is at the table: the first who has a seat,
        or whose table it is; otherwise the first of all."""
        if len(people) > 1:
            state = (await self._memory.get(table)).state
            seated = {seat.person for seat in state.seats}
            for person in people:
                if person.id in seated:
                    return person
            for person in people:
                if person.id == state.host:
                    return person
        return people[0]

    async def watch(self, table: str, person: Person) -> LiveTable:
        """The live table, for somebody who may see it."""
        live = await self._memory.get(table)
        await self.outages.look()
        # First: an outage may have moved the moment from which on a day's deal can be seen.
        if self.outages.interruption(live.state):
            await self._act_on_time(live)
        if not view.may_watch(live.state, person, self._clock.now()):
            raise Refusal(NOT_FOR_WATCHING)
        # After a restart a round of mixing or a clock may be left lying; the sweeper would come to it later.
        self._moments.call(live, left_lying=True)
        return live

    async def view(self, table: str, person: Person, point_of_view: Seat | None) -> TableView:
        """The table as this person may see it now."""
        state = (await self.watch(table, person)).state
        return view.view_table(state, person, point_of_view, self._clock.now())

    def update(self, live: LiveTable, person: Person, wanted: Seat | None, since: int | None) -> Shown:
        """What a client that has version ``since`` needs to be up to date.

        Refused if the table has been closed to this person in the meantime.
        """
        now = self._clock.now()
        if not view.may_watch(live.state, person, now):
            raise Refusal(NOT_FOR_WATCHING)
        point = live.shown.point(live.state, person, wanted)
        known = since if live.recent.reach(since) else None
        found = live.shown.find(point, known)
        if found is not None and found.is_fresh(now):
            return found
        missed = None if known is None else live.recent.since(known, point[0])
        update = Update(
            since=known,
            version=live.state.version,
            events=live.recent.lately(point[0]) if missed is None else missed,
            table=live.shown.view(live.state, person, wanted, point, now),
        )
        return live.shown.keep(point, update)

    def changes(self, live: LiveTable, person: Person, wanted: Seat | None, since: int) -> bytes | None:
        """The same for a client that was shown version ``since`` from this seat, encoded: what has changed in
        the game. ``None`` if that is not all that it lacks."""
        now = self._clock.now()
        state = live.state
        if not view.may_watch(state, person, now):
            raise Refusal(NOT_FOR_WATCHING)
        point = live.shown.point(state, person, wanted)
        return live.shown.changes(state, point, since, now, live.recent.since)

    def join(self, live: LiveTable, person: Person, watcher: Watcher) -> None:
        """Connect somebody; the watcher is set whenever there is something new for them."""
        live.join(person.id, watcher)
        if not live.state.is_peopled:
            self._bots.take_up(live)  # it waited for somebody to watch

    def leave(self, live: LiveTable, person: Person, watcher: Watcher) -> None:
        """Undo :meth:`join`."""
        live.leave(person.id, watcher, self._clock.now())
        self._memory.touch(live)

    def asked(self, table: str, person: Person) -> None:
        """Somebody has asked for a table, or sent it a command, over plain HTTP: a player is present for a
        while by that."""
        live = self._memory.find(table)
        if live is not None:
            live.presence.ask(person.id, live.state, self._clock.now())

    def presence(self, live: LiveTable) -> Presence:
        """Who is connected to the table, on any node."""
        return live.presence.view(live.state, self._clock.now())

    async def hint(self, table: str, person: Person, seat: Seat) -> Hint:
        """What the best bot would do on a seat of this person's whose turn it is."""
        return await self._hints.hint(await self.watch(table, person), person, seat)

    async def replay(self, table: str, person: Person) -> bytes:
        """A finished game from its first card on, the JSON of a :class:`~quincunx.table.wire.table.Replay`;
        refused while it runs."""
        return await asyncio.to_thread(gzip.decompress, await self.compressed_replay(table, person))

    async def compressed_replay(self, table: str, person: Person) -> bytes:
        """The same, compressed (gzip): so it is kept."""
        return await self._finished.replay(await self.finished(table, person), person)

    async def record(self, table: str, person: Person) -> bytes:
        """A finished game as text, signed; refused while it runs."""
        return await self._finished.record(await self.finished(table, person))

    async def finished(self, table: str, person: Person) -> TableState:
        """A finished game that may be shown open to this person; refused while it runs, and while the day is
        not over whose deal it is."""
        state = (await self.watch(table, person)).state
        check_over(state)
        day.check_open(state, self._clock.now())
        return state

    async def recorded(self, table: str) -> Record:
        """The record of a finished game, unsigned, for the system's own use: that of a day's deal as well,
        before it may be shown."""
        return await self._finished.recorded((await self._memory.get(table)).state)

    async def work(self, compute: Callable[[], T]) -> T:
        """Compute something long about a finished game in a thread, when no other thread does so."""
        return await self._finished.work(compute)

    def forget_names(self, people: frozenset[str]) -> None:
        """Show nobody any more what these people were called."""
        self._memory.forget_names(people)
        self._finished.forget_names(people)
        self.open_tables.forget()

    async def _named(self, line: OpenTable) -> OpenTable:
        # The line was written when the table last changed, and has names without saying whose they are.
        if not self._memory.is_forgotten((line.handle, *line.handles)):
            return line
        try:
            state = (await self._memory.get(line.id)).state
        except (Refusal, JournalDamaged):
            return line  # of whom it tells cannot be known; whoever opens it is told why
        return replace(line, host=state.host_name, names=seat_names(state))

    @property
    def in_memory(self) -> int:
        """How many tables this node holds."""
        return len(self._memory)

    @property
    def hears_others(self) -> bool:
        """Whether this node and the others hear each other; while they do not, it looks into the journal."""
        return self._bus.is_well

    async def check_journal(self) -> None:
        """Return if the journal can be read and written just now. Raises :class:`JournalUnavailable`."""
        await self._readiness.check()

    async def lobby(self) -> Lobby:
        """The open tables, newest first, and the bots' levels."""
        return Lobby(
            tables=await self.open_tables.listed(),
            levels=tuple(Level(game.name, level) for game in GAMES.values() for level in game.bots.levels),
        )
