"""The searching player: the evaluation's best moves, tried on many deals, as long as the budget lasts."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.bots.cinco.belief import Belief, belief_of
from quincunx.bots.cinco.chance import dice
from quincunx.bots.cinco.encode import CODES, PLAY_BASE, move_of
from quincunx.bots.cinco.evaluate import CERTAIN, MOST_CANDIDATES, candidates, sum_windows
from quincunx.bots.cinco.kernels import CARDS, first_reach
from quincunx.bots.cinco.network import Network
from quincunx.bots.cinco.rollout_search import simulate_moves
from quincunx.bots.core import OWN_PACE, Budget, Choice, Decision
from quincunx.games.cinco.types import CincoMove, CincoView

SLICE_SECONDS: Final = 0.005
"""The clock is looked at about this often."""


class Effort(msgspec.Struct, frozen=True):
    """How a searching player spends itself."""

    simulations: int = 4000
    """When the budget does not say otherwise."""
    width: int = 16
    """How many of the evaluation's best moves are tried at all."""
    rounds: int = 2
    """How far each simulation goes: until one's own team has been to move this often."""


class Candidates(msgspec.Struct, frozen=True):
    """The evaluation's opinion, best first: moves as numbers, and chances to win."""

    moves: NDArray[np.int64]
    values: NDArray[np.float64]


def rank(network: Network, belief: Belief) -> tuple[Candidates, NDArray[np.float32]]:
    """Every sensible move as the evaluation sees it on one ply, and the sums of the position."""
    teams = int(belief.position[2])
    sums = np.empty((teams, network.bias.shape[0]), np.float32)
    sum_windows(network, belief.position, sums)
    moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    count = candidates(network, belief.position, sums, moves, values)
    order = np.argsort(-values[:count], kind="stable")
    return Candidates(moves[:count][order], values[:count][order]), sums


class SearchingCinco:
    """Sampling with sequential halving; every seating and variant that it has a network for."""

    def __init__(self, networks: dict[tuple[int, int], Network], effort: Effort | None = None) -> None:
        self._networks = networks
        self._effort = effort or Effort()

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        network = self._networks[view.options.players, view.options.teams]
        belief = belief_of(view)
        ranked, sums = rank(network, belief)
        if ranked.values[0] >= CERTAIN or len(ranked.moves) == 1:
            return decision(ranked.moves, np.minimum(ranked.values, 1.0))
        width = min(self._effort.width, len(ranked.moves))
        values = self._halve(network, belief, sums, ranked, width, random.getrandbits(60), budget)
        return decision(np.concatenate([ranked.moves]), values)

    def _halve(
        self,
        network: Network,
        belief: Belief,
        sums: NDArray[np.float32],
        ranked: Candidates,
        width: int,
        seed: int,
        budget: Budget,
    ) -> NDArray[np.float64]:
        moves = np.ascontiguousarray(ranked.moves[:width])
        totals, squares = np.zeros(width), np.zeros(width)
        counts = np.zeros(width, np.int64)
        alive = np.ones(width, np.bool_)
        stages = max(1, (width - 1).bit_length())
        start = time.monotonic()
        simulations = budget.simulations
        if simulations is None and budget.seconds is None:
            simulations = self._effort.simulations
        number = 0
        pace = 0.0  # seconds for a simulation
        for stage in range(stages):
            left = int(alive.sum())
            done = 0
            share = None if simulations is None else max(left, simulations // stages)
            until = None if budget.seconds is None else start + budget.seconds * (stage + 1) / stages
            while True:
                slice_seconds = SLICE_SECONDS
                if until is not None:
                    slice_seconds = max(0.0, min(slice_seconds, until - time.monotonic()))
                deals = 2 if pace == 0 else max(1, int(slice_seconds / pace / left))
                if share is not None:
                    deals = min(deals if until is not None else 64, max(1, (share - done) // left))
                before = time.monotonic()
                number += 1
                simulate_moves(
                    network, belief, sums, moves, alive, self._effort.rounds, deals,
                    dice(seed + number), totals, squares,
                )
                now = time.monotonic()
                done += deals * left
                counts[alive] += deals
                pace = (now - before) / (deals * left)
                if share is not None and done + left > share:
                    break
                if until is not None and now >= until:
                    break
                if budget.wanted is not None and not budget.wanted():
                    break
            means = totals / np.maximum(counts, 1)
            order = np.argsort(np.where(alive, -means, np.inf), kind="stable")
            alive[:] = False
            alive[order[: (left + 1) // 2]] = True
        means = totals / np.maximum(counts, 1)
        # Moves that were dropped early are known less well, and never come before those that stayed.
        values = ranked.values.copy()
        values[:width] = means
        best = int(np.argmax(np.where(alive, means, -1.0)))
        cap = means[best]
        for i in range(len(values)):
            if i != best:
                values[i] = min(values[i], cap - 1e-9)
        return values


def decision(moves: NDArray[np.int64], values: NDArray[np.float64]) -> Decision[CincoMove]:
    """Moves with their chances as a decision, best first."""
    order = np.argsort(-values, kind="stable")
    choices = tuple(Choice(move_of(int(moves[i])), float(values[i])) for i in order)
    return Decision(choices[0].action, choices[0].value, choices, chances=True)
