"""The bots by name. ``LEVELS`` are those that people choose from, weakest first.

Everything here is a name until somebody asks for a bot: kernels take a second to import, and whoever only
wants to list the levels shall not wait for them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

from quincunx.bots.core import Bot
from quincunx.bots.random_player import RandomCinco, RandomCinqo

# Whoever asks by name does not know the game's types; each bot's own class is fully typed.
AnyBot = Bot[Any, Any]

LADDER: Final = ("novice", "casual", "keen", "skilled", "expert", "master")
LEVELS: Final[dict[str, tuple[str, ...]]] = {"cinco": LADDER, "cinqo": LADDER}
DEFAULT_LEVEL: Final = "keen"

YARDSTICKS: Final = ("random", "greedy")
"""Plain bots beside the ladder: what others are measured by, and what answers while kernels compile.
They need no kernels."""


def names(game: str) -> tuple[str, ...]:
    """Every bot that :func:`bot_for` knows."""
    return (*YARDSTICKS, *LEVELS[game])


@cache
def bot_for(game: str, name: str) -> AnyBot:
    """A bot by its name. Raises ``KeyError`` for a game or name that is unknown."""
    if name not in names(game):
        raise KeyError(name)
    if name == "random":
        return RandomCinco() if game == "cinco" else RandomCinqo()
    if name == "greedy":
        module = import_module(f"quincunx.bots.{game}.greedy")
        bot: AnyBot = module.GreedyCinco() if game == "cinco" else module.GreedyCinqo()
        return bot
    made: AnyBot = import_module(f"quincunx.bots.{game}.ladder").bot(name)
    return made


def lighter(game: str) -> AnyBot:
    """Who answers while a bot of the ladder is not ready yet."""
    return bot_for(game, "greedy")


def warm(game: str) -> None:
    """Load and compile whatever the game's ladder needs; seconds the first time, then an instant."""
    import_module(f"quincunx.bots.{game}.ladder").warm()
