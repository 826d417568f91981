"""The moves that bots find in a view are those that the rules find in the state."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.core.chance import CHANCE
from quincunx.games import game_of
from tests.examples import mostly_nightly
from tests.games.support import SETUPS, name_of, random_game


@pytest.mark.parametrize("options", mostly_nightly(SETUPS, *SETUPS[::3]), ids=name_of)
def test_the_same_moves_in_the_same_order(options: Any) -> None:
    game = game_of(options)
    for seed in range(3):
        for _, state in random_game(options, seed):
            turn = game.to_move(state)
            for seat in range(game.players(options)):
                found = game.bots.choices(game.view(state, seat))
                assert found == (game.legal_moves(state) if seat == turn else ())
                assert game.view(state, seat).moves == found
            if turn in (CHANCE, None):
                assert game.view(state, None).moves == game.bots.choices(game.view(state, None)) == ()
