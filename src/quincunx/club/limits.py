"""Rate limits on requests that cost the server or other people something, and the refusals beyond them.

A rate is the number of requests allowed at once, and the seconds until one more is allowed. Names that end in
``_OF_ADDRESS`` are for all callers at one address, perhaps a whole school. The others are for one person.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager
from math import ceil, inf
from typing import Final

from quincunx.core.reason import Refusal, refused
from quincunx.core.sentence import SpokenError
from quincunx.kit import Rate, RateLimiter, charge

REVIEWS: Final = Rate(20, 30.0)
"""Reviews computed at a person's request."""
REVIEWS_OF_ADDRESS: Final = Rate(60, 10.0)
SUMS_OF_ADDRESS: Final = Rate(30, 2.0)
"""Sums over a person's reviews."""
PICTURES_OF_ADDRESS: Final = Rate(60, 5.0)
"""Rendered pictures."""
TOURNAMENTS: Final = Rate(10, 300.0)
"""Tournaments created by an account."""
TOURNAMENT_COMMANDS: Final = Rate(40, 2.0)
TALK: Final = Rate(12, 8.0)
"""Lines in chats of tournaments, by a person. Each is sent to all followers."""
TALK_OF_ADDRESS: Final = Rate(120, 1.0)
TALK_ACTS: Final = Rate(60, 2.0)
"""Acts of hosts in chats."""
CLUBS: Final = Rate(3, 3_600.0)
"""Clubs created by an account."""
CLUB_COMMANDS: Final = Rate(60, 2.0)
CLUB_JOINS: Final = Rate(10, 60.0)
"""Joins of clubs, and requests to join, by an account. Organisers see each request."""
CLUB_ANNOUNCEMENTS: Final = Rate(10, 120.0)
CLUB_HOOKS: Final = Rate(20, 60.0)
"""Changes and tests of a club's webhook."""
CLUB_HOOK_NEWS: Final = Rate(30, 120.0)
"""Messages to a club's webhook, by one node."""
CLUB_SUMS_OF_ADDRESS: Final = Rate(60, 1.0)
"""Standings, games and calendars of clubs."""
DAYS: Final = Rate(20, 10.0)
"""Tables of daily challenges created by a person."""
PUZZLE_ANSWERS: Final = Rate(120, 1.0)
BLOCKS: Final = Rate(30, 20.0)
BLOCKS_OF_ADDRESS: Final = Rate(300, 2.0)
FOLLOWS: Final = Rate(60, 10.0)
"""People followed by an account, or no longer."""
VACATIONS: Final = Rate(10, 600.0)
"""Vacations started or ended by an account. Each is recorded at all its turn-based tables."""
REPORTS: Final = Rate(5, 600.0)
REPORTS_OF_ADDRESS: Final = Rate(50, 60.0)
NOTICES: Final = Rate(60, 60.0)
"""Push notifications for one person, on one node. However many tables wait, a phone must not ring all day."""
MAILED_NOTICES: Final = Rate(20, 900.0)
"""Notifications mailed to one person, by one node."""
NOTIFICATION_CHOICES: Final = Rate(30, 10.0)
"""Changes of what a person is notified of."""
SEEKS: Final = Rate(10, 2.0)
"""Searches for a game started by a person. Each is written to the store."""

ACCOUNTS_OF_ADDRESS: Final = Rate(64, 180.0)
"""New accounts. The players of the largest tournament register at once, behind one address."""
CHALLENGES_OF_ADDRESS: Final = Rate(60, 5.0)
"""Challenges for passkeys."""
LINKS: Final = Rate(20, 30.0)
"""Links to other devices, and tokens, created by a person."""
MAILED_LINKS_TO: Final = Rate(5, 600.0)
"""Links to sign in that are asked for at one e-mail address."""
MAILED_LINKS_OF_ADDRESS: Final = Rate(20, 60.0)
"""The same from one network."""
MAILED_LINKS: Final = Rate(10, 600.0)
"""Links to sign in that are mailed for one account."""
MAIL_ADDRESSES_TO: Final = Rate(3, 3_600.0)
"""Requests to confirm one e-mail address. They reach people who have no account here."""
MAIL_ADDRESSES: Final = Rate(5, 1_200.0)
"""E-mail addresses given by an account."""
MAIL_ADDRESSES_OF_ADDRESS: Final = Rate(64, 180.0)
MAIL_ADDRESSES_OF_ALL: Final = Rate(100, 20.0)
"""E-mail addresses given by all accounts together, on one node."""
RENAMES: Final = Rate(5, 43_200.0)
"""Names given up by an account. Each stays reserved."""
HASHES_OF_ADDRESS: Final = Rate(60, 0.5)
"""Hashed passwords, right or wrong. It allows for a school that signs in, and after that about 6 % of a
core."""
STEPS: Final = Rate(20_000, 0.005)
"""Steps of finished games replayed to show their positions."""
DOWNLOADS: Final = Rate(65_536, 0.001)
"""Kilobytes of replays."""
SEAT_CHANGES: Final = Rate(24, 15.0)
"""A player's changes to the seats of one table. Each shows on the screens of all others there."""
SEAT_CHANGE: Final = 3.0
"""Cost of one seat change, except on one device, where one person takes every seat."""
HOST_CHANGES: Final = Rate(30, 5.0)
"""A host's changes at one table: its seats, and the pace of its bots."""
PROPOSALS: Final = Rate(10, 30.0)
"""A player's offers of a draw, answers to them, and resignations at one table."""

UNLIMITED: Final = Rate(inf, 0.0)

Charge = tuple[RateLimiter, Hashable, float]
"""The limiter, the caller's key in it, and the cost."""


def too_often(seconds: float) -> Refusal:
    """The refusal of a request that is allowed again in this many seconds."""
    sentence = "Too many attempts. Please wait a while."
    return refused("too-fast", "too-many-tries", sentence, seconds=whole_seconds(seconds))


def too_fast(seconds: float) -> Refusal:
    """The refusal of a request that is repeated often in ordinary use, with the wait in seconds."""
    sentence = "That was too fast; please wait a moment."
    return refused("too-fast", "too-fast", sentence, seconds=whole_seconds(seconds))


def admit(*charges: Charge, refusal: Callable[[float], Refusal] = too_often) -> None:
    """Charge all limiters. If one is exhausted, charge none and raise
    :class:`~quincunx.core.reason.Refusal`."""
    seconds = charge(*charges)
    if seconds:
        raise refusal(seconds)


def charge_answer(answers: RateLimiter, person: str) -> None:
    """Charge a person for an answer to a puzzle. Raises :class:`~quincunx.core.reason.Refusal`."""
    admit((answers, person, 1))


@contextmanager
def admitted(*charges: Charge, refusal: Callable[[float], Refusal] = too_often) -> Generator[None]:
    """Charge all limiters for the block, like :func:`admit`. A block that is refused, or that cannot be
    stored now, is not charged."""
    admit(*charges, refusal=refusal)
    try:
        yield
    except (Refusal, SpokenError):
        for limiter, key, cost in charges:
            limiter.refund(key, cost)
        raise


def whole_seconds(seconds: float) -> int:
    """The number of seconds to wait, as sent to clients."""
    return max(1, ceil(seconds))
