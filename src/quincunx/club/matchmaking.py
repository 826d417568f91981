"""Who plays with whom: people who look for the same game at the same pace, near in strength. Pure.

The longer somebody has waited, the farther away the other may be. Nobody is paired with themselves, nor with
somebody whom they have blocked or who has blocked them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Final

import msgspec

NEAR_POINTS: Final = 150
"""So far apart two may be who have just come."""
POINTS_A_SECOND: Final = 20
"""And so much farther for each second that the one who has waited longer has waited."""
ANYBODY_SECONDS: Final = 60
"""After so long anybody will do."""
MOST_CANDIDATES: Final = 12
"""Of so many the others of a group are chosen."""


class Seeker(msgspec.Struct, frozen=True):
    """Somebody who looks for a game."""

    person: str
    name: str
    pool: str
    """The game with its options, and the pace: only who says the same is paired."""
    players: int
    points: int
    """Their rating at that kind of game."""
    margin: int
    """How unsure it is: who is new may play with anybody near enough."""
    since: int
    """Milliseconds since 1970."""
    blocks: frozenset[str] = frozenset()
    """Whom they do not want to meet."""


def pair(seekers: Sequence[Seeker], now: int) -> tuple[tuple[Seeker, ...], ...]:
    """Groups that can begin; each person is in one at most. Who has waited longest is served first, with
    those who are nearest; so the order of the list does not matter."""
    pools: dict[str, list[Seeker]] = {}
    for each in sorted(seekers, key=lambda each: (each.since, each.person)):
        pools.setdefault(each.pool, []).append(each)
    groups = [group for waiting in pools.values() for group in _pair(waiting, now)]
    return tuple(sorted(groups, key=lambda group: (group[0].since, group[0].person)))


def _pair(waiting: list[Seeker], now: int) -> Iterator[tuple[Seeker, ...]]:
    """Of one pool, who has waited longest first."""
    left = {each.person: each for each in waiting}
    for first in waiting:
        if first.person in left:
            group = _group(first, list(left.values()), now)
            for each in group:
                del left[each.person]
            if group:
                yield group


def _group(first: Seeker, others: Sequence[Seeker], now: int) -> tuple[Seeker, ...]:
    """As many as the game needs, with this one among them; empty if they are not there."""
    near = sorted(others, key=lambda each: (abs(each.points - first.points), each.since, each.person))
    # A game of two needs the first alone.
    most = MOST_CANDIDATES if first.players > 2 else 1
    candidates = islice((each for each in near if _may_meet(first, each, now)), most)
    # The nearest come first; of two who do not want to meet, one makes way for somebody farther off.
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
    # Half of what is not known of either is in their favour.
    apart = abs(one.points - other.points) - (one.margin + other.margin) / 2
    return apart <= NEAR_POINTS + POINTS_A_SECOND * seconds
