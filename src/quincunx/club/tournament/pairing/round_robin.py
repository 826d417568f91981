"""Round-robin schedule by the circle method, with Berger's order of starting players. Pure."""

from __future__ import annotations

Seats = tuple[int, int | None]
"""The starting player, and the other one; ``None``: a bye."""


def rounds_for(players: int) -> int:
    """The number of rounds for this many players."""
    return players - 1 + players % 2


def circle(players: int, number: int) -> tuple[Seats, ...]:
    """The pairs of a round, as places of players counted from 0. Rounds are counted from 1. Every two players
    meet once. With an odd number of players, one has a bye in each round, and all start equally often. With
    an even number, each player's starts and non-starts differ by one."""
    fixed = players + players % 2 - 1
    at = number - 1
    pairs = [_ordered(fixed, at % fixed, fixed)]
    pairs += [
        _ordered((at + step) % fixed, (at - step) % fixed, fixed) for step in range(1, (fixed + 1) // 2)
    ]
    # With an odd number, the player who would meet the fixed place has a bye.
    return tuple(
        (one if other == players else other, None) if players in (one, other) else (one, other)
        for one, other in pairs
    )


def _ordered(one: int, other: int, fixed: int) -> tuple[int, int]:
    low, high = min(one, other), max(one, other)
    if high == fixed:
        return (low, high) if low % 2 == 0 else (high, low)
    return (low, high) if (low + high) % 2 == 1 else (high, low)
