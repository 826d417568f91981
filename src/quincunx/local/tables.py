"""All tables of one device: decide → append at the expected version → show, as at a server.

Nothing is shown that is not in the journal. The caller makes one call at a time, and calls :meth:`act` when
:meth:`wait` says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from quincunx.core.day import bot_seed
from quincunx.core.reason import Refusal, refused
from quincunx.core.sentence import sentence
from quincunx.core.values import Seat
from quincunx.local import bots
from quincunx.local.live import LocalTable
from quincunx.local.ports import LocalWorld
from quincunx.table import view
from quincunx.table.commands import MakeMove, Rematch
from quincunx.table.deadlines import timeout
from quincunx.table.deadlines.due import overdue
from quincunx.table.deadlines.outage import interruption
from quincunx.table.decide import check_hint, decide
from quincunx.table.events import Event, RematchMade, TableSettings
from quincunx.table.live.appending import (
    check_key,
    earlier_ack,
    first_entry,
    next_entry,
    rematch_ack,
    stored_key,
)
from quincunx.table.live.bot_pace import pause_of
from quincunx.table.live.updates import check_may_watch
from quincunx.table.record.faults import Conflict, JournalUnavailable
from quincunx.table.record.game_record import check_over
from quincunx.table.seats import setup
from quincunx.table.seats.person import SYSTEM, Person
from quincunx.table.state import Step, TableState, follow
from quincunx.table.summary import next_due, summarize
from quincunx.table.wire.table import Ack, CommandRequest, Hint

PREFIX: Final = "local-"
"""The beginning of a local table's name, by which clients know it."""
MOST_IN_MEMORY: Final = 32
"""Tables that no window shows are evicted beyond this number."""
TRIES: Final = 8
RETRY_SECONDS: Final = 2.0
"""Time for which a table rests when the system's action there has failed."""


def needs_server() -> Refusal:
    """The refusal of what only a server can do."""
    return refused("unavailable", "needs-server", "This needs a server, and none can be reached.")


def no_such_table() -> Refusal:
    """The refusal for an unknown table."""
    return refused("unknown", "no-such-table", "There is no such table.")


