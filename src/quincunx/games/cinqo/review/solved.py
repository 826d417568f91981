"""Turns of a game, solved side by side: what each keep is worth to everybody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinqo.bots.advisor import points_turn
from quincunx.games.cinqo.bots.kernels.encode import CLASSES, tables
from quincunx.games.cinqo.bots.kernels.keeps import Keeps
from quincunx.games.cinqo.bots.kernels.turn import FIVE_CHANCE, OPEN, first_rolls, new_levels, solve_turn
from quincunx.games.cinqo.bots.solver.everybody import rewards
from quincunx.games.cinqo.bots.solver.solitaire import points_rewards
from quincunx.games.cinqo.types import CinqoView

FEW_LANES: Final = 8
"""So few turns are solved sooner one by one."""
MOST_LANES: Final = 32
"""Turns that are solved at once: some ten megabytes for six players."""

Worths = NDArray[np.float64]
"""By seat: chances to win; or, alone, minus the rounds that the game takes in all."""


class Turns:
    """Some turns of one game, each by the view at its beginning."""

    def __init__(self, views: Sequence[CinqoView]) -> None:
        self._views = views
        self._players = views[0].options.players
        # What the other one of two wins is what the mover does not.
        numbers = 1 if self._players <= 2 else self._players
        self._rewards = np.stack([rewards(view)[:, :numbers] for view in views], axis=2)
        self._levels: dict[int, NDArray[np.float64]] = {}

    def wanted(self, turn: int) -> NDArray[np.float64]:
        """What each number of points in this turn is worth to the mover."""
        return self._rewards[:, 0, turn]

    def ended(self, turn: int, points: int) -> Worths:
        """What it is worth that this turn has brought so many points."""
        return self._by_seat(turn, self._rewards[points, :, turn])

    def keeps(self, turn: int, ways: Keeps, chosen: NDArray[np.int64], roll: int, hilo: int) -> Worths:
        """``[keeps, seats]``: what the ``chosen`` of these keeps are worth after so many rolls."""
        dice, places, slacks = placed(ways, chosen, roll, hilo)
        found = np.empty((len(chosen), self._rewards.shape[1]))
        for slack in {*slacks.tolist()}:
            some = slacks == slack
            found[some] = self._solved(slack)[roll, dice[some], places[some], :, turn]
        return self._by_seat(turn, found)

    def _solved(self, slack: int) -> NDArray[np.float64]:
        if slack not in self._levels:
            levels = self._levels[slack] = new_levels(*self._rewards.shape[1:])
            _, numbers, lanes = self._rewards.shape
            if numbers > 1 or lanes > FEW_LANES:
                solve_turn(tables(), self._rewards, slack, levels)
            else:
                for lane in range(lanes):
                    one = np.zeros(levels.shape[:3])
                    solve_turn(tables(), self._rewards[:, 0, lane].copy(), slack, one)
                    levels[..., 0, lane] = one
        return self._levels[slack]

    def _by_seat(self, turn: int, worths: NDArray[np.float64]) -> Worths:
        """From the order of play to that of the seats."""
        view = self._views[turn]
        if self._players == 1:
            return worths - view.round
        if self._players == 2:
            worths = np.concatenate([worths, 1.0 - worths], axis=-1)
        return np.roll(worths, view.turn_of, axis=-1)


def placed(
    ways: Keeps, chosen: NDArray[np.int64], roll: int, hilo: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Where a solved turn has the ``chosen`` keeps after so many rolls: the Hi/Lo die, the class, the
    slack."""
    rows, boxed = ways.rows[chosen], ways.boxed[chosen]
    # Lo is Hi upside down.
    faced = rows if hilo > 0 else tables().mirror[rows]
    goes_on = ~boxed & (rows < CLASSES)
    # Where the turn ends nothing depends on how much is racked.
    slacks = np.where(rows < CLASSES, ways.racked[chosen] - roll, 0)
    return np.where(goes_on, OPEN, abs(hilo) - 1), np.where(goes_on, rows, faced), slacks


def points_of(ways: Keeps, roll: int, hilo: int) -> NDArray[np.float64]:
    """What each keep makes on average if the turn is played for points."""
    return points_turn().worths(ways, roll, hilo)


@lru_cache(maxsize=1)
def points_before() -> float:
    """What a turn makes on average before its first roll, without the second turn after a five of a kind."""
    levels, value = new_levels(1, 1), np.zeros((1, 1))
    solve_turn(tables(), np.ascontiguousarray(points_rewards()[:, None, None]), 0, levels)
    first_rolls(tables(), levels, value)
    return float(value[0, 0] + FIVE_CHANCE * 10)
