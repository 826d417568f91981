"""A level of ours at the tables of a remote server, in worker processes."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Any

from quincunx.adapters.engines import EnginePool
from quincunx.cli.bots.remote_bot import Screen
from quincunx.client.playing import play
from quincunx.core.game import AnyGame
from quincunx.engines.levels import names
from quincunx.node.play.bot_driver import BUSY_SECONDS
from quincunx.node.ports import Asker, Busy


class LevelBot:
    """A level in worker processes: it moves itself, however long it takes, and no weaker bot in its place."""

    def __init__(self, engines: EnginePool, level: str) -> None:
        self._engines = engines
        self._level = level

    def plays(self, game: AnyGame) -> bool:
        """Return whether the game has this level."""
        return self._level in names(game.bots)

    async def choose(self, table: str, game: AnyGame, view: Any) -> Any:
        """Return the level's own move."""
        asker = Asker(table, "somebody", is_peopled=True)
        while True:
            with contextlib.suppress(Busy):
                return await self._engines.choose_surely(self._level, view, secrets.token_bytes(32), asker)
            await asyncio.sleep(BUSY_SECONDS)

    def leave(self, table: str) -> None:
        """A level stores nothing about a table."""


async def play_level(
    server: str, token: str, level: str, workers: int | None, tournament: str | None = None
) -> None:
    """Play with a level of ours until cancelled. Raises as :func:`quincunx.client.run` does."""
    engines = EnginePool(workers)
    engines.start()
    try:
        # Compile before connecting, so that no clock runs meanwhile.
        await engines.has_started(level)
        chooser = LevelBot(engines, level)
        await play(chooser, Screen(level), server, token, tournament=tournament)
    finally:
        await engines.stop()
