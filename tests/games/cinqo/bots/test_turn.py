"""The turn: against the slow oracle, and what must hold."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from quincunx.core.chance import CHANCE, Rolled
from quincunx.games.cinqo.bots.advisor import Turn, advise
from quincunx.games.cinqo.bots.kernels.encode import CLASSES, class_of, outcomes, tables
from quincunx.games.cinqo.bots.kernels.keeps import Keeps
from quincunx.games.cinqo.bots.kernels.turn import OPEN, new_levels, solve_turn
from quincunx.games.cinqo.bots.solver.prospects import win_rewards
from quincunx.games.cinqo.bots.solver.solitaire import expected_points, points_rewards
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.types import CinqoOptions, CinqoView
from tests.games.cinqo.bots.oracle import Oracle


def views(seed: int, options: CinqoOptions, roll: int, kept: int) -> CinqoView:
    """A position of random play after so many rolls, with at least so many dice put away."""
    random = Random(seed)
    while True:
        state = CINQO.initial(options)
        while (seat := CINQO.to_move(state)) is not None:
            if seat == CHANCE:
                faces = tuple(random.randint(1, sides) for sides in CINQO.asks(state).sides)
                state = CINQO.apply(state, Rolled(faces))
                continue
            view = CINQO.view(state, seat)
            if view.roll == roll and len(view.rack) + len(view.bank) >= kept and random.random() < 0.3:
                return view
            state = CINQO.apply(state, random.choice(CINQO.legal_moves(state)[:40]))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("roll", "kept"), [(4, 0), (3, 2)])
def test_every_keep_is_worth_what_the_oracle_says(seed: int, roll: int, kept: int) -> None:
    view = views(seed, CinqoOptions(2), roll, kept)
    points = Oracle([Fraction(n) for n in range(31)])
    wins = Oracle([Fraction(float(worth)) for worth in win_rewards(view)])
    assert view.hilo is not None
    for advice in advise(view):
        put = advice.put
        left = list(view.bank)
        for die in put.from_bank:
            left.remove(die)
        rack = tuple(sorted(view.rack + put.rack + put.from_bank))
        bank = tuple(sorted((*left, *put.bank)))
        at = (rack, bank, view.roll, view.hilo, view.boxed or put.box)
        assert advice.points == pytest.approx(float(points.put_away(*at)), abs=1e-12)
        assert advice.worth == pytest.approx(float(wins.put_away(*at)), abs=1e-12)


@pytest.mark.parametrize("dice", [(1, 2, 3, 4, 5), (6, 6, 6, 5, 6), (1, 1, 2, 4, 6)])
@pytest.mark.parametrize("hilo", range(1, 7))
def test_all_five_dice_may_be_kept_at_once(dice: tuple[int, ...], hilo: int) -> None:
    """Keeping all five dice ends the turn, however many of them are racked."""
    view = CINQO.view(CINQO.apply(CINQO.initial(CinqoOptions(2)), Rolled((*dice, hilo))), 0)
    rewards = win_rewards(view)
    ending = [each for each in advise(view) if len(each.put.rack) + len(each.put.bank) == 5]
    assert {len(each.put.rack) for each in ending} == {1, 2, 3, 4, 5}
    for each in ending:
        assert each.points == view.points
        assert each.worth == rewards[view.points or 0]


def test_a_turn_is_worth_what_the_rules_say_it_must_be() -> None:
    assert 15.19 < expected_points() < 15.20


def test_advice_is_sorted_and_complete() -> None:
    view = views(5, CinqoOptions(2), 1, 0)
    advice = advise(view)
    assert [round(each.worth, 12) for each in advice] == sorted(
        (round(each.worth, 12) for each in advice), reverse=True
    )
    state_moves = {each.put for each in advice}
    assert len(state_moves) == len(advice) > 20


def test_there_is_no_advice_without_anything_to_keep() -> None:
    with pytest.raises(ValueError, match="no seat has a keep"):
        advise(CINQO.view(CINQO.initial(CinqoOptions(2)), 0))


@pytest.mark.parametrize("seed", range(3))
def test_racking_more_than_one_die_a_roll_is_never_better(seed: int) -> None:
    rewards = np.cumsum(np.random.default_rng(seed).random(31)) if seed else points_rewards()
    rewards = np.ascontiguousarray(rewards)
    levels = []
    for slack in range(4):
        level = np.zeros(new_levels(1, 1).shape[:3])
        solve_turn(tables(), rewards, slack, level)
        levels.append(level)
    for slack in range(1, 4):
        for made in range(1, 5 - slack):
            rows = tables().sizes >= made + slack
            assert rows.any()
            more, less = (
                levels[slack][made][:, :CLASSES][:, rows],
                levels[slack - 1][made][:, :CLASSES][:, rows],
            )
            assert (less >= more - 1e-12).all()


@pytest.mark.parametrize("slack", range(5))
def test_one_turn_alone_is_solved_like_many_side_by_side(slack: int) -> None:
    rewards = np.random.default_rng(slack).random((31, 1, 3))
    many, one = new_levels(1, 3), np.zeros(new_levels(1, 1).shape[:3])
    solve_turn(tables(), rewards, slack, many)
    for lane in range(3):
        solve_turn(tables(), np.ascontiguousarray(rewards[:, 0, lane]), slack, one)
        for roll in range(1, 5):
            wide = tables().sizes >= roll + slack
            assert many[roll, :, :CLASSES, 0, lane][:, wide] == pytest.approx(
                one[roll, :, :CLASSES][:, wide], abs=1e-13
            )
            assert (many[roll, :OPEN, CLASSES:, 0, lane] == one[roll, :OPEN, CLASSES:]).all()


def test_hi_and_lo_are_mirror_images() -> None:
    turn = Turn(points_rewards())

    def boxed(dice: tuple[int, ...]) -> Keeps:
        return Keeps((), np.array([class_of(dice)]), np.array([1]), np.array([True]))

    for kept in ((6,), (5, 6), (1, 6), (2, 3, 4), (6, 6, 6, 5), (1, 2, 3, 4, 5), (6, 6, 6, 6, 5)):
        kept = tuple(sorted(kept))
        upside_down = tuple(sorted(7 - die for die in kept))
        one = turn.worths(boxed(kept), 1, 3)
        assert turn.worths(boxed(upside_down), 1, -3) == pytest.approx(one, abs=1e-12)


def test_chances_of_rolls_add_up() -> None:
    for count in range(1, 6):
        assert sum(chance for _, chance in outcomes(count)) == pytest.approx(1)
    ends = tables().first
    for row in range(CLASSES):
        assert tables().chance[ends[row] : ends[row + 1]].sum() == pytest.approx(1)
    assert tables().chance[ends[CLASSES] :].sum() == pytest.approx(1 - 6 / 6**5)


def test_dice_that_cannot_become_a_straight_are_known_by_their_sum() -> None:
    assert class_of((2, 2, 5)) == class_of((3, 3, 3))
    assert class_of((2, 3, 4)) != class_of((3, 3, 3))
