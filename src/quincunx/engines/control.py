"""Control variates: corrections of a game's result for luck, with mean 0.

A bot may tell its *policy*, the probability of each move in a position. A *control variate* of a game has an
estimate of the result at every random event: a roll, a drawn card, a move of a bot with a policy. At each of
them the difference between the estimate of what happened and its mean has the mean 0, however good or bad
the estimate is. So the result minus all these differences has the same mean as the result, and a smaller
variance if the estimates are good (AIVAT: Burch, Schmid, Moravčík and Bowling 2018; ``docs/arena.md``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from quincunx.core.chance import ChanceMove
from quincunx.engines.bot import OWN_PACE, Budget

MoveT = TypeVar("MoveT")

Policy = Sequence[tuple[MoveT, float]]
"""Moves and their probabilities, whose sum is 1; no move occurs twice."""
Deviation = tuple[float, ...]
"""For every side the estimated share after an event, minus its mean before the event."""


class ControlVariate(Protocol):
    """The estimates of one game, asked in the order of play."""

    def at_chance(self, before: Any, after: Any, answer: ChanceMove) -> Deviation:
        """Return the deviation of an answer of chance."""
        ...

    def at_move(self, before: Any, after: Any, move: Any, policy: Policy[Any] | None) -> Deviation:
        """Return the deviation of a move, and of the chance that it reveals; ``policy`` is ``None`` if the
        bot has none."""
        ...


Control = Callable[[Any, Sequence[Any]], ControlVariate]
"""Creates the control variate of a game from its options and the bot of every seat."""


def policy_of(bot: Any, view: Any, budget: Budget = OWN_PACE) -> Policy[Any] | None:
    """Return the bot's policy, or ``None`` if it does not tell it."""
    policy = getattr(bot, "policy", None)
    return None if policy is None else policy(view, budget)
