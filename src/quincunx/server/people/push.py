"""Push notifications that a table waits for a person, to all their devices. Number and rate are limited."""

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
"""The most messages of this node under way; further ones are dropped."""
MOST_DEVICES: Final = 10
"""The most devices of one person that are notified, the newest. Nobody has so many."""
PATIENCE_SECONDS: Final = 3.0
"""The seconds for which a stopping node waits for messages under way."""


class Pushes:
    """A :class:`quincunx.node.ports.Notifier` that sends push messages through a courier."""

    def __init__(self, store: Store, courier: Courier | None, clock: Clock, watch: Watch) -> None:
        self._store = store
        self._clock = clock
        self._watch = watch
        self._notices = RateLimiter(NOTICES)
        self._under_way: set[asyncio.Task[None]] = set()
        self.courier = courier
        """``None``: no notifications are sent."""

    async def notify(self, notice: Notice) -> None:
        """Send a notification to the person's devices. Does not wait for the delivery."""
        now = self._clock.now()
        devices = await self._store.take_notice(notice.person, notice.table, notice.turn, now)
        if devices and self._notices.acquire(devices[0].person):
            self._watch.metrics.count_notification("given_up")
            return
        if not devices:
            return
        members = await self._store.members(notice.handles)
        guests = frozenset(place for place, handle in enumerate(notice.handles) if handle not in members)
        newest = sorted(devices, key=lambda device: device.made_at, reverse=True)
        for device in newest[:MOST_DEVICES]:
            self._send(device, message_of(notice, device.language, guests))

    async def reachable(self, after: str, limit: int) -> Sequence[str]:
        """The next people after ``after`` with a device that gets notifications, at most ``limit``."""
        return await self._store.pushed(after, limit)

    async def stop(self) -> None:
        """Wait briefly for messages under way, then cancel the rest."""
        if self._under_way:
            _, late = await asyncio.wait(self._under_way, timeout=PATIENCE_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _send(self, device: PushRow, message: Message) -> None:
        if len(self._under_way) >= MOST_UNDER_WAY:
            self._watch.metrics.count_notification("given_up")
            return
        task = asyncio.create_task(self._deliver(device, message))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _deliver(self, device: PushRow, message: Message) -> None:
        if self.courier is None:
            return
        try:
            outcome = await self.courier.deliver(device, message)
            self._watch.metrics.count_notification(outcome)
            if outcome == "refused":
                self._watch.security.record_event("bad_push_service", address="")
            if outcome == "gone":
                await self._store.end_push(device.endpoint)
        except StoreUnavailable as error:
            log.warning("push_not_ended", reason=str(error))
        except Exception:
            log.exception("push_failed")
