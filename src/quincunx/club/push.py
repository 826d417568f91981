"""Telling somebody's device that a table waits for them: what is kept of the device, and what it is told.

A *notice* says that a table waits for somebody. A browser that wants notices has a push service, at an
address (*endpoint*) that only it and we know; what is sent there the service cannot read.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache
from typing import Final, Literal, Protocol
from urllib.parse import urlsplit

import msgspec
from babel import Locale
from babel.dates import format_timedelta

from quincunx.club.accounts.names import marked
from quincunx.core.reason import Reason, Refusal
from quincunx.core.values import Phrase
from quincunx.table.my_tables import Notice
from quincunx.texts.catalogue import ENGLISH, Catalogue, languages

LONGEST_ENDPOINT: Final = 1_024
POINT_BYTES: Final = 65
AUTH_BYTES: Final = 16
KEPT_FOR: Final = 100 * 24 * 3_600_000
"""How long it is remembered that somebody was told; tables to which nobody comes back are closed sooner."""
LONGEST_LIFE: Final = 24 * 3_600
"""Seconds: a push service keeps a notice for a device that is away so long at most."""
_DAY: Final = 86_400
_HOUR: Final = 3_600
_BEFORE_HAN: Final = re.compile(r"(?<=\d)(?=[\u4e00-\u9fff])")
# Names alone, and none that could be read as a number: whom they stand for is checked when we connect.
_HOST: Final = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])")
BAD_ENDPOINT: Final = Reason(
    "malformed", "bad-endpoint", "That is not the address of a push service (https, by name, at port 443)."
)


class PushRow(msgspec.Struct, frozen=True):
    """A device that is told. ``key`` is the public key of ours for which its push service was asked."""

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
    """What a push service is asked to bring to a device."""

    body: bytes
    topic: str
    """A newer message of the same topic replaces one that has not been brought yet."""
    seconds: int
    """How long it is worth bringing."""
    is_urgent: bool


Outcome = Literal["sent", "gone", "refused", "failed"]
"""Of a message: handed over; the device is not there any more; the service is none that we call; or it could
not be handed over this time."""


class Courier(Protocol):
    """Hands messages to push services, without holding anybody up."""

    @property
    def keys(self) -> tuple[bytes, ...]:
        """Our public keys, the one for new devices first."""
        ...

    async def deliver(self, to: PushRow, message: Message) -> Outcome:
        """Hand over a message; that takes bounded time."""
        ...


class _Shown(msgspec.Struct, frozen=True):
    """What the service worker (``web/src/worker/``) shows."""

    title: str
    body: str
    table: str


def check_endpoint(endpoint: str) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless a push service could be there."""
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
    """The message to a device, in its language. ``guests`` are the places of guests among ``notice.others``,
    whose names are marked."""
    words, locale = _words(language)
    game = Phrase(f"{notice.game}.name")
    title = words.say(Phrase("push.turn" if notice.turn else "push.seat", {"game": game}))
    parts: list[str] = []
    if notice.others:
        word = words.say(Phrase("app.guest"))
        others = tuple(
            marked(name, word) if place in guests else name for place, name in enumerate(notice.others)
        )
        parts.append(words.say(Phrase("home.withOthers", {"names": others})))
    if notice.left is not None:
        parts.append(words.say(Phrase("push.left", {"time": _time(notice.left // 1_000, locale)})))
    body = " · ".join(part[:1].upper() + part[1:] for part in parts)
    return Message(
        body=msgspec.json.encode(_Shown(title, body, notice.table)),
        topic=notice.table[:32],
        seconds=LONGEST_LIFE if notice.left is None else max(1, min(LONGEST_LIFE, notice.left // 1_000)),
        is_urgent=notice.is_live,
    )


def _time(seconds: int, locale: Locale) -> str:
    """In one unit, as a board shows it: a day is called whole until half an hour of it is gone."""
    if seconds + _HOUR // 2 >= _DAY:
        whole = (seconds + _HOUR // 2) // _DAY * _DAY
    elif seconds + 60 >= _HOUR:
        whole = (seconds + 60) // _HOUR * _HOUR
    else:
        whole = seconds // 60 * 60 if seconds >= 60 else seconds
    # Our texts have a space between a number and a Chinese word, CLDR has none.
    return _BEFORE_HAN.sub(" ", format_timedelta(whole, "second", threshold=1, locale=locale))


@lru_cache(maxsize=16)
def _words(language: str) -> tuple[Catalogue, Locale]:
    known = language if language in languages() else ENGLISH
    return Catalogue(known), Locale.parse(known)
