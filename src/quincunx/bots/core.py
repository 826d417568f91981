"""What every bot is: somebody who looks at a view and decides."""

from __future__ import annotations

from random import Random
from typing import Generic, Protocol, TypeVar

import msgspec

MoveT = TypeVar("MoveT")
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Choice(msgspec.Struct, Generic[MoveT], frozen=True):
    """A move and what the bot thinks of it. Values compare only within one decision."""

    action: MoveT
    value: float


class Decision(msgspec.Struct, Generic[MoveT], frozen=True):
    """The chosen move, its value, and the best few choices, best first, the chosen one among them."""

    action: MoveT
    value: float
    alternatives: tuple[Choice[MoveT], ...]


class Bot(Protocol[ViewT_contra, MoveT]):
    """A player. The view is all that it is ever given; ``view.viewer`` is its seat and to move."""

    def choose(self, view: ViewT_contra, random: Random) -> Decision[MoveT]:
        """Decide. The same view and the same state of ``random`` give the same decision."""
        ...


def decide(choices: list[Choice[MoveT]], random: Random, most: int = 3) -> Decision[MoveT]:
    """The best choice, a random one among equals, with the runners-up."""
    top = max(choice.value for choice in choices)
    best = random.choice([choice for choice in choices if choice.value == top])
    others = sorted((choice for choice in choices if choice is not best), key=lambda choice: -choice.value)
    return Decision(best.action, best.value, (best, *others[: most - 1]))
