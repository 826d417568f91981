"""Sessions: their lifetimes, and the names of their devices."""

from __future__ import annotations

import re
from typing import Final

SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

COOKIE_SECONDS: Final = 400 * 24 * 3_600
"""Lifetime of the cookie, the longest that browsers allow. Each visit renews it."""
IDLE: Final = 400 * DAY
"""A guest's session ends after this time without use. It is long because a guest has no other credential."""
IDLE_ACCOUNT: Final = 90 * DAY
"""An account's session ends after this time without use; its owner can sign in again."""
SIGNED_IN: Final = 365 * DAY
"""An account must sign in again after this time, however often the session is used."""
FRESH: Final = 10 * MINUTE
"""Time after signing in during which a person may change the account's credentials."""
SEEN_EVERY: Final = HOUR
"""Shortest interval between two records of a person's last visit."""
LINK: Final = 5 * MINUTE
OPERATOR_LINK: Final = DAY
"""Time for which an operator's sign-in link is valid."""
CEREMONY: Final = 5 * MINUTE
"""Time that the browser may take to ask for a passkey."""
UNTOUCHED: Final = 2 * DAY
"""A guest who never did anything is deleted after this time without a visit."""
MOST_SESSIONS: Final = 50
"""Most sessions of one person; the least recently used one is evicted."""

_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
# The first match counts, because most browsers also claim to be all that follow.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_PROGRAM: Final = re.compile(r"[A-Za-z][A-Za-z0-9 ._-]{0,30}")


def device_of(agent: str) -> str:
    """The device named by a user agent, in plain words: “Firefox on Android”. Empty if it is unknown."""
    agent = agent[:400]
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    if browser and system:
        return f"{browser} on {system}"
    if browser or system:
        return browser or system
    program = _PROGRAM.match(agent.partition("/")[0])
    return program[0].strip() if program else ""


def ends_at(seen_at: int, signed_in_at: int | None, is_account: bool) -> int:
    """The time at which a session ends that was last used at ``seen_at``. Times are milliseconds since
    1970."""
    if not is_account:
        return seen_at + IDLE
    idle = seen_at + IDLE_ACCOUNT
    # A session opened by a link was never signed in itself. It ends only for want of use.
    return idle if signed_in_at is None else min(idle, signed_in_at + SIGNED_IN)


def is_fresh(signed_in_at: int | None, now: int) -> bool:
    """True if the holder of the session has proved their identity within :data:`FRESH`."""
    return signed_in_at is not None and 0 <= now - signed_in_at < FRESH
