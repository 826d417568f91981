"""Trio on one ply: a card is worth what it scores now more than it would on average."""

from __future__ import annotations

from random import Random
from typing import Final

from quincunx.engines.bot import OWN_PACE, Budget, Choice, Decision, decide
from tests.third.game.rules import moves_with
from tests.third.game.state import DIE, points
from tests.third.game.types import Play, TrioMove, TrioView

FACES: Final = range(1, DIE + 1)


def gain(card: int, die: int) -> float:
    """The difference between a card's score with this die and with an average one."""
    return points(card, die) - sum(points(card, face) for face in FACES) / DIE


class GreedyTrio:
    """The card that gains most now; a pass when all would lose. ``blunder_rate`` is the share of moves that
    it does not see; where it ``predicts`` it knows what a pass is worth: the best card of another roll."""

    def __init__(self, blunder_rate: float = 0.0, predicts: bool = False) -> None:
        self._blunder_rate = blunder_rate
        self._predicts = predicts

    def choose(self, view: TrioView, random: Random, budget: Budget = OWN_PACE) -> Decision[TrioMove]:
        assert view.viewer is not None
        moves = moves_with(view.hand, view.passes_left[view.viewer])
        choices = [Choice(move, self._value(view, move)) for move in moves]
        seen = [choice for choice in choices if random.random() >= self._blunder_rate]
        return decide(seen or [random.choice(choices)], random)

    def _value(self, view: TrioView, move: TrioMove) -> float:
        if isinstance(move, Play):
            assert view.die is not None
            return gain(move.card, view.die)
        if self._predicts:
            return sum(max(gain(card, face) for card in view.hand) for face in FACES) / DIE
        return 0.0
