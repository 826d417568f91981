"""A study's position, replayed by the real rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from quincunx.core.chance import CHANCE, Roll, Rolled, Shuffle, Shuffled
from quincunx.core.game import AnyGame, decode_options
from quincunx.core.reason import GameError
from quincunx.core.study import Position


class BadStudy(GameError):
    """A study with an impossible position or without a question: an error of the author, not of the
    solver."""


class Reached(NamedTuple):
    """A position: its game, and the states on the way, beginning with the initial state."""

    game: AnyGame
    options: Any
    states: tuple[Any, ...]

    @property
    def state(self) -> Any:
        """The state of the position."""
        return self.states[-1]


def reach(position: Position, games: Mapping[str, AnyGame]) -> Reached:
    """Replay the position, step by step. Raises :class:`BadStudy`."""
    try:
        options = decode_options(games, position.options)
        game = games[options.__struct_config__.tag]
        state = game.initial(options)
    except GameError as error:
        raise BadStudy(f"Its options: {error}") from error
    return Reached(game, options, (state, *(after for _, after in follow(game, state, position.steps))))


def follow(game: AnyGame, state: Any, steps: Iterable[str]) -> Iterator[tuple[Any, Any]]:
    """Yield each step, by any player, and the state after it. Raises :class:`BadStudy` at the first illegal
    step."""
    for number, text in enumerate(steps, 1):
        try:
            move = _completed(game, state, game.text.parse_move(text))
            state = game.apply(state, move)
        except GameError as error:
            raise BadStudy(f"Step {number}, “{text[:40]}”: {error}") from error
        yield move, state


def _completed(game: AnyGame, state: Any, move: Any) -> Any:
    """Complete a shuffle of which only the first cards are given, and cut a roll to the number of dice
    rolled."""
    if not isinstance(move, Shuffled | Rolled) or game.to_move(state) != CHANCE:
        return move
    asked = game.asks(state)
    if isinstance(move, Rolled):
        return Rolled(move.faces[: len(asked.sides)]) if isinstance(asked, Roll) else move
    if not isinstance(asked, Shuffle) or len(move.cards) >= len(asked.cards):
        return move
    return Shuffled(move.cards + tuple(card for card in asked.cards if card not in move.cards))
