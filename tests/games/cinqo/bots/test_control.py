"""The control variate of Cinq-O: its deviations have the mean 0 and take most of the result's variance."""

from __future__ import annotations

from itertools import product
from math import prod
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.core.chance import CHANCE, Rolled, resolve_chance
from quincunx.core.run import GameRun
from quincunx.engines.control import policy_of
from quincunx.engines.levels import AnyBot
from quincunx.games.cinqo.bots.advisor import AdvisedCinqo, advise
from quincunx.games.cinqo.bots.control import CinqoControl
from quincunx.games.cinqo.bots.greedy import GreedyCinqo
from quincunx.games.cinqo.bots.kernels.encode import outcomes
from quincunx.games.cinqo.bots.roster import BOTS
from quincunx.games.cinqo.game import GAME
from quincunx.games.cinqo.rules import apply, initial
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoOptions

# Their kernels take seven seconds to compile. Only an arena's report of luck uses them.
pytestmark = pytest.mark.nightly

SEATINGS = [
    CinqoOptions(),
    CinqoOptions(players=3),
    CinqoOptions(goal="rounds", rounds=2),
    CinqoOptions(players=3, goal="rounds", rounds=2, first=1),
]


def states(options: CinqoOptions, seed: int) -> list[CinqoState]:
    """Return the states of a game of random moves."""
    random = Random(seed)
    run = GameRun(GAME, options, lambda _, state: resolve_chance(GAME.asks(state), random))
    found: list[CinqoState] = [run.state]
    for _ in run.choices():
        found.append(run.state)
        run.move(random.choice(GAME.legal_moves(run.state)))
        found.append(run.state)
    return found


def rolls(state: CinqoState) -> list[tuple[tuple[int, ...], float]]:
    """Return everything that the dice may show, with its probability; the scoring dice ascending."""
    loose = 5 - len(state.rack) - len(state.bank)
    hilo: list[tuple[int, ...]] = [()] if state.boxed else [(face,) for face in range(1, 7)]
    return [(dice + last, chance / len(hilo)) for (dice, chance), last in product(outcomes(loose), hilo)]


def mean_deviation(control: CinqoControl, state: CinqoState) -> np.ndarray:
    return sum(
        (
            chance * np.array(control.at_chance(state, apply(state, Rolled(faces)), Rolled(faces)))
            for faces, chance in rolls(state)
        ),
        np.zeros(state.options.players),
    )


@given(st.sampled_from(SEATINGS), st.integers(0, 1000), st.randoms(use_true_random=False))
@settings(max_examples=12)
def test_the_deviations_of_a_roll_have_the_mean_0(options: CinqoOptions, seed: int, random: Random) -> None:
    bots = [
        random.choice([AdvisedCinqo(0.61), AdvisedCinqo(), GreedyCinqo()]) for _ in range(options.players)
    ]
    control = CinqoControl(options, bots)
    rolling = [each for each in states(options, seed) if each.rolling and each.outcome is None and each.roll]
    state = random.choice(rolling)
    assert mean_deviation(control, state) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("options", [CinqoOptions(), CinqoOptions(players=3, goal="rounds", rounds=1)])
def test_the_deviations_of_a_first_roll_have_the_mean_0(options: CinqoOptions) -> None:
    control = CinqoControl(
        options, [AdvisedCinqo(0.91), AdvisedCinqo(0.38), AdvisedCinqo()][: options.players]
    )
    assert sum(chance for _, chance in rolls(initial(options))) == pytest.approx(1)
    assert mean_deviation(control, initial(options)) == pytest.approx(0, abs=1e-9)


@given(
    st.sampled_from(SEATINGS),
    st.integers(0, 1000),
    st.sampled_from([0.97, 0.61, 0.0]),
    st.randoms(use_true_random=False),
)
@settings(max_examples=12)
def test_the_deviations_of_a_move_have_the_mean_0_over_its_policy(
    options: CinqoOptions, seed: int, rate: float, random: Random
) -> None:
    state = random.choice(
        [each for each in states(options, seed) if not each.rolling and each.outcome is None]
    )
    bot = AdvisedCinqo(rate)
    policy = bot.policy(GAME.view(state, state.seat))
    # The estimate takes the seats for other players than they are: that makes it worse, and no less fair.
    control = CinqoControl(options, [GreedyCinqo()] * options.players)
    mean = sum(
        chance * np.array(control.at_move(state, apply(state, move), move, policy)) for move, chance in policy
    )
    assert mean == pytest.approx(0, abs=1e-12)


