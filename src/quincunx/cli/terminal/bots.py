"""The bots of a game in the terminal, which may have to be compiled first: that takes a minute, once."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import cached_property
from random import Random
from typing import Any, Final

from quincunx.adapters.engines.precompiled import is_precompiled
from quincunx.cli.files import say
from quincunx.engines.bot import OWN_PACE, Budget, Decision
from quincunx.games.levels import BASELINES, AnyBot, bot_for, fallback

PATIENCE_SECONDS: Final = 2.0
"""A person does not wait longer for a move; a fallback engine makes it."""


class Engines:
    """Bots by their level. While a process of its own compiles, a fallback engine moves in their place;
    unless ``patient``: then the game waits, so that it is the same game on every machine."""

    def __init__(self, game: str, patient: bool) -> None:
        self.game = game
        self._patient = patient

    def bot(self, level: str) -> AnyBot:
        """Raises ``KeyError`` only when it is asked to move."""
        return bot_for(self.game, level) if level in BASELINES else _Waiting(self, level)

    def are_ready(self) -> bool:
        """Whether they can be asked now; waits for a moment, or for as long as it takes."""
        if self._compiling is None:
            return True
        try:
            self._compiling.wait(None if self._patient else max(0.0, self._until - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    @cached_property
    def _compiling(self) -> subprocess.Popen[bytes] | None:
        self._until = time.monotonic() + PATIENCE_SECONDS
        if is_precompiled(self.game):
            return None
        # It goes on when the game is left, and is done the next time.
        program = (sys.executable, "-m", "quincunx", "precompile", self.game)
        nothing = subprocess.DEVNULL
        if sys.stderr.isatty():
            meanwhile = "the game waits for it" if self._patient else "a simpler one moves meanwhile"
            say(f"The bots are being compiled. That takes a minute, once; {meanwhile}.", sys.stderr)
        return subprocess.Popen(  # noqa: S603  # this very program
            program, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )


class _Waiting:
    def __init__(self, engines: Engines, level: str) -> None:
        self._minds = engines
        self._level = level

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Decision[Any]:
        ready = self._minds.are_ready()
        bot = bot_for(self._minds.game, self._level) if ready else fallback(self._minds.game)
        return bot.choose(view, random, budget)
