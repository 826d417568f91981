"""The bot that follows exact advice, whatever computes it: kernels
(:mod:`quincunx.games.cinqo.bots.advisor`) or plain Python (:mod:`quincunx.games.cinqo.bots.plain`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Final

import msgspec

from quincunx.engines.bot import OWN_PACE, Budget, Choice, Decision, Scale, decide
from quincunx.engines.control import Policy
from quincunx.games.cinqo.types import CinqoMove, CinqoView, Put

ROUNDING: Final = 12
"""The number of decimal digits by which values are compared: smaller differences are ties."""


class Advice(msgspec.Struct, frozen=True, gc=False):
    """The advice on one keep. ``worth`` is the chance to win with a tie shared (solitaire: minus the rounds
    still to come after this one). ``points`` is the mean score of the turn if it is played for points from
    here on."""

    put: Put
    worth: float
    points: float


class Advised(ABC):
    """Plays the best keep among those that it sees; each is overlooked with the probability ``blunder_rate``.

    With a rate above 0 it plays for points and ignores the score.
    """

    def __init__(self, blunder_rate: float = 0.0) -> None:
        self.blunder_rate = blunder_rate

    @abstractmethod
    def advise(self, view: CinqoView) -> tuple[Advice, ...]:
        """Return every legal keep of the seat to move, best first: by worth, then by points, then fewest
        racked. Raises ``ValueError`` if no seat has a keep to choose."""

    @abstractmethod
    def error_of(self, view: CinqoView) -> float:
        """Return the standard error of a worth: 0 where the game is solved."""

    def choose(self, view: CinqoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CinqoMove]:
        advice = self.advise(view)
        if self.blunder_rate:
            return self._choose_among_seen(_kinds(advice), random)
        error = self.error_of(view)
        choices = tuple(Choice[CinqoMove](each.put, round(each.worth, ROUNDING), error) for each in advice)
        scale: Scale = "chance" if view.options.players > 1 else "rounds"
        return Decision(choices[0].action, choices[0].value, choices, scale)

    def policy(self, view: CinqoView, budget: Budget = OWN_PACE) -> Policy[CinqoMove]:
        """Return the probability of every keep that may be chosen."""
        advice = self.advise(view)
        if not self.blunder_rate:
            return ((advice[0].put, 1.0),)
        kinds = _kinds(advice)
        by_points: dict[float, list[Put]] = {}
        for same in kinds:
            by_points.setdefault(round(same[0].points, ROUNDING), []).append(same[0].put)
        overlooked, none_seen = 1.0, self.blunder_rate ** len(kinds) / len(kinds)
        found: list[tuple[CinqoMove, float]] = []
        for _, puts in sorted(by_points.items(), reverse=True):
            unseen = self.blunder_rate ** len(puts)
            found += [(put, overlooked * (1 - unseen) / len(puts) + none_seen) for put in puts]
            overlooked *= unseen
        return tuple(found)

    def _choose_among_seen(self, kinds: list[list[Advice]], random: Random) -> Decision[CinqoMove]:
        seen = [same for same in kinds if random.random() >= self.blunder_rate]
        if not seen:
            seen = [random.choice(kinds)]
        choices = [Choice[CinqoMove](same[0].put, round(same[0].points, ROUNDING)) for same in seen]
        return decide(choices, random, most=len(choices))


def _kinds(advice: tuple[Advice, ...]) -> list[list[Advice]]:
    """Return the keeps in groups of the same worth, which are seen or overlooked together."""
    kinds: dict[tuple[float, float], list[Advice]] = {}
    for each in advice:
        kinds.setdefault((each.worth, each.points), []).append(each)
    return list(kinds.values())
