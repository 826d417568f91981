"""Matchmaking: groups of people who seek the same game at the same pace, near in rating. Pure.

The longer a person has waited, the farther away another person's rating may be. A person is never paired with
themselves, nor with a person whom they have blocked or who has blocked them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Final

import msgspec

NEAR_POINTS: Final = 150
"""Largest distance in points between two people who have just started to seek."""
POINTS_A_SECOND: Final = 20
"""Points added to that distance for each second that the longer-waiting one has waited."""
ANYBODY_SECONDS: Final = 60
"""Seconds after which any distance is accepted."""
MOST_CANDIDATES: Final = 12
"""Number of candidates from which the others of a group are chosen."""


class Seeker(msgspec.Struct, frozen=True):
    """A person who seeks a game."""

    person: str
    name: str
    pool: str
    """The game with its options, and the pace. Only people in the same pool are paired."""
    players: int
    points: int
    """Their rating for that kind of game, in points."""
    margin: int
    """The uncertainty of the rating, in points. A newcomer may be paired over a larger distance."""
    since: int
    """Start of the search, in milliseconds since 1970."""
    blocks: frozenset[str] = frozenset()
    """Ids of the people whom they have blocked."""


def pair(seekers: Sequence[Seeker], now: int) -> tuple[tuple[Seeker, ...], ...]:
    """Groups that can begin; each person is in one at most. The person who has waited longest is served
    first, with the nearest others. So the order of the list does not matter."""
    pools: dict[str, list[Seeker]] = {}
    for each in sorted(seekers, key=lambda each: (each.since, each.person)):
        pools.setdefault(each.pool, []).append(each)
    groups = [group for waiting in pools.values() for group in _pair(waiting, now)]
    return tuple(sorted(groups, key=lambda group: (group[0].since, group[0].person)))


def _pair(waiting: list[Seeker], now: int) -> Iterator[tuple[Seeker, ...]]:
    """The groups of one pool. ``waiting`` has the longest-waiting person first."""
    left = {each.person: each for each in waiting}
    for first in waiting:
        if first.person in left:
            group = _group(first, list(left.values()), now)
            for each in group:
                del left[each.person]
            if group:
                yield group


def _group(first: Seeker, others: Sequence[Seeker], now: int) -> tuple[Seeker, ...]:
    """A group with ``first`` and as many others as the game needs; empty if there are too few."""
    near = sorted(others, key=lambda each: (abs(each.points - first.points), each.since, each.person))
    # A game of two needs only the nearest one.
    most = MOST_CANDIDATES if first.players > 2 else 1
    candidates = islice((each for each in near if _may_meet(first, each, now)), most)
    # The nearest candidates come first. If two must be kept apart, a farther candidate replaces one of them.
    for chosen in combinations(candidates, first.players - 1):
        if all(_may_meet(one, other, now) for one, other in combinations(chosen, 2)):
            return (first, *chosen)
    return ()


def _may_meet(one: Seeker, other: Seeker, now: int) -> bool:
    if one.person == other.person or one.pool != other.pool:
        return False
    if other.person in one.blocks or one.person in other.blocks:
        return False
    seconds = (now - min(one.since, other.since)) / 1000
    if seconds >= ANYBODY_SECONDS:
        return True
    # Half of each rating's uncertainty counts in favour of the pair.
    apart = abs(one.points - other.points) - (one.margin + other.margin) / 2
    return apart <= NEAR_POINTS + POINTS_A_SECOND * seconds
