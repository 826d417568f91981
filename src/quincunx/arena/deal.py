"""One deal: the same cards or dice, played once from every side."""

from __future__ import annotations

import time
from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from quincunx.arena.luck import Luck
from quincunx.core.chance import resolve_chance
from quincunx.core.game import AnyGame
from quincunx.core.reason import GameError
from quincunx.core.run import GameRun
from quincunx.engines.control import Control, policy_of
from quincunx.engines.players import Entrant
from quincunx.engines.program import Fault
from quincunx.games import game_of

IDLE_LIMIT: Final = 200
"""The number of consecutive idle turns after which a game is truncated (C7)."""


class Game(msgspec.Struct, frozen=True):
    """One game. ``side`` is the first entrant's, ``first`` the side that started."""

    side: int
    first: int
    winner: int | None
    """The winning side; ``None`` for a draw or a truncated game."""
    termination: str
    """The termination; ``truncated`` is no result (C7), ``fault`` a game lost by a bot's error."""
    turns: int
    seconds: tuple[float, float]
    """Thinking time of the first entrant, and of all others together."""
    decisions: tuple[int, int]
    fault: str | None = None
    """The faulty entrant and its error: ``a: crashed``."""
    luck: float | None = None
    """The first entrant's luck: what its share would lose by a correction of mean 0. ``None`` if it was not
    measured."""


class Deal(msgspec.Struct, frozen=True):
    """All games of a deal, identified by ``pair`` and ``number``."""

    pair: int
    number: int
    games: tuple[Game, ...]

    @property
    def finished(self) -> tuple[bool, bool]:
        """Return whether the first entrant, and whether the others, got through a game without an error."""
        faults = [game for game in self.games if game.fault is not None]
        lost = sum(game.winner != game.side for game in faults)
        return len(self.games) > lost, len(self.games) > len(faults) - lost

    @property
    def score(self) -> float:
        """The share of the first entrant: a win 1, a draw (or truncated game) a fair share."""
        sides = len(self.games)
        return sum(
            1 / sides if game.winner is None else float(game.winner == game.side) for game in self.games
        ) / len(self.games)

    @property
    def adjusted(self) -> float | None:
        """The score without luck, which has the same mean; it may lie outside 0 to 1. ``None`` if the luck of
        a game was not measured."""
        luck = [game.luck for game in self.games if game.luck is not None]
        return self.score - sum(luck) / len(luck) if len(luck) == len(self.games) else None


def least_noisy(deal: Deal) -> float:
    """Return the score without luck if that was measured, else the plain score. Both have the same mean."""
    return deal.score if deal.adjusted is None else deal.adjusted


def sides_of(options: Any) -> int:
    """Return the number of sides."""
    return len(set(game_of(options).sides(options)))


def play_deal(
    options: Any,
    first: Entrant,
    second: Entrant,
    pair: int,
    number: int,
    seed: int,
    *,
    measures_luck: bool = False,
) -> Deal:
    """Play a deal: the first entrant on every side in turn, the second one on all others. With
    ``measures_luck`` the games have their :attr:`Game.luck`, if such games have control variates."""
    control: Control | None = game_of(options).bots.control(options) if measures_luck else None
    games = tuple(
        _Play(options, (first, second), side, number, seed, control).run()
        for side in range(sides_of(options))
    )
    return Deal(pair, number, games)


class _Play:
    """One game of a deal, with the first entrant on this side."""

    def __init__(
        self,
        options: Any,
        entrants: tuple[Entrant, Entrant],
        side: int,
        number: int,
        seed: int,
        control: Control | None,
    ) -> None:
        self._game: AnyGame = game_of(options)
        # The starting side rotates with the deals, so that neither entrant has an advantage.
        self._starter = number % self._game.players(options)
        self._options = replace(options, first=self._starter)
        self._sides = self._game.sides(options)
        self._entrants = entrants
        self._side = side
        # The arena's dice and the bots' random choices are no secret.
        self._chance = Random(f"{seed} {number}")  # noqa: S311
        self._taste = Random(f"{seed} {number} {side} taste")  # noqa: S311
        self._seconds = [0.0, 0.0]
        self._decisions = [0, 0]
        seats = [entrants[0 if each == side else 1].bot for each in self._sides]
        self._luck = None if control is None else Luck(control(self._options, seats), len(set(self._sides)))

    def run(self) -> Game:
        """Play to the end, to a bot's fault, or to truncation."""
        game = self._game
        run = GameRun(
            game,
            self._options,
            lambda _, state: resolve_chance(game.asks(state), self._chance),
            stops=lambda run: game.idle_turns(run.state) >= IDLE_LIMIT,
            on_ply=self._luck.add if self._luck is not None else lambda ply: None,
        )
        for seat in run.choices():
            who = 0 if self._sides[seat] == self._side else 1
            try:
                self._move(run, seat, who)
            except (Fault, GameError) as error:
                what = str(error) if isinstance(error, Fault) else f"illegal move: {error}"
                # A faulty entrant has lost, on any side.
                winner = self._side if who else (self._side + 1) % len(set(self._sides))
                return self._ended(winner, "fault", f"{self._entrants[who].text}: {what}")
        outcome = game.outcome(run.state)
        if outcome is None:
            return self._ended(None, "truncated")
        winners = {self._sides[seat] for seat in outcome.winners}
        return self._ended(winners.pop() if len(winners) == 1 else None, outcome.termination)

    def _move(self, run: GameRun, seat: int, who: int) -> None:
        """Make the entrant's move. Raises :class:`Fault` and ``GameError``."""
        entrant = self._entrants[who]
        view = self._game.view(run.state, seat)
        if self._luck is not None:
            self._luck.policy = policy_of(entrant.bot, view, entrant.budget)
        start = time.perf_counter()
        decision = entrant.bot.choose(view, self._taste, entrant.budget)
        self._seconds[who] += time.perf_counter() - start
        run.move(decision.action)
        self._decisions[who] += 1

    def _ended(self, winner: int | None, termination: str, fault: str | None = None) -> Game:
        return Game(
            self._side,
            self._sides[self._starter],
            winner,
            termination,
            sum(self._decisions),
            (self._seconds[0], self._seconds[1]),
            (self._decisions[0], self._decisions[1]),
            fault,
            None if self._luck is None else self._luck.totals[self._side],
        )
