"""A player to be paired in a Swiss round, with their history. Pure."""

from __future__ import annotations

from typing import Literal

import msgspec

Float = Literal["up", "down"]
"""``down``: the player met an opponent with fewer points, or got points without a game."""


class Entrant(msgspec.Struct, frozen=True):
    """A player to be paired, with their history."""

    number: int
    halves: int
    lot: bytes
    """The lot, which decides among equals."""
    met: tuple[int, ...] = ()
    """The numbers of their opponents, one entry per meeting."""
    starts: tuple[bool, ...] = ()
    """For each of their games, in order, true if they started it."""
    byes: int = 0
    kept_from: frozenset[int] = frozenset()
    """The numbers of the players whom they must not meet."""
    floats: tuple[Float | None, Float | None] = (None, None)
    """Their floats in the last round and in the one before."""
    place: int = 1
    """Their place in the order of lots, among all who have ever played, from 1."""

    @property
    def balance(self) -> int:
        """The number of their starts minus that of their opponents' starts."""
        return sum(1 if each else -1 for each in self.starts)

    @property
    def started_last(self) -> bool | None:
        """``None`` before their first game."""
        return self.starts[-1] if self.starts else None
