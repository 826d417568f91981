"""The turn of Cinq-O as an exact decision process, as :mod:`quincunx.games.cinqo.bots.kernels.turn`, in plain
Python.

Only what a question needs is computed, by number of rolls made and slack. Each set of choices is compared
once, in C (``max`` of an ``itemgetter``), however many rolls lead to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter, mul
from typing import Any, NamedTuple

from quincunx.games.cinqo.bots.counted import CountedKeeps
from quincunx.games.cinqo.bots.turn_tables import CLASSES, FINALS, OPEN, turn_lists
from quincunx.games.cinqo.card import DICE

Level = list[float]
"""The worth of rolling on by kept class, then that of ending with each final class."""


class _Plan(NamedTuple):
    """How to roll on when at least some number of dice must be kept afterwards."""

    choices: tuple[Callable[[Sequence[float]], Any], ...]
    """Each takes the worths of a set of choices out of a level."""
    rolls: tuple[tuple[int, tuple[float, ...], Callable[[Sequence[float]], Any]], ...]
    """A kept class, the probabilities of its rolls, and what takes the best worth after each of them."""


@cache
def _plan(least: int) -> _Plan:
    lists = turn_lists()
    numbers: dict[tuple[int, ...], int] = {}
    rolls: list[tuple[int, tuple[float, ...], Callable[[Sequence[float]], Any]]] = []
    for row in range(CLASSES):
        if lists.sizes[row] < least - 1:
            continue
        outcomes = range(lists.first[row], lists.first[row + 1])
        places: list[int] = []
        for outcome in outcomes:
            start, end = lists.choices[outcome][least], lists.choices[outcome][-1]
            places.append(numbers.setdefault(tuple(lists.targets[start:end]), len(numbers)))
        chances = tuple(lists.chance[outcome] for outcome in outcomes)
        rolls.append((row, chances, _taking(tuple(places))))
    return _Plan(tuple(map(_taking, numbers)), tuple(rolls))


def _taking(places: tuple[int, ...]) -> Callable[[Sequence[float]], Any]:
    """Return what takes these places out of a sequence, as a tuple also if there is only one."""
    return itemgetter(*places) if len(places) > 1 else itemgetter(slice(places[0], places[0] + 1))


def _roll_on(after: Level, least: int) -> Level:
    """Return the worth of rolling with each kept class, if the worths after the roll are these."""
    plan = _plan(least)
    best = [max(take(after)) for take in plan.choices]
    worths = [0.0] * CLASSES
    for row, chances, take in plan.rolls:
        worths[row] = sum(map(mul, chances, take(best)))
    return worths


class PlainTurn:
    """A turn with given rewards for its points."""

    def __init__(self, rewards: Sequence[float]) -> None:
        self._ends = [[rewards[number * (h + 1)] for number in turn_lists().numbers] for h in range(OPEN)]
        self._levels: dict[tuple[int, int, int], Level] = {}

    def worths(self, keeps: CountedKeeps, roll: int, hilo: int) -> list[float]:
        """Return the worth of each keep after ``roll`` rolls with this Hi/Lo die: rolling on, or ending if
        five dice are kept."""
        mirror, face = turn_lists().mirror, abs(hilo) - 1
        found: list[float] = []
        for row, racked, boxed in zip(keeps.rows, keeps.racked, keeps.boxed, strict=True):
            if row < CLASSES and not boxed:
                found.append(self.level(racked - roll, roll, OPEN)[row])
            else:
                # Lo is Hi upside down.
                faced = row if hilo > 0 else mirror[row]
                slack = racked - roll if row < CLASSES else 0
                found.append(self.level(slack, roll, face)[faced])
        return found

    def level(self, slack: int, made: int, h: int) -> Level:
        """Return the worths after this many rolls. The Hi/Lo die is in its box as ``h``, or :data:`OPEN`."""
        key = slack, made, h
        if key not in self._levels:
            self._levels[key] = self._opened(slack, made) if h == OPEN else self._boxed(slack, made, h)
        return self._levels[key]

    def _boxed(self, slack: int, made: int, h: int) -> Level:
        if made == DICE or made + slack >= DICE:
            return [0.0] * CLASSES + self._ends[h]
        return _roll_on(self.level(slack, made + 1, h), made + slack + 1) + self._ends[h]

    def _opened(self, slack: int, made: int) -> Level:
        least = made + slack + 1
        if least > DICE:
            return [0.0] * (CLASSES + FINALS)
        rolled = [0.0] * CLASSES
        opened = self.level(slack, made + 1, OPEN)
        for h in range(OPEN):
            boxed = self.level(slack, made + 1, h)
            # The die may be boxed now; at the end of a turn it lies in its box.
            better = list(map(max, boxed[:CLASSES], opened)) + boxed[CLASSES:]
            rolled = [so_far + more for so_far, more in zip(rolled, _roll_on(better, least), strict=True)]
        mirror = turn_lists().mirror
        # The die shows Hi or Lo; Lo is Hi upside down.
        return [(rolled[row] + rolled[mirror[row]]) / 6.0 for row in range(CLASSES)] + [0.0] * FINALS
