"""Cinco's options as flags of the command line."""

from __future__ import annotations

from dataclasses import dataclass

from quincunx.games.cinco.rules import SEATINGS, check
from quincunx.games.cinco.types import CincoOptions


@dataclass(frozen=True, slots=True)
class CincoFlags:
    """The flags; each may be left out."""

    players: int = 2
    """Number of seats: 2, 3, 4 or 6."""
    teams: int | None = None
    """Number of teams: 2 or 3 with six players; otherwise fixed."""
    joker: bool = False
    """A card that reaches no free space counts as a 1."""
    first: int | None = None
    """Seat that starts (from 1). Default: random."""

    def options(self) -> CincoOptions:
        """Return the options that the flags name. Raises :class:`~quincunx.core.reason.Refusal`."""
        settled = SEATINGS.get(self.players, (2,))[0]
        options = CincoOptions(
            players=self.players,
            teams=settled if self.teams is None else self.teams,
            joker=self.joker,
            first=None if self.first is None else self.first - 1,
        )
        check(options)
        return options
