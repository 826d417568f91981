"""Push notifications that a table waits for a person: stored devices, and the messages to them.

A browser that wants notifications has a push service. Only the browser and this server know its address there
(the *endpoint*), and the service cannot read the messages.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache
from typing import Final, Literal, Protocol
from urllib.parse import urlsplit

import msgspec

from quincunx.club.accounts.names import marked
from quincunx.core.reason import Reason, Refusal
from quincunx.core.values import Phrase
from quincunx.table.my_tables import Notice
from quincunx.texts.catalogue import ENGLISH, Catalogue, languages

LONGEST_ENDPOINT: Final = 1_024
POINT_BYTES: Final = 65
AUTH_BYTES: Final = 16
KEPT_FOR: Final = 100 * 24 * 3_600_000
"""Time for which it is recorded that a person was notified. Idle tables expire sooner."""
LONGEST_LIFE: Final = 24 * 3_600
"""Longest time in seconds for which a push service stores a notification for a device that is offline."""
_DAY: Final = 86_400
_HOUR: Final = 3_600
_BEFORE_HAN: Final = re.compile(r"(?<=\d)(?=[\u4e00-\u9fff])")
# Only host names, and none that could be parsed as a number. The address behind a name is checked when
# connecting.
_HOST: Final = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])")
BAD_ENDPOINT: Final = Reason(
    "malformed", "bad-endpoint", "That is not the address of a push service (https, by name, at port 443)."
)


class PushRow(msgspec.Struct, frozen=True):
    """A device with notifications. ``key`` is the server's public key with which the browser subscribed."""

    session: str
    person: str
    endpoint: str
    point: bytes
    """The browser's public key on P-256, uncompressed."""
    auth: bytes
    key: bytes
    language: str
    made_at: int


class Message(msgspec.Struct, frozen=True):
    """A message for a push service to deliver to a device."""

    body: bytes
    topic: str
    """A newer message of the same topic replaces one that has not been delivered yet."""
    seconds: int
    """Time to live in seconds."""
    is_urgent: bool


Outcome = Literal["sent", "gone", "refused", "failed"]
"""Outcome of sending a message: delivered to the push service; the device no longer exists; the service is
not one that the server contacts; or the delivery failed this time."""


class Courier(Protocol):
    """Sends messages to push services without blocking the caller."""

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The server's public keys, the one for new devices first."""
        ...

    async def deliver(self, to: PushRow, message: Message) -> Outcome:
        """Deliver a message, in bounded time."""
        ...


class _Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The content shown by the service worker (``web/src/worker/``)."""

    title: str
    body: str
    table: str = ""
    path: str = ""
    """The page that a touch opens, if it is no table."""


def check_endpoint(endpoint: str) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless a push service could be at this address."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise Refusal(BAD_ENDPOINT) from None
    is_plain = len(endpoint) <= LONGEST_ENDPOINT and endpoint.isascii() and endpoint.isprintable()
    host = parts.hostname or ""
    is_named = len(host) <= 253 and _HOST.fullmatch(host) is not None and "@" not in parts.netloc
    if not is_plain or " " in endpoint or not is_named or parts.scheme != "https" or parts.fragment:
        raise Refusal(BAD_ENDPOINT)
    if port not in (None, 443):
        raise Refusal(BAD_ENDPOINT)


def message_of(notice: Notice, language: str, guests: Container[int] = ()) -> Message:
    """The message to a device, in its language. ``guests`` are the indices of guests in ``notice.others``,
    whose names are marked."""
    title, body = texts_of_turn(notice, language, guests)
    return Message(
        body=msgspec.json.encode(_Shown(title, body, notice.table)),
        topic=notice.table[:32],
        seconds=seconds_of(notice),
        is_urgent=notice.is_live,
    )


def message_with(title: str, body: str, path: str, topic: str, seconds: int) -> Message:
    """A message that opens a page."""
    return Message(msgspec.json.encode(_Shown(title, body, path=path)), topic, seconds, is_urgent=False)


def seconds_of(notice: Notice) -> int:
    """The time to live of a notification that a table waits."""
    return LONGEST_LIFE if notice.left is None else max(1, min(LONGEST_LIFE, notice.left // 1_000))


def texts_of_turn(notice: Notice, language: str, guests: Container[int] = ()) -> tuple[str, str]:
    """The title and the body of a notification that a table waits. ``guests`` as for :func:`message_of`."""
    words = _words(language)
    game = Phrase(f"{notice.game}.name")
    title = words.translate(Phrase("push.turn" if notice.turn else "push.seat", {"game": game}))
    parts: list[str] = []
    if notice.others:
        word = words.translate(Phrase("app.guest"))
        others = tuple(
            marked(name, word) if place in guests else name for place, name in enumerate(notice.others)
        )
        parts.append(words.translate(Phrase("home.withOthers", {"names": others})))
    if notice.left is not None:
        parts.append(words.translate(Phrase("push.left", {"time": _time(notice.left // 1_000, words)})))
    return title, " · ".join(part[:1].upper() + part[1:] for part in parts)


def _time(seconds: int, words: Catalogue) -> str:
    """A duration in a single unit, as a board shows it. A day counts as whole until half an hour of it is
    gone."""
    if seconds + _HOUR // 2 >= _DAY:
        whole = (seconds + _HOUR // 2) // _DAY * _DAY
    elif seconds + 60 >= _HOUR:
        whole = (seconds + 60) // _HOUR * _HOUR
    else:
        whole = seconds // 60 * 60 if seconds >= 60 else seconds
    # Our texts put a space between a number and a Chinese word; CLDR does not.
    return _BEFORE_HAN.sub(" ", words.formats.duration(whole))


@lru_cache(maxsize=16)
def _words(language: str) -> Catalogue:
    return Catalogue(language if language in languages() else ENGLISH)
