"""The interface of every bot: it is given a view and decides on a move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, Generic, Literal, Protocol, TypeVar

import msgspec

MoveT = TypeVar("MoveT")
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Budget(msgspec.Struct, frozen=True):
    """The limits of a search, which ends at the first one reached. Bots that do not search ignore it.

    ``seconds`` are wall-clock time; with ``simulations`` alone a decision is reproducible. The search uses
    this many ``threads``. ``wanted`` is called every few milliseconds; when it returns ``False``, the search
    stops with the best move so far. Without any limit a bot takes the time of its level.
    """

    seconds: float | None = None
    simulations: int | None = None
    threads: int = 1
    wanted: Callable[[], bool] | None = None


OWN_PACE: Final = Budget()
"""No limit but that of the level."""


Scale = Literal["chance", "rounds", "own"]
"""The unit of values: chances to win, from 0 to 1, a draw counted as a half (with more than two teams: as a
fair share); minus the rounds still to come after this one; or the bot's own unit, which only orders the
moves."""


class Choice(msgspec.Struct, Generic[MoveT], frozen=True):
    """A move and its value, which is comparable only within the same decision."""

    action: MoveT
    value: float
    error: float | None = None
    """The standard error of the value: 0 if it is exact, ``None`` if it is unknown or the scale ``own``."""


class Decision(msgspec.Struct, Generic[MoveT], frozen=True):
    """The chosen move, its value, and the best few choices, best first, including the chosen one."""

    action: MoveT
    value: float
    alternatives: tuple[Choice[MoveT], ...]
    scale: Scale = "own"
    simulations: int = 0
    """The number of simulations of a search; 0 without one."""


class Bot(Protocol[ViewT_contra, MoveT]):
    """A bot player. It is given only the view; ``view.viewer`` is its seat, which is to move."""

    def choose(self, view: ViewT_contra, random: Random, budget: Budget = OWN_PACE) -> Decision[MoveT]:
        """Choose a move. The same view, state of ``random`` and budget in simulations give the same
        decision."""
        ...


def decide(choices: list[Choice[MoveT]], random: Random, most: int = 3) -> Decision[MoveT]:
    """Return the best choice, a random one among equals, with the runners-up."""
    top = max(choice.value for choice in choices)
    best = random.choice([choice for choice in choices if choice.value == top])
    others = sorted((choice for choice in choices if choice is not best), key=lambda choice: -choice.value)
    return Decision(best.action, best.value, (best, *others[: most - 1]))
