"""The levels of Cinq-O, from a child's to perfect play.

The weaker ones err like people: they overlook keeps. Each keep goes unseen with some chance, and of those
that are seen the best is taken; what it is worth they know. All but the best play for points and do not
look at the score.
"""

from __future__ import annotations

from random import Random
from typing import Final

from quincunx.games.cinqo.bots import advisor, prospects
from quincunx.games.cinqo.bots.advisor import ROUNDING, Advice, advise
from quincunx.engines.bot import OWN_PACE, Bot, Budget, Choice, Decision, Scale, decide
from quincunx.games.cinqo.types import CinqoMove, CinqoView

OVERLOOKED: Final = {
    "novice": 0.97,
    "casual": 0.91,
    "keen": 0.79,
    "skilled": 0.61,
    "expert": 0.38,
    "master": 0.0,
}
"""The share of keeps that a level does not see. ``docs/bots.md`` has what it makes of them."""


class AdvisedCinqo:
    """The best keep among those that it sees."""

    def __init__(self, overlooked: float = 0.0) -> None:
        self._overlooked = overlooked

    def choose(self, view: CinqoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CinqoMove]:
        advice = advise(view)
        if self._overlooked:
            return self._blink(advice, random)
        choices = tuple(Choice[CinqoMove](each.put, round(each.worth, ROUNDING)) for each in advice)
        scale: Scale = "chance" if view.options.players > 1 else "rounds"
        return Decision(choices[0].action, choices[0].value, choices, scale)

    def _blink(self, advice: tuple[Advice, ...], random: Random) -> Decision[CinqoMove]:
        # What comes to the same is seen or overlooked together.
        kinds: dict[tuple[float, float], list[Advice]] = {}
        for each in advice:
            kinds.setdefault((each.worth, each.points), []).append(each)
        seen = [same for same in kinds.values() if random.random() >= self._overlooked]
        if not seen:
            seen = [random.choice(list(kinds.values()))]
        choices = [Choice[CinqoMove](same[0].put, round(same[0].points, ROUNDING)) for same in seen]
        return decide(choices, random, most=len(choices))


def bot(name: str) -> Bot[CinqoView, CinqoMove]:
    """The bot of a level. Raises ``KeyError``."""
    return AdvisedCinqo(OVERLOOKED[name])


def precompile() -> None:
    """Compile the kernels and solve the games."""
    advisor.ready()
    prospects.ready()
