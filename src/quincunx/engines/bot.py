"""What every bot is: somebody who looks at a view and decides."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, Generic, Literal, Protocol, TypeVar

import msgspec

MoveT = TypeVar("MoveT")
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Budget(msgspec.Struct, frozen=True):
    """How long to think: until the first of these is used up. Bots that do not search pay no heed to it.

    ``seconds`` of wall clock; ``simulations`` (with those alone a decision is the same every time);
    ``threads`` to think with; ``wanted`` is asked every few milliseconds, and thinking stops with the
    best that is known once it says ``False``. With neither limit a bot takes what its level is given.
    """

    seconds: float | None = None
    simulations: int | None = None
    threads: int = 1
    wanted: Callable[[], bool] | None = None


OWN_PACE: Final = Budget()
"""As long as the bot's level thinks when it is left alone."""


Scale = Literal["chance", "rounds", "own"]
"""What values are: chances to win, from 0 to 1, a draw counted as a half (with more than two teams: as a fair
share); minus the rounds still to come after this one; or the bot's own, which only say what is better."""


class Choice(msgspec.Struct, Generic[MoveT], frozen=True):
    """A move and what the bot thinks of it. Values compare only within one decision."""

    action: MoveT
    value: float


class Decision(msgspec.Struct, Generic[MoveT], frozen=True):
    """The chosen move, its value, and the best few choices, best first, the chosen one among them."""

    action: MoveT
    value: float
    alternatives: tuple[Choice[MoveT], ...]
    scale: Scale = "own"


class Bot(Protocol[ViewT_contra, MoveT]):
    """A player. The view is all that it is ever given; ``view.viewer`` is its seat and to move."""

    def choose(self, view: ViewT_contra, random: Random, budget: Budget = OWN_PACE) -> Decision[MoveT]:
        """Decide. The same view, state of ``random`` and budget in simulations give the same decision."""
        ...


def decide(choices: list[Choice[MoveT]], random: Random, most: int = 3) -> Decision[MoveT]:
    """The best choice, a random one among equals, with the runners-up."""
    top = max(choice.value for choice in choices)
    best = random.choice([choice for choice in choices if choice.value == top])
    others = sorted((choice for choice in choices if choice is not best), key=lambda choice: -choice.value)
    return Decision(best.action, best.value, (best, *others[: most - 1]))
