"""The levels of Cinco, from a child's to the best there is."""

from __future__ import annotations

from quincunx.bots.cinco.greedy import GreedyCinco
from quincunx.bots.core import Bot
from quincunx.games.cinco.types import CincoMove, CincoView


def bot(name: str) -> Bot[CincoView, CincoMove]:
    """The bot of a level."""
    return GreedyCinco()


def warm() -> None:
    """Load and compile whatever the levels need."""
