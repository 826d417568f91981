"""What a node does about people unasked: it closes sockets of sessions that have ended, hears who has been
deleted, and lets go of what has run out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

import structlog

from quincunx.club.ports import Store, StoreUnavailable
from quincunx.club.rows import OPERATOR
from quincunx.kit import Periodic, stop_all
from quincunx.node.ports import Clock
from quincunx.server.people.sessions import Sessions
from quincunx.server.sockets import Sockets

log = structlog.get_logger("quincunx.server")

CHECK_SECONDS: Final = 10.0
TIDY_SECONDS: Final = 3_600.0
MOST_DEEDS: Final = 100
SOME: Final = 500
"""Guests that are forgotten in one go; there may be more of them."""
MOST_ROUNDS: Final = 1_000
OVERLAP_MILLISECONDS: Final = 60_000
"""Deletions are read again for so long: clocks of nodes differ a little, and a transaction may take long."""
STOP_SECONDS: Final = 10.0
"""How long a round under way may take to finish when the server stops."""


class PeopleDuties:
    """Some tasks, from :meth:`start` to :meth:`stop`. ``on_deleted`` hears of ids whose names are not to be
    shown any more."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        sockets: Sockets,
        clock: Clock,
        on_deleted: Callable[[frozenset[str]], None],
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._sockets = sockets
        self._clock = clock
        self._on_deleted = on_deleted
        self._deleted_at = 0
        self._told: frozenset[str] = frozenset()
        """Those of whom ``on_deleted`` has heard, as far as they may be read again."""
        self._acted_at = clock.now()
        work = (
            ("ended sessions", self.check_sockets, CHECK_SECONDS),
            ("deleted people", self.hear_deleted, CHECK_SECONDS),
            ("operators' acts", self.log_operators, CHECK_SECONDS),
            ("expired rows", self.tidy, TIDY_SECONDS),
        )
        self._loops = [
            Periodic(name, each, seconds, expected=(StoreUnavailable,), waits_first=True)
            for name, each, seconds in work
        ]

    async def start(self) -> None:
        """Learn who has been deleted, and go on with all of it."""
        self._sessions.on_end = self._sockets.end
        with contextlib.suppress(StoreUnavailable):
            await self.hear_deleted()
        for loop in self._loops:
            loop.start()

    async def stop(self) -> None:
        """End all of it, and wait for what is being asked or written: nothing is broken off."""
        await asyncio.gather(*(loop.stop(STOP_SECONDS) for loop in self._loops))
        await stop_all(self._sessions.settle)

    async def check_sockets(self) -> None:
        """Close the sockets of sessions that have ended, wherever that was."""
        keys = self._sockets.keys()
        if keys:
            for key in set(keys) - await self._sessions.still(keys):
                self._sessions.ended(key)

    async def hear_deleted(self) -> None:
        """Tell of those who have been deleted since this was asked last, once of each."""
        rows = await self._store.deleted_since(self._deleted_at)
        people = frozenset(person for person, _ in rows)
        if people - self._told:
            self._on_deleted(people - self._told)
        self._told = people
        if rows:
            # A node whose clock is ahead must not hide what others delete after it.
            newest = min(rows[-1][1], self._clock.now())
            self._deleted_at = max(self._deleted_at, newest - OVERLAP_MILLISECONDS)

    async def log_operators(self) -> None:
        """What operators have done since this was asked last: a line each in this node's log."""
        deeds = await self._store.deeds(None, MOST_DEEDS)
        for deed in reversed(deeds):
            if deed.at > self._acted_at and deed.actor.startswith(OPERATOR):
                log.warning(
                    "operator_acted", topic="security", actor=deed.actor, act=deed.act, person=deed.person
                )
        self._acted_at = max([self._acted_at, *(deed.at for deed in deeds)])

    async def tidy(self) -> None:
        """Let go of what has run out."""
        for _ in range(MOST_ROUNDS):
            if await self._store.tidy(self._clock.now()) < SOME or self._loops[-1].is_ending:
                return
            await asyncio.sleep(1)
