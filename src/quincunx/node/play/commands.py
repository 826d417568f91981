"""Execution of commands: decide → append at the expected version → commit → acknowledge and publish.

This order is the promise of the service: nothing is shown that is not on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import structlog

from quincunx.club.limits import admitted, too_fast
from quincunx.club.ports import StoreUnavailable
from quincunx.core.reason import Refusal, refused
from quincunx.core.sentence import sentence
from quincunx.kit import RateLimiter
from quincunx.node.cluster.membership import Membership
from quincunx.node.cluster.outages import Outages
from quincunx.node.live.cache import Memory
from quincunx.node.live.live_table import LiveTable
from quincunx.node.play.nuisance_limits import Manners
from quincunx.node.play.refusals import Refusals
from quincunx.node.ports import Conflict, JournalUnavailable, World
from quincunx.table.commands import CallBot, Rematch, SitDown
from quincunx.table.deadlines import timeout, vacation
from quincunx.table.deadlines.due import overdue
from quincunx.table.decide import decide
from quincunx.table.events import Event, RematchMade, SatDown, TableSettings, TookBack
from quincunx.table.live.appending import (
    check_key,
    earlier_ack,
    first_entry,
    next_entry,
    rematch_ack,
    stored_key,
)
from quincunx.table.live.updates import check_may_watch
from quincunx.table.parts import Vacation
from quincunx.table.record.game_record import check_over
from quincunx.table.seats import setup, sitting
from quincunx.table.seats.capacity import checked_for_capacity
from quincunx.table.seats.person import SYSTEM, Person
from quincunx.table.state import Step, TableState, follow
from quincunx.table.summary import summarize
from quincunx.table.wire.table import Ack, CommandRequest

log = structlog.get_logger("quincunx.tables")
T = TypeVar("T")

TRIES: Final = 8


Apart = Callable[[Sequence[str]], Awaitable[Collection[tuple[str, str]]]]
"""A function that finds, among people given by the ids of their seats, the pairs to be kept apart."""


async def nobody_apart(people: Sequence[str]) -> Collection[tuple[str, str]]:
    """No pairs: no person has blocked another."""
    return ()


Vacations = Callable[[Sequence[str]], Awaitable[Mapping[str, Vacation]]]
"""A function that finds the latest vacations of people, given by the ids of their seats."""


async def nobody_away(people: Sequence[str]) -> Mapping[str, Vacation]:
    """No vacations: the default for a node without a store."""
    return {}


async def _logged(work: Coroutine[None, None, object]) -> None:
    try:
        await work
    except (Refusal, JournalUnavailable) as error:
        log.warning("own_work_waits", reason=str(error))
    except Exception:
        log.exception("own_work_failed")


Belongs = Callable[[str, str], Awaitable[bool]]
"""Tells whether a person, given first, belongs to a club, given by its name."""


async def nobody_belongs(person: str, club: str) -> bool:
    """Answer that the person does not belong to the club: the default for a node without a store."""
    return False


@dataclass(frozen=True)
class CommandHooks:
    """Callbacks for the consequences of commands in the rest of the node."""

    act: Callable[[LiveTable], None]
    """Starts the system's work at a table that may have changed."""
    on_created: Callable[[TableState], None]
    """Called with a new table."""
    on_state: Callable[[TableState], None]
    """Called with a table that has changed, here or on another node."""
    reserve: Callable[[TableState], bool]
    """Reserves capacity for the bots of a rated game; false if there is none."""
    apart: Apart
    """Finds pairs of people whom a rematch or an invitation must not bring together."""
    belongs: Belongs
    """Tells whether a person belongs to the club whose members alone may sit down."""
    vacations: Vacations
    """Finds the latest vacations of people."""


