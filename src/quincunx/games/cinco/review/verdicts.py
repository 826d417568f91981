"""Verdicts on choices by sequential tests: simulations go where a verdict is still open.

What was chosen and what the best bot would have done are measured with the same deals of what the seat cannot
see. The simulations are independent of each other
(:func:`~quincunx.games.cinco.bots.kernels.measure.outlooks`), so the standard error of the mean difference is
what it says. It is looked at after so many pairs, then after twice as many, and so on, until the interval
lies on one side of :data:`WORTH_A_WORD` or the seat's simulations are spent. A verdict that is still open
then is uncertain.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from quincunx.core.review import Effort, Verdict
from quincunx.core.values import Seat
from quincunx.games.cinco.bots.kernels.measure import Worths, outlooks
from quincunx.games.cinco.bots.ranking import root_of
from quincunx.games.cinco.bots.roster import choices
from quincunx.games.cinco.review.worths import best_moves
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView

SURE: Final = 2.5
"""Standard errors to either side of a difference that make its interval. There are several looks, so it is
wider than for one."""
SCREEN: Final = 2.0
"""Standard errors above the difference of the first look. What is no better even so is measured no more."""
RIVALS: Final = 5
"""Alternatives that are measured after the first look, at most: those that seem best."""
WORTH_A_WORD: Final = 0.01
"""A difference that is smaller is none."""
UNSEEN: Final = 0.5
"""Allowance for what the pairs have not shown: an error of this, divided by their number, at least."""
LIMIT: Final = 90
"""Choices times players that are looked at with all the simulations that are asked for. In a longer game, and
with more players, whose simulations take longer, there are fewer at first; those for open verdicts remain."""
LEAST: Final = 10
CAP: Final = 4
"""A verdict is given up after so many times the pairs that confirm a mistake."""
POOL: Final = 160
"""Pairs that one seat of two or more may spend on open verdicts, in simulations that are asked for; all seats
share them."""


class Simulations(NamedTuple):
    """How many there are for each thing that is worked out."""

    search: int
    first: int
    """For each choice and its alternatives, before anything is known."""
    confirm: int
    """Nothing is called a mistake before so many pairs."""
    cap: int
    """Nothing is measured with more pairs."""
    pool: int
    """The pairs that a seat may spend on all its choices after the first look."""


def simulations_for(plies: int, options: CincoOptions, effort: Effort) -> Simulations:
    """The numbers for a game of so many steps."""
    share = min(1.0, LIMIT / (max(1, plies) * options.players))
    search = max(4 * LEAST, int(effort.simulations * share))
    first = search // 4
    cap = CAP * effort.confirm * max(first, effort.simulations // 4)
    return Simulations(
        search, first, effort.confirm * first, cap, POOL * effort.simulations // options.players
    )


class _Pairs:
    """The worths of both moves so far."""

    def __init__(self) -> None:
        self.count = 0
        self._sum = self._squares = self._chosen = 0.0

    def add(self, better: Worths, chosen: Worths) -> None:
        differences = better - chosen
        self.count += len(differences)
        self._sum += float(differences.sum())
        self._squares += float(np.square(differences).sum())
        self._chosen += float(chosen.sum())

    @property
    def chosen(self) -> float:
        return self._chosen / self.count

    @property
    def difference(self) -> float:
        return self._sum / self.count

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        variance = max(0.0, self._squares / self.count - self.difference**2) / max(1, self.count - 1)
        return math.hypot(math.sqrt(variance), UNSEEN / self.count)

    @property
    def is_worse(self) -> bool:
        """Whether what was chosen is surely worse."""
        return self.difference - SURE * self.error > WORTH_A_WORD

    @property
    def is_as_good(self) -> bool:
        """Whether what was chosen is surely as good, but for less than is worth a word."""
        return self.most(SURE) < WORTH_A_WORD

    def most(self, errors: float) -> float:
        """The difference if it is so many standard errors more than measured."""
        return self.difference + errors * self.error


class Question:
    """One choice of one seat: was it as good as the best?"""

    def __init__(
        self, seat: Seat, ply: int, seen: CincoView, move: CincoMove, seed: int, many: Simulations
    ) -> None:
        self._seat, self._move, self._many = seat, move, many
        self._name = f"{seed} {seat} {ply}"
        self._pairs = _Pairs()
        """Of what was chosen and of the first rival."""
        self._rivals: list[CincoMove] = []
        """Choices that may still be better, the likeliest first."""
        self.seen = seen
        self.best = move
        """The choice that may be better, or was measured last."""
        self.is_forced = len(choices(seen)) == 1
        first = self._worths(move, "first", many.first)
        self.worth = float(first.mean())
        """The worth of the chosen move. It stays as it is whatever more is measured, so on average it is
        neither too high nor too low."""
        if not self.is_forced:
            self._look(first)

    @property
    def is_open(self) -> bool:
        """Whether something may be better, and nothing surely is."""
        return bool(self._rivals) and not self._is_mistake

    @property
    def chosen_worth(self) -> float:
        return self._pairs.chosen if self._pairs.count else self.worth

    @property
    def best_worth(self) -> float:
        return self.chosen_worth + (self._pairs.difference if self._pairs.count else 0.0)

    @property
    def uncertainty(self) -> float:
        """The standard error of the difference between the two."""
        return self._pairs.error if self._pairs.count else 0.0

    @property
    def verdict(self) -> Verdict:
        if self.is_forced:
            return "forced"
        if self._is_mistake:
            return "mistake"
        if self.is_open:
            return "uncertain"
        return "close" if self._pairs.count and self._pairs.difference > 0 else "best"

    @property
    def wanted(self) -> int:
        """How many pairs more the next look takes; 0 if there is none."""
        count, many = self._pairs.count, self._many
        if not self.is_open or count >= many.cap:
            return 0
        wanted = max(many.first, 2 * count)
        if count < many.confirm < wanted:
            wanted = many.confirm
        return min(wanted, many.cap) - count

    def go_on(self, pairs: int) -> None:
        """Measure so many pairs more, and look whether the verdict is sure now."""
        name = f"again {self._pairs.count}"
        self._pairs.add(self._worths(self.best, name, pairs), self._worths(self._move, name, pairs))
        if self._pairs.is_as_good:
            del self._rivals[0]
            if self._rivals:
                self.best, self._pairs = self._rivals[0], _Pairs()

    @property
    def _is_mistake(self) -> bool:
        return self._pairs.count >= self._many.confirm and self._pairs.is_worse

    def _look(self, first: Worths) -> None:
        """Find what may be better."""
        rivals: list[tuple[float, CincoMove]] = []
        for move in best_moves(self.seen, f"{self._name} search", self._many.search):
            if move != self._move:
                pairs = _Pairs()
                pairs.add(self._worths(move, "first", self._many.first), first)
                if pairs.most(SCREEN) >= WORTH_A_WORD:
                    rivals.append((pairs.difference, move))
        rivals.sort(key=lambda each: -each[0])
        self._rivals = [move for _, move in rivals[:RIVALS]]
        self.best = self._rivals[0] if self._rivals else self._move

    def _worths(self, move: CincoMove, name: str, simulations: int) -> Worths:
        return outlooks(root_of(self.seen), self._seat, move, f"{self._name} {name}", simulations)


def settle(questions: Sequence[Question], pool: int) -> Iterator[None]:
    """Spend a seat's pairs on its open questions: on all of them a little, before one gets more. Each step of
    the iterator is one look."""
    while wanted := [each for each in questions if each.wanted]:
        for each in sorted(wanted, key=lambda one: one.wanted):
            yield
            pairs = each.wanted
            if pairs > pool:
                return
            each.go_on(pairs)
            pool -= pairs
