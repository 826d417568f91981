"""The levels of Cinqo, from a child's to the best there is."""

from __future__ import annotations

from quincunx.bots.cinqo.greedy import GreedyCinqo
from quincunx.bots.core import Bot
from quincunx.games.cinqo.types import CinqoMove, CinqoView


def bot(name: str) -> Bot[CinqoView, CinqoMove]:
    """The bot of a level."""
    return GreedyCinqo()


def warm() -> None:
    """Load and compile whatever the levels need."""
