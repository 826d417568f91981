"""Vacations of accounts: stored first, then recorded at their tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import structlog

from quincunx.club.limits import VACATIONS, admitted
from quincunx.club.ports import Store
from quincunx.club.reach import vacations
from quincunx.club.reach.vacations import VacationView
from quincunx.core.reason import refused
from quincunx.kit import RateLimiter
from quincunx.node.ports import Clock, JournalUnavailable
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.identity import Identity
from quincunx.table.parts import Vacation
from quincunx.table.seats.person import Person

log = structlog.get_logger("quincunx.server")

Record = Callable[[Sequence[Person]], Awaitable[None]]
"""Records the vacation of the person with these ids at their tables."""


class VacationService:
    """Vacations on a server that grants ``days`` a year. Methods raise
    :class:`~quincunx.core.reason.Refusal` and :class:`~quincunx.club.ports.StoreUnavailable`."""

    def __init__(self, store: Store, sessions: Sessions, clock: Clock, days: int, record: Record) -> None:
        self._store = store
        self._sessions = sessions
        self._clock = clock
        self._days = days
        self._record = record
        self._changes = RateLimiter(VACATIONS)

    async def view(self, identity: Identity) -> VacationView:
        """The caller's vacation."""
        return vacations.view(await self._known(identity), self._days, self._clock.now())

    async def start(self, identity: Identity, days: int) -> VacationView:
        """Start a vacation of the caller, now."""
        known = await self._known(identity)
        return await self._change(
            identity, known, vacations.start(known, days, self._days, self._clock.now())
        )

    async def end(self, identity: Identity) -> VacationView:
        """End the caller's vacation. Without one, their tables are told again of the end of the last."""
        known = await self._known(identity)
        ended = vacations.end(known, self._clock.now())
        if ended is not None:
            return await self._change(identity, known, ended)
        if known:
            with admitted((self._changes, identity.row.id, 1)):
                await self.tell(identity.people)
        return await self.view(identity)

    async def _known(self, identity: Identity) -> Sequence[Vacation]:
        if not identity.is_account:
            raise refused("forbidden", "vacation-by-account", "You need an account to go on vacation.")
        return await self._store.vacations(identity.row.id)

    async def _change(self, identity: Identity, known: Sequence[Vacation], after: Vacation) -> VacationView:
        before = known[-1] if known else None
        counted = admitted((self._changes, identity.row.id, 1))
        with self._sessions.checked_by_store(identity), counted:
            if not await self._store.keep_vacation(identity.row.id, before, after, identity.authority):
                raise refused("conflict", "vacation-changed", "Your vacation has changed meanwhile.")
        await self.tell(identity.people)
        return await self.view(identity)

    async def tell_of_ban(self, person: str) -> None:
        """Record at their tables that the vacation of a banned person has ended, or goes on after the ban."""
        row = await self._store.person(person)
        if row is not None:
            await self.tell([Person(each, row.name) for each in await self._store.ids_of(row.id)])

    async def tell(self, people: Sequence[Person]) -> None:
        """Record the vacation of the person with these ids at their tables, or that they have none any more:
        they have been deleted or banned."""
        try:
            await self._record(people)
        except JournalUnavailable as error:
            # A table that does not know of it asks before a player's time runs out.
            log.warning("vacation_waits", reason=str(error))
