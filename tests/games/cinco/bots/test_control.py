"""The control variate of Cinco: its deviations have the mean 0, however wrong its estimates are."""

from __future__ import annotations

from itertools import permutations, product
from math import prod
from random import Random
from statistics import fmean, stdev

import pytest
from msgspec.structs import replace

from quincunx.arena import Plan, run
from quincunx.arena.report import report
from quincunx.core.chance import Shuffle, Shuffled, resolve_chance
from quincunx.core.run import GameRun
from quincunx.engines.control import Policy
from quincunx.games.cinco.bots.control import CincoControl
from quincunx.games.cinco.bots.greedy import GreedyCinco
from quincunx.games.cinco.bots.kernels.network import fresh
from quincunx.games.cinco.bots.kernels.open_hands import OPEN_FEATURES
from quincunx.games.cinco.bots.ranking import rank_view
from quincunx.games.cinco.bots.roster import BOTS
from quincunx.games.cinco.bots.search import LearnedCinco
from quincunx.games.cinco.game import GAME
from quincunx.games.cinco.rules import apply, initial, legal_moves
from quincunx.games.cinco.state import ALL_CARDS, CincoState
from quincunx.games.cinco.types import CincoMove, CincoOptions, Draw, Exchange
from quincunx.games.cinco.view import view

# Their kernels take 20 seconds to compile. Only an arena's report of luck uses them.
pytestmark = pytest.mark.nightly

TWO = CincoOptions()
BOTS_OF_TWO = [LearnedCinco(0.43), LearnedCinco(0.1)]


def wrong(options: CincoOptions = TWO) -> CincoControl:
    """A control variate whose networks have learned nothing, for other players than sit there."""
    ignorant = fresh(2, 6, features=OPEN_FEATURES)
    return CincoControl(options, [GreedyCinco(), LearnedCinco(0.7)], fresh(2, 5), ignorant)


def states(seed: int) -> list[CincoState]:
    """Return the states of a game in which a seat chooses, when the bots of two play it."""
    random = Random(seed)
    game = GameRun(GAME, TWO, lambda _, state: resolve_chance(GAME.asks(state), random))
    found: list[CincoState] = []
    for seat in game.choices():
        found.append(game.state)
        game.move(BOTS_OF_TWO[seat].choose(view(game.state, seat), random).action)
    return found


def drawing(seed: int) -> CincoState:
    """Return a state whose seat may draw a card, from a small pile."""
    state = next(each for each in states(seed) if len(each.hands[each.seat]) < 4 and len(each.pile) > 9)
    return replace(state, pile=state.pile[:9])


def mean_of_draws(control: CincoControl, state: CincoState, policy: Policy[CincoMove] | None = None) -> float:
    """Return the mean deviation of seat 0 over every card that may lie on top of the pile."""
    found = []
    for card in state.pile:
        pile = (card, *(each for each in state.pile if each != card))
        before = replace(state, pile=pile)
        found.append(control.at_move(before, apply(before, Draw()), Draw(), policy)[0])
    assert stdev(found) > 0
    return fmean(found)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_deviations_of_a_drawn_card_have_the_mean_0(seed: int) -> None:
    assert mean_of_draws(wrong(), drawing(seed)) == pytest.approx(0, abs=1e-9)
    assert mean_of_draws(CincoControl(TWO, BOTS_OF_TWO), drawing(seed)) == pytest.approx(0, abs=1e-9)


def test_the_deviations_of_an_exchange_have_the_mean_0() -> None:
    state = next(each for each in states(1) if len(each.hands[each.seat]) == 4 and each.turn > 5)
    control, found = wrong(), []
    for pile in permutations(state.pile[:5]):
        before = replace(state, pile=pile)
        found.append(control.at_move(before, apply(before, Exchange()), Exchange(), None)[0])
    assert fmean(found) == pytest.approx(0, abs=1e-9)
    assert stdev(found) > 0


