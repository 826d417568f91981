"""The bots' levels by name, weakest first. The client has their names for people."""

from __future__ import annotations

from typing import Any

from quincunx.bots.cinco.greedy import GreedyCinco
from quincunx.bots.cinqo.greedy import GreedyCinqo
from quincunx.bots.core import Bot
from quincunx.bots.random_player import RandomCinco, RandomCinqo

# Whoever asks by name does not know the game's types; each bot's own class is fully typed.
AnyBot = Bot[Any, Any]

_BOTS: dict[str, dict[str, AnyBot]] = {
    "cinco": {"random": RandomCinco(), "greedy": GreedyCinco()},
    "cinqo": {"random": RandomCinqo(), "greedy": GreedyCinqo()},
}

LEVELS: dict[str, tuple[str, ...]] = {game: tuple(bots) for game, bots in _BOTS.items()}
DEFAULT_LEVEL = "greedy"


def bot_for(game: str, level: str) -> AnyBot:
    """The bot of a level. Raises ``KeyError`` for a game or level that is not in :data:`LEVELS`."""
    return _BOTS[game][level]
