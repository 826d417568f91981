"""The levels of Cinq-O, from a child's to perfect play.

The weaker ones err like people: they overlook keeps. Each keep goes unseen with some chance, and of those
that are seen the best is taken; what it is worth they know. All but the best play for points and do not
look at the score.
"""

from __future__ import annotations

from random import Random
from typing import Final

from quincunx.bots.cinqo import advisor, prospects
from quincunx.bots.cinqo.advisor import Advice, advise
from quincunx.bots.core import OWN_PACE, Bot, Budget, Choice, Decision
from quincunx.games.cinqo.types import CinqoMove, CinqoView

OVERLOOKED: Final = {
    "novice": 0.97,
    "casual": 0.89,
    "keen": 0.8,
    "skilled": 0.62,
    "expert": 0.35,
    "master": 0.0,
}
"""The share of keeps that a level does not see. ``docs/cinqo.md`` has what it makes of them."""


class AdvisedCinqo:
    """The best keep among those that it sees."""

    def __init__(self, overlooked: float = 0.0) -> None:
        self._overlooked = overlooked

    def choose(self, view: CinqoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CinqoMove]:
        advice = advise(view)
        if self._overlooked:
            return self._blink(view, advice, random)
        return _decision(view, advice)

    def _blink(self, view: CinqoView, advice: tuple[Advice, ...], random: Random) -> Decision[CinqoMove]:
        # What comes to the same is seen or overlooked together.
        kinds: dict[tuple[float, float], list[Advice]] = {}
        for each in advice:
            kinds.setdefault((each.worth, each.points), []).append(each)
        seen = [same for same in kinds.values() if random.random() >= self._overlooked]
        if not seen:
            seen = [random.choice(list(kinds.values()))]
        best = max(seen, key=lambda same: same[0].points)[0]
        return _decision(view, (best, *(each for each in advice if each is not best)))


def _decision(view: CinqoView, advice: tuple[Advice, ...]) -> Decision[CinqoMove]:
    chances = view.options.players > 1
    choices = tuple(Choice[CinqoMove](each.put, each.worth) for each in advice)
    return Decision(choices[0].action, choices[0].value, choices, chances)


def bot(name: str) -> Bot[CinqoView, CinqoMove]:
    """The bot of a level. Raises ``KeyError``."""
    return AdvisedCinqo(OVERLOOKED[name])


def warm() -> None:
    """Compile the kernels and solve the race."""
    advisor.ready()
    prospects.race_wins()