def test_the_deviations_of_a_reshuffle_have_the_mean_0() -> None:
    """Of an exchange one card comes from the pile and three from the new one."""
    state = next(each for each in states(1) if len(each.hands[each.seat]) == 4 and each.turn > 5)
    state = replace(state, pile=state.pile[:1], discards=((state.pile[1],), ()))
    asking = apply(state, Exchange())
    control, found = wrong(), []
    assert control.at_move(state, asking, Exchange(), None) == (0.0, 0.0)
    for order in permutations(asked(asking)):
        answer = Shuffled(order)
        found.append(control.at_chance(asking, apply(asking, answer), answer)[0])
    assert fmean(found) == pytest.approx(0, abs=1e-9)
    assert stdev(found) > 0


def asked(state: CincoState) -> tuple[int, ...]:
    """Return the cards that are to be shuffled."""
    assert isinstance(state.asked, Shuffle)
    return state.asked.cards


def test_the_deviations_of_the_deal_have_the_mean_0() -> None:
    found, random = [], Random(4)
    for number in range(200):
        options = replace(TWO, first=number % 2)
        answer = Shuffled(tuple(random.sample(ALL_CARDS, len(ALL_CARDS))))
        before = initial(options)
        found.append(wrong(options).at_chance(before, apply(before, answer), answer)[0])
    assert abs(fmean(found)) < 4 * stdev(found) / len(found) ** 0.5


@pytest.mark.parametrize("rate", [0.59, 0.28, 0.0])
def test_the_deviations_of_a_move_have_the_mean_0_over_its_policy(rate: float) -> None:
    state, control = drawing(3), wrong()
    policy = LearnedCinco(rate).policy(view(state, state.seat))
    assert sum(chance for _, chance in policy) == pytest.approx(1)

    def deviation(move: CincoMove) -> float:
        if isinstance(move, Draw):
            return mean_of_draws(control, state, policy)
        return control.at_move(state, apply(state, move), move, policy)[0]

    assert sum(chance * deviation(move) for move, chance in policy) == pytest.approx(0, abs=1e-9)


def test_a_move_without_a_policy_and_without_a_card_has_no_deviation() -> None:
    state = states(1)[0]
    move = legal_moves(state)[0]
    assert wrong().at_move(state, apply(state, move), move, None) == (0.0, 0.0)


def test_a_winning_move_that_others_overlook_is_luck() -> None:
    for state in states(7)[::-1]:
        seen = view(state, state.seat)
        _, ranking = rank_view(seen)
        if ranking.is_clear and len(ranking.moves) > 1:
            break
    policy = LearnedCinco(0.5).policy(seen)
    move = policy[0][0]
    found = CincoControl(TWO, BOTS_OF_TWO).at_move(state, apply(state, move), move, policy)
    assert found[state.seat] > 0.1
    assert found[1 - state.seat] == -found[state.seat]


@pytest.mark.parametrize("rate", [0.7, 0.28])
def test_a_policy_has_the_probability_of_every_set_of_moves_that_are_seen(rate: float) -> None:
    found = [view(each, each.seat) for seed in range(4) for each in states(seed)]
    few = [each for each in found if 2 < len(rank_view(each)[1].moves) < 9]
    assert few
    for seen_by in few[:5]:
        policy = LearnedCinco(rate).policy(seen_by)
        expected = dict.fromkeys([move for move, _ in policy], 0.0)
        for seen in product([False, True], repeat=len(policy)):
            chance = prod(1 - rate if each else rate for each in seen)
            best = [move for (move, _), is_seen in zip(policy, seen, strict=True) if is_seen]
            for move in best[:1] or expected:
                expected[move] += chance / (1 if best else len(expected))
        assert dict(policy) == pytest.approx(expected)


def test_other_seatings_have_none() -> None:
    assert BOTS.control(CincoOptions(4, 2)) is None
    assert BOTS.control(CincoOptions(3, 3)) is None
    assert BOTS.control(TWO) is CincoControl


def test_without_luck_there_is_less_variance() -> None:
    plan = Plan(TWO, ("skilled", "expert"), 40, measures_luck=True)
    (found,) = report(plan, run(plan, None, 2, lambda deal: None)).pairings
    assert found.adjusted is not None
    assert found.adjusted.mean == pytest.approx(0.25, abs=0.12)
    assert found.reduction is not None
    assert found.reduction > 2
