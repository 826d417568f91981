"""Bots in the terminal on a machine that has never compiled anything."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from io import StringIO
from random import Random
from typing import Any

import pytest

from quincunx.cli.terminal import engines, start
from quincunx.cli.terminal.engines import Engines
from quincunx.cli.terminal.play import PlayFlags
from quincunx.core.chance import Shuffled
from quincunx.engines.levels import fallback
from quincunx.games import GAMES
from quincunx.games.cinco.state import ALL_CARDS
from quincunx.games.cinco.types import CincoOptions
from quincunx.texts.catalogue import Catalogue

GAME = GAMES["cinco"]
VIEW = GAME.view(GAME.apply(GAME.initial(CincoOptions(first=0)), Shuffled(ALL_CARDS)), 0)
THE_LEVEL = "the level itself"


class Compiler:
    """A process that ends once it has been waited for; a wait without a limit ends at once."""

    def __init__(self) -> None:
        self.started: list[tuple[str, ...]] = []
        self.left = 1

    def __call__(self, program: tuple[str, ...], **_: Any) -> Compiler:
        self.started.append(program)
        return self

    def wait(self, timeout: float | None = None) -> int:
        if timeout is not None and self.left:
            self.left -= 1
            raise subprocess.TimeoutExpired("precompile", timeout)
        return 0


class Level:
    def choose(self, view: Any, random: Random, budget: Any = None) -> str:
        return THE_LEVEL


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Compiler:
    """Nothing is compiled yet, and every compiled level is :class:`Level`."""
    compiler = Compiler()
    roster = type(GAME.bots)
    made = roster.bot
    monkeypatch.setattr(engines, "is_precompiled", lambda game: False)
    monkeypatch.setattr(engines.subprocess, "Popen", compiler)
    monkeypatch.setattr(
        roster, "bot", lambda self, name: Level() if name in self.levels else made(self, name)
    )
    return compiler


def bot(level: str, patient: bool) -> Any:
    return Engines(GAME, Catalogue("en"), patient).bot(level)


def test_a_fallback_engine_moves_until_the_bots_are_compiled(compiler: Compiler) -> None:
    master = bot("master", patient=False)
    assert master.choose(VIEW, Random(1)) == fallback(GAME.bots).choose(VIEW, Random(1))
    assert master.choose(VIEW, Random(1)) == THE_LEVEL
    assert [program[-2:] for program in compiler.started] == [("precompile", "cinco")]


def test_a_second_call_for_the_same_game_waits(compiler: Compiler) -> None:
    assert bot("master", patient=True).choose(VIEW, Random(1)) == THE_LEVEL
    assert compiler.left == 1, "it was waited for without end"


def test_nothing_is_compiled_for_plain_bots_or_twice(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    for level in ("greedy", "keen"):
        bot(level, patient=False).choose(VIEW, Random(1))
    monkeypatch.setattr(engines, "is_precompiled", lambda game: True)
    assert bot("master", patient=False).choose(VIEW, Random(1)) == THE_LEVEL
    assert compiler.started == []


@pytest.mark.parametrize(
    ("flags", "at_terminal", "patient"),
    [
        (PlayFlags(), True, False),
        (PlayFlags(), False, True),
        (PlayFlags(seed="1"), True, True),
        (PlayFlags(watch=True), True, True),
        (PlayFlags(json=True), True, True),
    ],
)
def test_a_player_may_play_instead_of_waiting(
    flags: PlayFlags, at_terminal: bool, patient: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    class Noting(Engines):
        def __init__(self, game: Any, catalogue: Catalogue, patient: bool) -> None:
            super().__init__(game, catalogue, patient)
            asked.append(patient)

    class Keyboard(StringIO):
        def isatty(self) -> bool:
            return at_terminal

    monkeypatch.setattr(start, "Engines", Noting)
    monkeypatch.setattr("sys.stdin", Keyboard("quit\n"))
    flags = replace(flags, level=["random"])
    assert start.start(GAME, GAME.flags(), flags) == 0
    assert asked == [patient]
