"""The exact worth of every keep, in the present game and in points; and the bot that follows it."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.engines.bot import OWN_PACE, Budget, Choice, Decision, Scale, decide
from quincunx.engines.control import Policy
from quincunx.games.cinqo.bots.kernels import keeps
from quincunx.games.cinqo.bots.kernels.encode import CLASSES, tables
from quincunx.games.cinqo.bots.kernels.keeps import Keeps, keeps_of
from quincunx.games.cinqo.bots.kernels.turn import OPEN, ROWS, solve_turn
from quincunx.games.cinqo.bots.solver.prospects import Rewards, error_of, win_rewards
from quincunx.games.cinqo.bots.solver.solitaire import points_rewards
from quincunx.games.cinqo.card import DICE, ROLLS
from quincunx.games.cinqo.types import CinqoMove, CinqoView, Put

ROUNDING: Final = 12
"""The number of decimal digits by which values are compared: smaller differences are ties."""

SLACKS: Final = DICE
"""The number of slacks, 0 to 4: all five dice may be racked after the first roll."""


class Advice(msgspec.Struct, frozen=True, gc=False):
    """The advice on one keep. ``worth`` is the chance to win with a tie shared (solitaire: minus the rounds
    still to come after this one). ``points`` is the mean score of the turn if it is played for points from
    here on."""

    put: Put
    worth: float
    points: float


class Turn:
    """A turn with given rewards for its points, solved for every number of racked dice."""

    def __init__(self, rewards: Rewards) -> None:
        self.levels = np.zeros((SLACKS, 6, 4, ROWS))
        """The worth of every keep, by slack, rolls made, the Hi/Lo die and the kept class."""
        # A copy: a read-only array would make numba compile the kernel once more.
        writable = rewards.copy()
        for slack in range(SLACKS):
            solve_turn(tables(), writable, slack, self.levels[slack])

    def worths(self, ways: Keeps, roll: int, hilo: int) -> NDArray[np.float64]:
        """Return the worth of each keep after ``roll`` rolls with this Hi/Lo die: rolling on, or ending if
        five dice are kept."""
        # Lo is Hi upside down.
        faced = ways.rows if hilo > 0 else tables().mirror[ways.rows]
        goes_on = ~ways.boxed & (ways.rows < CLASSES)
        rows = np.where(goes_on, ways.rows, faced)
        dice = np.where(goes_on, OPEN, abs(hilo) - 1)
        found: NDArray[np.float64] = self.levels[ways.racked - roll, roll, dice, rows]
        return found


@lru_cache(maxsize=1)
def points_turn() -> Turn:
    """Return the turn played for points, which is always the same."""
    return Turn(points_rewards())


# People look at one position for a while, and return to it.
@lru_cache(maxsize=64)
def _turn_for(rewards: bytes) -> Turn:
    return Turn(np.frombuffer(rewards))


def advise(view: CinqoView) -> tuple[Advice, ...]:
    """Return every legal keep of the seat to move, best first: by worth, then by points, then fewest racked.

    Raises ``ValueError`` if no seat has a keep to choose.
    """
    if view.to_move is None or view.hilo is None or not 1 <= view.roll < ROLLS:
        raise ValueError("no seat has a keep to choose")
    ways = keeps_of(tuple(sorted(view.tray)), tuple(sorted(view.bank)), tuple(sorted(view.rack)), view.boxed)
    worths = _turn_for(win_rewards(view).tobytes()).worths(ways, view.roll, view.hilo)
    points = points_turn().worths(ways, view.roll, view.hilo)
    order: NDArray[np.int64] = np.lexsort((ways.racked, -points.round(ROUNDING), -worths.round(ROUNDING)))
    places: list[int] = order.tolist()
    values = zip(places, worths[order].tolist(), points[order].tolist(), strict=True)
    return tuple(Advice(ways.puts[place], worth, mean) for place, worth, mean in values)


def ready() -> None:
    """Compile and compute all prerequisites (half a second), so that the first advice is as quick as any."""
    points_turn()
    keeps.ready()


class AdvisedCinqo:
    """Plays the best keep among those that it sees; each is overlooked with the probability ``blunder_rate``.

    With a rate above 0 it plays for points and ignores the score.
    """

    def __init__(self, blunder_rate: float = 0.0) -> None:
        self.blunder_rate = blunder_rate

    def choose(self, view: CinqoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CinqoMove]:
        advice = advise(view)
        if self.blunder_rate:
            return self._choose_among_seen(_kinds(advice), random)
        error = error_of(view)
        choices = tuple(Choice[CinqoMove](each.put, round(each.worth, ROUNDING), error) for each in advice)
        scale: Scale = "chance" if view.options.players > 1 else "rounds"
        return Decision(choices[0].action, choices[0].value, choices, scale)

    def policy(self, view: CinqoView, budget: Budget = OWN_PACE) -> Policy[CinqoMove]:
        """Return the probability of every keep that may be chosen."""
        advice = advise(view)
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
