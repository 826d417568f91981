"""The notifications that people choose, alerts, and one-click unsubscribing."""

from __future__ import annotations

from typing import Final

from quincunx.club.limits import NOTIFICATION_CHOICES as RATE
from quincunx.club.limits import admitted
from quincunx.club.ports import NoSuchPerson, Store
from quincunx.club.reach.notifications import Alert, NotificationChoices, Notifications, Unsubscribed
from quincunx.core.reason import Reason, Refusal
from quincunx.kit import RateLimiter
from quincunx.node.ports import Clock
from quincunx.server.errors import NO_COOKIE
from quincunx.server.people.access.mails import Mails
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.identity import Identity
from quincunx.server.people.push import Pushes
from quincunx.server.people.reach.unsubscribing import Unsubscribing

ALERT_MILLISECONDS: Final = 4 * 3_600_000
"""Time for which a person waits for another one to seek a game."""
BAD_LINK: Final = Reason("unknown", "bad-unsubscribe", "That address ends no e-mails here.")
NO_DEVICE: Final = Reason("conflict", "no-device", "Turn on notifications on this device first.")


class NotificationService:
    """Choices of notifications, and alerts. Methods raise :class:`~quincunx.core.reason.Refusal` and
    :class:`~quincunx.club.ports.StoreUnavailable`."""

    def __init__(
        self, store: Store, sessions: Sessions, ways: tuple[Pushes, Mails], keys: Unsubscribing, clock: Clock
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._pushes, self._mails = ways
        self._keys = keys
        self._clock = clock
        self._changes = RateLimiter(RATE)

    async def view(self, identity: Identity) -> Notifications:
        """The caller's choices, and what is possible."""
        person = identity.row.id
        known = await self._store.mail_address(person) if self._mails.is_on else None
        return Notifications(
            choices=await self._store.notification_choices(person),
            has_push=self._pushes.courier is not None,
            has_device=await self._store.has_push(person),
            has_mail=self._mails.is_on,
            has_address=known is not None and known.address is not None,
        )

    async def choose(self, identity: Identity, choices: NotificationChoices) -> Notifications:
        """Store the caller's choices."""
        with admitted((self._changes, identity.row.id, 1)), self._sessions.checked_by_store(identity):
            try:
                await self._store.choose_notifications(identity.row.id, choices, identity.authority)
            except NoSuchPerson:
                raise Refusal(NO_COOKIE) from None
        return await self.view(identity)

    async def unsubscribe(self, token: str) -> Unsubscribed:
        """End mails of one kind to the reader of a mail. Doing it again is harmless."""
        found = self._keys.read(token)
        if found is None or not await self._store.stop_mails(*found):
            raise Refusal(BAD_LINK)
        return Unsubscribed(found[1])

    async def alert(self, identity: Identity) -> Alert:
        """The caller's alert, if there is one."""
        return Alert(await self._store.alert_until(identity.row.id, self._clock.now()))

    async def set_alert(self, identity: Identity, is_on: bool) -> Alert:
        """Notify the caller once when another person seeks a game, or no longer."""
        if is_on and not await self._store.has_push(identity.row.id):
            raise Refusal(NO_DEVICE)
        until = self._clock.now() + ALERT_MILLISECONDS if is_on else None
        with admitted((self._changes, identity.row.id, 1)), self._sessions.checked_by_store(identity):
            try:
                await self._store.set_alert(identity.row.id, until, identity.authority)
            except NoSuchPerson:
                raise Refusal(NO_COOKIE) from None
        return Alert(until)
