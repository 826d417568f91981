"""The moves that bots find in a view are those that the rules find in the state."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.games.cinco.bots import moves as cinco
from quincunx.games.cinqo.bots import moves as cinqo
from quincunx.games.cinco.types import CincoOptions
from quincunx.core.game import CHANCE
from quincunx.games import Options, game_of
from tests.games.support import SETUPS, name_of, random_game


@pytest.mark.parametrize("options", SETUPS, ids=name_of)
def test_the_same_moves_in_the_same_order(options: Options) -> None:
    game = game_of(options)
    legal_moves: Any = cinco.legal_moves if isinstance(options, CincoOptions) else cinqo.legal_moves
    for seed in range(3):
        for _, state in random_game(options, seed):
            turn = game.to_move(state)
            for seat in range(game.players(options)):
                found = legal_moves(game.view(state, seat))
                assert found == (game.legal_moves(state) if seat == turn else ())
            if turn in (CHANCE, None):
                assert legal_moves(game.view(state, None)) == ()
