"""The open games of one server, by number. Their number is bounded, and so is each game's length."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any, Final

from quincunx.api.catalog import GAMES, bot
from quincunx.core.values import Seat
from quincunx.games import GAMES as RULES
from quincunx.mcp.open_game import OpenGame

MOST_GAMES: Final = 32
"""The largest number of games at once."""


class Shelf:
    """The games of one server, and the seed that their chance follows from."""

    def __init__(self, seed: str | None = None) -> None:
        """Create an empty shelf. With a seed, the first game has the same chance each time, and so has every
        later one. A client never learns the seed."""
        self._seed = os.urandom(32) if seed is None else seed.encode()
        self._games: dict[int, OpenGame] = {}
        self._started = 0

    @property
    def games(self) -> Mapping[int, OpenGame]:
        """The open games by number."""
        return self._games

    def start(self, name: str, options: Mapping[str, Any], seat: Seat, levels: Sequence[str]) -> int:
        """Start a game with bots of these levels at the other seats: one for all, or one for each. Return its
        number. Nothing is started if anything is raised: ``ValueError`` for options that the rules do not
        have, and for too many games."""
        if len(self._games) >= MOST_GAMES:
            raise ValueError(f"There are {MOST_GAMES} games already. Delete one with delete_game.")
        number = self._started + 1
        game = GAMES[name](**options, seed=self._derived(number, "chance"))
        if not 0 <= seat < game.players:
            raise ValueError(f"There is no seat {seat}; seats are numbered from 0 to {game.players - 1}.")
        others = game.players - 1
        if len(levels) not in (1, others):
            raise ValueError(f"Name one opponent for all {others} other seats, or one for each.")
        named = levels if len(levels) == others else [levels[0]] * others
        bots = [bot(game, each) for each in named]
        # Its numbers must say nothing about the pile, so they are another hash.
        random = Random(self._derived(number, "bots"))  # noqa: S311
        self._games[number] = OpenGame(RULES[name], game, seat, bots, random)
        self._started = number
        return number

    def find(self, number: int) -> OpenGame:
        """Return a game by its number. Raises ``ValueError``."""
        if (found := self._games.get(number)) is None:
            there = ", ".join(map(str, self._games)) or "none yet"
            raise ValueError(f"There is no game {number}. Open games: {there}.")
        return found

    def delete(self, number: int) -> None:
        """Delete a game. Raises ``ValueError``."""
        self.find(number)
        del self._games[number]

    def _derived(self, number: int, purpose: str) -> bytes:
        return sha256(b"quincunx mcp %d %s " % (number, purpose.encode()) + self._seed).digest()
