"""Belief and search."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from quincunx.core.chance import Shuffled
from quincunx.engines.bot import Budget
from quincunx.engines.kernels.xorshift import seeded
from quincunx.games.cinco.bots.belief import belief_of, fill_in
from quincunx.games.cinco.bots.decisions import PATIENCE, REMAINING_ERROR
from quincunx.games.cinco.bots.kernels.encode import DECK, GONE, HAND_SIZE, HANDS, PILE, SIZE
from quincunx.games.cinco.bots.kernels.tree_search import branch_of, new_tree, search
from quincunx.games.cinco.bots.ranking import errors_of, rank_view
from quincunx.games.cinco.bots.search import LearnedCinco, SearchingCinco
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.types import CincoOptions, CincoView, Draw, Exchange, Play
from tests.examples import mostly_nightly
from tests.games.cinco.boards import board_of
from tests.games.cinco.bots.support import open_question, states
from tests.games.support import CINCO_SETUPS, SOME_CINCO_SETUPS, name_of


def room() -> tuple[Any, Any, Any, Any]:
    """The buffers for a deal, and dice."""
    return np.zeros(90, np.int64), np.zeros(90, np.int64), np.zeros(SIZE, np.int8), seeded(1)


@pytest.mark.parametrize("options", SOME_CINCO_SETUPS, ids=name_of)
def test_hands_are_filled_in_with_what_could_be_there(options: CincoOptions) -> None:
    fresh, older, position, xorshift = room()
    for state, seat in states(options, 5):
        view = CINCO.view(state, seat)
        belief = belief_of(view)
        fill_in(belief, position, fresh, older, xorshift)
        hands = [
            position[HANDS + 4 * other : HANDS + 4 * other + int(position[HAND_SIZE + other])].tolist()
            for other in range(options.players)
        ]
        assert tuple(hands[seat]) == view.hand
        assert [len(hand) for hand in hands] == list(view.hand_sizes)
        assert all(hand == sorted(hand) for hand in hands)
        pile = [int(card) for card in position[DECK : DECK + int(position[PILE])]]
        gone = [card + 1 for card in range(90) if position[GONE + card]]
        assert sorted([*pile, *gone, *(card for hand in hands for card in hand)]) == list(range(1, 91))
        fresh_cards = set(view.pile_cards)
        assert set(pile) <= fresh_cards
        assert [sum(card not in fresh_cards for card in hand) for hand in hands] == list(view.carried)


def test_beliefs_are_mostly_heeded() -> None:
    """Seat 1 had four in a line, with space 30 open, and did not win: it holds nothing up to 30."""
    view = _threatened()
    belief = belief_of(view)
    fresh, older, position, xorshift = room()
    low = 0
    for _ in range(400):
        fill_in(belief, position, fresh, older, xorshift)
        low += position[HANDS + 4] <= _TARGET
    assert low < 80


_TARGET = 30  # 12-11-30-44-81 is a line


def _threatened() -> CincoView:
    state = CINCO.initial(CincoOptions(first=1))
    order = tuple(range(1, 91))
    state = CINCO.apply(state, Shuffled(order))
    taken = (12, 11, 44, 81)
    tokens = sum(1 << (space - 1) for space in taken)
    free = tuple(space for space in state.free if space not in taken)
    hands = ((50, 60, 70, 80), (61, 71, 82, 83))
    state = replace(state, tokens=(0, tokens), board=board_of((), taken), free=free, seat=1, turn=8)
    state = replace(state, hands=hands)
    pile = tuple(card for card in range(1, 91) if card not in {c for hand in hands for c in hand})
    state = replace(state, pile=pile)
    state = CINCO.apply(state, Play(61, 61))
    return CINCO.view(state, 0)


@pytest.mark.parametrize(
    "options",
    mostly_nightly(CINCO_SETUPS, CincoOptions(), CincoOptions(6, 3, True)),
    ids=name_of,
)
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


def test_no_caller_waits_for_ever() -> None:
    view = open_question()
    waited = replace(view, turn=PATIENCE, recent=(Draw(), Exchange()))
    for bot in (SearchingCinco(), LearnedCinco(), LearnedCinco(0.7)):
        decision = bot.choose(waited, Random(1), Budget(simulations=40))
        assert all(isinstance(each.action, Play) and each.action.space for each in decision.alternatives)


def test_an_abandoned_search_ends() -> None:
    view = open_question()
    asked = 0

    def wanted() -> bool:
        nonlocal asked
        asked += 1
        return asked < 3

    SearchingCinco().choose(view, Random(1), Budget(seconds=1e9, wanted=wanted))
    assert asked == 3


def test_a_chance_has_an_error_that_falls_with_its_simulations() -> None:
    view = open_question()
    alone, _, *others = LearnedCinco().choose(view, Random(1)).alternatives
    assert alone.error is not None
    assert {each.error for each in others} == {alone.error}  # the network's
    little, much = (
        SearchingCinco().choose(view, Random(1), Budget(simulations=count)).alternatives
        for count in (100, 1000)
    )
    assert much[0].error is not None
    assert little[0].error is not None
    assert REMAINING_ERROR < much[0].error < little[0].error < alone.error
    assert errors_of(np.array([1.0, 0.9]), np.array([0.0, 0.0])).tolist() == [0.0, alone.error]


@pytest.mark.parametrize(
    "options", [CincoOptions(first=0), CincoOptions(players=4, teams=2, first=0)], ids=name_of
)
def test_the_tree_grows_by_a_round_at_most_and_forgets_no_simulation(options: CincoOptions) -> None:
    view = CINCO.view(*states(options, 2)[4])
    root, ranking = rank_view(view)
    tree = new_tree(400 * options.players + 1)
    search(*root, tree, 400, 1.0, 0.05, seeded(1))
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
    root, _ = rank_view(view)
    # All hidden cards but the other hand are in the pile, so counting cards reveals that hand.
    other = 1 - (view.viewer or 0)
    held = view.hand_sizes[other]
    unseen = np.sort(root.belief.fresh)
    known = root.belief._replace(
        fresh=unseen[held:],
        older=unseen[:held],
        carried=np.array([held * (seat == other) for seat in range(6)]),
    )
    tree = new_tree(6000)
    search(root.network, known, root.accumulators, tree, 2000, 1.0, 0.05, seeded(1))
    most_tried = max(tree.children[0], key=lambda child: int(tree.visits[child]) if child else 0)
    answers = [int(tree.visits[child]) for child in tree.children[most_tried] if child]
    assert len(answers) > 10
    assert 0.4 < max(answers) / sum(answers) < 0.6
