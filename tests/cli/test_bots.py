"""Bots in the terminal on a machine that has never compiled anything."""

from __future__ import annotations

import subprocess
import time
from random import Random
from typing import Any

import pytest
from quincunx.cli.terminal.bots import Engines
from quincunx.games.levels import fallback

from quincunx.cli.terminal import engines
from quincunx.core.game import Shuffled
from quincunx.games.cinco.rules import CINCO
from quincunx.games.cinco.state import ALL_CARDS
from quincunx.games.cinco.types import CincoOptions

VIEW = CINCO.view(CINCO.apply(CINCO.initial(CincoOptions(first=0)), Shuffled(ALL_CARDS)), 0)


class Compiler:
    """A process that is done after so many seconds."""

    def __init__(self, seconds: float) -> None:
        self.done = time.monotonic() + seconds
        self.started = 0

    def __call__(self, program: Any, **_: Any) -> Compiler:
        self.started += 1
        return self

    def wait(self, timeout: float | None = None) -> int:
        left = self.done - time.monotonic()
        if timeout is not None and timeout < left:
            time.sleep(timeout)
            raise subprocess.TimeoutExpired("precompile", timeout)
        time.sleep(max(0.0, left))
        return 0


class Reference:
    def choose(self, view: Any, random: Random, budget: Any = None) -> str:
        return "the level itself"


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> Compiler:
    compiler = Compiler(0.3)
    monkeypatch.setattr(engines, "is_precompiled", lambda game: False)
    monkeypatch.setattr(engines.subprocess, "Popen", compiler)
    monkeypatch.setattr(engines, "bot_for", lambda game, level: Reference())
    monkeypatch.setattr(engines, "PATIENCE_SECONDS", 0.1)
    return compiler


def test_a_lighter_mind_moves_until_the_bots_are_compiled(cold: Compiler) -> None:
    bot = Engines("cinco", patient=False).bot("keen")
    start = time.monotonic()
    first = bot.choose(VIEW, Random(1))
    assert time.monotonic() - start < 0.25
    assert first == fallback("cinco").choose(VIEW, Random(1))
    time.sleep(0.3)
    assert bot.choose(VIEW, Random(1)) == "the level itself"
    assert cold.started == 1


def test_whoever_wants_the_same_game_again_waits(cold: Compiler) -> None:
    assert Engines("cinco", patient=True).bot("keen").choose(VIEW, Random(1)) == "the level itself"
    assert time.monotonic() >= cold.done


def test_nothing_is_compiled_for_plain_bots_or_twice(cold: Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    Engines("cinco", patient=False).bot("greedy").choose(VIEW, Random(1))
    monkeypatch.setattr(engines, "is_precompiled", lambda game: True)
    assert Engines("cinco", patient=False).bot("keen").choose(VIEW, Random(1)) == "the level itself"
    assert cold.started == 0
