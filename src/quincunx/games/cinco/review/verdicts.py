"""Verdicts on choices by sequential tests: more simulations are spent where a verdict is still open.

The chosen move and the best bot's move are measured with the same deals of the hidden cards. The simulations
are independent (:func:`~quincunx.games.cinco.bots.kernels.measure.outlooks`), so the standard error of the
mean difference is valid. The difference is tested after a number of pairs, then after twice as many, and so
on, until its interval lies on one side of :data:`WORTH_A_WORD` or the seat's simulations are spent. A verdict
that is still open then is ``uncertain``.
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
"""Half the width of a difference's interval, in standard errors. It is wider than for a single test, since
there are several."""
SCREEN: Final = 2.0
"""Standard errors added to the difference of the first test. A move that is not better even so is dropped."""
RIVALS: Final = 5
"""The largest number of alternatives measured after the first test: those that seem best."""
WORTH_A_WORD: Final = 0.01
"""The smallest difference that counts."""
UNSEEN: Final = 0.5
"""The smallest error of a difference is this, divided by the number of pairs: an allowance for unseen
results."""
LIMIT: Final = 90
"""The product of choices and players up to which the first test uses all the requested simulations. Longer
games, and those with more players, whose simulations take longer, use fewer at first; those for open verdicts
stay the same."""
LEAST: Final = 10
CAP: Final = 4
"""A verdict is abandoned after this many times the pairs that confirm a mistake."""
POOL: Final = 160
"""The pairs that one seat of two or more may spend on open verdicts, in units of the requested simulations;
all seats share them."""


class Simulations(NamedTuple):
    """The numbers of simulations for each measurement."""

    search: int
    first: int
    """Simulations of each choice and its alternatives at first."""
    confirm: int
    """The number of pairs before which no choice is called a mistake."""
    cap: int
    """The largest number of pairs of one measurement."""
    pool: int
    """The pairs that a seat may spend on all its choices after the first test."""


def simulations_for(plies: int, options: CincoOptions, effort: Effort) -> Simulations:
    """Return the numbers for a game with this many steps."""
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
        """Return the standard error of the difference."""
        variance = max(0.0, self._squares / self.count - self.difference**2) / max(1, self.count - 1)
        return math.hypot(math.sqrt(variance), UNSEEN / self.count)

    @property
    def is_worse(self) -> bool:
        """Return whether the chosen move is certainly worse."""
        return self.difference - SURE * self.error > WORTH_A_WORD

    @property
    def is_as_good(self) -> bool:
        """Return whether the chosen move is certainly as good, up to a negligible difference."""
        return self.most(SURE) < WORTH_A_WORD

    def most(self, errors: float) -> float:
        """Return the difference plus this many standard errors."""
        return self.difference + errors * self.error


class Question:
    """One choice of one seat, and the test whether it was as good as the best."""

    def __init__(
        self, seat: Seat, ply: int, seen: CincoView, move: CincoMove, seed: int, many: Simulations
    ) -> None:
        self._seat, self._move, self._many = seat, move, many
        self._name = f"{seed} {seat} {ply}"
        self._pairs = _Pairs()
        """The pairs of the chosen move and of the first rival."""
        self._rivals: list[CincoMove] = []
        """Moves that may still be better, the likeliest first."""
        self.seen = seen
        self.best = move
        """The move that may be better, or was measured last."""
        self.is_forced = len(choices(seen)) == 1
        first = self._worths(move, "first", many.first)
        self.worth = float(first.mean())
        """The worth of the chosen move. Later measurements do not change it, so that it is unbiased."""
        if not self.is_forced:
            self._search_rivals(first)

    @property
    def is_open(self) -> bool:
        """Return whether a move may be better, and none certainly is."""
        return bool(self._rivals) and not self._is_mistake

    @property
    def chosen_worth(self) -> float:
        return self._pairs.chosen if self._pairs.count else self.worth

    @property
    def best_worth(self) -> float:
        return self.chosen_worth + (self._pairs.difference if self._pairs.count else 0.0)

    @property
    def uncertainty(self) -> float:
        """Return the standard error of the difference between the two."""
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
        """Return the number of pairs for the next test; 0 if there is none."""
        count, many = self._pairs.count, self._many
        if not self.is_open or count >= many.cap:
            return 0
        wanted = max(many.first, 2 * count)
        if count < many.confirm < wanted:
            wanted = many.confirm
        return min(wanted, many.cap) - count

    def go_on(self, pairs: int) -> None:
        """Measure this many more pairs, and test the verdict again."""
        name = f"again {self._pairs.count}"
        self._pairs.add(self._worths(self.best, name, pairs), self._worths(self._move, name, pairs))
        if self._pairs.is_as_good:
            del self._rivals[0]
            if self._rivals:
                self.best, self._pairs = self._rivals[0], _Pairs()

    @property
    def _is_mistake(self) -> bool:
        return self._pairs.count >= self._many.confirm and self._pairs.is_worse

    def _search_rivals(self, first: Worths) -> None:
        """Find the moves that may be better."""
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
    """Spend a seat's pairs on its open questions: a little on each before any gets more. Each step of the
    iterator is one test."""
    while wanted := [each for each in questions if each.wanted]:
        for each in sorted(wanted, key=lambda one: one.wanted):
            yield
            pairs = each.wanted
            if pairs > pool:
                return
            each.go_on(pairs)
            pool -= pairs
