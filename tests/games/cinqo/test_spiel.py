"""Cinq-O in OpenSpiel: their own checks, and our rules."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from quincunx import rl  # noqa: E402  # where OpenSpiel is missing nothing here can be imported
from quincunx.core.chance import Rolled  # noqa: E402
from quincunx.core.reason import Refusal  # noqa: E402
from quincunx.games.cinqo.actions import ACTIONS  # noqa: E402
from quincunx.games.cinqo.game import GAME as CINQO  # noqa: E402
from quincunx.games.cinqo.learning.spiel import CinqoGame, rolls  # noqa: E402
from quincunx.games.cinqo.moves import Put  # noqa: E402
from tests.examples import mostly_nightly  # noqa: E402

GAMES = (
    "python_cinqo",
    "python_cinqo(players=3,goal=rounds,rounds=1,first=1)",
    "python_cinqo(players=2,goal=rounds,rounds=2)",
    "python_cinqo(players=6,goal=rounds,rounds=1)",
)


def played(name: str, seed: int, plies: int = 10_000) -> list[Any]:
    """The states of a random game, its end included."""
    random = Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    found = [state.clone()]
    while not state.is_terminal() and len(found) < plies:
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else None
        state.apply_action(random.choice(actions or state.legal_actions()))
        found.append(state.clone())
    return found


@pytest.mark.parametrize("name", mostly_nightly(GAMES, GAMES[0]))
def test_it_passes_openspiels_own_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", mostly_nightly(GAMES, GAMES[0]))
def test_moves_and_views_are_those_of_the_rules(name: str) -> None:
    states = played(name, 4)
    for state in states[:: len(states) // 12]:
        if not state.is_chance_node() and not state.is_terminal():
            moves = sorted(map(ACTIONS.number_of, CINQO.legal_moves(state.state)))
            assert state.legal_actions() == moves
        for player in range(state.num_players()):
            view = CINQO.view(state.state, player)
            assert bytes(map(int, state.observation_tensor(player))) == rl.observation(view)
        assert json.loads(state.to_json())["scores"] == list(state.state.scores)
    returns = states[-1].returns()
    assert sum(returns) == pytest.approx(0)
    assert max(returns) > 0


@pytest.mark.parametrize("dice", range(1, 6))
def test_rolls_are_all_of_them_with_their_probability(dice: int) -> None:
    for has_hilo in (False, True):
        found = rolls(dice, has_hilo)
        assert sum(probability for _, probability in found) == pytest.approx(1)
        assert len({faces for faces, _ in found}) == len(found)
        assert dict(found)[(3,) * (dice + has_hilo)] == pytest.approx(6.0 ** -(dice + has_hilo))


@pytest.mark.nightly
def test_an_information_state_is_the_history() -> None:
    states = played("python_cinqo", 2)
    assert len({state.information_state_string(0) for state in states}) == len(states)
    # The state before the first roll is the only one without a row.
    tensors = [tuple(state.information_state_tensor(0)) for state in states]
    assert len(set(tensors)) == len(states)
    assert not any(tensors[0])


@pytest.mark.parametrize("name", mostly_nightly(GAMES, GAMES[0]))
def test_the_rows_of_an_information_state_replay_the_game(name: str) -> None:
    last = played(name, 3)[-1]
    tensor = np.array(last.information_state_tensor(0), np.int64).reshape(-1, 23)
    state = CINQO.initial(last.state.options)
    for row in tensor[tensor[:, 0] > 0]:
        dice, hilo = row[1:6], row[6]
        assert state.seat == row[0] - 1
        state = CINQO.apply(state, Rolled((*dice[dice > 0].tolist(), *([int(hilo)] if hilo else []))))
        rack, bank, from_bank = (
            tuple(part[part > 0].tolist()) for part in (row[7:12], row[12:17], row[17:22])
        )
        if not state.rolling and not state.outcome:
            state = CINQO.apply(state, Put(rack, bank, from_bank, bool(row[22])))
    assert state == last.state


def test_options_that_the_rules_do_not_know_are_refused() -> None:
    with pytest.raises(Refusal):
        CinqoGame({"players": 2, "goal": "rounds", "rounds": 21})
