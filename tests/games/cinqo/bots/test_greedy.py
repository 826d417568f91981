"""Greedy at Cinq-O: sensible keeps, and far more points a turn than random."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest
from msgspec.structs import replace

from quincunx.engines.levels import AnyBot
from quincunx.games.cinqo.bots.greedy import GreedyCinqo, plan
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoOptions, Put, TurnResult
from tests.engines.support import last_state

GREEDY = GreedyCinqo()


def keep(tray: tuple[int, ...], hilo: int, roll: int = 1, rack: tuple[int, ...] = ()) -> Put:
    """Greedy's keep for these dice."""
    start: CinqoState = CINQO.initial(CinqoOptions(2))
    state = replace(start, rolling=False, roll=roll, tray=tray, hilo=hilo, rack=rack)
    return GREEDY.choose(CINQO.view(state, 0), Random(0)).action


def points_a_turn(bot: AnyBot, games: int) -> float:
    """The average over games of ten rounds for two."""
    ends = [last_state(CinqoOptions(2, "rounds", 10), [bot], seed) for seed in range(games)]
    turns: list[TurnResult] = [turn for end in ends for turn in end.history]
    return mean(turn.points for turn in turns)


def test_keeps_sixes_and_boxes_three_up() -> None:
    put = keep((6, 6, 6, 6, 2), 3)
    assert sorted(put.rack + put.bank) == [6, 6, 6, 6]
    assert put.box
    assert len(put.rack) == 1  # the rest is banked, to be racked when it must


def test_keeps_ones_and_boxes_three_down() -> None:
    put = keep((1, 1, 1, 5, 1), -3)
    assert sorted(put.rack + put.bank) == [1, 1, 1, 1]
    assert put.box


def test_rolls_a_poor_hi_lo_die_again() -> None:
    assert not keep((6, 6, 6, 6, 2), -1).box


def test_takes_a_straight_that_pays() -> None:
    """30 points lie there, the most that any turn can bring."""
    put = keep((2, 3, 4, 5, 6), 3)
    assert sorted(put.rack + put.bank) == [2, 3, 4, 5, 6]


def test_takes_the_best_turn_there_is() -> None:
    put = keep((6, 6), 3, roll=4, rack=(6, 6, 6))
    assert sorted(put.rack + put.bank) == [6, 6]


@pytest.mark.parametrize("hi", [True, False])
def test_a_plan_with_nothing_left_to_roll_is_what_lies_there(hi: bool) -> None:
    assert plan(30, 0, 2, 3, hi) == 30
    assert plan(6, 0, 2, -2, hi) == 16


def test_a_plan_is_its_expectation() -> None:
    """One die and one roll, 24 kept and 1↑ boxed: totals 25 to 30 read 4, 5, 6, 7, 8, 10."""
    assert plan(24, 1, 1, 1, True) == pytest.approx((4 + 5 + 6 + 7 + 8 + 10) / 6)
    # The Hi/Lo die alone still turns: the average of 10, 20, 30 up and 1, 2, 3 down.
    assert plan(30, 0, 1, None, True) == pytest.approx((10 + 20 + 30 + 1 + 2 + 3) / 6)
    # Two rolls for 3↑: it comes in 11 of 36, every other face in 5 of 36.
    assert plan(30, 0, 2, None, True) == pytest.approx((30 * 11 + (10 + 20 + 1 + 2 + 3) * 5) / 36)


@pytest.mark.nightly
def test_scores_far_more_than_random() -> None:
    """Long averages are 12.0 and 3.0; bounds leave room for the luck of 600 turns."""
    assert points_a_turn(GREEDY, 30) > 11
    assert points_a_turn(CINQO.bots.bot("random"), 30) < 4
