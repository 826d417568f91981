"""Sessions: how long they live, and what the device is called that has one."""

from __future__ import annotations

import re
from typing import Final

SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

COOKIE_SECONDS: Final = 400 * 24 * 3_600
"""Browsers keep no cookie longer; each visit renews it."""
IDLE: Final = 400 * DAY
"""A session that is not used for so long has ended: a guest has nothing else to be known by."""
IDLE_ACCOUNT: Final = 90 * DAY
"""The same for an account, which can sign in again."""
SIGNED_IN: Final = 365 * DAY
"""An account signs in again after so long, however often it came."""
FRESH: Final = 10 * MINUTE
"""For so long after signing in one may change what opens the account."""
SEEN_EVERY: Final = HOUR
"""When somebody was last here is written down this often at most."""
LINK: Final = 5 * MINUTE
CEREMONY: Final = 5 * MINUTE
"""How long the browser may take to ask for a passkey."""
UNTOUCHED: Final = 2 * DAY
"""A guest who never did anything and has not come back for so long is forgotten."""
MOST_SESSIONS: Final = 50
"""Of one person; the one that was used longest ago gives way."""

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
# The first that is there: most of them claim to be all that follow.
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
    """What a device says it is, in plain words: “Firefox on Android”. Empty if it cannot be told."""
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
    """When a session ends that was used last at ``seen_at``; in milliseconds, like all times here."""
    if not is_account:
        return seen_at + IDLE
    idle = seen_at + IDLE_ACCOUNT
    # One that came by a link was never signed in itself; it ends when it is not used.
    return idle if signed_in_at is None else min(idle, signed_in_at + SIGNED_IN)


def is_fresh(signed_in_at: int | None, now: int) -> bool:
    """Whether whoever holds the session has just shown that they are who they are."""
    return signed_in_at is not None and 0 <= now - signed_in_at < FRESH
