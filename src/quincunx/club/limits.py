"""How often each caller may do what costs the server or other people something, and the refusal beyond that.

A rate says how many are allowed at once, and in how many seconds one more. Names that end in ``_OF_ADDRESS``
are for all callers at one address, perhaps a whole school; the others are for one person.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager
from math import ceil, inf
from typing import Final

from quincunx.core.reason import Refusal, refused
from quincunx.kit import Rate, RateLimiter, charge

REVIEWS: Final = Rate(20, 30.0)
"""Reviews that are made because a person asks."""
REVIEWS_OF_ADDRESS: Final = Rate(60, 10.0)
SUMS_OF_ADDRESS: Final = Rate(30, 2.0)
"""Times that a person's reviews are added up."""
PICTURES_OF_ADDRESS: Final = Rate(60, 5.0)
"""Pictures that are drawn."""
TOURNAMENTS: Final = Rate(10, 300.0)
"""Tournaments that an account creates."""
TOURNAMENT_COMMANDS: Final = Rate(40, 2.0)
DAYS: Final = Rate(20, 10.0)
"""Tables at which a person plays a daily challenge."""
PUZZLE_ANSWERS: Final = Rate(120, 1.0)
BLOCKS: Final = Rate(30, 20.0)
BLOCKS_OF_ADDRESS: Final = Rate(300, 2.0)
REPORTS: Final = Rate(5, 600.0)
REPORTS_OF_ADDRESS: Final = Rate(50, 60.0)
NOTICES: Final = Rate(60, 60.0)
"""Push notifications for one person, on one node: however many tables wait, a phone must not ring all day."""
SEEKS: Final = Rate(10, 2.0)
"""Times that a person begins to look for a game; each is written to the store."""

ACCOUNTS_OF_ADDRESS: Final = Rate(20, 180.0)
"""New accounts."""
CHALLENGES_OF_ADDRESS: Final = Rate(60, 5.0)
"""Challenges for passkeys."""
LINKS: Final = Rate(20, 30.0)
"""Links to other devices and tokens that a person makes."""
RENAMES: Final = Rate(5, 43_200.0)
"""Names that an account gives up: each stays reserved."""
HASHES_OF_ADDRESS: Final = Rate(60, 0.5)
"""Passwords that are hashed, whether they are right or not: a school that signs in, and then about 6 % of a
core."""
STEPS: Final = Rate(20_000, 0.005)
"""Steps of finished games that are played over to show their positions."""
DOWNLOADS: Final = Rate(65_536, 0.001)
"""Kilobytes of replays."""
SEAT_CHANGES: Final = Rate(24, 15.0)
"""Changes of a player to the seats of one table; each shows on the screens of all others there."""
SEAT_CHANGE: Final = 3.0
"""The cost of one, unless all play on one device, where one person takes every seat."""
HOST_CHANGES: Final = Rate(30, 5.0)
"""Changes of a host at one table: its seats, and the pace of its bots."""
PROPOSALS: Final = Rate(10, 30.0)
"""Offers of a draw, what is said to them, and resignations, by one player at one table."""

UNLIMITED: Final = Rate(inf, 0.0)

Charge = tuple[RateLimiter, Hashable, float]
"""The limiter, the key of the caller in it, and the cost."""


def too_often(seconds: float) -> Refusal:
    """The refusal of what may be done again in this many seconds."""
    sentence = "That was done too often; please wait a while."
    return refused("too-fast", "too-many-tries", sentence, seconds=whole_seconds(seconds))


def too_fast(seconds: float) -> Refusal:
    """The same, for what is done again and again in ordinary use."""
    sentence = "That was too fast; please wait a moment."
    return refused("too-fast", "too-fast", sentence, seconds=whole_seconds(seconds))


def admit(*charges: Charge, refusal: Callable[[float], Refusal] = too_often) -> None:
    """Charge all limiters, or none of them and raise :class:`~quincunx.core.reason.Refusal`."""
    seconds = charge(*charges)
    if seconds:
        raise refusal(seconds)


@contextmanager
def admitted(*charges: Charge, refusal: Callable[[float], Refusal] = too_often) -> Generator[None]:
    """The same, for what is done inside the block: what is refused there is not charged."""
    admit(*charges, refusal=refusal)
    try:
        yield
    except Refusal:
        for limiter, key, cost in charges:
            limiter.refund(key, cost)
        raise


def whole_seconds(seconds: float) -> int:
    """The number of seconds to wait, as clients are told."""
    return max(1, ceil(seconds))
