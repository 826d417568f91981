"""The bots that use the network, without kernels: on one ply, and in a search.

They rank, overlook and decide as those of :mod:`quincunx.games.cinco.bots.search`: on one ply with the same
random numbers the same moves.
"""

from __future__ import annotations

import time
from random import Random
from typing import Final, NamedTuple

import msgspec

from quincunx.engines.bot import OWN_PACE, Budget, Decision
from quincunx.games.cinco.actions import PLAY_BASE
from quincunx.games.cinco.bots.decisions import Effort, decision, must_place
from quincunx.games.cinco.bots.plain.candidates import candidates
from quincunx.games.cinco.bots.plain.network import shipped
from quincunx.games.cinco.bots.plain.position import Position, position_of
from quincunx.games.cinco.bots.plain.search import Search, branch_of
from quincunx.games.cinco.types import CincoMove, CincoView

PLAIN_EFFORT: Final = Effort(seconds=1.5)


class Ranking(NamedTuple):
    """Moves by their numbers, best first, and the network's chances to win (a sure win: 1)."""

    moves: list[int]
    values: list[float]


def rank_view(view: CincoView) -> tuple[Position, Ranking]:
    """Return the position that a view describes, and every sensible move."""
    position = position_of(shipped(view.options.players, view.options.teams), view)
    found = candidates(position)
    order = sorted(range(len(found.moves)), key=lambda i: -found.values[i])
    if must_place(view):
        places = [i for i in order if found.moves[i] >= PLAY_BASE and found.moves[i] % PLAY_BASE]
        order = places or order
    return position, Ranking([found.moves[i] for i in order], [min(found.values[i], 1.0) for i in order])


class PlainLearnedCinco:
    """Plays the best move on one ply, as :class:`~quincunx.games.cinco.bots.search.LearnedCinco`."""

    def __init__(self, blunder_rate: float = 0.0) -> None:
        self._blunder_rate = blunder_rate

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        _, (moves, values) = rank_view(view)
        if not self._blunder_rate:
            return decision(moves, values)
        seen = [i for i in range(len(moves)) if random.random() >= self._blunder_rate]
        seen = seen or [random.randrange(len(moves))]
        return decision([moves[i] for i in seen], [values[i] for i in seen])


class PlainSearchingCinco:
    """Plays by tree search, as far as it gets in 1.5 seconds; the decision tells how far. It uses one
    thread."""

    def __init__(self, effort: Effort = PLAIN_EFFORT) -> None:
        self._effort = effort

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        position, ranking = rank_view(view)
        if len(ranking.moves) == 1 or ranking.values[0] >= 1.0 or must_place(view):
            return decision(ranking.moves, ranking.values)
        if budget.simulations is None and budget.seconds is None:
            budget = msgspec.structs.replace(budget, seconds=self._effort.seconds)
        search = Search(view, position, self._effort, Random(random.getrandbits(48)))  # noqa: S311  # no secret
        start = time.monotonic()
        while True:
            search.simulate()
            left = _simulations_left(budget, search.tree.visits, start)
            if left is not None and (left <= 0 or _is_settled(search, left)):
                return _decision_of(ranking, search)
            if budget.wanted is not None and not budget.wanted():
                return _decision_of(ranking, search)


def _simulations_left(budget: Budget, done: int, start: float) -> int | None:
    """Return the number of simulations left in the budget; ``None`` if it is unknown."""
    left = None if budget.simulations is None else budget.simulations - done
    if budget.seconds is not None:
        spent = max(time.monotonic() - start, 1e-9)
        by_time = int(done * (budget.seconds - spent) / spent) if spent < budget.seconds else 0
        left = by_time if left is None else min(left, by_time)
    return left


def _is_settled(search: Search, left: int) -> bool:
    """Return whether the rest of the budget can no longer change the most visited move."""
    visits = sorted((child.visits for child in search.tree.children.values()), reverse=True)
    return visits[0] - (visits[1] if len(visits) > 1 else 0) > left


def _decision_of(ranking: Ranking, search: Search) -> Decision[CincoMove]:
    """Return the most visited move."""
    rows: list[tuple[int, float, int]] = []
    for move, value in zip(*ranking, strict=True):
        child = search.tree.children.get(branch_of(move))
        visits, total = (child.visits, child.total) if child else (0, 0.0)
        # The network's value counts as one simulation.
        rows.append((visits, (value + total) / (visits + 1), move))
    rows.sort(key=lambda row: (-row[0], -row[1]))
    values: list[float] = []
    for _, value, _ in rows:
        # The value of a rarely visited move is unreliable, so a seemingly better one does not count.
        values.append(min(value, values[-1]) if values else value)
    return decision([move for _, _, move in rows], values, [visits for visits, _, _ in rows])
