"""The luck of every side in one game: the sums of a control variate's deviations."""

from __future__ import annotations

from typing import Any

from quincunx.core.chance import CHANCE
from quincunx.core.values import Ply
from quincunx.engines.control import ControlVariate, Policy
from quincunx.games import game_of


def is_measured(options: Any, wanted: bool | None = None) -> bool:
    """Return whether luck is measured in games with these options: never where the game cannot, otherwise as
    it is ``wanted``, and for ``None`` where that takes little time."""
    bots = game_of(options).bots
    return bots.control(options) is not None and (bots.has_quick_control if wanted is None else wanted)


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
