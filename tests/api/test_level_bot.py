"""Bots of the library play at once, and compile when that pays."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import pytest

from quincunx.api import level_bot
from quincunx.api.level_bot import LevelBot
from quincunx.engines.bot import OWN_PACE, Budget, Decision
from quincunx.engines.levels import Roster

WITHOUT_A_COMPILER = """
import sys, quincunx
for new in (quincunx.Cinco, quincunx.Cinqo):
    game = new(seed=1)
    for level in quincunx.levels(game):
        if (new, level) != (quincunx.Cinco, "master"):
            assert game.bot(level)(game.view(game.seat)) in game.legal_moves
assert quincunx.Cinqo(seed=1).advice(2)
assert "numba" not in sys.modules
"""


def test_the_first_move_of_a_level_needs_no_compiler() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_A_COMPILER], check=True)


class Noted:
    """A bot that decides by its name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Decision[str]:
        return Decision(self.name, 0.0, (), "own", 0)


ROSTER: Roster[Any, Any] = Roster(
    choices=lambda view: (),
    by_baseline={},
    by_level={"novice": lambda: Noted("compiled novice"), "master": lambda: Noted("compiled master")},
    precompile=lambda: None,
    plain={"novice": lambda: Noted("plain novice")},
)


def test_a_level_begins_in_plain_python_and_goes_on_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level_bot, "PLAIN_DECISIONS", 2)
    novice = LevelBot("novice", ROSTER)
    assert [novice(None) for _ in range(4)] == ["plain novice"] * 2 + ["compiled novice"] * 2


def test_a_level_that_decides_otherwise_in_plain_python_is_compiled_at_once() -> None:
    assert LevelBot("master", ROSTER)(None) == "compiled master"
