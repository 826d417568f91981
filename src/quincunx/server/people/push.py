"""People's devices are told that a table waits for them: whom the node names, on all their devices, within
bounds."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import structlog

from quincunx.club.limits import NOTICES
from quincunx.club.ports import Store, StoreUnavailable
from quincunx.club.push import Courier, Message, PushRow, message_of
from quincunx.kit import RateLimiter
from quincunx.node.ports import Clock
from quincunx.server.observability.watch import Watch
from quincunx.table.my_tables import Notice

log = structlog.get_logger("quincunx.push")

MOST_UNDER_WAY: Final = 2_000
"""Messages of this node; what comes beyond is given up."""
MOST_DEVICES: Final = 10
"""Devices of one person that are told, the newest; nobody has so many."""
PATIENCE_SECONDS: Final = 3.0
"""How long the node's end waits for messages that are just being handed over."""


class Pushes:
    """A :class:`quincunx.node.ports.Notifier`."""

    def __init__(self, store: Store, courier: Courier | None, clock: Clock, watch: Watch) -> None:
        self._store = store
        self._clock = clock
        self._watch = watch
        self._notices = RateLimiter(NOTICES)
        self._under_way: set[asyncio.Task[None]] = set()
        self.courier = courier
        """``None`` where nobody is told."""

    async def tell(self, notice: Notice) -> None:
        """See :class:`quincunx.node.ports.Notifier`."""
        now = self._clock.now()
        devices = await self._store.take_notice(notice.person, notice.table, notice.turn, now)
        if devices and self._notices.take(devices[0].person):
            self._watch.metrics.told("given_up")
            return
        if not devices:
            return
        members = await self._store.members(notice.handles)
        guests = frozenset(place for place, handle in enumerate(notice.handles) if handle not in members)
        newest = sorted(devices, key=lambda device: device.made_at, reverse=True)
        for device in newest[:MOST_DEVICES]:
            self._send(device, message_of(notice, device.language, guests))

    async def reachable(self, after: str, limit: int) -> Sequence[str]:
        """See :class:`quincunx.node.ports.Notifier`."""
        return await self._store.pushed(after, limit)

    async def stop(self) -> None:
        """Give up what takes too long."""
        if self._under_way:
            _, late = await asyncio.wait(self._under_way, timeout=PATIENCE_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _send(self, device: PushRow, message: Message) -> None:
        if len(self._under_way) >= MOST_UNDER_WAY:
            self._watch.metrics.told("given_up")
            return
        task = asyncio.create_task(self._deliver(device, message))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _deliver(self, device: PushRow, message: Message) -> None:
        if self.courier is None:
            return
        try:
            outcome = await self.courier.deliver(device, message)
            self._watch.metrics.told(outcome)
            if outcome == "refused":
                self._watch.security.note("bad_push_service", address="")
            if outcome == "gone":
                await self._store.end_push(device.endpoint)
        except StoreUnavailable as error:
            log.warning("push_not_ended", reason=str(error))
        except Exception:
            log.exception("push_failed")
