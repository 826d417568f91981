"""The contract of every bot in every seating and variant of its game."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import pytest

from quincunx.core.chance import CHANCE
from quincunx.core.game import AnyGame
from quincunx.engines.levels import DEFAULT_LEVEL, fallback
from quincunx.games import GAMES, game_of
from tests.engines.support import FEW, LEVELS, decisions_of, moves_of, paired
from tests.games.support import SETUPS

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@paired(SETUPS)
def test_plays_legal_moves_to_the_end(options: Any, level: str) -> None:
    game = game_of(options)
    bot = game.bots.bot(level)
    after = game.initial(options)
    for state, seat, move in moves_of(options, [bot], 0, budget=FEW):
        if seat != CHANCE:
            assert move in game.legal_moves(state)
        after = game.apply(state, move)
    assert game.outcome(after) is not None


@paired(SETUPS)
def test_a_decision_is_in_order_and_the_same_for_the_same_seed(options: Any, level: str) -> None:
    """The action is among the alternatives, they are legal and different, and none is better."""
    game = game_of(options)
    bot = game.bots.bot(level)
    for state, seat, seed, decision in decisions_of(options, bot, 7):
        assert bot.choose(game.view(state, seat), Random(seed), FEW) == decision
        actions = [choice.action for choice in decision.alternatives]
        values = [choice.value for choice in decision.alternatives]
        assert decision.action == actions[0]
        assert decision.value == values[0] == max(values)
        assert values == sorted(values, reverse=True)
        assert len(set(actions)) == len(actions)
        assert set(actions) <= set(game.legal_moves(state))


@EVERY_GAME
def test_every_game_has_the_same_levels(game: AnyGame) -> None:
    assert game.bots.levels == LEVELS
    assert DEFAULT_LEVEL in LEVELS


@EVERY_GAME
def test_the_fallback_is_the_strongest_baseline(game: AnyGame) -> None:
    assert type(fallback(game.bots)) is type(game.bots.bot(game.bots.baselines[-1]))


@EVERY_GAME
def test_an_unknown_bot_is_a_key_error(game: AnyGame) -> None:
    with pytest.raises(KeyError):
        game.bots.bot("oracle")


def test_bots_are_named_and_baselines_play_without_kernels() -> None:
    """Listing levels, or playing while kernels compile, must not wait for the import of numba."""
    program = (
        "import sys\n"
        "from quincunx.engines.levels import fallback, names\n"
        "from quincunx.games import GAMES\n"
        "for game in GAMES.values():\n"
        "    assert names(game.bots)\n"
        "    for name in game.bots.baselines: game.bots.bot(name)\n"
        "    fallback(game.bots)\n"
        "print({'numba', 'numpy'} & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
