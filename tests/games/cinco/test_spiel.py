"""Cinco in OpenSpiel: their own checks, our rules, and their IS-MCTS at play."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.observation import make_observation  # noqa: E402

from benchmarks.baselines.spiel_bot import SpielCinco  # noqa: E402
from quincunx import rl  # noqa: E402
from quincunx.core.reason import Refusal  # noqa: E402
from quincunx.engines.bot import Budget  # noqa: E402  # where OpenSpiel is missing nothing here can be imported
from quincunx.games.cinco.actions import ACTIONS, DRAW, EXCHANGE  # noqa: E402
from quincunx.games.cinco.game import GAME as CINCO  # noqa: E402
from quincunx.games.cinco.learning.hidden import rearranged  # noqa: E402
from quincunx.games.cinco.learning.spiel import state_from_view  # noqa: E402
from quincunx.games.cinco.types import CincoOptions, Exchange, Play  # noqa: E402
from tests.examples import mostly_nightly  # noqa: E402

GAMES = (
    "python_cinco",
    "python_cinco(joker=True)",
    "python_cinco(players=3,teams=3)",
    "python_cinco(players=4)",
    "python_cinco(players=6,teams=2)",
    "python_cinco(players=6,teams=3,joker=True)",
)


@pytest.mark.parametrize("name", mostly_nightly(GAMES, GAMES[1]))
def test_it_passes_openspiels_own_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=False, verbose=False)


def played(name: str, seed: int, plies: int) -> list:  # type: ignore[type-arg]  # OpenSpiel's own states
    """The states of a random game at which a player has to move."""
    random = Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    found = []
    while not state.is_terminal() and len(found) < plies:
        if state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
        else:
            found.append(state.clone())
            # Draws and exchanges bring the pile to its end, where cards are shuffled anew.
            legal = state.legal_actions()
            turns_cards = [action for action in legal if action in (DRAW, EXCHANGE)]
            state.apply_action(random.choice(turns_cards if random.random() < 0.6 else legal))
    return found


@pytest.mark.parametrize("name", mostly_nightly(GAMES, GAMES[1]))
def test_moves_and_cards_are_those_of_the_rules(name: str) -> None:
    reshuffled = False
    for state in played(name, 3, 150):
        inner = state.state
        assert state.legal_actions() == sorted(map(ACTIONS.number_of, CINCO.legal_moves(inner)))
        assert [ACTIONS.move_of(action) for action in state.legal_actions()]
        discards = [card for pile in inner.discards for card in pile]
        held = [card for hand in inner.hands for card in hand]
        assert sorted([*inner.pile, *discards, *held]) == list(range(1, 91))
        reshuffled = reshuffled or inner.reshuffles > 0
    assert reshuffled


@pytest.mark.parametrize("name", mostly_nightly(GAMES, GAMES[1]))
def test_resampling_changes_nothing_that_the_player_sees(name: str) -> None:
    changed = 0
    for state in played(name, 5, 60):
        player = state.current_player()
        other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert other.information_state_string(player) == state.information_state_string(player)
        assert CINCO.view(other.state, player) == CINCO.view(state.state, player)
        changed += other.state.hands != state.state.hands
    assert changed > 30


def test_a_view_is_enough_to_search_from() -> None:
    for state in played("python_cinco(players=4,joker=True)", 7, 80):
        player = state.current_player()
        view = CINCO.view(state.state, player)
        again = state_from_view(view, Random(1))
        seen = CINCO.view(again.state, player)
        assert seen.reach == view.reach
        assert (seen.board, seen.hand, seen.pile, seen.discards) == (
            view.board,
            view.hand,
            view.pile,
            view.discards,
        )
        assert again.legal_actions() == state.legal_actions()


def dealt() -> Any:
    """A game of two in which each seat has a known hand."""
    state = pyspiel.load_game("python_cinco").new_initial_state()
    for card in (10, 60, 20, 61, 30, 62, 40, 63):
        state.apply_action(card)
    return state


def test_an_information_state_remembers_the_order_of_moves() -> None:
    """Two orders of the same moves lead to one board, but not to one information state."""
    plays = [[Play(10, 11), Play(60, 70), Play(20, 21), Play(61, 71)]]
    plays.append([plays[0][2], plays[0][1], plays[0][0], plays[0][3]])
    one, other = dealt(), dealt()
    for state, moves in zip((one, other), plays, strict=True):
        for move in moves:
            state.apply_action(ACTIONS.number_of(move))
    assert one.state.board == other.state.board
    assert one.state.hands == other.state.hands
    for player in (0, 1):
        assert one.information_state_string(player) != other.information_state_string(player)
        assert one.information_state_tensor(player) != other.information_state_tensor(player)


def test_an_information_state_holds_what_its_player_has_seen() -> None:
    state = dealt()
    assert state.information_state_string(0) == "deal(10,20,30,40)"
    state.apply_action(EXCHANGE)
    for card in (1, 2, 3, 4):
        state.apply_action(card)
    state.apply_action(ACTIONS.number_of(Play(63, 64)))
    state.apply_action(ACTIONS.number_of(Play(1, 9)))
    state.apply_action(DRAW)
    state.apply_action(90)
    assert state.information_state_string(0) == (
        "deal(10,20,30,40) exchange(10,20,30,40;1,2,3,4) 63>64 1>9 draw(?)"
    )
    assert state.information_state_string(1) == (
        "deal(60,61,62,63) exchange(10,20,30,40;?,?,?,?) 63>64 1>9 draw(90)"
    )
    rows = np.array(state.information_state_tensor(1)).reshape(-1, 11)[:5]
    assert rows.tolist() == [
        [0, 0, 0, 0, 0, 0, 0, 60, 61, 62, 63],
        [2, 0, 0, 10, 20, 30, 40, 0, 0, 0, 0],
        [3, 63, 64, 0, 0, 0, 0, 0, 0, 0, 0],
        [3, 1, 9, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 90, 0, 0, 0],
    ]


@pytest.mark.parametrize("name", mostly_nightly(GAMES, GAMES[1]))
def test_tensors_are_the_planes_of_plain(name: str) -> None:
    for state in played(name, 3, 30)[::7]:
        for player in range(state.num_players()):
            view = CINCO.view(state.state, player)
            assert bytes(map(int, state.observation_tensor(player))) == rl.observation(view)
        observer = make_observation(state.get_game())
        observer.set_from(state, 0)
        assert [*observer.dict] == [part for part, _ in rl.encoding(view).parts(view.options)]
        assert set(json.loads(state.to_json())) == {"state", "owed", "drawn"}


def test_rearranging_depends_on_nothing_hidden() -> None:
    """Two states that differ only in what a seat cannot see are dealt again alike."""
    for state in played("python_cinco", 9, 30):
        player = state.current_player()
        twin = rearranged(state.state, player, Random(99))
        assert rearranged(twin, player, Random(1)) == rearranged(state.state, player, Random(1))


def test_the_winners_are_paid_by_the_others() -> None:
    random = Random(2)
    state = pyspiel.load_game("python_cinco(players=6,teams=3)").new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(0)
    if state.state.outcome is not None and state.state.outcome.winners:
        assert max(state.returns()) == 2.0


def test_an_endless_game_is_truncated_and_paid_as_a_draw() -> None:
    state = pyspiel.load_game("python_cinco(max_turns=6)").new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            state.apply_action(EXCHANGE)
    assert state.is_truncated
    assert state.returns() == [0.0, 0.0]


def test_their_search_plays_ours() -> None:
    state = played("python_cinco", 1, 5)[-1]
    view = CINCO.view(state.state, state.current_player())
    for budget in (Budget(simulations=5), Budget(seconds=0.1), Budget(seconds=1e-9)):
        decision = SpielCinco().choose(view, Random(1), budget)
        assert decision.action in CINCO.legal_moves(state.state)
    assert isinstance(ACTIONS.move_of(EXCHANGE), Exchange)


def test_a_seating_that_the_rules_do_not_know_is_refused() -> None:
    from quincunx.games.cinco.learning.spiel import CincoGame

    with pytest.raises(Refusal):
        CincoGame({"players": 5})
    assert CincoGame({}).options == CincoOptions(first=0)
