"""One game of a client: the client plays one seat, and bots play all others at once."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from quincunx.api.level_bot import Advice, LevelBot
from quincunx.api.live_game import LiveGame
from quincunx.core.game import AnyGame
from quincunx.core.values import Seat

MOST_PLIES: Final = 3_000
"""The number of plies after which a game is not continued. Every ply holds a position."""

AnyLiveGame = LiveGame[Any, Any, Any, Any]


class TooLong(ValueError):
    """A game has reached :data:`MOST_PLIES`."""

    def __init__(self) -> None:
        super().__init__(f"This game has {MOST_PLIES:,} plies and can't go on. Start a new one.")


class NotOver(ValueError):
    """A request for what is shown only of an ended game."""

    def __init__(self) -> None:
        super().__init__(
            "This game isn't over. Its record and its review show every hand, so they come later."
        )


class OpenGame:
    """A game in which the client knows what its seat may know, and no more."""

    def __init__(
        self,
        rules: AnyGame,
        game: AnyLiveGame,
        seat: Seat,
        bots: Sequence[LevelBot[Any, Any]],
        random: Random,
    ) -> None:
        """Start a game: bots that move before the client do so. ``bots`` has one for each other seat, in the
        order of the seats. Raises as a bot does."""
        self.rules = rules
        self.seat = seat
        self._random = random
        others = iter(bots)
        self._bots = [None if each == seat else next(others) for each in range(game.players)]
        self._last_seen = 0
        self._game = game
        self._continue(game)

    @property
    def game(self) -> AnyLiveGame:
        """The game itself, hidden cards included: for the server alone."""
        return self._game

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat: its number, and its player."""
        players = ("you" if bot is None else bot.name for bot in self._bots)
        return tuple(f"Seat {seat} ({player})" for seat, player in enumerate(players))

    @property
    def view(self) -> Any:
        """Everything that the client's seat may know; at the end, everything."""
        return self._game.reveal() if self._game.is_over else self._game.view(self.seat)

    @property
    def news(self) -> tuple[str, ...]:
        """Sentences about the public events since the last move of the client's seat, that move included."""
        return self._game.events(self.seat, since=self._last_seen, names=self.names)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The client's legal moves, in the notation of records."""
        return tuple(map(self.rules.text.write_move, self._game.legal_moves))

    def move(self, move: str) -> None:
        """Make a move of the client, as people type it, and those of the bots that follow. Nothing changes if
        anything is raised: ``ValueError`` for a move that is illegal, unreadable, or too late."""
        after = self._game.copy()
        if not after.is_over and after.plies >= MOST_PLIES:
            raise TooLong
        seen = after.plies
        after.push(self.rules.text.normalize_move(move))
        self._continue(after)
        self._game, self._last_seen = after, seen

    def advice(self, count: int, simulations: int | None) -> tuple[Advice[Any], ...]:
        """Return moves that the strongest bot considers from what the client's seat may know, best first."""
        return self._game.advice(count, simulations=simulations)

    def record(self) -> Any:
        """Return the record of an ended game. Raises :class:`NotOver`."""
        if not self._game.is_over:
            raise NotOver
        game: Any = self._game
        return game.record(self.names)

    def _continue(self, game: AnyLiveGame) -> None:
        """Let bots move until the client is to move, or the game is over."""
        while (seat := game.seat) is not None and (bot := self._bots[seat]) is not None:
            game.push(bot.choose(game.view(seat), self._random).action)
