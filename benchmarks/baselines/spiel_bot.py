"""OpenSpiel's IS-MCTS as a player of Cinco: the peer that our search is compared with.

In the arena: ``py:benchmarks.baselines.spiel_bot:SpielCinco`` with ``--seconds`` or ``--simulations``.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

import numpy as np

from quincunx.engines.bot import OWN_PACE, Budget, Choice, Decision
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.learning.spiel import state_from_view
from quincunx.games.cinco.types import CincoMove, CincoView

SIMULATIONS = 200
"""The number of simulations if the budget sets no limit."""


class SpielCinco:
    """OpenSpiel's Python IS-MCTS with random playouts and its own defaults, from a view alone."""

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        state = state_from_view(view, random)
        legal = state.legal_actions()
        if len(legal) == 1:
            only = ACTIONS.move_of(legal[0])
            return Decision(only, 0.0, (Choice(only, 0.0),))
        bot = searcher(random.getrandbits(31), budget)
        action = ACTIONS.move_of(int(bot.step(state)))
        return Decision(action, 0.0, (Choice(action, 0.0),))


def searcher(seed: int, budget: Budget) -> Any:
    """OpenSpiel's bot. If the budget has seconds, it searches until they have passed."""
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    dice = np.random.RandomState(seed)

    class Timed(ISMCTSBot):  # type: ignore[misc]
        """A search that stops by the clock: it reads the number of simulations only as the bound of its
        loop."""

        def sample_root_state(self, state: Any) -> Any:
            # The final policy needs a visit, however slow this machine is.
            visited = self._root_node is not None and self._root_node.total_visits > 0
            if budget.seconds is not None and visited and time.monotonic() >= self.until:
                raise _Enough
            return super().sample_root_state(state)

        def run_search(self, state: Any) -> Any:
            self.until = time.monotonic() + (budget.seconds or 0)
            try:
                return super().run_search(state)
            except _Enough:
                return self.get_final_policy(state, self._root_node)

    most = 10**9 if budget.seconds is not None else (budget.simulations or SIMULATIONS)
    return Timed(
        game=None,
        evaluator=RandomRolloutEvaluator(1, dice),
        uct_c=2.0,
        max_simulations=most,
        random_state=dice,
    )


class _Enough(Exception):
    """Raised when the time is up."""
