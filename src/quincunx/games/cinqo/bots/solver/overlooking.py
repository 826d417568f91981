"""Exact chances of players who overlook keeps and play for points.

Their turns are independent of the score, so the distribution of one turn is all that there is to know: the
chances to win of any number of such players follow from it, in both kinds of game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinqo.bots.advisor import points_turn
from quincunx.games.cinqo.bots.kernels.encode import tables
from quincunx.games.cinqo.bots.kernels.overlooking import follow, new_distributions
from quincunx.games.cinqo.bots.kernels.turn import FIVE_CHANCE, MOST_POINTS
from quincunx.games.cinqo.bots.solver.race import GOAL
from quincunx.games.cinqo.card import FIVE_OF_A_KIND

MOST_TURNS: Final = 120
"""The number of turns to 100 that is considered: ``novice`` needs more with a probability below 1e-9."""
_BONUSES: Final = 3
"""The number of five of a kind in one round that is considered."""


class OverlookingPlayer:
    """A player who overlooks each keep with the probability ``blunder_rate``."""

    def __init__(self, blunder_rate: float) -> None:
        self.blunder_rate = blunder_rate
        self.points = new_distributions()
        """The distribution of the turn's points after every keep."""
        self.first: NDArray[np.float64] = np.zeros(MOST_POINTS + 1)
        """The distribution of a whole turn's points; a first roll of five of a kind is left out."""
        follow(tables(), points_turn().levels, blunder_rate, self.points, self.first)
        self.within = _within(self.first)
        """``[turns + 1, score]``: the probability to reach 100 within this many turns."""
        self._totals: list[NDArray[np.float64]] = [np.ones(1)]

    def total(self, turns: int) -> NDArray[np.float64]:
        """Return the distribution of the points of this many rounds."""
        while len(self._totals) <= turns:
            self._totals.append(np.convolve(self._totals[-1], _round(self.first)))
        return self._totals[turns]


@lru_cache(maxsize=16)
def overlooking_player(blunder_rate: float) -> OverlookingPlayer:
    """Return the player; a tenth of a second the first time."""
    return OverlookingPlayer(blunder_rate)


def race_shares(players: list[OverlookingPlayer], scores: list[int]) -> NDArray[np.float64]:
    """Return each player's chance to reach 100 first. They are in the order of play, and all scores are below
    100."""
    within = [player.within[:, score] for player, score in zip(players, scores, strict=True)]
    shares = np.empty(len(players))
    for place, mine in enumerate(within):
        chances = np.diff(mine)
        for other, theirs in enumerate(within):
            if other != place:
                # Players before this one have had as many turns, those after it one less.
                chances = chances * (1.0 - (theirs[1:] if other < place else theirs[:-1]))
        shares[place] = chances.sum()
    return shares


def rounds_shares(
    players: list[OverlookingPlayer], scores: list[int], turns: list[int]
) -> NDArray[np.float64]:
    """Return each player's chance to have the most points after its remaining turns. A tie is shared by all
    players."""
    length = max(scores) + 1 + max(len(player.total(n)) for player, n in zip(players, turns, strict=True))
    totals = np.zeros((len(players), length))
    for place, (player, score, left) in enumerate(zip(players, scores, turns, strict=True)):
        total = player.total(left)
        totals[place, score : score + len(total)] = total
    below = np.cumsum(totals, axis=1) - totals
    shares = np.empty(len(players))
    for place, mine in enumerate(totals):
        others = np.prod(np.delete(below, place, axis=0), axis=0)
        shares[place] = float((mine * others).sum())
    return shares + (1.0 - shares.sum()) / len(players)


def _within(first: NDArray[np.float64]) -> NDArray[np.float64]:
    within = np.zeros((MOST_TURNS + 1, GOAL + MOST_POINTS + 1))
    within[:, GOAL:] = 1.0
    for turns in range(1, MOST_TURNS + 1):
        later = np.lib.stride_tricks.sliding_window_view(within[turns - 1], MOST_POINTS + 1)
        turn = later[:GOAL] @ first
        for score in range(GOAL - 1, -1, -1):
            # Another turn of the same round follows a five of a kind.
            within[turns, score] = turn[score] + FIVE_CHANCE * within[turns, score + FIVE_OF_A_KIND]
    return within


def _round(first: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the distribution of a round's points, bonus turns included."""
    points = np.zeros(MOST_POINTS + 1 + _BONUSES * FIVE_OF_A_KIND)
    for bonuses in range(_BONUSES + 1):
        start = bonuses * FIVE_OF_A_KIND
        points[start : start + MOST_POINTS + 1] += FIVE_CHANCE**bonuses * first
    return points / points.sum()
