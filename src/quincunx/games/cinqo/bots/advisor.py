"""The exact worth of every keep, in the present game and in points; and the bot that follows it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinqo.bots.advised import ROUNDING as ROUNDING
from quincunx.games.cinqo.bots.advised import Advice as Advice
from quincunx.games.cinqo.bots.advised import Advised
from quincunx.games.cinqo.bots.kernels import keeps
from quincunx.games.cinqo.bots.kernels.encode import CLASSES, tables
from quincunx.games.cinqo.bots.kernels.keeps import Keeps, keeps_of
from quincunx.games.cinqo.bots.kernels.turn import OPEN, ROWS, solve_turn
from quincunx.games.cinqo.bots.solver.prospects import Rewards, error_of, win_rewards
from quincunx.games.cinqo.bots.solver.solitaire import points_rewards
from quincunx.games.cinqo.bots.view_facts import check_has_keep
from quincunx.games.cinqo.card import DICE
from quincunx.games.cinqo.types import CinqoView

SLACKS: Final = DICE
"""The number of slacks, 0 to 4: all five dice may be racked after the first roll."""


class Turn:
    """A turn with given rewards for its points, solved for every number of racked dice."""

    def __init__(self, rewards: Rewards) -> None:
        self.levels = np.zeros((SLACKS, 6, 4, ROWS))
        """The worth of every keep, by slack, rolls made, the Hi/Lo die and the kept class."""
        # A copy: a read-only array would make numba compile the kernel once more.
        writable = rewards.copy()
        for slack in range(SLACKS):
            solve_turn(tables(), writable, slack, self.levels[slack])

    def worths(self, ways: Keeps, roll: int, hilo: int) -> NDArray[np.float64]:
        """Return the worth of each keep after ``roll`` rolls with this Hi/Lo die: rolling on, or ending if
        five dice are kept."""
        # Lo is Hi upside down.
        faced = ways.rows if hilo > 0 else tables().mirror[ways.rows]
        goes_on = ~ways.boxed & (ways.rows < CLASSES)
        rows = np.where(goes_on, ways.rows, faced)
        dice = np.where(goes_on, OPEN, abs(hilo) - 1)
        found: NDArray[np.float64] = self.levels[ways.racked - roll, roll, dice, rows]
        return found


@lru_cache(maxsize=1)
def points_turn() -> Turn:
    """Return the turn played for points, which is always the same."""
    return Turn(points_rewards())


# People look at one position for a while, and return to it.
@lru_cache(maxsize=64)
def _turn_for(rewards: bytes) -> Turn:
    return Turn(np.frombuffer(rewards))


def advise(view: CinqoView) -> tuple[Advice, ...]:
    """Return every legal keep of the seat to move, best first: by worth, then by points, then fewest racked.

    Raises ``ValueError`` if no seat has a keep to choose.
    """
    roll, hilo = check_has_keep(view)
    ways = keeps_of(tuple(sorted(view.tray)), tuple(sorted(view.bank)), tuple(sorted(view.rack)), view.boxed)
    worths = _turn_for(win_rewards(view).tobytes()).worths(ways, roll, hilo)
    points = points_turn().worths(ways, roll, hilo)
    order: NDArray[np.int64] = np.lexsort((ways.racked, -points.round(ROUNDING), -worths.round(ROUNDING)))
    places: list[int] = order.tolist()
    values = zip(places, worths[order].tolist(), points[order].tolist(), strict=True)
    return tuple(Advice(ways.puts[place], worth, mean) for place, worth, mean in values)


def ready() -> None:
    """Compile and compute all prerequisites (half a second), so that the first advice is as quick as any."""
    points_turn()
    keeps.ready()


class AdvisedCinqo(Advised):
    """The bot of :mod:`quincunx.games.cinqo.bots.advised`, with kernels."""

    def advise(self, view: CinqoView) -> tuple[Advice, ...]:
        return advise(view)

    def error_of(self, view: CinqoView) -> float:
        return error_of(view)
