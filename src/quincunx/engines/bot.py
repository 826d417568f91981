"""What every bot is: an object that looks at a view and decides."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, Generic, Literal, Protocol, TypeVar

import msgspec

MoveT = TypeVar("MoveT")
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Budget(msgspec.Struct, frozen=True):
    """How long to search: until the first of these limits is reached. Bots that do not search ignore it.

    ``seconds`` are of wall clock; with ``simulations`` alone a decision is the same every time; the search
    uses this many ``threads``; ``wanted`` is called every few milliseconds, and once it returns ``False`` the
    search stops with the best move so far. With no limit a bot takes the time of its level.
    """

    seconds: float | None = None
    simulations: int | None = None
    threads: int = 1
    wanted: Callable[[], bool] | None = None


OWN_PACE: Final = Budget()
"""No limit but the level's own."""


Scale = Literal["chance", "rounds", "own"]
"""What values are: chances to win, from 0 to 1, a draw counted as a half (with more than two teams: as a fair
share); minus the rounds still to come after this one; or the bot's own, which only say what is better."""


class Choice(msgspec.Struct, Generic[MoveT], frozen=True):
    """A move and its value, which compares only with others of the same decision."""

    action: MoveT
    value: float


class Decision(msgspec.Struct, Generic[MoveT], frozen=True):
    """The chosen move, its value, and the best few choices, best first, the chosen one among them."""

    action: MoveT
    value: float
    alternatives: tuple[Choice[MoveT], ...]
    scale: Scale = "own"


class Bot(Protocol[ViewT_contra, MoveT]):
    """A player. It is given nothing but the view; ``view.viewer`` is its seat, whose turn it is."""

    def choose(self, view: ViewT_contra, random: Random, budget: Budget = OWN_PACE) -> Decision[MoveT]:
        """Decide. The same view, state of ``random`` and budget in simulations give the same decision."""
        ...


def decide(choices: list[Choice[MoveT]], random: Random, most: int = 3) -> Decision[MoveT]:
    """The best choice, a random one among equals, with the runners-up."""
    top = max(choice.value for choice in choices)
    best = random.choice([choice for choice in choices if choice.value == top])
    others = sorted((choice for choice in choices if choice is not best), key=lambda choice: -choice.value)
    return Decision(best.action, best.value, (best, *others[: most - 1]))
