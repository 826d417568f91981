"""The bots of a game in the terminal.

Levels that decide the same in plain Python play so. For the others kernels may have to be compiled first: a
minute, once.
"""

from __future__ import annotations

import subprocess
import sys
import time
from functools import cached_property
from random import Random
from typing import Any, Final

from quincunx.cli.files import print_line
from quincunx.cli.reduced import warn_if_reduced
from quincunx.core.game import AnyGame
from quincunx.core.values import Phrase
from quincunx.engines.bot import OWN_PACE, Budget, Decision
from quincunx.engines.levels import AnyBot, fallback
from quincunx.engines.precompiled import is_precompiled
from quincunx.texts.catalogue import Catalogue

PATIENCE_SECONDS: Final = 2.0
"""The longest wait of a person for a move; after that a fallback engine makes it."""


class Engines:
    """Bots by their level. While a separate process compiles, a fallback engine moves in their place.

    If ``patient``, the game waits instead, so that it is the same game on every machine.
    """

    def __init__(self, game: AnyGame, catalogue: Catalogue, patient: bool) -> None:
        self.game = game
        self._catalogue = catalogue
        self._patient = patient
        self._has_warned = False

    def bot(self, level: str) -> AnyBot:
        """Return the bot of a level. An unknown level raises ``KeyError``, perhaps only when it is to
        move."""
        if level in self.game.bots.baselines:
            bot: AnyBot = self.game.bots.bot(level)
            return bot
        if not self._has_warned:
            self._has_warned = True
            warn_if_reduced()
        if level in self.game.bots.plain:
            plain: AnyBot = self.game.bots.plain[level]()
            return plain
        return _PrecompiledBot(self, level)

    def are_ready(self) -> bool:
        """Return whether the bots are compiled; waits a moment, or until they are if ``patient``."""
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
        # Compiling continues after the game is left, and is finished for the next one.
        program = (sys.executable, "-m", "quincunx", "precompile", self.game.name)
        nothing = subprocess.DEVNULL
        if sys.stderr.isatty():
            key = "terminal.compilingWaits" if self._patient else "terminal.compilingMeanwhile"
            print_line(self._catalogue.translate(Phrase(key)), sys.stderr)
        return subprocess.Popen(  # noqa: S603  # this very program
            program, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )


class _PrecompiledBot:
    """A bot that is created once its kernels are compiled."""

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
