"""Baselines and lost designs: they must play as well as when they were measured, to be compared with."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from benchmarks.baselines.halving import HalvingCinco, choose_by_halving, simulate_moves
from benchmarks.baselines.line_counter import line_counter
from benchmarks.baselines.monte_carlo import MonteCarloCinco
from quincunx.core.chance import Shuffled
from quincunx.engines.bot import Budget
from quincunx.engines.kernels.xorshift import seeded
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.bots.greedy import GreedyCinco
from quincunx.games.cinco.bots.ranking import rank_view
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.state import ALL_CARDS
from quincunx.games.cinco.types import CincoOptions, Draw, Play
from tests.engines.support import wins
from tests.games.cinco.bots.support import open_question, view_of

GREEDY = GreedyCinco()
OPTIONS = [CincoOptions(2, first=0), CincoOptions(3, 3, first=0), CincoOptions(6, 3, True, first=0)]


@pytest.mark.nightly
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_it_decides_the_same_every_time_and_spends_its_simulations(options: CincoOptions) -> None:
    view = CINCO.view(CINCO.apply(CINCO.initial(options), Shuffled(ALL_CARDS)), 0)
    once = MonteCarloCinco().choose(view, Random(1), Budget(simulations=100))
    again = MonteCarloCinco().choose(view, Random(1), Budget(simulations=100))
    assert once == again
    assert once.scale == "chance"
    assert 0 < once.value <= 1


@pytest.mark.nightly
def test_playouts_beat_no_thought_at_all() -> None:
    random = CINCO.bots.bot("random")
    assert wins(MonteCarloCinco(), random, 6, CincoOptions(), Budget(simulations=200)) >= 5


@pytest.mark.nightly
def test_halving_ranks_moves() -> None:
    view = open_question()
    found = HalvingCinco().choose(view, Random(1), Budget(simulations=640))
    values = [choice.value for choice in found.alternatives]
    assert len(values) == 16
    assert values == sorted(values, reverse=True)
    assert all(0 <= value <= 1 for value in values)
    sensible = {ACTIONS.move_of(int(move)) for move in rank_view(view)[1].moves}
    assert {choice.action for choice in found.alternatives} <= sensible
    assert found == HalvingCinco().choose(view, Random(1), Budget(simulations=640))


@pytest.mark.nightly
def test_halving_ends_with_a_move_that_is_among_the_best_of_all_tried_equally() -> None:
    root, ranking = rank_view(open_question())
    moves = np.ascontiguousarray(ranking.moves[:16])
    totals, everything = np.zeros(16), np.ones(16, np.bool_)
    simulate_moves(*root, moves, everything, 1, 400, seeded(3), totals)
    ranked, _ = choose_by_halving(root, moves, 1600, 1, 5)
    worth = {int(move): total / 400 for move, total in zip(moves, totals, strict=True)}
    assert worth[int(ranked[0])] > max(worth.values()) - 0.03 > sum(worth.values()) / 16
    assert worth[int(ranked[-1])] < worth[int(ranked[0])]


def test_the_line_counter_looks_at_no_price_and_loses_by_it() -> None:
    view = view_of((1,))
    assert isinstance(GREEDY.choose(view, Random(0)).action, Draw)
    assert isinstance(line_counter.choose(view, Random(0)).action, Play)
    assert wins(GREEDY, line_counter, 20, CincoOptions()) >= 16