class LocalTables:
    """The tables in memory, and the service that changes them."""

    def __init__(self, world: LocalWorld, on_change: Callable[[str], None]) -> None:
        """``on_change`` is called with each table that has changed."""
        self._world = world
        self._on_change = on_change
        self._live: dict[str, LocalTable] = {}

    # ---- tables in memory ----------------------------------------------------------------------------------

    async def get(self, table: str) -> LocalTable:
        """The table of this name. Raises :class:`~quincunx.core.reason.Refusal` if there is none."""
        live = self._live.get(table)
        if live is not None:
            return live
        entries = await self._world.journal.read(table) if table.startswith(PREFIX) else ()
        if not entries:
            raise no_such_table()
        return self._add(LocalTable(entries, self._world.now()))

    def _add(self, live: LocalTable) -> LocalTable:
        self._live[live.state.id] = live
        idle = [name for name, each in self._live.items() if not each.windows and each is not live]
        for name in idle[: max(0, len(self._live) - MOST_IN_MEMORY)]:
            del self._live[name]
        return live

    async def watch(self, table: str, person: Person) -> LocalTable:
        """The table, with everything done that is due. Raises like :meth:`get`."""
        live = await self.get(table)
        check_may_watch(live.state, person, self._world.now())
        await self._act_on_time(live)
        self._call_bot(live)
        return live

    async def catch_up(self, table: str) -> None:
        """Read what another window has appended to a table."""
        live = self._live.get(table)
        if live is not None:
            entries = await self._world.journal.read(table, live.state.version)
            if entries:
                live.fold(entries)
                live.updates.advance()
                self._on_news(live)

    # ---- commands ------------------------------------------------------------------------------------------

    async def create(self, person: Person, settings: TableSettings) -> LocalTable:
        """Create a table. Raises :class:`~quincunx.core.reason.Refusal` for settings that need a server."""
        checked = setup.check(settings)
        is_for_others = any(seat.kind in ("open", "invited") for seat in checked.seats)
        if is_for_others or checked.rated or checked.listed or checked.club is not None:
            raise needs_server()
        name = PREFIX + self._world.seed()[:32]
        return await self._create(name, setup.create_table(name, person, checked, self._world.seed()))

    async def create_once(self, table: str, events: tuple[Event, ...]) -> None:
        """Create a table of this name, unless there is one."""
        try:
            await self._create(table, events)
        except Conflict:
            await self.get(table)

    async def _create(self, table: str, events: tuple[Event, ...]) -> LocalTable:
        now = self._world.now()
        first = first_entry(table, now, events)
        await self._world.journal.append(first.entry, summarize(first.after, now))
        live = self._add(LocalTable((first.entry,), now))
        self._on_news(live)
        return live

    async def execute(self, live: LocalTable, person: Person, request: CommandRequest) -> Ack:
        """Carry out a command; return when its effect is in the journal. The same key gets the same answer.
        Raises :class:`~quincunx.core.reason.Refusal`."""
        check_key(request)
        key = stored_key(person, request)
        if key in live.refusals:
            raise live.refusals[key]
        try:
            return await self._decide_and_append(live, person, request, key)
        except Refusal as refusal:
            live.refuse(key, refusal)
            raise

    async def _decide_and_append(
        self, live: LocalTable, person: Person, request: CommandRequest, key: str
    ) -> Ack:
        if not 0 <= request.version <= live.state.version:
            await self.catch_up(live.state.id)
            if not 0 <= request.version <= live.state.version:
                raise refused("malformed", "bad-version", "The table never had that version.")
        for _ in range(TRIES):
            known = earlier_ack(live, request, key) or rematch_ack(live, request)
            if known is not None:
                return known
            now = self._world.now()
            # After a player's time has run out, the command finds a bot on the seat.
            late = follow(live.state, timeout.hand_over(live.state, now))
            if late:
                await self._append(live, f"{SYSTEM.id}:time-{live.state.version}", now, late)
                continue
            steps = await self._decide(live, person, request, now)
            if await self._append(live, key, now, steps):
                return Ack(request.key, live.state.version, live.state.rematch)
        raise JournalUnavailable(sentence("The table is too busy right now. Please try again."))

    async def _decide(
        self, live: LocalTable, person: Person, request: CommandRequest, now: int
    ) -> tuple[Step, ...]:
        if isinstance(request.command, Rematch):
            return follow(live.state, (await self._rematch(live.state, person),))
        return decide(live.state, request.command, person, request.version, now, {}, live.people_present)

    async def _rematch(self, state: TableState, person: Person) -> RematchMade:
        check_over(state)
        if not any(seat.person == person.id for seat in state.seats):
            raise refused("forbidden", "not-at-table", "Only somebody who plays here can do that.")
        settings, kept = setup.rematch_settings(state)
        table = PREFIX + setup.rematch_name(state)
        events = setup.create_table(table, person, settings, self._world.seed(), kept)
        await self.create_once(table, events)
        return RematchMade(table)

    async def _append(self, live: LocalTable, key: str, now: int, steps: tuple[Step, ...]) -> bool:
        """Append the table's next entry. False if another window was faster; the table has then caught up."""
        progress = next_entry(live.state, key, now, steps)
        try:
            await self._world.journal.append(progress.entry, summarize(progress.after, now))
        except Conflict:
            await self.catch_up(live.state.id)
            return False
        live.advance(progress)
        self._on_news(live)
        return True

    def _on_news(self, live: LocalTable) -> None:
        live.wake()
        self._call_bot(live)
        self._on_change(live.state.id)

    # ---- what the system does ------------------------------------------------------------------------------

    def wait(self) -> float | None:
        """Seconds until :meth:`act` has something to do."""
        now, steady = self._world.now(), self._world.steady()
        waits = []
        for live in self._live.values():
            due = next_due(live.state)
            times = (live.bot_at, None if due is None else steady + (due - now) / 1000)
            waits += [max(time, live.rests_until) - steady for time in times if time is not None]
        return max(0.0, min(waits)) if waits else None

    async def act(self) -> None:
        """Do what is due by now at all tables: bots' moves and deadlines."""
        for live in tuple(self._live.values()):
            steady = self._world.steady()
            if live.rests_until > steady:
                continue
            # Until this has succeeded: a full disk must not be asked again without a pause.
            live.rests_until = steady + RETRY_SECONDS
            try:
                await self._act_on_time(live)
                if live.bot_at is not None and live.bot_at <= steady:
                    await self._move_bot(live)
            except JournalUnavailable:
                continue
            live.rests_until = 0.0

    async def _act_on_time(self, live: LocalTable) -> None:
        now = self._world.now()
        await self._append_own(live, "outage", now, interruption(live.state, live.gaps, now))
        live.gaps = ()
        kind, events = overdue(live.state, now, self._world.seed(), live.people_present)
        await self._append_own(live, kind, now, events)

    async def _append_own(self, live: LocalTable, kind: str, now: int, events: tuple[Event, ...]) -> None:
        if events:
            steps = follow(live.state, events)
            await self._append(live, f"{SYSTEM.id}:{kind}-{live.state.version}", now, steps)

    def _call_bot(self, live: LocalTable) -> None:
        """Set the time of a bot's move if it is a bot's turn; a table of bots alone waits for a window."""
        state = live.state
        about = state.moved_at, state.bot_to_move()
        if about[1] is None or not (state.is_peopled or state.goes_on_alone or live.windows):
            live.bot_at = live.about = None
        elif live.about != about:
            pause = pause_of(self._world.bot_pause, state.settings.bot_pace, self._dice())
            live.bot_at = self._world.steady() + pause
            live.about = about

    async def _move_bot(self, live: LocalTable) -> None:
        state = live.state
        seat = state.bot_to_move()
        if seat is None:
            live.bot_at = None
            return
        try:
            await self._move(live, self._choice(state, seat), "bot")
        except Refusal:
            # Either another window was faster, or the bot has failed, which must not hold up the game.
            if live.state.moved_at == state.moved_at:
                await self._move(live, bots.any_move(state, seat, self._dice()), "legal")

    def _choice(self, state: TableState, seat: Seat) -> MakeMove:
        try:
            return bots.choose(state, seat, self._bot_dice(state))
        except Exception:
            return bots.any_move(state, seat, self._bot_dice(state))

    async def _move(self, live: LocalTable, move: MakeMove, key: str) -> None:
        version = live.state.version
        await self.execute(live, SYSTEM, CommandRequest(f"{key}-{version}", version, move))

    def _bot_dice(self, state: TableState) -> bytes:
        """Chance of a bot's move: at a day's deal that of the day, as at a server."""
        if state.of_day is None:
            return self._dice()
        turn = state.game.turn(state.position).number
        return bot_seed(bytes.fromhex(state.seed), state.game.name, turn, state.questions)

    def _dice(self) -> bytes:
        return bytes.fromhex(self._world.seed())

    # ---- views ---------------------------------------------------------------------------------------------

    def hint(self, live: LocalTable, person: Person, seat: Seat) -> Hint:
        """A hint for a seat of this person's whose turn it is. Raises
        :class:`~quincunx.core.reason.Refusal`."""
        check_hint(live.state, seat, person)
        return bots.advise(live.state, seat, self._dice())

    async def replay(self, live: LocalTable, person: Person) -> bytes:
        """The JSON of the game's :class:`~quincunx.table.wire.table.Replay`. Raises
        :class:`~quincunx.core.reason.Refusal` while it runs."""
        check_over(live.state)
        entries = tuple(await self._world.journal.read(live.state.id))
        return msgspec.json.encode(view.replay(entries, live.state, person, self._world.now()))
