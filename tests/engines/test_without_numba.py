"""Every level plays where neither numpy nor numba is installed, and nothing tries to import them."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

from tests.without_numba import lacking

PROGRAM = """
import sys
from random import Random
import quincunx
from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.engines.bot import Budget
from quincunx.engines.levels import names
from quincunx.engines.precompiled import is_lasting, is_precompiled, precompile
from quincunx.games import GAMES

random = Random(1)
for game in GAMES.values():
    state = game.initial(game.flags().options())
    while game.to_move(state) == CHANCE:
        state = game.apply(state, resolve_chance(game.asks(state), random))
    assert quincunx.levels(game.name) == game.bots.levels
    precompile(game)
    assert is_precompiled(game) and is_lasting()
    for level in names(game.bots):
        view = game.view(state, game.to_move(state))
        move = game.bots.bot(level).choose(view, random, Budget(simulations=5)).action
        assert move in game.legal_moves(state)
print(sum(len(game.advice(2)) for game in (quincunx.Cinco(seed=1, first=0), quincunx.Cinqo(3, seed=1))))
print(sorted({name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)))
"""


def test_every_level_plays(tmp_path: Path) -> None:
    variables = os.environ | lacking(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, env=variables
    )
    assert done.stderr == ""
    count, modules = done.stdout.splitlines()
    assert count == "4"
    loaded = set(ast.literal_eval(modules))
    assert "msgspec" in loaded
    assert not loaded & {"numpy", "numba", "llvmlite", "platformdirs"}