def test_without_a_policy_a_move_has_no_deviation() -> None:
    options = CinqoOptions()
    state = next(each for each in states(options, 1) if not each.rolling)
    move = GAME.legal_moves(state)[0]
    control = CinqoControl(options, [GreedyCinqo()] * 2)
    assert control.at_move(state, apply(state, move), move, None) == (0.0, 0.0)


@pytest.mark.parametrize("rate", [0.97, 0.61])
def test_a_policy_has_the_probability_of_every_set_of_keeps_that_are_seen(rate: float) -> None:
    late = [
        each
        for seed in range(8)
        for each in states(CinqoOptions(), seed)
        if not each.rolling and each.outcome is None and each.roll >= 3
    ]
    bot = AdvisedCinqo(rate)
    for state in late[:40]:
        view = GAME.view(state, state.seat)
        kinds: dict[tuple[float, float], object] = {}
        for each in advise(view):
            kinds.setdefault((each.worth, each.points), each.put)
        values = [(round(points, 12), put) for (_, points), put in kinds.items()]
        if len(values) > 9:
            continue
        expected = dict.fromkeys(kinds.values(), 0.0)
        for seen in product([False, True], repeat=len(values)):
            chance = prod(1 - rate if each else rate for each in seen)
            some = [value for value, is_seen in zip(values, seen, strict=True) if is_seen]
            best = (
                [put for points, put in some if points == max(value[0] for value in some)]
                if some
                else [put for _, put in values]
            )
            for put in best:
                expected[put] += chance / len(best)
        assert dict(bot.policy(view)) == pytest.approx(expected)


def test_a_player_who_overlooks_nothing_scores_as_much_as_one_can() -> None:
    from quincunx.games.cinqo.bots.kernels.turn import FIVE_CHANCE
    from quincunx.games.cinqo.bots.solver.overlooking import overlooking_player
    from quincunx.games.cinqo.bots.solver.solitaire import expected_points

    first = overlooking_player(0.0).first
    assert first.sum() == pytest.approx(1 - FIVE_CHANCE)
    assert (first @ np.arange(31) + FIVE_CHANCE * 10) / (1 - FIVE_CHANCE) == pytest.approx(expected_points())


def luck_of(
    options: CinqoOptions, bots: list[AnyBot], control: CinqoControl, seed: int
) -> tuple[float, float]:
    """Return the first seat's share of one game, and its luck."""
    random = Random(seed)
    luck = 0.0
    run = GameRun(GAME, options, lambda _, state: resolve_chance(GAME.asks(state), random))
    while (seat := GAME.to_move(run.state)) is not None:
        before, policy = run.state, None
        if seat == CHANCE:
            move = resolve_chance(GAME.asks(before), random)
        else:
            view = GAME.view(before, seat)
            policy = policy_of(bots[seat], view)
            move = bots[seat].choose(view, random).action
        run.move(move)
        luck += (
            control.at_chance(before, run.state, move)
            if seat == CHANCE
            else control.at_move(before, run.state, move, policy)
        )[0]
    outcome = GAME.outcome(run.state)
    assert outcome is not None
    return float(outcome.winners == (0,)) if len(outcome.winners) == 1 else 1 / options.players, luck


def test_without_luck_levels_share_as_they_must() -> None:
    """Levels that play for points have exact chances; of the result's variance next to nothing is left."""
    from quincunx.games.cinqo.bots.solver.overlooking import overlooking_player, race_shares

    options, bots = CinqoOptions(), [BOTS.bot("skilled"), BOTS.bot("expert")]
    exact = race_shares([overlooking_player(0.61), overlooking_player(0.38)], [0, 0])[0]
    control = CinqoControl(options, bots)
    games = [luck_of(options, bots, control, seed) for seed in range(6)]
    assert {share for share, _ in games} == {0.0, 1.0}
    for share, luck in games:
        assert share - luck == pytest.approx(exact, abs=0.03)


def test_luck_has_the_mean_0_however_wrong_the_estimates_are() -> None:
    """Twenty thousand games of the weakest level, estimated as if perfect players sat there."""
    options = CinqoOptions(goal="rounds", rounds=1)
    bots: list[AnyBot] = [BOTS.bot("novice"), BOTS.bot("random")]
    wrong = CinqoControl(options, [AdvisedCinqo(), AdvisedCinqo()])
    luck = [luck_of(options, bots, wrong, seed)[1] for seed in range(20_000)]
    assert abs(fmean(luck)) < 4 * stdev(luck) / len(luck) ** 0.5
