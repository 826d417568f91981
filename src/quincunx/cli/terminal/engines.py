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
from quincunx.core.game import AnyGame
from quincunx.core.values import Phrase
from quincunx.engines.bot import OWN_PACE, Budget, Decision
from quincunx.engines.levels import AnyBot, fallback
from quincunx.texts.catalogue import Catalogue

PATIENCE_SECONDS: Final = 2.0
"""A person does not wait longer for a move; a fallback engine makes it."""


class Engines:
    """Bots by their level. While a process of its own compiles, a fallback engine moves in their place.

    If this is ``patient`` the game waits instead, so that it is the same game on every machine.
    """

    def __init__(self, game: AnyGame, catalogue: Catalogue, patient: bool) -> None:
        self.game = game
        self._catalogue = catalogue
        self._patient = patient

    def bot(self, level: str) -> AnyBot:
        """Raises ``KeyError`` for a level that there is not, if only when it is asked to move."""
        if level in self.game.bots.baselines:
            bot: AnyBot = self.game.bots.bot(level)
            return bot
        return _PrecompiledBot(self, level)

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
        program = (sys.executable, "-m", "quincunx", "precompile", self.game.name)
        nothing = subprocess.DEVNULL
        if sys.stderr.isatty():
            key = "terminal.compilingWaits" if self._patient else "terminal.compilingMeanwhile"
            say(self._catalogue.say(Phrase(key)), sys.stderr)
        return subprocess.Popen(  # noqa: S603  # this very program
            program, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )


class _PrecompiledBot:
    """A bot that is made once its kernels are there."""

    def __init__(self, engines: Engines, level: str) -> None:
        self._engines = engines
        self._level = level

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Decision[Any]:
        bot = self._bot if self._engines.are_ready() else fallback(self._engines.game.bots)
        return bot.choose(view, random, budget)

    @cached_property
    def _bot(self) -> AnyBot:
        bot: AnyBot = self._engines.game.bots.bot(self._level)
        return bot
