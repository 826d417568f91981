"""Luck and play of somebody's reviewed games together: the sums that the terminal has of a folder."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from quincunx.core.review import Review, Scale
from quincunx.core.values import Seat
from quincunx.review.many import Loss, Mean, mean_of, of_one


class LuckPoint(msgspec.Struct, frozen=True):
    """One game. ``mean`` is of all up to it, with half the width of its 95 % interval (0 for the first)."""

    table: str
    at: int
    """When the game ended, in milliseconds since 1970."""
    luck: float
    mean: float
    margin: float


class GamePlay(msgspec.Struct, frozen=True):
    """One game, by one scale (:data:`quincunx.core.review.Scale`)."""

    game: str
    scale: Scale
    luck: Mean
    """Of a game, as are ``errors``."""
    errors: Mean
    decisions: int
    found: int
    losses: tuple[Loss, ...]
    """Where most was lost first."""
    points: tuple[LuckPoint, ...]
    """The oldest first."""


class PersonPlay(msgspec.Struct, frozen=True):
    """Of what somebody has played most first."""

    games: tuple[GamePlay, ...]


class Reviewed(msgspec.Struct, frozen=True):
    """The review of a game that somebody has played to its end themselves."""

    table: str
    ended_at: int
    seat: Seat
    review: Review


def play_of(games: Sequence[Reviewed]) -> PersonPlay:
    """What games come to that are given in the order in which they ended."""
    ends = {each.table: each.ended_at for each in games}
    found: list[GamePlay] = []
    for person in of_one((each.table, each.review, each.seat) for each in games):
        luck = [each.luck for each in person.games]
        means = [mean_of(luck[: count + 1]) for count in range(len(luck))]
        points = tuple(
            LuckPoint(each.source, ends[each.source], each.luck, mean.mean, mean.margin)
            for each, mean in zip(person.games, means, strict=True)
        )
        sums = (person.luck, person.errors, person.decisions, person.found, person.losses)
        found.append(GamePlay(person.game, person.scale, *sums, points))
    return PersonPlay(tuple(found))
