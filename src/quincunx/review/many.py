"""Many games of the same people: their luck and their largest losses, with confidence intervals."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from quincunx.core.review import NOT_JUDGED, Review, Scale

WIDE: Final = 1.96
"""Half the width of a 95 % confidence interval, in standard errors."""

Phase = Literal["early", "late"]
"""The first and the second half of a game's steps."""


class Mean(msgspec.Struct, frozen=True):
    """A mean with half the width of its 95 % interval; the width is 0 for a single value."""

    mean: float
    margin: float
    count: int


class Loss(msgspec.Struct, frozen=True):
    """The loss by choices of one kind in one half of the games; ``each`` is the mean per choice, ``total``
    per game."""

    kind: str
    phase: Phase
    each: Mean
    total: float


class Played(msgspec.Struct, frozen=True):
    """One game of a person."""

    source: str
    """The source of the record: a file's name, or a table's id."""
    start: float
    result: float
    luck: float
    errors: float


class Person(msgspec.Struct, frozen=True):
    """All games that one name played of one game, in one scale."""

    name: str
    game: str
    scale: Scale
    games: tuple[Played, ...]
    """The games in the order in which they were given."""
    luck: Mean
    errors: Mean
    """The mean error per game."""
    decisions: int
    found: int
    losses: tuple[Loss, ...]
    """The losses, the largest first."""


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of at least one value."""
    mean = sum(values) / len(values)
    if len(values) == 1:
        return Mean(mean, 0.0, 1)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Mean(mean, WIDE * math.sqrt(variance / len(values)), len(values))


def people(reviews: Iterable[tuple[str, Review]]) -> tuple[Person, ...]:
    """Return every player, those with the most games first. Each review comes with the source of its
    record."""
    found: dict[tuple[str, str, Scale], _Games] = defaultdict(_Games)
    for source, review in reviews:
        for each in review.seats:
            found[each.name, review.game, review.scale].add(source, review, each.seat)
    everybody = [games.person(*key) for key, games in found.items()]
    return tuple(sorted(everybody, key=lambda person: (-len(person.games), person.name, person.game)))


def of_one(reviews: Iterable[tuple[str, Review, int]]) -> tuple[Person, ...]:
    """The same for one person, who had these seats. The name does not matter and is left empty."""
    found: dict[tuple[str, Scale], _Games] = defaultdict(_Games)
    for source, review, seat in reviews:
        found[review.game, review.scale].add(source, review, seat)
    everything = [games.person("", *key) for key, games in found.items()]
    return tuple(sorted(everything, key=lambda person: (-len(person.games), person.game, person.scale)))


class _Games:
    """Collects the games of one person."""

    def __init__(self) -> None:
        self._played: list[Played] = []
        self._losses: dict[tuple[str, Phase], list[float]] = defaultdict(list)
        self._best_found = 0

    def add(self, source: str, review: Review, seat: int) -> None:
        own = review.seats[seat]
        self._played.append(Played(source, own.start, own.result, own.luck, own.errors))
        self._best_found += own.found
        for each in review.choices:
            if each.seat == seat and each.verdict not in NOT_JUDGED:
                phase: Phase = "early" if 2 * each.ply <= review.plies else "late"
                self._losses[each.kind, phase].append(each.error)

    def person(self, name: str, game: str, scale: Scale) -> Person:
        losses = [
            Loss(kind, phase, mean_of(errors), sum(errors) / len(self._played))
            for (kind, phase), errors in self._losses.items()
        ]
        return Person(
            name,
            game,
            scale,
            tuple(self._played),
            mean_of([each.luck for each in self._played]),
            mean_of([each.errors for each in self._played]),
            sum(map(len, self._losses.values())),
            self._best_found,
            tuple(sorted(losses, key=lambda loss: (-loss.total, loss.kind, loss.phase))),
        )
