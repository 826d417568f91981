"""A one-ply bot for Cinq-O: the worth of a keep is its expectation for a player who has chosen a side.

For Hi, every die that is rolled again is kept as soon as it shows a 6, and the Hi/Lo die as soon as it shows
3↑; for Lo, a 1 and 3↓. The worth of a keep is that plan's exact expectation over the remaining rolls. The
plan ignores that a die must be racked after every roll, aims at no straight and ignores the score: it is a
baseline. It scores about 12 points a turn, where perfect play scores 15.2 and random play 3
(``benchmarks/greedy_numbers.py``).
"""

from __future__ import annotations

from functools import cache
from random import Random

from quincunx.engines.bot import OWN_PACE, Budget, Choice, Decision, decide
from quincunx.engines.control import Policy
from quincunx.games.cinqo.card import HILO_FACES, ROLLS, STRAIGHT, is_straight, number_of
from quincunx.games.cinqo.moves import ways_to_put
from quincunx.games.cinqo.types import CinqoMove, CinqoView

PREFER_BANK = 1e-6
"""Racking one die and banking the rest is never worse, so ties are broken towards fewer racked dice."""


def _probabilities(best: int, rolls: int) -> dict[int, float]:
    """Return the distribution of a die that is rolled up to ``rolls`` times until it shows ``best``."""
    miss = (5 / 6) ** rolls
    return {face: 1 - miss if face == best else miss / 5 for face in range(1, 7)}


@cache  # at most 5 × 5 × 2 entries
def _sums(dice: int, rolls: int, hi: bool) -> dict[int, float]:
    """Return the distribution of the sum of dice that are rolled by the plan."""
    sums = {0: 1.0}
    for _ in range(dice):
        after: dict[int, float] = {}
        for so_far, probability in sums.items():
            for face, more in _probabilities(6 if hi else 1, rolls).items():
                after[so_far + face] = after.get(so_far + face, 0.0) + probability * more
        sums = after
    return sums


@cache  # at most 31 × 5 × 5 × 2 × 2 entries
def _reading(kept: int, dice: int, rolls: int, hi: bool, up: bool) -> float:
    """Return the mean reading of the card when the arrow ends ``up`` and the dice are rolled for ``hi``."""
    return sum(
        probability * number_of(kept + rolled, up) for rolled, probability in _sums(dice, rolls, hi).items()
    )


def plan(kept: int, dice: int, rolls: int, hilo: int | None, hi: bool) -> float:
    """Return the plan's expected points: ``kept`` is the sum of the dice that stay, ``dice`` the number
    rolled again.

    ``hilo`` is the Hi/Lo die if it stays as it is.
    """
    if hilo is not None:
        return abs(hilo) * _reading(kept, dice, rolls, hi, hilo > 0)
    best = HILO_FACES.index(3 if hi else -3) + 1
    expected = 0.0
    for face, probability in _probabilities(best, rolls).items():
        hilo = HILO_FACES[face - 1]
        expected += probability * abs(hilo) * _reading(kept, dice, rolls, hi, hilo > 0)
    return expected


def _worth(view: CinqoView, put: CinqoMove) -> float:
    kept = view.rack + view.bank + put.rack + put.bank
    again = 5 - len(kept)
    assert view.hilo is not None
    if again == 0:
        number = STRAIGHT if is_straight(kept) else number_of(sum(kept), view.hilo > 0)
        return float(number * abs(view.hilo))
    hilo = view.hilo if view.boxed or put.box else None
    rolls = ROLLS - view.roll
    return max(plan(sum(kept), again, rolls, hilo, hi) for hi in (True, False))


class GreedyCinqo:
    """Plays the keep of the best plan."""

    def choose(self, view: CinqoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CinqoMove]:
        return decide(_choices(view), random)

    def policy(self, view: CinqoView, budget: Budget = OWN_PACE) -> Policy[CinqoMove]:
        """Return the best keeps, all with the same probability."""
        choices = _choices(view)
        top = max(choice.value for choice in choices)
        best = [choice.action for choice in choices if choice.value == top]
        return tuple((put, 1 / len(best)) for put in best)


def _choices(view: CinqoView) -> list[Choice[CinqoMove]]:
    return [
        Choice(put, _worth(view, put) - PREFER_BANK * (len(put.rack) + len(put.from_bank)))
        for put in ways_to_put(tuple(sorted(view.tray)), view.bank, view.boxed)
    ]


def plans(view: CinqoView) -> dict[CinqoMove, float]:
    """Return the worth of the best plan after each keep."""
    return {choice.action: choice.value for choice in _choices(view)}
