"""Belief and search."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from quincunx.core.chance import CHANCE
from quincunx.engines.bot import Budget
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.bots.belief import belief_of, fill_in
from quincunx.games.cinco.bots.chance import dice
from quincunx.games.cinco.bots.encode import DECK, GONE, HAND_SIZE, HANDS, PILE, SIZE
from quincunx.games.cinco.bots.halving import HalvingCinco, choose_by_halving, simulate_moves
from quincunx.games.cinco.bots.search import PATIENCE, LearnedCinco, SearchingCinco, rank_view
from quincunx.games.cinco.bots.tree_search import branch_of, grow, seedling
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.state import CincoState
from quincunx.games.cinco.types import CincoOptions, CincoView, Draw, Exchange, Play
from tests.engines.support import moves_of
from tests.games.support import CINCO_SETUPS, name_of


def states(options: CincoOptions, seed: int, most: int = 150) -> list[tuple[CincoState, int]]:
    """Positions of a game between greedy and random players."""
    bots = [CINCO.bots.bot("greedy"), CINCO.bots.bot("random")]
    return [(state, seat) for state, seat, _ in moves_of(options, bots, seed, most) if seat != CHANCE]


def room() -> tuple[Any, Any, Any, Any]:
    """What a deal needs room for, and dice."""
    return np.zeros(90, np.int64), np.zeros(90, np.int64), np.zeros(SIZE, np.int64), dice(1)


def open_question() -> CincoView:
    """A position in which there is something to think about."""
    for state, seat in states(CincoOptions(first=0), 2):
        view = CINCO.view(state, seat)
        if state.turn > 8 and not rank_view(view)[2].is_clear:
            return view
    raise AssertionError("there is none")


@pytest.mark.parametrize("options", CINCO_SETUPS, ids=name_of)
def test_hands_are_filled_in_with_what_could_be_there(options: CincoOptions) -> None:
    fresh, older, position, rolled = room()
    for state, seat in states(options, 5):
        view = CINCO.view(state, seat)
        belief = belief_of(view)
        fill_in(belief, position, fresh, older, rolled)
        hands = [
            [int(c) for c in position[HANDS + 4 * other : HANDS + 4 * other + position[HAND_SIZE + other]]]
            for other in range(options.players)
        ]
        assert tuple(hands[seat]) == view.hand
        assert [len(hand) for hand in hands] == list(view.hand_sizes)
        assert all(hand == sorted(hand) for hand in hands)
        pile = [int(card) for card in position[DECK : DECK + position[PILE]]]
        gone = [card + 1 for card in range(90) if position[GONE + card]]
        assert sorted([*pile, *gone, *(card for hand in hands for card in hand)]) == list(range(1, 91))
        fresh_cards = set(view.pile_cards)
        assert set(pile) <= fresh_cards
        assert [sum(card not in fresh_cards for card in hand) for hand in hands] == list(view.carried)


def test_what_is_believed_is_mostly_heeded() -> None:
    """Seat 1 had four in a line, with space 30 open, and did not win: it holds nothing up to 30."""
    view = _threatened()
    belief = belief_of(view)
    fresh, older, position, rolled = room()
    low = 0
    for _ in range(400):
        fill_in(belief, position, fresh, older, rolled)
        low += position[HANDS + 4] <= _TARGET
    assert low < 80


_TARGET = 30  # 12-11-30-44-81 is a line


def _threatened() -> CincoView:
    state = CINCO.initial(CincoOptions(first=1))
    from quincunx.core.chance import Shuffled

    order = tuple(range(1, 91))
    state = CINCO.apply(state, Shuffled(order))
    tokens = sum(1 << (space - 1) for space in (12, 11, 44, 81))
    free = tuple(space for space in state.free if space not in (12, 11, 44, 81))
    hands = ((50, 60, 70, 80), (61, 71, 82, 83))
    state = replace(state, tokens=(0, tokens), free=free, hands=hands, seat=1, turn=8)
    pile = tuple(card for card in range(1, 91) if card not in {c for hand in hands for c in hand})
    state = replace(state, pile=pile)
    state = CINCO.apply(state, Play(61, 61))
    return CINCO.view(state, 0)


@pytest.mark.parametrize("options", CINCO_SETUPS, ids=name_of)
def test_a_win_at_once_is_taken(options: CincoOptions) -> None:
    found = 0
    for seed in range(12):
        for state, seat in states(options, seed):
            wins = [
                move
                for move in CINCO.legal_moves(state)
                if isinstance(move, Play)
                and (outcome := CINCO.apply(state, move).outcome) is not None
                and outcome.termination == "five"
            ]
            if not wins:
                continue
            found += 1
            view = CINCO.view(state, seat)
            for bot in (SearchingCinco(), LearnedCinco()):
                decision = bot.choose(view, Random(1), Budget(simulations=20))
                assert decision.value == 1.0
                outcome = CINCO.apply(state, decision.action).outcome
                assert outcome is not None
                assert outcome.termination == "five"
    assert found > 3


def test_simulations_and_threads_decide_the_same_every_time() -> None:
    view = open_question()
    for threads in (1, 3):
        budget = Budget(simulations=600, threads=threads)
        first = SearchingCinco().choose(view, Random(5), budget)
        assert first == SearchingCinco().choose(view, Random(5), budget)
        assert first.scale == "chance"
        assert len(first.alternatives) > 20


def test_nobody_waits_for_ever() -> None:
    view = open_question()
    waited = replace(view, turn=PATIENCE, recent=(Draw(), Exchange()))
    for bot in (SearchingCinco(), LearnedCinco(), LearnedCinco(0.7)):
        decision = bot.choose(waited, Random(1), Budget(simulations=40))
        assert all(isinstance(each.action, Play) and each.action.space for each in decision.alternatives)


def test_thinking_ends_when_nobody_wants_it_any_more() -> None:
    view = open_question()
    asked = 0

    def wanted() -> bool:
        nonlocal asked
        asked += 1
        return asked < 3

    start = time.monotonic()
    SearchingCinco().choose(view, Random(1), Budget(seconds=60, wanted=wanted))
    assert asked == 3
    assert time.monotonic() - start < 30


def test_the_other_design_ranks_moves_too() -> None:
    """The other design that was tried is in the arena, to be compared with."""
    view = open_question()
    found = HalvingCinco().choose(view, Random(1), Budget(simulations=640))
    values = [choice.value for choice in found.alternatives]
    assert len(values) == 16
    assert values == sorted(values, reverse=True)
    assert all(0 <= value <= 1 for value in values)
    sensible = {ACTIONS.move_of(int(move)) for move in rank_view(view)[2].moves}
    assert {choice.action for choice in found.alternatives} <= sensible
    assert found == HalvingCinco().choose(view, Random(1), Budget(simulations=640))


def test_halving_ends_with_a_move_that_is_among_the_best_of_all_tried_equally() -> None:
    network, belief, ranking, sums = rank_view(open_question())
    moves = np.ascontiguousarray(ranking.moves[:16])
    totals, everything = np.zeros(16), np.ones(16, np.bool_)
    simulate_moves(network, belief, sums, moves, everything, 1, 400, dice(3), totals)
    ranked, _ = choose_by_halving(network, belief, sums, moves, 1600, 1, 5)
    worth = {int(move): total / 400 for move, total in zip(moves, totals, strict=True)}
    assert worth[int(ranked[0])] > max(worth.values()) - 0.03 > sum(worth.values()) / 16
    assert worth[int(ranked[-1])] < worth[int(ranked[0])]


@pytest.mark.parametrize(
    "options", [CincoOptions(first=0), CincoOptions(players=4, teams=2, first=0)], ids=name_of
)
def test_the_tree_grows_by_a_round_at_most_and_forgets_no_simulation(options: CincoOptions) -> None:
    view = CINCO.view(*states(options, 2)[4])
    network, belief, ranking, sums = rank_view(view)
    tree = seedling(400 * options.players + 1)
    grow(network, belief, sums, tree, 400, 1.0, 0.05, dice(1))
    nodes = int(tree.size[0])
    assert 400 < nodes <= 400 * options.players + 1
    behind = tree.children[:nodes]
    # The root's visits are those of its branches; below it a simulation may end in a node.
    after = np.where(behind > 0, tree.visits[behind], 0).sum(axis=1)
    assert tree.visits[0] == after[0] == 400
    assert (after <= tree.visits[:nodes]).all()
    assert (tree.visits[1:nodes] > 0).all()
    assert ((tree.values[1:nodes] >= 0) & (tree.values[1:nodes] <= tree.visits[1:nodes])).all()
    sensible = {branch_of(int(move)) for move in ranking.moves}
    assert set(np.flatnonzero(behind[0])) <= sensible


def test_the_others_see_ahead_half_of_the_time() -> None:
    """With cards that are known, who does not look ahead does one thing, and who does tries others too."""
    view = open_question()
    network, belief, _, sums = rank_view(view)
    # All hidden cards but the other's hand are in the pile: whoever counts can tell them.
    other = 1 - (view.viewer or 0)
    held = view.hand_sizes[other]
    unseen = np.sort(belief.fresh)
    known = belief._replace(
        fresh=unseen[held:],
        older=unseen[:held],
        carried=np.array([held * (seat == other) for seat in range(6)]),
    )
    tree = seedling(6000)
    grow(network, known, sums, tree, 2000, 1.0, 0.05, dice(1))
    most_tried = max(tree.children[0], key=lambda child: int(tree.visits[child]) if child else 0)
    answers = [int(tree.visits[child]) for child in tree.children[most_tried] if child]
    assert len(answers) > 10
    assert 0.4 < max(answers) / sum(answers) < 0.6
