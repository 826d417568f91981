"""The bots of a game by name, and the names of levels that games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from quincunx.core.extras import MissingExtra, extra_of
from quincunx.core.game import Bots
from quincunx.engines.bot import Bot
from quincunx.engines.control import Control
from quincunx.engines.random_bot import RandomBot

DEFAULT_LEVEL: Final = "keen"
"""The default level, in games that have it."""

# Callers that ask by name do not know the game's types; each bot's own class is fully typed.
AnyBot = Bot[Any, Any]
AnyBots = Bots[Any, Any]

ViewT = TypeVar("ViewT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster(Generic[ViewT, MoveT]):
    """A game's bots by name, as :class:`quincunx.core.game.Bots`.

    A bot is created on request, so that its module, and numba, are imported only then.
    """

    choices: Callable[[ViewT], tuple[MoveT, ...]]
    by_level: Mapping[str, Callable[[], Bot[ViewT, MoveT]]]
    """A constructor for each level, weakest first; levels are about 200 rating points apart. Shared names are
    ``novice``, ``casual``, ``keen``, ``skilled``, ``expert`` and ``master``; a game need not have all of
    them."""
    by_baseline: Mapping[str, Callable[[], Bot[ViewT, MoveT]]]
    """A constructor for each baseline that is stronger than ``random``, which every game has."""
    precompile: Callable[[], None]
    plain: Mapping[str, Callable[[], Bot[ViewT, MoveT]]] = field(
        default_factory=dict[str, Callable[[], Bot[ViewT, MoveT]]]
    )
    """A constructor in plain Python for each level that decides the same there as with kernels."""
    points: Mapping[str, Mapping[str, int]] = field(default_factory=dict[str, Mapping[str, int]])
    """The levels' ratings from the arena, by kind of seating."""
    control: Callable[[Any], Control | None] = lambda options: None
    """Imports what creates control variates of games with these options; ``None`` if there are none."""
    has_quick_control: bool = False
    """True if they take less time than the games that they save."""

    @property
    def levels(self) -> tuple[str, ...]:
        return tuple(self.by_level)

    @property
    def baselines(self) -> tuple[str, ...]:
        return ("random", *self.by_baseline)

    def bot(self, name: str) -> Bot[ViewT, MoveT]:
        if name == "random":
            return RandomBot(self.choices)
        create = {**self.by_baseline, **self.by_level}[name]
        try:
            return create()
        except ImportError as error:
            if extra := extra_of(error):
                raise MissingExtra(extra) from error
            raise


def names(bots: AnyBots) -> tuple[str, ...]:
    """Return the name of every bot of a game: baselines, then levels."""
    return (*bots.baselines, *bots.levels)


def default_level(bots: AnyBots) -> str:
    """Return the default bot: :data:`DEFAULT_LEVEL`, or a level in the middle."""
    if DEFAULT_LEVEL in bots.levels:
        return DEFAULT_LEVEL
    levels = bots.levels or bots.baselines
    return levels[(len(levels) - 1) // 2]


def best(bots: AnyBots) -> str:
    """Return the strongest bot, which gives hints."""
    return names(bots)[-1]


def fallback(bots: AnyBots) -> AnyBot:
    """Return the bot that plays while another's kernels are being compiled: the strongest baseline."""
    bot: AnyBot = bots.bot(bots.baselines[-1])
    return bot
