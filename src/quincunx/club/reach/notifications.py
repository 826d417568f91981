"""Notifications by kind and way: what an account chooses, what happened, and the texts.

An event is claimed in the store before anything is sent. So each person is notified of it at most once,
whatever nodes do.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Final, Literal, Protocol, get_args

import msgspec

from quincunx.club.push import Message, PushRow, message_with
from quincunx.club.rows import Authority
from quincunx.core.values import Phrase
from quincunx.texts.catalogue import Catalogue

Kind = Literal["turn", "time", "tournament", "friend", "invitation", "weekly"]
"""My turn; my time is almost gone; a tournament begins soon; a friend seeks a game; an invitation; the weekly
summary of turn-based games."""
Way = Literal["off", "push", "mail"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
KEPT_FOR: Final = 40 * 24 * 3_600_000
"""Milliseconds for which it is recorded that a person was notified of an event. Events are younger."""
MAIL_SECONDS: Final = 12 * 3_600
"""Seconds after which a mailed notification that could not be sent is dropped."""


class NotificationChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The way by which a person is notified of each kind of event."""

    turn: Way = "push"
    time: Way = "push"
    tournament: Way = "push"
    friend: Way = "off"
    invitation: Way = "push"
    weekly: Way = "off"

    def way(self, kind: Kind) -> Way:
        """The way for this kind."""
        found: Way = getattr(self, kind)
        return found


class Notifications(msgspec.Struct, frozen=True):
    """The caller's choices, and what is possible here."""

    choices: NotificationChoices
    has_push: bool
    """True if this server sends push notifications."""
    has_device: bool
    """True if any device of the caller gets them."""
    has_mail: bool
    """True if this server sends e-mail."""
    has_address: bool
    """True if the caller has a confirmed address."""


class Alert(msgspec.Struct, frozen=True):
    """The time until which the caller is notified once when another person seeks a game; ``None``: they are
    not."""

    until: int | None


class SetAlert(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Notify the caller once when another person seeks a game, or no longer."""

    is_on: bool


class Unsubscribed(msgspec.Struct, frozen=True):
    """The kind of which no mails are sent any more."""

    kind: Kind


class Event(msgspec.Struct, frozen=True):
    """Something of which a person is notified."""

    person: str
    kind: Kind
    id: str
    """Its key among the events of the person and kind."""
    title: Phrase
    body: tuple[Phrase, ...]
    path: str
    """The page that a touch opens."""
    seconds: int
    """Time to live in seconds."""


class Target(msgspec.Struct, frozen=True):
    """Where a notification goes: to devices, or to an address."""

    person: str
    devices: tuple[PushRow, ...] = ()
    address: str | None = None
    language: str = "en"
    """The language of a mail."""


class NotificationStore(Protocol):
    """The part of the store of people that is about notifications."""

    async def notification_choices(self, person: str) -> NotificationChoices: ...

    async def choose_notifications(
        self, person: str, choices: NotificationChoices, by: Authority | None = None
    ) -> None:
        """Store a person's choices. Raises :class:`~quincunx.club.ports.NoSuchPerson`."""
        ...

    async def stop_mails(self, person: str, kind: Kind) -> bool:
        """End mails of this kind to a person. ``False`` if the person does not exist (any more)."""
        ...

    async def take_event(self, person: str, kind: Kind, event: str, now: int) -> Target | None:
        """Claim an event for a person (or for the account that they were merged into). ``None`` if they do
        not want to be notified of this kind, if there is no way to them, and for all later callers."""
        ...

    async def take_notice(self, person: str, table: str, turn: int, kind: Kind, now: int) -> Target | None:
        """Claim the notification for a turn of a table that waits for a person. Each turn is claimed once,
        and never an older one. ``None`` as for :meth:`take_event`."""
        ...

    async def has_push(self, person: str) -> bool:
        """True if any device of this person gets push notifications."""
        ...

    async def set_alert(self, person: str, until: int | None, by: Authority | None = None) -> None:
        """Notify this person once when another person seeks a game until then; ``None``: no longer. Raises
        :class:`~quincunx.club.ports.NoSuchPerson`."""
        ...

    async def alert_until(self, person: str, now: int) -> int | None:
        """The time until which this person waits for another to seek a game; ``None`` if they do not."""
        ...

    async def take_alerts(self, seeker: str, now: int, limit: int) -> Sequence[Target]:
        """Claim the people to notify that another person seeks a game. Each waits no longer. People who seek
        one themselves, and those to be kept apart from the seeker, are left out."""
        ...

    async def wanting(self, kind: Kind, after: str, limit: int) -> Sequence[str]:
        """The ids, in order after ``after``, of people who have chosen this kind."""
        ...


def push_of(event: Event, language: str) -> Message:
    """The message to a device, in its language."""
    topic = base64.urlsafe_b64encode(blake2b(event.id.encode(), digest_size=16).digest()).rstrip(b"=")
    title, body = texts_of(event, language)
    return message_with(title, body, event.path, topic.decode(), event.seconds)


def texts_of(event: Event, language: str) -> tuple[str, str]:
    """The title and the body in a language."""
    words = Catalogue(language)
    body = " · ".join(words.translate(each) for each in event.body)
    return words.translate(event.title), body[:1].upper() + body[1:]


class MailedNotice(msgspec.Struct, frozen=True):
    """A notification in the outbox, in the language of its address."""

    kind: Kind
    title: str
    body: str
    path: str


def phrase(key: str, **params: object) -> Phrase:
    """A text of notifications."""
    given: Mapping[str, object] = params
    return Phrase(f"push.{key}", dict(given))
