"""Whole games: solitaire, the race, fixed rounds, more players, and the levels."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.chance import CHANCE, Rolled
from quincunx.games.cinqo.bots.advisor import AdvisedCinqo, advise
from quincunx.games.cinqo.bots.solver import prospects, solitaire
from quincunx.games.cinqo.bots.solver.prospects import race_wins, win_rewards
from quincunx.games.cinqo.bots.solver.rounds import MOST_LEAD, probabilities
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.types import CinqoOptions, CinqoView
from tests.engines.support import LEVELS

scores = st.integers(0, 98)


def first_roll(options: CinqoOptions, dice: tuple[int, ...] = (1, 2, 4, 6, 6, 3)) -> CinqoView:
    return CINQO.view(CINQO.apply(CINQO.initial(options), Rolled(dice)), options.first)


def test_the_first_player_is_favoured_in_the_race() -> None:
    assert race_wins()[0, 0] == pytest.approx(0.575512014222, abs=1e-11)
    assert race_wins()[99, 99] == pytest.approx(1)
    assert race_wins()[0, 99] == pytest.approx(0, abs=1e-9)


@given(scores, scores)
def test_a_point_more_never_hurts(mine: int, theirs: int) -> None:
    wins = race_wins()
    assert wins[mine + 1, theirs] >= wins[mine, theirs] - 1e-12
    assert wins[mine, theirs + 1] <= wins[mine, theirs] + 1e-12


def test_solitaire_is_consistent_with_itself() -> None:
    rounds, within = solitaire.expected_rounds(), solitaire.best_probabilities()
    assert rounds[0] == pytest.approx(7.160800995567, abs=1e-11)
    assert (np.diff(rounds[:100]) <= 1e-12).all()
    assert (np.diff(within, axis=0) >= -1e-12).all()
    # A player who aims at one deadline meets it at least as surely as one who wants few rounds on average.
    assert (1 - within[:, 0]).sum() <= rounds[0]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (CinqoOptions(1), 0.0),
        (CinqoOptions(2, "rounds", 10), 0.0),
        (CinqoOptions(3), 0.0),
        (CinqoOptions(3, "rounds", 3), prospects.ESTIMATE_ERROR),
        (CinqoOptions(4), prospects.ESTIMATE_ERROR),
    ],
)
def test_advice_has_an_error_only_where_the_game_is_unsolved(options: CinqoOptions, error: float) -> None:
    assert {each.error for each in AdvisedCinqo().choose(first_roll(options), Random(1)).alternatives} == {
        error
    }


def test_the_last_turn_of_fixed_rounds_wins_or_ties() -> None:
    last = probabilities(1)
    assert last[MOST_LEAD + 31] == pytest.approx(1)
    assert last[MOST_LEAD] == pytest.approx(1)  # any turn scores a point
    assert 0 < last[MOST_LEAD - 30] < last[MOST_LEAD - 29] < 1
    assert last[MOST_LEAD - 30] < 0.5


def test_the_last_to_move_is_favoured_in_fixed_rounds() -> None:
    firsts = [probabilities(2 * rounds)[MOST_LEAD] for rounds in range(1, 11)]
    assert firsts == sorted(firsts)
    assert all(first < 0.5 for first in firsts)


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("goal", ["hundred", "rounds"])
def test_every_game_has_advice(players: int, goal: str) -> None:
    if players == 1 and goal == "rounds":
        return
    view = first_roll(CinqoOptions(players, goal))  # type: ignore[arg-type]
    advice = advise(view)
    if players > 1:
        assert all(-1e-9 <= each.worth <= 1 + 1e-9 for each in advice)
    assert advice[0].worth > advice[-1].worth


def test_more_points_are_never_worth_less_by_the_estimates() -> None:
    for options in (CinqoOptions(4), CinqoOptions(5, "rounds", 3), CinqoOptions(3, "rounds", 1)):
        rewards = win_rewards(first_roll(options))[1:]
        assert (np.diff(rewards) >= -1e-12).all()


def test_turns_left_are_counted_from_who_started() -> None:
    view = first_roll(CinqoOptions(3, "rounds", 4, first=1))
    left = [prospects.turns_left(view, seat) for seat in range(3)]
    assert left == [4, 4, 4]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_whole_games(level: str) -> None:
    random, bot = Random(1), CINQO.bots.bot(level)
    state = CINQO.initial(CinqoOptions(2))
    while (seat := CINQO.to_move(state)) is not None:
        if seat == CHANCE:
            faces = tuple(random.randint(1, sides) for sides in CINQO.asks(state).sides)
            state = CINQO.apply(state, Rolled(faces))
        else:
            decision = bot.choose(CINQO.view(state, seat), random)
            if level == "master":
                assert decision.scale == "chance"
                assert len(decision.alternatives) == len(CINQO.legal_moves(state))
            state = CINQO.apply(state, decision.action)
    assert state.outcome is not None
