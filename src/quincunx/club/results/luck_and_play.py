"""Luck and play over a person's reviewed games: the sums that the terminal computes for a folder."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from quincunx.core.review import Review, Scale
from quincunx.core.values import Seat
from quincunx.review.many import Loss, Mean, mean_of, of_one


class LuckPoint(msgspec.Struct, frozen=True):
    """One game. ``mean`` is over all games up to it, with half the width of its 95 % interval (0 for the
    first)."""

    table: str
    at: int
    """The time of the game's end, in milliseconds since 1970."""
    luck: float
    mean: float
    margin: float


class GamePlay(msgspec.Struct, frozen=True):
    """All games of one kind, on one scale (:data:`quincunx.core.review.Scale`)."""

    game: str
    scale: Scale
    luck: Mean
    """Mean per game, like ``errors``."""
    errors: Mean
    decisions: int
    found: int
    losses: tuple[Loss, ...]
    """The largest loss first."""
    points: tuple[LuckPoint, ...]
    """The oldest first."""


class PersonPlay(msgspec.Struct, frozen=True):
    """A person's luck and play; the game that they have played most comes first."""

    games: tuple[GamePlay, ...]


class Reviewed(msgspec.Struct, frozen=True):
    """The review of a game that a person has played to its end without a bot."""

    table: str
    ended_at: int
    seat: Seat
    review: Review


def play_of(games: Sequence[Reviewed]) -> PersonPlay:
    """Sum up reviewed games, given in the order of their ends."""
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
