"""Whole games: what to type in one, found by playing it, and random ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from quincunx.cli.terminal.match import Match
from quincunx.games import game_of
from tests.games.support import any_move

SEED = "5eed"


class Rehearsal:
    """Plays the people's seats at random and writes down what to type."""

    def __init__(self, options: Any) -> None:
        self.lines: list[str] = []
        self._game = game_of(options)
        self._bot = self._game.bots.bot("random")
        self._random = Random(1)

    def show_events(self, viewer: object, events: object) -> None:
        pass

    def on_move(self, view: object) -> None:
        pass

    def refuse(self, refusal: Exception) -> None:
        raise AssertionError(refusal)

    def ask(self, view: Any) -> Any:
        move = self._bot.choose(view, self._random).action
        self.lines.append(self._game.text.write_move(move))
        return move


def rehearse(options: Any, people: int, level: str) -> str:
    """The input of people who play a whole game from :data:`SEED` at random."""
    game = game_of(options)
    players = game.players(options)
    bots = tuple(None if seat < people else game.bots.bot(level) for seat in range(players))
    names = tuple(f"N{seat}" for seat in range(players))
    rehearsal = Rehearsal(options)
    Match(game, options, names, bots, bytes.fromhex(SEED.zfill(64))).run(rehearsal)
    return "\n".join(rehearsal.lines) + "\n"


def transitions(options: Any, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """A random game: each move with the states before and after it."""
    game, random = game_of(options), Random(seed)
    state = game.initial(options)
    while game.to_move(state) is not None:
        move = any_move(state, options, random)
        after = game.apply(state, move)
        yield state, move, after
        state = after
