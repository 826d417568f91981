"""Fixed rounds for three and more: an estimate.

The probability that a player beats each of the others alone is known: it is the solved game of two. To win,
they must beat all of them, and these events are not independent, since all depend on the player's own
remaining turns. So each game of two is modelled by a normal variable, of which the player's own luck is the
same share as the player has of the turns left. Given that luck the events are independent, and the luck is
averaged over. With one other player this is the solution, and so it is in the last turn of all.
``docs/cinqo.md`` has the loss against the solution of short games of three.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinqo.bots.kernels.turn import MOST_POINTS
from quincunx.games.cinqo.bots.solver import rounds
from quincunx.games.cinqo.bots.solver.rounds import MOST_LEAD

CERTAIN: Final = 1e-12
"""The smallest distance of chances from 0 and 1."""
NODES, _DENSITY = np.polynomial.hermite_e.hermegauss(20)
WEIGHTS: Final = _DENSITY / math.sqrt(2 * math.pi)

Chances = NDArray[np.float64]
"""``[31]``: the chance to win after a turn, by its points."""


@cache
def _quantiles(my_turns: int, turns: int) -> NDArray[np.float64]:
    """Return ``[2 · MOST_LEAD + 1]``: the limit below which a normal variable must stay for a player to beat
    another one who is to move, by lead + MOST_LEAD; ``turns`` are the other's."""
    chances = 1.0 - rounds.probabilities(my_turns + turns)[::-1]
    normal = NormalDist()
    return np.array([normal.inv_cdf(chance) for chance in np.clip(chances, CERTAIN, 1 - CERTAIN)])


@kernel
def _beat_all(
    quantiles: NDArray[np.float64],
    own: NDArray[np.float64],
    nodes: NDArray[np.float64],
    weights: NDArray[np.float64],
    chances: NDArray[np.float64],
) -> None:
    """Write the chances to beat all others. ``quantiles`` is ``[others, 31]``, ``own`` the share of own luck
    against each of them."""
    for points in range(chances.shape[0]):
        for node in range(nodes.shape[0]):
            product = weights[node]
            for other in range(quantiles.shape[0]):
                left = quantiles[other, points] + math.sqrt(own[other]) * nodes[node]
                product *= 0.5 * math.erfc(-left / math.sqrt(2.0 * (1.0 - own[other])))
            chances[points] += product


def estimate(leads: Sequence[int], my_turns: int, turns: Sequence[int]) -> Chances:
    """Return the chances to win of a player who has these leads over the others before this turn and has
    ``my_turns`` after it, the others ``turns``; a tie is shared."""
    after = np.asarray(leads)[:, None] + np.arange(MOST_POINTS + 1)
    if not any(turns):
        return np.where((after >= 0).all(axis=0), 1.0 / (1 + (after == 0).sum(axis=0)), 0.0)
    places = np.clip(after, -MOST_LEAD, MOST_LEAD) + MOST_LEAD
    quantiles = np.stack([_quantiles(my_turns, theirs)[at] for theirs, at in zip(turns, places, strict=True)])
    own = np.array([my_turns / max(1, my_turns + theirs) for theirs in turns])
    chances = np.zeros(MOST_POINTS + 1)
    _beat_all(quantiles, own, NODES, WEIGHTS, chances)
    return chances


def everybody(scores: NDArray[np.int64], turns: Sequence[int]) -> NDArray[np.float64]:
    """Return the same for all seats before a turn, scaled to a sum of 1: ``[players, n]`` for columns of
    scores in the order of play; ``turns`` are the remaining ones of each."""
    players = len(scores)
    found = np.zeros(scores.shape)
    for place in range(players):
        others = [other for other in range(players) if other != place]
        quantiles = np.stack([_against(scores, turns, place, other) for other in others])
        own = np.array([turns[place] / max(1, turns[place] + turns[other]) for other in others])
        # A player with all turns still to come, or none, has all of the luck, or none; the kernel needs a
        # share.
        _beat_all(quantiles, np.clip(own, 0.0, 1 - CERTAIN), NODES, WEIGHTS, found[place])
    return np.asarray(found / found.sum(axis=0))


def _against(scores: NDArray[np.int64], turns: Sequence[int], place: int, other: int) -> NDArray[np.float64]:
    """Return the limit below which a normal variable must stay for one player to beat another, for each
    column."""
    leads = np.clip(scores[place] - scores[other], -MOST_LEAD, MOST_LEAD)
    if place > other:
        return _quantiles(turns[place], turns[other])[leads + MOST_LEAD]
    # The first to move wins where the other one does not.
    return np.asarray(-_quantiles(turns[place], turns[other])[MOST_LEAD - leads])


def ready(most_rounds: int) -> None:
    """Compute what the estimate needs for this many rounds."""
    for turns in range(most_rounds):
        estimate([0, 0], turns, [turns + 1, turns])
