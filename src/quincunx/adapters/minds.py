"""The house's bots on a few threads, so that thinking never holds up the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from random import Random

from quincunx.bots.levels import bot_for
from quincunx.games.core import Seat
from quincunx.games.registry import Move, View, game_of


class ThreadMinds:
    """Bots of this process; at most ``threads`` think at a time, first come, first served."""

    def __init__(self, threads: int = 2) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="mind")

    async def choose(self, level: str, view: View, seat: Seat, seed: bytes) -> Move:
        """The move of a bot of this level, which is given the view and dice of its own, nothing else."""
        bot = bot_for(game_of(view.options).name, level)
        loop = asyncio.get_running_loop()
        decision = await loop.run_in_executor(self._pool, bot.choose, view, Random(seed))  # noqa: S311  # a bot's taste is no secret
        move: Move = decision.action
        return move

    def close(self) -> None:
        """Forget what is not being thought about yet."""
        self._pool.shutdown(wait=False, cancel_futures=True)
