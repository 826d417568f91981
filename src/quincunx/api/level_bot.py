"""Our own bots in the library, and their advice."""

from __future__ import annotations

from random import Random
from typing import Any, Final, Generic, TypeVar

import msgspec

from quincunx.api.errors import with_extra
from quincunx.core.game import AnyGame
from quincunx.engines.bot import OWN_PACE, Bot, Budget, Choice, Decision, Scale
from quincunx.engines.levels import AnyBots, best, names

ViewT = TypeVar("ViewT")
MoveT = TypeVar("MoveT")

PLAIN_DECISIONS: Final = 200
"""Decisions in plain Python, of 1 to 8 ms, before it pays to compile kernels: 12 s, once for a machine."""


class Advice(msgspec.Struct, Generic[MoveT], frozen=True):
    """A move that a bot considers. ``value`` is comparable within one answer only; ``scale`` is its unit:
    ``chance`` (to win), ``rounds`` (minus those still to come), or ``own``."""

    move: MoveT
    value: float
    scale: Scale
    error: float | None = None
    """The standard error of the value: 0 if it is exact, ``None`` if it is unknown."""


class LevelBot(Generic[ViewT, MoveT]):
    """A bot of a level: a function from a view to a move. ``choose`` also tells what it considered.

    A level that decides the same in plain Python begins there, so that its first move needs no compilation.
    """

    def __init__(self, name: str, bots: AnyBots) -> None:
        self.name = name
        self._bots = bots
        self._is_plain = name in bots.plain
        self._bot: Bot[ViewT, MoveT] = bots.plain[name]() if self._is_plain else bots.bot(name)
        self._decisions = 0
        self._random = Random()  # noqa: S311  # a bot's random choices are no secret

    def __call__(self, view: ViewT) -> MoveT:
        """Return the bot's move for the view's own seat, which must be to move."""
        return self.choose(view).action

    def choose(self, view: ViewT, random: Random | None = None, budget: Budget = OWN_PACE) -> Decision[MoveT]:
        """Return the bot's decision; with ``random`` and a budget of simulations it is reproducible."""
        self._decisions += 1
        if self._is_plain and self._decisions > PLAIN_DECISIONS:
            self._bot, self._is_plain = self._bots.bot(self.name), False
        return with_extra(lambda: self._bot.choose(view, random or self._random, budget))

    def __repr__(self) -> str:
        return f"<bot {self.name}>"


def level_bot(game: AnyGame, level: str) -> LevelBot[Any, Any]:
    """Return the bot of a level or a baseline. Raises ``ValueError`` for an unknown one, and
    :class:`~quincunx.core.extras.MissingExtra`."""
    if level not in names(game.bots):
        raise ValueError(f"There is no bot “{level[:40]}”; there are {', '.join(names(game.bots))}.")
    return LevelBot(level, game.bots)


def advise(game: AnyGame, view: object, n: int, simulations: int | None) -> tuple[Advice[Any], ...]:
    """Return up to ``n`` choices of the strongest bot, best first."""
    if n < 1:
        raise ValueError("Advice has one move at least.")
    strongest = level_bot(game, best(game.bots))
    found = strongest.choose(view, Random(0), Budget(simulations=simulations))  # noqa: S311  # reproducible
    moves = found.alternatives or (Choice(found.action, found.value),)
    return tuple(Advice(each.action, each.value, found.scale, each.error) for each in moves[:n])
