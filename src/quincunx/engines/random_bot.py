"""A bot that plays any legal move, all with the same probability: the weakest baseline of every game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Generic, TypeVar

from quincunx.engines.bot import OWN_PACE, Budget, Choice, Decision
from quincunx.engines.control import Policy

ViewT = TypeVar("ViewT")
MoveT = TypeVar("MoveT")


class RandomBot(Generic[ViewT, MoveT]):
    """Plays at random among ``choices(view)``, the legal moves of the seat that the view belongs to."""

    def __init__(self, choices: Callable[[ViewT], tuple[MoveT, ...]]) -> None:
        self._choices = choices

    def choose(self, view: ViewT, random: Random, budget: Budget = OWN_PACE) -> Decision[MoveT]:
        action = random.choice(self._choices(view))
        return Decision(action, 0.0, (Choice(action, 0.0),))

    def policy(self, view: ViewT, budget: Budget = OWN_PACE) -> Policy[MoveT]:
        """Return every legal move with the same probability."""
        moves = self._choices(view)
        return tuple((move, 1 / len(moves)) for move in moves)
