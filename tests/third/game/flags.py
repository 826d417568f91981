"""Trio's options as flags of the command line."""

from __future__ import annotations

from dataclasses import dataclass

from tests.third.game.rules import check
from tests.third.game.types import TrioOptions


@dataclass(frozen=True, slots=True)
class TrioFlags:
    """The flags; each may be left out."""

    players: int = 2
    """Number of seats: 2 or 3."""
    most_passes: int = 1
    """How often each seat may pass: 0 to 3."""
    first: int | None = None
    """Seat that starts (from 1). Default: random."""

    def options(self) -> TrioOptions:
        """The options that the flags name. Raises :class:`~quincunx.core.reason.Refusal`."""
        first = None if self.first is None else self.first - 1
        options = TrioOptions(self.players, self.most_passes, first)
        check(options)
        return options
