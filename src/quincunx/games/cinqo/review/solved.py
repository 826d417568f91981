"""Turns of a game, solved side by side: the worth of each keep to all seats."""

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
"""The number of turns up to which solving them one by one is faster."""
MOST_LANES: Final = 32
"""The largest number of turns solved at once: some ten megabytes for six players."""

Worths = NDArray[np.float64]
"""Worths by seat: chances to win; or, in solitaire, minus the number of rounds of the game."""


class Turns:
    """Some turns of one game, each given by the view at its beginning."""

    def __init__(self, views: Sequence[CinqoView]) -> None:
        self._views = views
        self._players = views[0].options.players
        # The chance of the second of two players is the rest of the mover's.
        numbers = 1 if self._players <= 2 else self._players
        self._rewards = np.stack([rewards(view)[:, :numbers] for view in views], axis=2)
        self._levels: dict[int, NDArray[np.float64]] = {}

    def wanted(self, turn: int) -> NDArray[np.float64]:
        """Return the worth of each number of points in this turn to the mover."""
        return self._rewards[:, 0, turn]

    def ended(self, turn: int, points: int) -> Worths:
        """Return the worths after this turn has ended with these points."""
        return self._by_seat(turn, self._rewards[points, :, turn])

    def keeps(self, turn: int, ways: Keeps, chosen: NDArray[np.int64], roll: int, hilo: int) -> Worths:
        """Return ``[keeps, seats]``: the worths of the ``chosen`` of these keeps after this many rolls."""
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
        """Convert from the order of play to the order of seats."""
        view = self._views[turn]
        if self._players == 1:
            return worths - view.round
        if self._players == 2:
            worths = np.concatenate([worths, 1.0 - worths], axis=-1)
        return np.roll(worths, view.turn_of, axis=-1)


def placed(
    ways: Keeps, chosen: NDArray[np.int64], roll: int, hilo: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the indices of the ``chosen`` keeps in a solved turn after this many rolls: the Hi/Lo die, the
    class, the slack."""
    rows, boxed = ways.rows[chosen], ways.boxed[chosen]
    # Lo is Hi upside down.
    faced = rows if hilo > 0 else tables().mirror[rows]
    goes_on = ~boxed & (rows < CLASSES)
    # At the end of the turn the number of racked dice does not matter.
    slacks = np.where(rows < CLASSES, ways.racked[chosen] - roll, 0)
    return np.where(goes_on, OPEN, abs(hilo) - 1), np.where(goes_on, rows, faced), slacks


def points_of(ways: Keeps, roll: int, hilo: int) -> NDArray[np.float64]:
    """Return the mean points of each keep if the turn is played for points."""
    return points_turn().worths(ways, roll, hilo)


@lru_cache(maxsize=1)
def points_before() -> float:
    """Return the mean points of a turn before its first roll, without the second turn after a five of a
    kind."""
    levels, value = new_levels(1, 1), np.zeros((1, 1))
    solve_turn(tables(), np.ascontiguousarray(points_rewards()[:, None, None]), 0, levels)
    first_rolls(tables(), levels, value)
    return float(value[0, 0] + FIVE_CHANCE * 10)
