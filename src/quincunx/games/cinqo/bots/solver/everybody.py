"""The worth of a turn's points to all seats, not only to the seat to move.

Exact wherever :mod:`quincunx.games.cinqo.bots.solver.prospects` is. Where that estimates the mover's chance,
the others' are estimated in the same way, and scaled to the rest of the mover's.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinqo.bots.kernels.turn import MOST_POINTS
from quincunx.games.cinqo.bots.solver import prospects, race3, rounds, rounds_many, solitaire
from quincunx.games.cinqo.bots.solver.race import GOAL
from quincunx.games.cinqo.types import CinqoOptions, CinqoView

Probabilities = NDArray[np.float64]
"""``[players, …]``: all seats' chances to win, in the order of play."""


def rewards(view: CinqoView) -> NDArray[np.float64]:
    """Return ``[31, players]``: the worth of each number of points of this turn, first to the seat to move,
    then to the others in the order of play. Entry 0 is unused."""
    mine = prospects.win_rewards(view)
    players, seat = view.options.players, view.turn_of
    if players == 1:
        return mine[:, None]
    if players == 2:
        return np.stack([mine, 1.0 - mine], axis=1)
    order = [(seat + step) % players for step in range(players)]
    found = np.zeros((MOST_POINTS + 1, players))
    found[:, 0] = mine
    scores = np.array([[view.scores[each]] * (MOST_POINTS + 1) for each in [*order[1:], seat]])
    scores[-1] += np.arange(MOST_POINTS + 1)
    turns = [prospects.turns_left(view, each) for each in order[1:]]
    turns.append(prospects.turns_left(view, seat) - 1)
    others = _probabilities(view.options, scores, turns)[:-1]
    total = others.sum(axis=0)
    shares = np.divide(others, total, out=np.zeros_like(others), where=total > 0)
    found[:, 1:] = ((1.0 - mine) * shares).T
    return found


def start(options: CinqoOptions) -> Probabilities:
    """Return the worth of the game before the first roll, in the order of play: chances, or minus the number
    of rounds."""
    if options.players == 1:
        return np.array([-solitaire.expected_rounds()[0]])
    scores = np.zeros((options.players, 1), np.int64)
    return _probabilities(options, scores, [options.rounds] * options.players)[:, 0]


def again(view: CinqoView) -> Probabilities:
    """Return the worth of a second turn of the same seat, with the scores of the view."""
    players, seat = view.options.players, view.turn_of
    if players == 1:
        # The second turn needs no further round: take this one's away again.
        return np.array([1.0 - solitaire.expected_rounds()[view.scores[seat]]])
    order = [(seat + step) % players for step in range(players)]
    scores = np.array([[view.scores[each]] for each in order])
    return _probabilities(view.options, scores, [prospects.turns_left(view, each) for each in order])[:, 0]


def _probabilities(options: CinqoOptions, scores: NDArray[np.int64], turns: list[int]) -> Probabilities:
    """Return all seats' chances before the turn of the first, for columns of scores (``[players, n]``, in the
    order of play); ``turns`` are the remaining ones of each in fixed rounds."""
    if options.goal == "rounds":
        return _rounds_probabilities(scores, turns)
    over = scores >= GOAL
    before = np.where(over, 0, scores)
    if options.players == 2:
        wins = prospects.race_wins()[before[0], before[1]]
        found = np.stack([wins, 1.0 - wins])
    elif options.players == 3 and (exact := race3.shipped()) is not None:
        two = exact[before[0], before[1], before[2]].astype(np.float64).T
        found = np.stack([two[0], two[1], 1.0 - two[0] - two[1]])
    else:
        found = race(before)
    return np.where(over.any(axis=0), over, found)


def race(scores: NDArray[np.int64]) -> Probabilities:
    """Return the estimate for the race to 100 (:func:`prospects.race_estimate`) for all seats. A seat that
    needs k more turns wins if no seat before it is there within k turns, and none after it within k - 1."""
    within = solitaire.best_probabilities()
    found = np.zeros(scores.shape)
    for place in range(len(scores)):
        probabilities = np.diff(within[:, scores[place]], axis=0)
        for other in range(len(scores)):
            if other != place:
                late = within[1:] if other < place else within[:-1]
                probabilities = probabilities * (1.0 - late[:, scores[other]])
        found[place] = probabilities.sum(axis=0)
    return found


def _rounds_probabilities(scores: NDArray[np.int64], turns: list[int]) -> Probabilities:
    if len(scores) == 2 and any(turns):
        lead = np.clip(scores[0] - scores[1], -rounds.MOST_LEAD, rounds.MOST_LEAD)
        wins = rounds.probabilities(sum(turns))[lead + rounds.MOST_LEAD]
        return np.stack([wins, 1.0 - wins])
    if not any(turns):
        best = scores == scores.max(axis=0)
        return np.asarray(best / best.sum(axis=0))
    return rounds_many.everybody(scores, turns)
