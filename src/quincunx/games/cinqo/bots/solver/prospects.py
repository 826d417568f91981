"""The worth of a turn's points in the present game: a reward for each number of points.

Exact for solitaire, for two players to 100 and over fixed rounds, and for three to 100. With more players the
game is unsolved, and two estimates are used:

- *to 100*: every seat is taken to race alone, as well as solitaire can be played. A seat that needs k more
  turns after this one wins if none of the others is there within k.
- *fixed rounds*: :mod:`quincunx.games.cinqo.bots.solver.rounds_many`.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.cached_tables import cached_table
from quincunx.games.cinqo.bots.kernels.turn import MOST_POINTS
from quincunx.games.cinqo.bots.solver import race, race3, rounds, rounds_many, solitaire
from quincunx.games.cinqo.bots.solver.race import GOAL
from quincunx.games.cinqo.bots.view_facts import ESTIMATE_ERROR as ESTIMATE_ERROR
from quincunx.games.cinqo.bots.view_facts import is_solved
from quincunx.games.cinqo.bots.view_facts import turns_left as turns_left
from quincunx.games.cinqo.types import CinqoView

USUAL_ROUNDS: Final = 10
"""The number of fixed rounds that is solved ahead; longer games are solved when one is played."""

Rewards = NDArray[np.float64]
"""``[31]``: the worth of each number of points; entry 0 is unused."""


@cache
def race_wins() -> NDArray[np.float64]:
    """Return the two-player race, solved on first use on this machine."""
    return cached_table("cinqo-race", race.solve)


def ready() -> None:
    """Solve, or read, what :func:`win_rewards` needs for any game: on a fresh machine about two seconds."""
    race_wins()
    race3.shipped()
    race_estimate(np.array(0), [np.array(0)])
    solitaire.expected_rounds()
    rounds_many.ready(USUAL_ROUNDS)


def error_of(view: CinqoView) -> float:
    """Return the standard error of a worth that follows from :func:`win_rewards`: 0 where the game is
    solved."""
    return 0.0 if is_solved(view, race3.shipped() is not None) else ESTIMATE_ERROR


def win_rewards(view: CinqoView) -> Rewards:
    """Return the worth of this turn's points to the seat to move: its chance to win, a tie shared; in
    solitaire minus the rounds still to come after this one."""
    seat = view.turn_of
    mine = view.scores[seat]
    if view.options.players == 1:
        return solitaire.rounds_reward(solitaire.expected_rounds(), mine)
    others = [view.scores[(seat + step) % view.options.players] for step in range(1, view.options.players)]
    if view.options.goal == "hundred":
        return _race_rewards(mine, others)
    turns = [turns_left(view, (seat + step) % view.options.players) for step in range(1, len(others) + 1)]
    return _rounds_rewards(mine, others, turns_left(view, seat) - 1, turns)


def _race_rewards(mine: int, others: list[int]) -> Rewards:
    rewards = np.ones(MOST_POINTS + 1)
    rewards[0] = 0.0
    # The score after each number of points that does not end the game.
    after = np.arange(mine + 1, min(GOAL, mine + MOST_POINTS + 1))
    rewards[1 : 1 + len(after)] = _race_probabilities(after, others)
    return rewards


def _race_probabilities(mine: NDArray[np.int64], others: list[int]) -> NDArray[np.float64]:
    """Return the chances to win of a seat with these scores that has just had a turn."""
    if len(others) == 1:
        return np.asarray(1.0 - race_wins()[others[0], mine])
    exact = race3.shipped() if len(others) == 2 else None
    if exact is not None:
        return 1.0 - exact[others[0], others[1], mine].sum(axis=1, dtype=np.float64)
    return race_estimate(mine, [np.array(score) for score in others])


def race_estimate(mine: NDArray[np.int64], others: list[NDArray[np.int64]]) -> NDArray[np.float64]:
    """Return the chance to win of a seat with this score below 100 that has just had a turn, with the others'
    scores in the order of play; for parallel arrays of scores."""
    within = solitaire.best_probabilities()
    mine, *others = np.broadcast_arrays(mine, *others)
    nobody = np.prod([1.0 - within[1:, score] for score in others], axis=0)
    return np.asarray((np.diff(within[:, mine], axis=0) * nobody).sum(axis=0))


def _rounds_rewards(mine: int, others: list[int], my_turns: int, turns: list[int]) -> Rewards:
    if len(others) == 1:
        left = my_turns + 1 + turns[0]
        return rounds.reward(left, max(-rounds.MOST_LEAD, min(rounds.MOST_LEAD, mine - others[0])))
    rewards = rounds_many.estimate([mine - score for score in others], my_turns, turns)
    rewards[0] = 0.0
    return rewards
