"""Limits on the unanswered invitations of a person, so that they cannot flood the person's list of tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Final

from quincunx.core.reason import Refusal, refused
from quincunx.node.lists.my_tables import MOST_SHOWN
from quincunx.node.live.cache import Memory
from quincunx.node.ports import Journal, JournalDamaged
from quincunx.table.my_tables import is_invited
from quincunx.table.seats.person import Person

MOST_FROM_ONE: Final = 3
"""Most unanswered invitations from one host to one person."""
MOST_WAITING: Final = 50
"""Most unanswered invitations from all hosts to one person. Strangers may invite a program, and half of its
list is left for its games."""


class Invitations:
    """Counts the invitations at the tables of invited people."""

    def __init__(self, journal: Journal, memory: Memory) -> None:
        self._journal = journal
        self._memory = memory
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def reserved(self, host: Person, invited: Collection[Person]) -> AsyncGenerator[None]:
        """Guard the creation of a table with these invitations. No other invitations are counted during the
        block. Raises :class:`~quincunx.core.reason.Refusal` if a person has too many, and
        :class:`~quincunx.node.ports.JournalUnavailable`."""
        if not invited:
            yield
            return
        async with self._lock:
            for person in invited:
                await self._check(host, person)
            yield

    async def _check(self, host: Person, person: Person) -> None:
        hosts = [found async for found in self._hosts(person)]
        if hosts.count(host.id) >= MOST_FROM_ONE:
            sentence = f"{person.name} has {MOST_FROM_ONE} invitations of yours to answer first."
            raise refused("too-fast", "invited-often", sentence, name=person.name, most=MOST_FROM_ONE)
        if len(hosts) >= MOST_WAITING:
            sentence = f"{person.name} has many invitations to answer first; please try again later."
            raise refused("too-fast", "many-invitations", sentence, name=person.name)

    async def _hosts(self, person: Person) -> AsyncIterator[str]:
        """The hosts of the unanswered invitations of this person."""
        for table in await self._journal.tables_of([person.id], MOST_SHOWN):
            try:
                state = (await self._memory.get(table)).state
            except (Refusal, JournalDamaged):
                continue
            if is_invited(state, person.id):
                yield state.host
