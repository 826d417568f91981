"""Playing a game to its end: chance answers by itself, and the caller makes the seats' moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from quincunx.core.chance import CHANCE, ChanceMove
from quincunx.core.game import AnyGame
from quincunx.core.values import Ply, Seat, Step

Chance = Callable[[int, Any], ChanceMove]
"""Answers the question of a state; the number counts the questions of a game from 0."""


class GameRun:
    """One game from its beginning. ``stops`` is asked before every step whether the game ends early;
    ``on_ply`` is told every step."""

    def __init__(
        self,
        game: AnyGame,
        options: Any,
        chance: Chance,
        *,
        stops: Callable[[GameRun], bool] = lambda run: False,
        on_ply: Callable[[Ply], None] = lambda ply: None,
    ) -> None:
        self.game = game
        self.state: Any = game.initial(options)
        self.plies = 0
        """The number of steps so far."""
        self.questions = 0
        """The number of chance's answers among them."""
        self._chance = chance
        self._stops = stops
        self._on_ply = on_ply

    def choices(self) -> Iterator[Seat]:
        """Yield every seat that must move, to the end of the game. The caller calls :meth:`move` before it
        asks for the next one."""
        while (seat := self.game.to_move(self.state)) is not None and not self._stops(self):
            if seat == CHANCE:
                self.move(self._chance(self.questions, self.state))
                self.questions += 1
            else:
                yield seat

    def move(self, move: Any) -> None:
        """Make the next move. Raises as :attr:`~quincunx.core.game.Game.apply` does; nothing has changed
        then."""
        seat, before = self.game.to_move(self.state), self.state
        assert seat is not None  # the caller was asked for a move
        self.state = self.game.apply(before, move)
        self.plies += 1
        self._on_ply(Ply(self.plies, Step(seat, move), before, self.state))
