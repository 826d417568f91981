"""Webhooks of clubs: where a club's news is sent, what has been sent, and the messages (JSON as Discord takes
it).

The address of a webhook lets its holder write in a channel. So it is shown to the club's staff alone, without
its last part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, Protocol
from urllib.parse import urlsplit

import msgspec

from quincunx.club.clubs.state import Night
from quincunx.club.clubs.wire import StandingsLine
from quincunx.club.push import check_endpoint
from quincunx.club.rows import Authority
from quincunx.core.reason import Reason, Refusal
from quincunx.core.values import Phrase
from quincunx.texts.catalogue import Catalogue

HOUR: Final = 3_600_000
DAY: Final = 24 * HOUR
NIGHT_LEAD: Final = HOUR
"""Time before a club night at which it is announced."""
MOST_RESULTS: Final = 10
"""Most results in one message; of more, the newest are named."""
MOST_LINES: Final = 10
"""Most lines of standings in a message."""
MOST_FAILURES: Final = 5
"""Failures in a row after which a webhook is switched off."""
LONGEST_TEXT: Final = 1_900
"""Discord takes 2,000 characters."""
_MARKUP: Final = re.compile(r"([\\*_~`|>#\[\]()@<:])")
BAD_HOOK: Final = Reason(
    "malformed", "bad-hook", "That is not the address of a webhook (https, by name, at port 443)."
)
HookOutcome = Literal["sent", "gone", "refused", "failed"]
"""Outcome of sending: taken; the webhook is gone; an address that the server does not contact; failed."""


class HookRow(msgspec.Struct, frozen=True):
    """The webhook of a club."""

    club: str
    url: str
    language: str
    nights: bool
    results: bool
    standings: bool
    made_at: int
    results_until: int
    """The end of the newest game that was sent."""
    night: str = ""
    """The club night that was announced last."""
    week: str = ""
    """The week of the standings that were sent last."""
    failures: int = 0
    """Failures in a row."""
    stopped_at: int | None = None
    """The time at which it was switched off because it failed."""


class AskHook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set a club's webhook. ``url`` may be ``null`` if there is one already: it stays."""

    url: Annotated[str, msgspec.Meta(max_length=1_024)] | None
    language: Annotated[str, msgspec.Meta(max_length=20)]
    nights: bool = True
    results: bool = True
    standings: bool = True


class ClubHook(msgspec.Struct, frozen=True):
    """The webhook of a club, as its staff sees it."""

    address: str | None
    """The name of its host; ``None``: there is no webhook."""
    nights: bool = True
    results: bool = True
    standings: bool = True
    stopped: int | None = None
    """The time at which it was switched off, because sending failed again and again."""


class HookTested(msgspec.Struct, frozen=True):
    """The outcome of a test."""

    outcome: HookOutcome


class HookStore(Protocol):
    """The part of the store of people that is about webhooks of clubs."""

    async def club_hook(self, club: str) -> HookRow | None: ...

    async def set_club_hook(self, hook: HookRow, by: Authority | None = None) -> bool:
        """Store a club's webhook in place of the earlier one. ``False`` if there is no such club."""
        ...

    async def delete_club_hook(self, club: str, by: Authority | None = None) -> None: ...

    async def club_hooks(self, after: str, limit: int) -> Sequence[HookRow]:
        """The webhooks that are on, in the order of their clubs after ``after``."""
        ...

    async def claim_hook(self, hook: HookRow, claimed: HookRow) -> bool:
        """Store what is about to be sent, if nothing else has been sent meanwhile. So each piece of news is
        sent at most once, over all nodes."""
        ...

    async def record_hook(self, club: str, url: str, is_sent: bool, is_over: bool, now: int) -> None:
        """Record the outcome of sending. After :data:`MOST_FAILURES` failures in a row, or if ``is_over``,
        the webhook is switched off."""
        ...


class HookCourier(Protocol):
    """Sends messages to webhooks."""

    async def deliver_news(self, club: str, url: str, body: bytes) -> HookOutcome:
        """Send a message, in bounded time."""
        ...


def check_hook(url: str) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless a webhook could be at this address."""
    try:
        check_endpoint(url)
    except Refusal:
        raise Refusal(BAD_HOOK) from None


def host_of(url: str) -> str:
    """The name of the host, which is all of the address that is shown."""
    return urlsplit(url).hostname or ""


def plain(name: str) -> str:
    """A user's text without markup and mentions."""
    return _MARKUP.sub(r"\\\1", " ".join(name.split()))


def message(text: str) -> bytes:
    """The JSON of a message. No name in it notifies anybody."""
    content = text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"
    said: dict[str, Any] = {"content": content, "allowed_mentions": {"parse": []}}
    return msgspec.json.encode(said)


def night_text(title: str, night: Night, page: str, language: str) -> str:
    """The announcement of a club night. Discord shows the time in the reader's own zone."""
    when = f"<t:{night.begins // 1_000}:F>"
    words = {"club": plain(title), "night": plain(night.title), "time": when}
    return f"{_say('night', language, **words)}\n{page}"


def results_text(title: str, lines: Sequence[str], page: str, language: str) -> str:
    """The results of games, one in a line."""
    return "\n".join([_say("results", language, club=plain(title)), *lines, page])


def result_line(game: str, winners: Sequence[str], others: Sequence[str], language: str) -> str:
    """A game's result: those who won, and those who did not; without winners a draw."""
    words = Catalogue(language)
    name = words.translate(Phrase(f"{game}.name"))
    if not winners:
        return f"{name}: {_names(others)} – {words.translate(Phrase('result.draw'))}"
    given = {"game": name, "winners": f"**{_names(winners)}**", "others": _names(others)}
    return words.translate(Phrase("club.hook.said.result", given))


def standings_text(title: str, lines: Sequence[StandingsLine], page: str, language: str) -> str:
    """The head of the standings."""
    rows = [f"{line.place}. {plain(line.name)} – {line.points:g}" for line in lines[:MOST_LINES]]
    return "\n".join([_say("standings", language, club=plain(title)), *rows, page])


def trial_text(title: str, page: str, language: str) -> str:
    """The message of a test."""
    return f"{_say('test', language, club=plain(title))}\n{page}"


def _say(key: str, language: str, **params: str) -> str:
    return Catalogue(language).translate(Phrase(f"club.hook.said.{key}", params))


def _names(names: Sequence[str]) -> str:
    return ", ".join(map(plain, names))
