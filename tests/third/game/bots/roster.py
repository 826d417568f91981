"""Trio's bots by name. It has two levels only, and neither is one that the other games begin or end with."""

from __future__ import annotations

from typing import Final

from quincunx.engines.levels import Roster
from tests.third.game.bots.greedy import GreedyTrio
from tests.third.game.types import TrioMove, TrioView


def choices(view: TrioView) -> tuple[TrioMove, ...]:
    """The legal moves of the view's own seat, in the rules' order; empty when it is not its turn."""
    return view.moves


def _precompile() -> None:
    """Nothing needs it."""


BOTS: Final = Roster(
    choices=choices,
    by_baseline={"greedy": GreedyTrio},
    by_level={
        "casual": lambda: GreedyTrio(0.5),
        "expert": lambda: GreedyTrio(predicts=True),
    },
    precompile=_precompile,
)
