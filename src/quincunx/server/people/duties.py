"""What a node does about people unasked: it closes sockets of sessions that have ended, hears who has been
deleted, and lets go of what has run out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, Final

import structlog

from quincunx.club.ports import Store, StoreUnavailable
from quincunx.club.rows import OPERATOR
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
        self._acted_at = clock.now()
        self._tasks: list[asyncio.Task[None]] = []
        self._ends = asyncio.Event()

    async def start(self) -> None:
        """Learn who has been deleted, and go on with all of it."""
        self._sessions.on_end = self._sockets.end
        with contextlib.suppress(StoreUnavailable):
            await self.hear_deleted()
        self._tasks = [
            asyncio.create_task(self._again(CHECK_SECONDS, self.check_sockets)),
            asyncio.create_task(self._again(CHECK_SECONDS, self.hear_deleted)),
            asyncio.create_task(self._again(CHECK_SECONDS, self.log_operators)),
            asyncio.create_task(self._again(TIDY_SECONDS, self.tidy)),
        ]

    async def stop(self) -> None:
        """End all of it, and wait for what is being asked or written: nothing is broken off."""
        self._ends.set()
        await asyncio.gather(*self._tasks)
        await self._sessions.settle()

    async def _again(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        was_well = True
        while not self._ends.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._ends.wait()
                    return
            try:
                await work()
                was_well = True
            except StoreUnavailable as error:
                if was_well:
                    log.warning("people_unavailable", reason=str(error))
                was_well = False
            except Exception:
                log.exception("people_duty_failed")

    async def check_sockets(self) -> None:
        """Close the sockets of sessions that have ended, wherever that was."""
        keys = self._sockets.keys()
        if keys:
            for key in set(keys) - await self._sessions.still(keys):
                self._sessions.ended(key)

    async def hear_deleted(self) -> None:
        """Who has been deleted since this was asked last."""
        rows = await self._store.deleted_since(self._deleted_at)
        if rows:
            self._on_deleted(frozenset(person for person, _ in rows))
            # Nodes' clocks differ a little, and a transaction may have been long.
            self._deleted_at = max(self._deleted_at, rows[-1][1] - 60_000)

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
            if await self._store.tidy(self._clock.now()) < SOME or self._ends.is_set():
                return
            await asyncio.sleep(1)
