"""Notifications of turns and events, to a person's devices or their address. Number and rate are limited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from quincunx.club.limits import NOTICES
from quincunx.club.ports import Store, StoreUnavailable
from quincunx.club.push import Courier, Message, PushRow, message_of, seconds_of, texts_of_turn
from quincunx.club.reach.notifications import Event, Kind, MailedNotice, Target, push_of, texts_of
from quincunx.kit import RateLimiter, end_tasks
from quincunx.node.ports import Clock
from quincunx.server.observability.watch import Watch
from quincunx.server.people.access.mails import Mails
from quincunx.table.my_tables import Notice

log = structlog.get_logger("quincunx.push")

MOST_UNDER_WAY: Final = 2_000
"""The most messages of this node under way; further ones are dropped."""
MOST_DEVICES: Final = 10
"""The most devices of one person that are notified, the newest. Few people have that many."""
PATIENCE_SECONDS: Final = 3.0
"""The seconds for which a stopping node waits for messages under way."""


class Pushes:
    """A :class:`quincunx.node.ports.Notifier` that sends push messages through a courier, and mails."""

    def __init__(
        self, store: Store, courier: Courier | None, mails: Mails, clock: Clock, watch: Watch
    ) -> None:
        self._mails = mails
        self._store = store
        self._clock = clock
        self._watch = watch
        self._notices = RateLimiter(NOTICES)
        self._under_way: set[asyncio.Task[None]] = set()
        self.courier = courier
        """``None``: no push notifications are sent."""

    @property
    def is_on(self) -> bool:
        """True if this server sends notifications in any way."""
        return self.courier is not None or self._mails.is_on

    async def notify(self, notice: Notice) -> None:
        """Notify a person of a turn, by the way that they have chosen. Does not wait for the delivery."""
        kind: Kind = "invitation" if notice.is_invitation else "turn"
        now = self._clock.now()
        to = await self._store.take_notice(notice.person, notice.table, notice.turn, kind, now)
        if to is None:
            return
        members = await self._store.members(notice.handles)
        guests = frozenset(place for place, handle in enumerate(notice.handles) if handle not in members)
        if to.address is not None:
            title, body = texts_of_turn(notice, to.language, guests)
            mailed = MailedNotice(kind, title, body, f"/t/{notice.table}")
            await self._mail(to, mailed, seconds_of(notice))
        else:
            self._send_all(to, lambda language: message_of(notice, language, guests))

    async def notify_of(self, event: Event) -> bool:
        """Notify a person of an event, by the way that they have chosen. ``False`` if they were notified of
        it before, or do not want to be."""
        to = await self._store.take_event(event.person, event.kind, event.id, self._clock.now())
        if to is None:
            return False
        if to.address is not None:
            title, body = texts_of(event, to.language)
            await self._mail(to, MailedNotice(event.kind, title, body, event.path), event.seconds)
        else:
            self.push(to, event)
        return True

    def push(self, to: Target, event: Event) -> None:
        """Send an event that was claimed to a person's devices."""
        self._send_all(to, lambda language: push_of(event, language))

    async def _mail(self, to: Target, mailed: MailedNotice, seconds: int) -> None:
        if not await self._mails.post_notice(to, mailed, seconds):
            self._watch.metrics.count_notification("given_up")

    def _send_all(self, to: Target, message: Callable[[str], Message]) -> None:
        if self._notices.acquire(to.person):
            self._watch.metrics.count_notification("given_up")
            return
        newest = sorted(to.devices, key=lambda device: device.made_at, reverse=True)
        for device in newest[:MOST_DEVICES]:
            self._send(device, message(device.language))

    async def reachable(self, after: str, limit: int) -> Sequence[str]:
        """The next people after ``after`` who may get notifications, at most ``limit``."""
        return await self._store.pushed(after, limit)

    async def stop(self) -> None:
        """Wait briefly for messages under way, then cancel the rest."""
        if self._under_way:
            _, late = await asyncio.wait(self._under_way, timeout=PATIENCE_SECONDS)
            await end_tasks(late)

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
