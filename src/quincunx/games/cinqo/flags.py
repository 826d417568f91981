"""Cinq-O's options as flags of the command line."""

from __future__ import annotations

from dataclasses import dataclass

from quincunx.core.reason import forbidden
from quincunx.games.cinqo.rules import check
from quincunx.games.cinqo.types import CinqoOptions


@dataclass(frozen=True, slots=True)
class CinqoFlags:
    """The flags; each may be left out."""

    players: int = 2
    """Number of seats: 1 to 6."""
    rounds: int | None = None
    """Play a fixed number of rounds. Default: the first to reach 100 wins."""
    first: int = 1
    """Seat that starts (from 1)."""

    def options(self) -> CinqoOptions:
        """Return the options that the flags name. Raises :class:`~quincunx.core.reason.Refusal`."""
        if self.rounds is None:
            options = CinqoOptions(players=self.players, first=self.first - 1)
        elif self.rounds < 1:
            raise forbidden("5.2", "cinqo-rounds", "A game has at least one round.", rounds=self.rounds)
        else:
            options = CinqoOptions(self.players, "rounds", self.rounds, self.first - 1)
        check(options)
        return options
