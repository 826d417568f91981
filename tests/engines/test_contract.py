"""What every bot must do in every seating and variant of its game."""

from __future__ import annotations

from random import Random

import pytest

from quincunx.games.levels import DEFAULT_LEVEL, LEVELS, bot_for, names
from quincunx.core.game import CHANCE
from quincunx.games import GAMES, Options, game_of
from tests.engines.support import QUICK, last_state, moves_of
from tests.games.support import SETUPS, name_of

CASES = [
    pytest.param(options, level, id=f"{name_of(options)}-{level}")
    for options in SETUPS
    for level in names(game_of(options).name)
]


@pytest.mark.parametrize(("options", "level"), CASES)
def test_plays_legal_moves_to_the_end(options: Options, level: str) -> None:
    game = game_of(options)
    bot = bot_for(game.name, level)
    for seed in range(3):
        for state, seat, move in moves_of(options, [bot], seed):
            if seat != CHANCE:
                assert move in game.legal_moves(state)
        assert game.outcome(last_state(options, [bot], seed)) is not None


@pytest.mark.parametrize(("options", "level"), CASES)
def test_decides_the_same_for_the_same_seed(options: Options, level: str) -> None:
    game = game_of(options)
    bot = bot_for(game.name, level)
    for number, (state, seat, _) in enumerate(moves_of(options, [bot], 7, most=60)):
        if seat != CHANCE:
            view = game.view(state, seat)
            assert bot.choose(view, Random(number), QUICK) == bot.choose(view, Random(number), QUICK)


@pytest.mark.parametrize(("options", "level"), CASES)
def test_a_decision_is_in_order(options: Options, level: str) -> None:
    """The action is among the alternatives, they are legal and different, and none is better."""
    game = game_of(options)
    bot = bot_for(game.name, level)
    for state, seat, _ in moves_of(options, [bot], 11, most=60):
        if seat == CHANCE:
            continue
        decision = bot.choose(game.view(state, seat), Random(1), QUICK)
        actions = [choice.action for choice in decision.alternatives]
        values = [choice.value for choice in decision.alternatives]
        assert decision.action == actions[0]
        assert decision.value == values[0] == max(values)
        assert values == sorted(values, reverse=True)
        assert len(set(actions)) == len(actions)
        assert set(actions) <= set(game.legal_moves(state))


def test_every_game_has_levels() -> None:
    assert list(LEVELS) == list(GAMES)
    assert all(DEFAULT_LEVEL in levels for levels in LEVELS.values())


def test_an_unknown_level_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        bot_for("cinco", "oracle")
