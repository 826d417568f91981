"""The control variate of Cinq-O: exact chances to win of players who overlook keeps.

Every seat is taken for a player who overlooks keeps as often as its bot does, and plays for points; a bot of
another kind for one who overlooks none. The chances of such players are exact
(:mod:`quincunx.games.cinqo.bots.solver.overlooking`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.core.chance import ChanceMove
from quincunx.engines.control import Deviation, Policy
from quincunx.games.cinqo.bots.advisor import AdvisedCinqo, points_turn
from quincunx.games.cinqo.bots.kernels.encode import CLASSES, class_of, tables
from quincunx.games.cinqo.bots.kernels.keeps import Keeps, keeps_of
from quincunx.games.cinqo.bots.kernels.overlooking import weigh
from quincunx.games.cinqo.bots.kernels.turn import FIVE_CHANCE, MOST_POINTS, OPEN
from quincunx.games.cinqo.bots.solver.overlooking import (
    OverlookingPlayer,
    overlooking_player,
    race_shares,
    rounds_shares,
)
from quincunx.games.cinqo.card import DICE, FIVE_OF_A_KIND
from quincunx.games.cinqo.state import HUNDRED, CinqoState
from quincunx.games.cinqo.types import CinqoMove, CinqoOptions

Shares = NDArray[np.float64]
"""``[seats]``: the chance of each to win, a tie shared by all."""


class _Turn(NamedTuple):
    key: tuple[int, int, int, tuple[int, ...]]
    rewards: NDArray[np.float64]
    """``[31, seats]``: the shares after each number of points."""
    after_five: Shares


class CinqoControl:
    """The estimates of a game of two players or more."""

    def __init__(self, options: CinqoOptions, bots: Sequence[Any]) -> None:
        rates = [bot.blunder_rate if isinstance(bot, AdvisedCinqo) else 0.0 for bot in bots]
        self._players = [overlooking_player(rate) for rate in rates]
        self._turn: _Turn | None = None

    def at_chance(self, before: CinqoState, after: CinqoState, answer: ChanceMove) -> Deviation:
        return _deviation(self._after_roll(before, after) - self._before_roll(before))

    def at_move(
        self, before: CinqoState, after: CinqoState, move: CinqoMove, policy: Policy[CinqoMove] | None
    ) -> Deviation:
        if policy is None:
            return (0.0,) * before.options.players
        keeps = _keeps(before)
        after_keep = self._worths(before, keeps)
        of = dict(zip(keeps.puts, after_keep, strict=True))
        mean = sum((of[keep] * chance for keep, chance in policy), np.zeros(before.options.players))
        return _deviation(of[move] - mean)

    def _before_roll(self, state: CinqoState) -> Shares:
        """Return the mean of :meth:`_after_roll`."""
        turn, player = self._turn_of(state), self._players[state.seat]
        if state.roll == 0:
            first: Shares = player.first @ turn.rewards + FIVE_CHANCE * turn.after_five
            return first
        row = class_of(tuple(sorted(state.rack + state.bank)))
        h = OPEN
        if state.boxed:
            assert state.hilo is not None  # it lies in the box
            h = abs(state.hilo) - 1
            row = int(tables().mirror[row]) if state.hilo < 0 else row
        later: Shares = player.points[state.roll, len(state.rack), h, row] @ turn.rewards
        return later

    def _after_roll(self, before: CinqoState, after: CinqoState) -> Shares:
        if not after.rolling and after.outcome is None:
            return self._before_choice(after)
        turn, result = self._turn_of(before), after.history.last
        ended: Shares = turn.after_five if result.kind == "five" else turn.rewards[result.points]
        return ended

    def _before_choice(self, state: CinqoState) -> Shares:
        """Return the shares before a keep, which is chosen as the seat's player would."""
        keeps, player = _keeps(state), self._players[state.seat]
        rows, dice, racked = _places(state, keeps)
        kinds: dict[tuple[int, int, int], int] = {}
        for place, kind in enumerate(zip(rows.tolist(), dice.tolist(), racked.tolist(), strict=True)):
            kinds.setdefault(kind, place)
        chosen = np.array(list(kinds.values()))
        assert state.hilo is not None  # dice have fallen
        points = points_turn().worths(keeps, state.roll, state.hilo)[chosen]
        weights = np.empty(len(chosen))
        weigh(points, len(chosen), player.blunder_rate, np.empty(len(chosen), np.int64), weights)
        shares: Shares = weights @ self._worths(state, keeps)[chosen]
        return shares

    def _worths(self, state: CinqoState, keeps: Keeps) -> NDArray[np.float64]:
        """Return ``[keeps, seats]``: the shares after every keep."""
        rows, dice, racked = _places(state, keeps)
        points = self._players[state.seat].points[state.roll, racked, dice, rows]
        worths: NDArray[np.float64] = points @ self._turn_of(state).rewards
        return worths

    def _turn_of(self, state: CinqoState) -> _Turn:
        key = state.seat, state.round, len(state.history), state.scores
        if self._turn is None or self._turn.key != key:
            rewards = np.array([self._shares(state, points, 1) for points in range(MOST_POINTS + 1)])
            self._turn = _Turn(key, rewards, self._shares(state, FIVE_OF_A_KIND, 0))
        return self._turn

    def _shares(self, state: CinqoState, points: int, next_seat: int) -> Shares:
        """Return the shares when the seat has got these points, and the seat so many places after it begins
        its turn."""
        options, seat = state.options, state.seat
        scores = list(state.scores)
        scores[seat] += points
        if options.goal == "hundred" and scores[seat] >= HUNDRED:
            return np.eye(options.players)[seat]
        order = [(seat + next_seat + place) % options.players for place in range(options.players)]
        players: list[OverlookingPlayer] = [self._players[each] for each in order]
        theirs = [scores[each] for each in order]
        shares = np.empty(options.players)
        if options.goal == "hundred":
            shares[order] = race_shares(players, theirs)
        else:
            turns = [_turns_left(state, each) - (next_seat if each == seat else 0) for each in order]
            shares[order] = rounds_shares(players, theirs, turns)
        return shares


def _keeps(state: CinqoState) -> Keeps:
    return keeps_of(tuple(sorted(state.tray)), state.bank, state.rack, state.boxed)


def _places(
    state: CinqoState, keeps: Keeps
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return where :class:`OverlookingPlayer` has the points after each keep: class, Hi/Lo die, racked
    dice."""
    assert state.hilo is not None  # dice have fallen
    # Lo is Hi upside down.
    faced = keeps.rows if state.hilo > 0 else tables().mirror[keeps.rows]
    rolls_open = ~keeps.boxed & (keeps.rows < CLASSES)
    rows = np.where(rolls_open, keeps.rows, faced)
    dice = np.where(rolls_open, OPEN, abs(state.hilo) - 1)
    return rows, dice, np.where(rows < CLASSES, keeps.racked, DICE)


def _turns_left(state: CinqoState, seat: int) -> int:
    """Return the seat's number of remaining turns in fixed rounds, including the present one."""
    options = state.options
    place, now = ((each - options.first) % options.players for each in (seat, state.seat))
    return options.rounds - state.round + (1 if place >= now else 0)


def _deviation(shares: Shares) -> Deviation:
    return tuple(shares.tolist())