class Executor:
    """The service that creates tables and changes them."""

    def __init__(
        self,
        world: World,
        memory: Memory,
        membership: Membership,
        outages: Outages,
        new_tables: RateLimiter,
        hooks: CommandHooks,
    ) -> None:
        self._journal = world.journal
        self._memory = memory
        self._membership = membership
        self._refusals = Refusals()
        self._new_tables = new_tables
        self._entropy = world.entropy
        self._clock = world.clock
        self._outages = outages
        self._act = hooks.act
        self._on_created = hooks.on_created
        self._moved = hooks.on_state
        self._reserve = hooks.reserve
        self._manners = Manners()
        self._apart = hooks.apart
        self._belongs = hooks.belongs
        self._vacations = hooks.vacations
        self._under_way: set[asyncio.Task[Any]] = set()

    async def finish(self) -> None:
        """Return when all commands in progress are finished."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    async def create_table(
        self,
        table: str,
        person: Person,
        settings: TableSettings,
        kept: tuple[Person | None, ...] | None,
        invited: Mapping[str, Person] | None = None,
        begins_by: int | None = None,
        origin: str | None = None,
    ) -> LiveTable:
        """Create a table with this name. Raises :class:`~quincunx.node.ports.Conflict` if it exists, and
        :class:`~quincunx.core.reason.Refusal`."""
        events = setup.create_table(
            table, person, settings, self._entropy.seed(), kept, invited, begins_by, origin
        )
        live = await self.create(table, events)
        await self._check_apart(live)
        return live

    async def create(self, table: str, events: tuple[Event, ...]) -> LiveTable:
        """Append the first entry of a new table, and return the live table."""
        now = self._clock.now()
        first = first_entry(table, now, events)
        await self._journal.append(first.entry, summarize(first.after, now))
        live = self._memory.add_live(self._memory.fold((first.entry,)))
        live.claim()
        self._on_created(live.state)
        await self._membership.publish(first.entry)
        self._act(live)
        return live

    def start_command(self, live: LiveTable, person: Person, request: CommandRequest) -> asyncio.Task[Ack]:
        """Start a command at a table. The task is finished even if its caller is cancelled.

        Commands at one table are carried out in the order of these calls. Raises
        :class:`~quincunx.core.reason.Refusal` for a command that is refused immediately.
        """
        check_key(request)
        if person != SYSTEM:
            check_may_watch(live.state, person, self._clock.now())
        live.begin_command()
        return self.start(self._execute(live, person, request))

    def start(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        """Start work that continues when its caller is cancelled, and when the node stops."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._is_done)
        return task

    def start_own(self, work: Coroutine[None, None, object]) -> None:
        """Start work of the system itself. It has no caller, so a failure is logged. The sweeper retries at a
        table where something is left to do."""
        self.start(_logged(work))

    def _is_done(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        # The sender may have disconnected; asyncio logs an error that is never retrieved.
        if not task.cancelled():
            task.exception()

    async def _execute(self, live: LiveTable, person: Person, request: CommandRequest) -> Ack:
        key = stored_key(person, request)
        try:
            async with live.lock:
                return await self._decide_and_append(live, person, request, key)
        except Refusal as refusal:
            self._refusals.remember(person.id, live.state.id, request.key, refusal.reason)
            raise
        finally:
            live.end_command()
            # Also after a failure: catching up may have shown that a bot must move.
            self._act(live)

    async def _decide_and_append(
        self, live: LiveTable, person: Person, request: CommandRequest, key: str
    ) -> Ack:
        await self._check_version(live, request.version)
        for _ in range(TRIES):
            known = self._earlier_outcome(live, person, request, key)
            if known is not None:
                return known
            await self._outages.check()
            now = self._clock.now()
            if await self._record_interruption(live, now):
                continue
            # After a player's time has run out, the command finds a bot on the seat.
            if timeout.hand_over(live.state, now) and await self._record_vacations(live, now):
                continue
            if await self._hand_over(live, now):
                continue
            decided = await self._decide(live, person, request, now)
            steps = checked_for_capacity(live.state, decided, self._reserve)
            refund = self._manners.charge(live.state, request.command, person)
            is_stored = False
            try:
                is_stored = await self._append(live, key, now, steps)
            finally:
                if not is_stored:
                    refund()
            if is_stored:
                if any(isinstance(step.event, SatDown | TookBack) for step in steps):
                    self._ask_for_vacations(live)
                return Ack(request.key, live.state.version, live.state.rematch)
        raise JournalUnavailable(sentence("The table is too busy right now. Please try again."))

    async def _append(self, live: LiveTable, key: str, now: int, steps: tuple[Step, ...]) -> bool:
        """Append the table's next entry, and publish it.

        Returns false if another node was faster, or if this very command is on disk already. The table has
        then caught up.
        """
        progress = next_entry(live.state, key, now, steps)
        try:
            await self._journal.append(progress.entry, summarize(progress.after, now))
        except Conflict:
            await self._memory.catch_up(live, self._moved)
            if live.versions.get(key) == live.state.version:
                live.claim()
            return False
        live.advance(progress, is_ours=True)
        self._moved(progress.after)
        await self._membership.publish(progress.entry)
        return True

    async def act_on_time(self, live: LiveTable) -> None:
        """Do all that the system must do at this table by now, if anything."""
        async with live.lock:
            await self._outages.check()
            now = self._clock.now()
            what, events = "outage", self._outages.interruption(live.state, now)
            if not events and timeout.hand_over(live.state, now) and await self._record_vacations(live, now):
                self._act(live)
                return
            if not events:
                here = live.presence.people
                what, events = overdue(live.state, now, self._entropy.seed(), here)
            if events:
                steps = checked_for_capacity(live.state, follow(live.state, events), self._reserve)
                await self._append(live, f"{SYSTEM.id}:{what}-{live.state.version}", now, steps)
                self._act(live)

    async def _record_interruption(self, live: LiveTable, now: int) -> bool:
        """Record an outage that the table does not know. Return false if there is none."""
        steps = follow(live.state, self._outages.interruption(live.state, now))
        if steps:
            await self._append(live, f"{SYSTEM.id}:outage-{live.state.version}", now, steps)
        return bool(steps)

    async def _hand_over(self, live: LiveTable, now: int) -> bool:
        """Let a bot play on for a player whose time has run out. Return false if it has not."""
        steps = follow(live.state, timeout.hand_over(live.state, now))
        if steps:
            await self._append(live, f"{SYSTEM.id}:time-{live.state.version}", now, steps)
        return bool(steps)

    async def record_vacations(self, live: LiveTable) -> None:
        """Record the vacations of the people at this table."""
        async with live.lock:
            for _ in range(TRIES):
                await self._outages.check()
                now = self._clock.now()
                # Time that was lost or ran out before the vacation counts first.
                if not (
                    await self._record_interruption(live, now)
                    or await self._record_vacations(live, now)
                    or await self._hand_over(live, now)
                ):
                    break
        self._act(live)

    def _ask_for_vacations(self, live: LiveTable) -> None:
        """Record vacations at a table that has a new player."""
        if vacation.knows_vacations(live.state):
            self.start_own(self.record_vacations(live))

    async def _record_vacations(self, live: LiveTable, now: int) -> bool:
        """Record vacations that the table does not know. Return false if there are none."""
        if not vacation.knows_vacations(live.state):
            return False
        try:
            found = await self._vacations(live.state.people)
        except StoreUnavailable as error:
            raise JournalUnavailable(error.sentence) from error  # nobody loses time meanwhile
        steps = follow(live.state, vacation.record_vacations(live.state, found, now))
        if steps:
            await self._append(live, f"{SYSTEM.id}:vacation-{live.state.version}", now, steps)
        return bool(steps)

    async def _check_apart(self, live: LiveTable) -> None:
        """Check again for whom a new table keeps seats: a block that was stored while the table was created
        was not seen."""
        if any(seat.kind == "kept" and seat.person != live.state.host for seat in live.state.seats):
            await self.open_kept_apart(live)

    async def open_kept_apart(self, live: LiveTable) -> None:
        """Open the seats at this table that are kept for people who must now be kept apart."""
        async with live.lock:
            for _ in range(TRIES):
                people = tuple(dict.fromkeys((*live.state.people, live.state.host)))
                events = sitting.open_kept_apart(live.state, await self._apart(people))
                key = f"{SYSTEM.id}:apart-{live.state.version}"
                steps = follow(live.state, events)
                if not steps or await self._append(live, key, self._clock.now(), steps):
                    return

    async def _check_version(self, live: LiveTable, version: int) -> None:
        if not 0 <= version <= live.state.version:
            # A client of another node may know a newer version than this node.
            await self._memory.catch_up(live, self._moved)
            if not 0 <= version <= live.state.version:
                raise refused("malformed", "bad-version", "The table never had that version.")

    def _earlier_outcome(
        self, live: LiveTable, person: Person, request: CommandRequest, key: str
    ) -> Ack | None:
        """The answer to a command that was carried out before. Raises the refusal of one that was refused
        before."""
        known = earlier_ack(live, request, key)
        if known is not None:
            return known
        refusal = self._refusals.cached_refusal(person.id, live.state.id, request.key)
        if refusal is not None:
            raise Refusal(refusal)
        return rematch_ack(live, request)

    async def _decide(
        self, live: LiveTable, person: Person, request: CommandRequest, now: int
    ) -> tuple[Step, ...]:
        if isinstance(request.command, Rematch):
            return follow(live.state, (await self._rematch(live.state, person),))
        if isinstance(request.command, SitDown):
            await self._check_belongs(live.state, person)
        last_seen = live.presence.last_seen(live.state) if isinstance(request.command, CallBot) else {}
        here = live.presence.people
        up_since = live.presence.up_since
        given = live.state, request.command, person, request.version, now, last_seen, here, up_since
        return decide(*given)

    async def _check_belongs(self, state: TableState, person: Person) -> None:
        club = state.settings.club
        if club is not None and not await self._belongs(person.id, club):
            sentence = "Only members of the club can play at this table."
            raise refused("forbidden", "club-members-only", sentence)

    async def _rematch(self, state: TableState, person: Person) -> RematchMade:
        check_over(state)
        if not any(seat.person == person.id for seat in state.seats):
            raise refused("forbidden", "not-at-table", "Only somebody who plays here can do that.")
        settings, kept = setup.rematch_settings(state)
        people = dict.fromkeys(each.id for each in kept if each is not None)
        if len(people) > 1:
            kept = setup.freed(kept, person, await self._apart(tuple(people)))
        table = setup.rematch_name(state)
        charge = self._new_tables, person.id, 1
        try:
            with admitted(charge, refusal=too_fast):
                await self.create_table(table, person, settings, kept, origin=state.origin)
        except Conflict:
            # The table exists or is being created, perhaps by a node that did not check again.
            await self._check_apart(await self._memory.get(table))
        return RematchMade(table)
