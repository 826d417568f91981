"""The baseline with greedy playouts."""

from __future__ import annotations

from random import Random

import pytest

from quincunx.arena.deal import play_deal
from quincunx.arena.players import entrant
from quincunx.core.chance import Shuffled
from quincunx.engines.bot import Budget
from quincunx.games.cinco.bots.monte_carlo import MonteCarloCinco
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.state import ALL_CARDS
from quincunx.games.cinco.types import CincoOptions

OPTIONS = [CincoOptions(2, first=0), CincoOptions(3, 3, first=0), CincoOptions(6, 3, True, first=0)]
NAME = "py:quincunx.games.cinco.bots.monte_carlo:MonteCarloCinco"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_it_decides_the_same_every_time_and_spends_its_simulations(options: CincoOptions) -> None:
    view = CINCO.view(CINCO.apply(CINCO.initial(options), Shuffled(ALL_CARDS)), 0)
    once = MonteCarloCinco().choose(view, Random(1), Budget(simulations=300))
    again = MonteCarloCinco().choose(view, Random(1), Budget(simulations=300))
    assert once == again
    assert once.scale == "chance"
    assert 0 < once.value <= 1


def test_playouts_beat_no_thought_at_all() -> None:
    options = CincoOptions(2)
    playouts, none = entrant("cinco", NAME, None, 200), entrant("cinco", "random", None, None)
    shares = [play_deal(options, playouts, none, 0, number, 1).score for number in range(3)]
    assert sum(shares) >= 2.5
