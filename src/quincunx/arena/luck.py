"""The luck of every side in one game: the sums of a control variate's deviations."""

from __future__ import annotations

from typing import Any

from quincunx.core.chance import CHANCE
from quincunx.core.values import Ply
from quincunx.engines.control import ControlVariate, Policy


class Luck:
    """The luck so far, from the plies of a game in their order."""

    def __init__(self, control: ControlVariate, sides: int) -> None:
        self._control = control
        self.policy: Policy[Any] | None = None
        """The policy of the bot that is to move."""
        self.totals = [0.0] * sides
        """For each side what its share would lose by a correction of mean 0."""

    def add(self, ply: Ply) -> None:
        """Add the deviations of one ply."""
        if ply.step.seat == CHANCE:
            deviations = self._control.at_chance(ply.before, ply.after, ply.step.move)
        else:
            deviations = self._control.at_move(ply.before, ply.after, ply.step.move, self.policy)
        for side, deviation in enumerate(deviations):
            self.totals[side] += deviation
