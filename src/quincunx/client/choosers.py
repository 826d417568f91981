"""Bots that choose a program's moves at its tables."""

from __future__ import annotations

import asyncio
import secrets
from random import Random
from typing import Any, Protocol

from quincunx.core.game import AnyGame
from quincunx.engines.levels import names
from quincunx.engines.players import AnyBotLike, Entrant, entrant
from quincunx.engines.program import ProgramBot
from quincunx.games import GAMES


class MoveChooser(Protocol):
    """Chooses moves at any number of tables at once."""

    def plays(self, game: AnyGame) -> bool:
        """Return whether it knows this game."""
        ...

    async def choose(self, table: str, game: AnyGame, view: Any) -> Any:
        """Return the move at a table for the seat whose view it is. Raises
        :class:`~quincunx.engines.program.Fault` for a bot's error."""
        ...

    def leave(self, table: str) -> None:
        """Take note that the game at a table is over."""
        ...


class LocalBot:
    """Anything that counts as a bot, in threads of this process. Each table has a bot of its own."""

    def __init__(self, bot: AnyBotLike) -> None:
        """Raises :class:`~quincunx.engines.players.BadEntry`."""
        self._bot = bot
        self._games = _games_of(bot)
        self._at: dict[str, Entrant] = {}

    def plays(self, game: AnyGame) -> bool:
        """Return whether it knows this game."""
        return game.name in self._games

    async def choose(self, table: str, game: AnyGame, view: Any) -> Any:
        """Return the bot's move."""
        here = self._at.get(table)
        if here is None:
            here = self._at[table] = entrant(game, self._bot)
        random = Random(secrets.randbits(64))  # noqa: S311  # a bot's random choices are no secret
        decision = await asyncio.to_thread(here.bot.choose, view, random, here.budget)
        return decision.action

    def leave(self, table: str) -> None:
        """Stop the program that plays at a table."""
        here = self._at.pop(table, None)
        if here is not None and isinstance(here.bot, ProgramBot):
            here.bot.close()

    def close(self) -> None:
        """Stop the programs at all tables."""
        for table in list(self._at):
            self.leave(table)


def _games_of(bot: AnyBotLike) -> frozenset[str]:
    """Return the names of the games that a bot plays. Raises :class:`BadEntry`."""
    if isinstance(bot, str) and not bot.startswith(("cmd:", "py:")):
        level = bot.partition(":")[0]
        if games := frozenset(game.name for game in GAMES.values() if level in names(game.bots)):
            return games
    entrant(next(iter(GAMES.values())), bot)
    return frozenset(GAMES)
