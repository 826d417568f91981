"""All tables of one node: commands in, journal first, then everybody is told.

The order of things is the promise of the service: decide → append at the expected version → commit →
acknowledge and publish. Nothing that is not on disk is ever shown.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from quincunx.core.game import AnyGame, Seat
from quincunx.core.reason import Reason, Refusal, refused
from quincunx.core.record import Record, signed_text, write
from quincunx.games import GAMES
from quincunx.node.archive import Archive
from quincunx.node.boards import Boards
from quincunx.node.bot_driver import BotDriver
from quincunx.node.counting import Counter, Counting
from quincunx.node.duties import Duties
from quincunx.node.hints import Hints
from quincunx.node.invitations import Invitations
from quincunx.node.live import LiveTable, events_of
from quincunx.node.lobby import OpenTables
from quincunx.node.memory import Memory
from quincunx.node.mine import Mine
from quincunx.node.moments import Moments
from quincunx.node.neighbours import Neighbours
from quincunx.node.notices import Notices
from quincunx.node.ports import (
    Bus,
    Clock,
    Conflict,
    Engine,
    Entropy,
    Journal,
    JournalDamaged,
    JournalUnavailable,
    Notifier,
    Signer,
)
from quincunx.node.readiness import Readiness
from quincunx.node.refusals import Refusals
from quincunx.node.shown import Shown, point_of_view_of
from quincunx.node.watchers import Watcher
from quincunx.table import day, expiry, setup, timeout, view
from quincunx.table.chain import sealed
from quincunx.table.commands import CallBot, Rematch
from quincunx.table.decide import decide
from quincunx.table.events import Event, OfDay, RematchMade, TableSettings
from quincunx.table.fold import advance, take_in
from quincunx.table.overdue import overdue
from quincunx.table.person import SYSTEM, Person
from quincunx.table.record import record_of
from quincunx.table.state import TableState
from quincunx.table.summary import seat_names, summarize
from quincunx.table.wire import Ack, CommandRequest, Hint, Presence, TableView, Update
from quincunx.table.wire_company import Level, Lobby, OpenTable

T = TypeVar("T")

TRIES: Final = 8
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
NOT_FOR_WATCHING: Final = Reason(
    "forbidden", "not-for-watching", "This table is only for those who sit at it."
)


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
            journal, clock, self._is_busy, self._neighbours.met, self._hints.forget, self._neighbours.horizon
        )
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
        self._archive = Archive(journal)
        self._invitations = Invitations(journal, self._memory)
        self.open_tables = OpenTables(journal, clock, self._watching, self._named, Boards(self._memory).of)
        """The lobby."""
        self._readiness = Readiness(journal, clock)
        self._under_way: set[asyncio.Task[Any]] = set()

    # ---- life ---------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen to the bus, and take up what was left lying. Journal and bus are open."""
        self._duties.start()
        self._notices.look_back()

    async def stop(self) -> None:
        """Stop acting. Commands under way are finished; what was acknowledged is on disk already."""
        await self._duties.stop()
        await self._moments.stop()
        await self._notices.stop()
        await self._bots.stop()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await self.counting.stop()

    def _is_busy(self, table: str) -> bool:
        waits = self._moments.is_waiting(table) or self._hints.is_searching(table)
        waits = waits or self._notices.is_waiting(table)
        return waits or self._bots.is_playing(table) or self.counting.is_counting(table)

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
            self._begin(self._act_on_time(live))

    def _watching(self, table: str) -> int:
        live = self._memory.find(table)
        return 0 if live is None else self.presence(live).watching

    def _moved(self, state: TableState) -> None:
        """A table has come to this state, here or on another node."""
        self._hints.moved(state)
        self.mine.moved(state)

    # ---- commands -----------------------------------------------------------------------------------------

    async def make(
        self, person: Person, settings: TableSettings, invited: Mapping[str, Person] | None = None
    ) -> TableView:
        """Make a table. Nobody sits on it yet but bots; seats are kept for those who are ``invited``, by
        their handles. Raises :class:`~quincunx.core.reason.Refusal` if there are too many of them."""
        async with self._invitations.counted(person, (invited or {}).values()):
            live = await self._make(self._entropy.name(), person, settings, None, invited)
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
        await self._make(table, host, settings, kept, begins_by=begins_by)

    async def _make(
        self,
        table: str,
        person: Person,
        settings: TableSettings,
        kept: tuple[Person | None, ...] | None,
        invited: Mapping[str, Person] | None = None,
        begins_by: int | None = None,
    ) -> LiveTable:
        events = setup.make(table, person, settings, self._entropy.seed(), kept, invited, begins_by)
        return await self._put(table, events)

    async def make_for_day(self, table: str, person: Person, game: AnyGame, of_day: OfDay, seed: str) -> None:
        """Make a table of this name, at which this person plays the deal of a day. Raises
        :class:`~quincunx.node.ports.Conflict` if there is one."""
        await self._put(table, day.make(table, person, game, of_day, seed))

    async def _put(self, table: str, events: tuple[Event, ...]) -> LiveTable:
        now = self._clock.now()
        entry = sealed("", table, 1, "make", now, events)
        await self._journal.append(entry, summarize(advance(None, entry), now))
        live = self._memory.keep(self._memory.fold((entry,)))
        live.is_ours = True
        self.open_tables.forget()
        self.mine.moved(live.state)
        await self._neighbours.tell(entry)
        self._act(live)
        return live

    async def execute(self, table: str, person: Person, request: CommandRequest) -> Ack:
        """Carry out a command: its effect is on disk when this returns.

        The same key again, by the same person, has no further effect and gets the same answer. A command
        whose sender stops waiting is carried out all the same, and shown to everybody.
        """
        return await asyncio.shield(self.begin(await self._memory.get(table), person, request))

    def begin(self, live: LiveTable, person: Person, request: CommandRequest) -> asyncio.Task[Ack]:
        """The same for a table that is being watched. The task is not to be cancelled."""
        if not _KEY.fullmatch(request.key):
            raise refused("malformed", "bad-key", "A key has 1 to 64 letters, digits, “-” or “_”.")
        if person != SYSTEM and not view.may_watch(live.state, person, self._clock.now()):
            raise Refusal(NOT_FOR_WATCHING)
        return self._begin(self._execute(live, person, request))

    def _begin(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        """Carry something out that is not given up when nobody waits for it, nor when the node stops."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._is_done)
        return task

    def _is_done(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        # Whoever sent it may have gone; asyncio complains of an error that nobody looked at.
        if not task.cancelled():
            task.exception()

    async def _execute(self, live: LiveTable, person: Person, request: CommandRequest) -> Ack:
        key = f"{person.id}:{request.key}"
        async with live.lock:
            try:
                return await self._decide_and_append(live, person, request, key)
            except Refusal as refusal:
                self._refusals.remember(person.id, live.state.id, request.key, refusal.reason)
                raise
            finally:
                # Also after a failure: catching up may have shown that a bot must move.
                self._act(live)

    async def _decide_and_append(
        self, live: LiveTable, person: Person, request: CommandRequest, key: str
    ) -> Ack:
        await self._check_version(live, request.version)
        for _ in range(TRIES):
            known = self._known(live, person, request, key)
            if known is not None:
                return known
            now = self._clock.now()
            # Whatever comes after somebody's time has run out finds a bot there.
            late = timeout.hand_over(live.state, now)
            if late:
                await self._append(live, f"{SYSTEM.id}:time-{live.state.version}", now, late)
                continue
            events = await self._decide(live, person, request, now)
            if await self._append(live, key, now, events):
                return Ack(request.key, live.state.version, live.state.rematch)
        raise JournalUnavailable("The table is too busy just now; please try again.")

    async def _append(self, live: LiveTable, key: str, now: int, events: tuple[Event, ...]) -> bool:
        """Append the table's next entry, and tell everybody. ``False``: another node was faster, or this very
        command is on disk already; the table has caught up."""
        state = live.state
        entry = sealed(state.chain, state.id, state.version + 1, key, now, events)
        progress = take_in(state, entry)
        try:
            await self._journal.append(entry, summarize(progress.after, now))
        except Conflict:
            await self._memory.catch_up(live, self._moved)
            live.is_ours |= live.versions.get(key) == live.state.version
            return False
        live.advance(progress, is_ours=True)
        self._moved(progress.after)
        await self._neighbours.tell(entry)
        return True

    async def _act_on_time(self, live: LiveTable) -> None:
        """Do what the system must do at this table by now: there may be nothing."""
        async with live.lock:
            now = self._clock.now()
            what, events = overdue(live.state, now, self._entropy.seed(), live.presence.people)
            if events:
                await self._append(live, f"{SYSTEM.id}:{what}-{live.state.version}", now, events)
                self._act(live)

    async def _check_version(self, live: LiveTable, version: int) -> None:
        if not 0 <= version <= live.state.version:
            # A client of another node may be ahead of what this one has heard.
            await self._memory.catch_up(live, self._moved)
            if not 0 <= version <= live.state.version:
                raise refused("malformed", "bad-version", "The table never had that version.")

    def _known(self, live: LiveTable, person: Person, request: CommandRequest, key: str) -> Ack | None:
        """The answer to a command that was carried out before; raises the refusal of one that was refused."""
        version = live.versions.get(key)
        is_rematch = isinstance(request.command, Rematch)
        if version is not None:
            return Ack(request.key, version, live.state.rematch if is_rematch else None)
        refusal = self._refusals.find(person.id, live.state.id, request.key)
        if refusal is not None:
            raise Refusal(refusal)
        if is_rematch and live.state.rematch is not None:
            return Ack(request.key, live.state.version, live.state.rematch)
        return None

    async def _decide(
        self, live: LiveTable, person: Person, request: CommandRequest, now: int
    ) -> tuple[Event, ...]:
        if isinstance(request.command, Rematch):
            return (await self._rematch(live.state, person),)
        last_seen = live.presence.last_seen(live.state) if isinstance(request.command, CallBot) else {}
        here = live.presence.people
        up_since = live.presence.up_since
        return decide(live.state, request.command, person, request.version, now, last_seen, here, up_since)

    async def _rematch(self, state: TableState, person: Person) -> RematchMade:
        _is_over(state)
        if not any(seat.person == person.id for seat in state.seats):
            raise refused("forbidden", "not-at-table", "Only somebody who plays here can do that.")
        settings, kept = setup.rematch_settings(state)
        table = setup.rematch_name(state)
        with contextlib.suppress(Conflict):  # somebody made it already, or began to
            await self._make(table, person, settings, kept)
        return RematchMade(table)

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
        missed = None if since is None else live.since(since)
        known = since if missed is not None else None
        seat = view.point_of_view(live.state, person, wanted)
        point = point_of_view_of(live.state, person, seat)
        found = live.shown.find(point, known)
        if found is not None and found.is_fresh(now):
            return found
        past = live.lately() if missed is None else missed
        update = Update(
            since=known,
            version=live.state.version,
            events=events_of(past, seat),
            table=live.shown.view(live.state, person, wanted, point, now),
        )
        return live.shown.keep(point, update)

    def join(self, live: LiveTable, person: Person, watcher: Watcher) -> None:
        """Connect somebody; the watcher is set whenever there is something new for them."""
        live.join(person.id, watcher)
        if not live.state.is_peopled:
            self._bots.take_up(live)  # it waited for somebody to watch

    def leave(self, live: LiveTable, person: Person, watcher: Watcher) -> None:
        """Undo :meth:`join`."""
        live.leave(person.id, watcher, self._clock.now())

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
        """A finished game from its first card on, the JSON of a :class:`~quincunx.table.wire.Replay`; refused
        while it runs."""
        state, now = await self.finished(table, person), self._clock.now()
        # A rematch is still to come, and what people say.
        key = ("replay", table, state.version, point_of_view_of(state, person, None))
        return await self._archive.get(
            key,
            table,
            lambda entries: msgspec.json.encode(
                view.replay(self._memory.without_names(entries), state, person, now)
            ),
        )

    async def record(self, table: str, person: Person) -> bytes:
        """A finished game as text, signed; refused while it runs."""
        state, now = await self.finished(table, person), self._clock.now()
        return await self._archive.get(
            ("record", table), table, lambda entries: self._signed(record_of(entries, state, now)).encode()
        )

    async def finished(self, table: str, person: Person) -> TableState:
        """A finished game that may be shown open to this person; refused while it runs, and while the day is
        not over whose deal it is."""
        state = (await self.watch(table, person)).state
        _is_over(state)
        day.check_open(state, self._clock.now())
        return state

    async def recorded(self, table: str) -> Record:
        """The record of a finished game, unsigned, for the system's own use: that of a day's deal as well,
        before it may be shown."""
        state = (await self._memory.get(table)).state
        _is_over(state)
        entries = tuple(await self._journal.read(table))
        return await asyncio.to_thread(record_of, entries, state, day.ALWAYS)

    def _signed(self, record: Record) -> str:
        if self._signer is None:
            return write(record)
        return write(replace(record, signature=self._signer.sign(signed_text(record))))

    def forget_names(self, people: frozenset[str]) -> None:
        """Show nobody any more what these people were called."""
        self._memory.forget_names(people)
        self._archive.forget()
        self.open_tables.forget()

    async def _named(self, line: OpenTable) -> OpenTable:
        # The line was written when the table last changed, and has names without saying whose they are.
        if not self._memory.has_forgotten:
            return line
        try:
            state = (await self._memory.get(line.id)).state
        except JournalDamaged:
            return line
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


def _is_over(state: TableState) -> None:
    if state.status != "ended":
        raise refused("conflict", "not-over", "The game is not over yet.")
    if state.position is None:
        raise refused("conflict", "never-began", "That game never began.")
