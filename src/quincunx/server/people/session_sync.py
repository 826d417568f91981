"""Background tasks about people: apply ended sessions and deletions on this node, and delete expired rows.

Other nodes announce their changes on the bus. The store is polled, too, since it also has the operators'
actions, and changes that the bus has lost.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, Protocol

import structlog

from quincunx.club.ports import Store, StoreUnavailable
from quincunx.club.rows import EVERYBODY, OPERATOR
from quincunx.kit import Periodic, stop_all
from quincunx.node.messages import CredentialEnded, Gap, OfPeople, PersonChanged
from quincunx.node.ports import Clock
from quincunx.server.people.access.sessions import Sessions
from quincunx.table.deadlines.outage import BEHIND_MILLISECONDS

log = structlog.get_logger("quincunx.server")

CHECK_SECONDS: Final = 10.0
OPERATORS_SECONDS: Final = 2.0
"""Seconds between polls for operators' actions. Operators do not use the bus, so this is the delay on every
node."""
ENDING: Final = frozenset({"ban", "sign_out", "delete"})
"""The operators' actions that end sessions."""
_OF_BANS: Final = frozenset({"ban", "unban"})
TIDY_SECONDS: Final = 3_600.0
MOST_AUDIT_ENTRIES: Final = 100
SOME: Final = 500
"""The number of guests deleted in one step; there may be more."""
MOST_ROUNDS: Final = 1_000
OVERLAP_MILLISECONDS: Final = 60_000
"""Deletions of this period are read again: nodes' clocks differ a little, and a transaction may take long."""
STOP_SECONDS: Final = 10.0
"""Seconds that a running task may take to finish when the server stops."""


class Sockets(Protocol):
    """The open sockets of a node, as far as ending sessions requires."""

    def keys(self) -> list[bytes]:
        """The keys of the sessions and tokens that have sockets open."""
        ...


class SessionSync:
    """Periodic tasks, from :meth:`start` to :meth:`stop`. ``on_deleted`` gets the ids of deleted people,
    whose names must not be shown any more. ``on_ban`` gets the id of each person whom an operator has banned,
    or whose ban was lifted: their vacation ends or goes on."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        sockets: Sockets,
        clock: Clock,
        on_deleted: Callable[[frozenset[str]], None],
        on_ban: Callable[[str], Awaitable[None]],
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._sockets = sockets
        self._clock = clock
        self._on_deleted = on_deleted
        self._on_ban = on_ban
        self._deleted_at = 0
        self._announced: frozenset[str] = frozenset()
        """The ids already passed to ``on_deleted``, as far as they may be read again."""
        self._acts: frozenset[tuple[int, str, str, str]] | None = None
        """The newest recorded actions; ``None`` before they have been read."""
        work = (
            ("ended sessions", self.check_sockets, CHECK_SECONDS),
            ("deleted people", self.hear_deleted, CHECK_SECONDS),
            ("operators' acts", self.hear_operators, OPERATORS_SECONDS),
            ("expired rows", self.delete_expired, TIDY_SECONDS),
        )
        self._loops = [
            Periodic(name, each, seconds, expected=(StoreUnavailable,), waits_first=True)
            for name, each, seconds in work
        ]

    async def start(self) -> None:
        """Learn of deletions so far, then start the periodic tasks."""
        with contextlib.suppress(StoreUnavailable):
            await self.correct_times()
            await self.hear_deleted()
            await self.hear_operators()
        for loop in self._loops:
            loop.start()

    async def stop(self) -> None:
        """Stop the tasks, and wait for pending reads and writes to finish."""
        await asyncio.gather(*(stop_all(partial(loop.stop, STOP_SECONDS)) for loop in self._loops))
        await stop_all(self._sessions.settle)

    async def correct_times(self) -> None:
        """Correct times in the future, left by a system clock that was ahead."""
        now = self._clock.now()
        if await self._store.correct_times(now, now + BEHIND_MILLISECONDS):
            log.warning("times_of_a_wrong_clock_corrected")

    async def check_sockets(self) -> None:
        """Close the sockets of sessions that have ended on any node."""
        keys = self._sockets.keys()
        if keys:
            for key in set(keys) - await self._sessions.still_valid(keys):
                self._sessions.apply_news(CredentialEnded(key))

    async def hear_deleted(self) -> None:
        """Pass the people deleted since the last call to ``on_deleted``, each person once."""
        rows = await self._store.deleted_since(self._deleted_at)
        people = frozenset(person for person, _ in rows)
        if people - self._announced:
            self._on_deleted(people - self._announced)
        self._announced = people
        if rows:
            # A node whose clock is ahead must not hide later deletions by others.
            newest = min(rows[-1][1], self._clock.now())
            self._deleted_at = max(self._deleted_at, newest - OVERLAP_MILLISECONDS)

    def apply_news(self, news: OfPeople | Gap) -> None:
        """Apply the changes of other nodes. After a lost message, check all sessions with the store."""
        if isinstance(news, Gap):
            self._sessions.mark_all_unconfirmed()
            for loop in self._loops[:-1]:
                loop.wake()
        else:
            self._sessions.apply_news(news)

    async def hear_operators(self) -> None:
        """Apply operators' actions since the last call on this node, and log a line for each."""
        audit_entries = await self._store.audit_entries(None, MOST_AUDIT_ENTRIES)
        acts = {(entry.at, entry.actor, entry.act, entry.person): None for entry in reversed(audit_entries)}
        # At its start the node has no cached state that could be outdated.
        known = acts.keys() if self._acts is None else self._acts
        for at, actor, act, person in acts:
            if (at, actor, act, person) not in known and actor.startswith(OPERATOR):
                log.warning("operator_acted", topic="security", actor=actor, act=act, person=person)
                self._sessions.apply_news(PersonChanged(person, is_end=act in ENDING))
                if act in _OF_BANS:
                    await self._on_ban(person)
                if person == EVERYBODY:
                    self._sessions.mark_all_unconfirmed()
                    await self.check_sockets()
        self._acts = frozenset(acts)

    async def delete_expired(self) -> None:
        """Delete expired rows."""
        for _ in range(MOST_ROUNDS):
            if await self._store.delete_expired(self._clock.now()) < SOME or self._loops[-1].is_ending:
                return
            await asyncio.sleep(1)
