"""Everybody meets everybody: the rounds of a circle, with Berger's order of who starts. Pure."""

from __future__ import annotations

Seats = tuple[int, int | None]
"""Who starts, and the other; ``None``: a bye."""


def rounds_for(players: int) -> int:
    """How many rounds so many need."""
    return players - 1 + players % 2


def circle(players: int, number: int) -> tuple[Seats, ...]:
    """The pairs of a round, which are counted from 1, by the places of the players, from 0. Everybody meets
    everybody once. Of an odd number one has a bye in each round, and all start equally often; of an even
    number nobody starts once more often than they do not, or less."""
    fixed = players + players % 2 - 1
    at = number - 1
    pairs = [_ordered(fixed, at % fixed, fixed)]
    pairs += [
        _ordered((at + step) % fixed, (at - step) % fixed, fixed) for step in range(1, (fixed + 1) // 2)
    ]
    # With an odd number, whoever would meet the fixed place has a bye.
    return tuple(
        (one if other == players else other, None) if players in (one, other) else (one, other)
        for one, other in pairs
    )


def _ordered(one: int, other: int, fixed: int) -> tuple[int, int]:
    low, high = min(one, other), max(one, other)
    if high == fixed:
        return (low, high) if low % 2 == 0 else (high, low)
    return (low, high) if (low + high) % 2 == 1 else (high, low)
