"""One deal: the same cards or dice for everybody, played once from every side."""

from __future__ import annotations

import time
from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from quincunx.arena.players import Entrant
from quincunx.arena.program import Fault
from quincunx.games.cinco.types import CincoOptions
from quincunx.core.game import (
    CHANCE,
    Forbidden,
    ChanceMove,
    Pick,
    Picked,
    Question,
    Roll,
    Rolled,
    Shuffle,
    Unparseable,
)
from quincunx.core.game import Shuffled as ShuffledCards
from quincunx.games import Options, game_of

QUIET_LIMIT: Final = 200
"""A game of Cinco is given up as truncated after so many turns without a token (C7)."""


class Game(msgspec.Struct, frozen=True):
    """One game. ``side`` is where the first entrant sat, ``first`` the side that started."""

    side: int
    first: int
    winner: int | None
    """The side that won; ``None`` for a draw or a truncated game."""
    termination: str
    """How it ended; ``truncated`` is no result (C7), ``fault`` a game lost by what a bot did wrong."""
    turns: int
    seconds: tuple[float, float]
    """Thinking time of the first entrant, and of all others together."""
    decisions: tuple[int, int]
    fault: str | None = None
    """Who did what: ``a: crashed``."""


class Deal(msgspec.Struct, frozen=True):
    """All games of a deal. ``pair`` and ``number`` say which it is."""

    pair: int
    number: int
    games: tuple[Game, ...]

    @property
    def score(self) -> float:
        """The share of the first entrant: a win 1, a draw (or truncated game) a fair share."""
        sides = len(self.games)
        return sum(
            1 / sides if game.winner is None else float(game.winner == game.side) for game in self.games
        ) / len(self.games)


def sides_of(options: Options) -> int:
    """How many sides play against each other: teams, or players where there are none."""
    return options.teams if isinstance(options, CincoOptions) else options.players


def play_deal(options: Options, first: Entrant, second: Entrant, pair: int, number: int, seed: int) -> Deal:
    """Play a deal: the first entrant on every side in turn, the second one on all others."""
    sides = sides_of(options)
    games = tuple(_play(options, first, second, side, number, seed) for side in range(sides))
    return Deal(pair, number, games)


def _play(options: Options, first: Entrant, second: Entrant, side: int, number: int, seed: int) -> Game:
    game, sides = game_of(options), sides_of(options)
    # Who starts goes round with the deals, so that nobody is favoured by it.
    starter = number % game.players(options)
    options = replace(options, first=starter)
    chance = Random(f"{seed} {number}")  # noqa: S311  # the arena's dice are no secret
    taste = Random(f"{seed} {number} {side} taste")  # noqa: S311
    state = game.initial(options)
    seconds, decisions, turns, quiet = [0.0, 0.0], [0, 0], 0, 0
    winner: int | None = None
    termination, fault = "truncated", None
    free = -1
    while (seat := game.to_move(state)) is not None:
        if seat == CHANCE:
            state = game.apply(state, answer(game.asks(state), chance))
            continue
        who = 0 if seat % sides == side else 1
        entrant = second if who else first
        start = time.perf_counter()
        try:
            decision = entrant.bot.choose(game.view(state, seat), taste, entrant.budget)
            state = game.apply(state, decision.action)
        except (Fault, Forbidden, Unparseable) as error:
            what = str(error) if isinstance(error, Fault) else f"illegal move: {error}"
            fault = f"{entrant.text}: {what}"
            # Whoever is at fault has lost, wherever they sit.
            winner = side if who else (side + 1) % sides
            termination = "fault"
            break
        seconds[who] += time.perf_counter() - start
        decisions[who] += 1
        turns += 1
        left = len(getattr(state, "free", ()))
        quiet = 0 if left != free else quiet + 1
        free = left
        if isinstance(options, CincoOptions) and quiet >= QUIET_LIMIT:
            break
    outcome = game.outcome(state)
    if outcome is not None:
        termination = outcome.termination
        if len({seat % sides for seat in outcome.winners}) == 1:
            winner = outcome.winners[0] % sides
    return Game(
        side,
        starter % sides,
        winner,
        termination,
        turns,
        (seconds[0], seconds[1]),
        (decisions[0], decisions[1]),
        fault,
    )


def answer(question: Question, random: Random) -> ChanceMove:
    """Chance's answer from a generator."""
    match question:
        case Pick(count=count):
            return Picked(random.randrange(count))
        case Shuffle(cards=cards):
            return ShuffledCards(tuple(random.sample(cards, len(cards))))
        case Roll(sides=faces):
            return Rolled(tuple(random.randint(1, each) for each in faces))


def close(entrants: list[Entrant]) -> None:
    """End programs that entered."""
    for each in entrants:
        bot: Any = each.bot
        if hasattr(bot, "close"):
            bot.close()
