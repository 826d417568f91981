"""Standings of a club's season, and the scores of its members against each other. Pure.

A game counts between every two members on different sides: the one who beat the other gets a point, and in a
draw both get half a point. A player who has left has lost to all who have not. So a game for two gives one
point, and no kind of game needs rules of its own. Members are ordered by points, then by the share of points,
then by wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

import msgspec

from quincunx.club.results.results import Ending

_RANK: Final[Mapping[Ending, int]] = {"won": 2, "drew": 1, "lost": 1, "left": 0}
"""The order of two endings in one game. Two who lost, and two who drew, are equal."""


class Played(msgspec.Struct, frozen=True):
    """A member's part in a game. ``person`` is the account, also if they sat there as a guest."""

    table: str
    person: str
    side: int
    ending: Ending


class Score(msgspec.Struct, frozen=True):
    """The number of opponents beaten, drawn with, and lost to."""

    won: int = 0
    drew: int = 0
    lost: int = 0

    @property
    def points(self) -> float:
        """1 for a win, ½ for a draw."""
        return self.won + self.drew / 2

    @property
    def games(self) -> int:
        """The number of opponents played."""
        return self.won + self.drew + self.lost


class Standing(msgspec.Struct, frozen=True):
    """A member's place and score."""

    place: int
    person: str
    score: Score


def head_to_head(played: Iterable[Played]) -> Mapping[tuple[str, str], Score]:
    """The score of each member against each other whom they have met, in both directions."""
    games: dict[str, list[Played]] = {}
    for each in played:
        games.setdefault(each.table, []).append(each)
    counts: Counter[tuple[str, str, str]] = Counter()
    for seats in games.values():
        for one, other in combinations(seats, 2):
            if one.side != other.side and one.person != other.person:
                first, second = _duel(one.ending, other.ending)
                counts[one.person, other.person, first] += 1
                counts[other.person, one.person, second] += 1
    pairs = {(one, other) for one, other, _ in counts}
    return {
        (one, other): Score(*(counts[one, other, word] for word in ("won", "drew", "lost")))
        for one, other in sorted(pairs)
    }


def standings(pairs: Mapping[tuple[str, str], Score]) -> Sequence[Standing]:
    """The standings, best first, from the scores of members against each other."""
    scores: dict[str, Score] = {}
    for (one, _), score in pairs.items():
        so_far = scores.get(one, Score())
        scores[one] = Score(so_far.won + score.won, so_far.drew + score.drew, so_far.lost + score.lost)
    ordered = sorted(scores, key=lambda person: (_key(scores[person]), person))
    places: list[Standing] = []
    for number, person in enumerate(ordered, 1):
        is_equal = bool(places) and _key(places[-1].score) == _key(scores[person])
        places.append(Standing(places[-1].place if is_equal else number, person, scores[person]))
    return places


def _key(score: Score) -> tuple[float, float, int]:
    return -score.points, -score.points / score.games, -score.won


def _duel(one: Ending, other: Ending) -> tuple[str, str]:
    difference = _RANK[one] - _RANK[other]
    if difference == 0:
        # Two who have left have both lost.
        return ("lost", "lost") if one == "left" else ("drew", "drew")
    return ("won", "lost") if difference > 0 else ("lost", "won")
