"""Pairings of the next round of a Swiss tournament. Pure.

FIDE's Dutch system pairs a round (:mod:`quincunx.club.tournament.pairing.dutch`), as long as a pairing
exists that keeps its absolute criteria. In a small tournament of many rounds there may be none. Then all
pairs of the round are chosen together, with the least total cost. The costs, in decreasing order:

* a meeting of two players whom a host keeps apart;
* a second bye for a player;
* a second meeting;
* a bye for a player who does not have the fewest points;
* a difference in points;
* a start, or a non-start, for two players who have both had too many of them;
* among equals, a distance other than half a group: by custom, the upper half meets the lower half.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from quincunx.club.tournament.pairing import dutch
from quincunx.club.tournament.pairing.entrant import Entrant
from quincunx.club.tournament.pairing.matching import cheapest_pairs
from quincunx.club.tournament.pairing.round_robin import Seats

# Each cost exceeds the sum of all lesser costs of a round, with up to 64 players and 100 rounds.
_SEATS: Final = 1 << 16
_APART: Final = _SEATS << 24
_BYE: Final = _APART << 24
_AGAIN: Final = _BYE << 10
_BYE_AGAIN: Final = _AGAIN << 16
_BREACH: Final = _BYE_AGAIN << 8


def pair(entrants: Sequence[Entrant], played: int, is_last: bool) -> tuple[Seats, ...]:
    """The pairs of numbers after so many rounds, highest standings first; a bye comes last."""
    found = dutch.pair(entrants, played, is_last)
    return cheapest(entrants) if found is None else found


def cheapest(entrants: Sequence[Entrant]) -> tuple[Seats, ...]:
    """The pairs of numbers, highest standings first; a bye comes last. No players meet who are kept apart, as
    long as a pairing without that exists; nor is there a second meeting or second bye."""
    ranked = sorted(entrants, key=lambda each: (-each.halves, each.lot))
    costs = _Costs(ranked)
    pairs = cheapest_pairs(len(ranked) + len(ranked) % 2, costs.of)
    byes = [(ranked[one].number, None) for one, other in pairs if other == len(ranked)]
    return (*(seated(ranked[one], ranked[other]) for one, other in pairs if other < len(ranked)), *byes)


def seated(one: Entrant, other: Entrant) -> tuple[int, int]:
    """The starting player and the other: the one with fewer starts starts, else the one who did not start
    last, else the lot decides."""
    starts = one.balance, bool(one.started_last), one.lot
    others = other.balance, bool(other.started_last), other.lot
    return (one.number, other.number) if starts <= others else (other.number, one.number)


class _Costs:
    """The cost of each pair of ranks; the rank after the last one is the bye."""

    def __init__(self, ranked: Sequence[Entrant]) -> None:
        self._ranked = ranked
        self._least = min((each.halves for each in ranked), default=0)
        self._met = [Counter(each.met) for each in ranked]
        self._groups = Counter(each.halves for each in ranked)

    def of(self, one: int, other: int) -> int:
        """The cost of pairing ``one`` with ``other``, where ``one`` ranks above ``other``."""
        if other == len(self._ranked):
            return self._bye(self._ranked[one])
        high, low = self._ranked[one], self._ranked[other]
        breach = low.number in high.kept_from
        again = self._met[one][low.number]
        apart = high.halves - low.halves
        fold = 0 if apart else abs(other - one - self._groups[high.halves] // 2)
        worst = breach * _BREACH + again * _AGAIN
        return worst + apart**2 * _APART + _starts(high, low) * _SEATS + fold

    def _bye(self, entrant: Entrant) -> int:
        return entrant.byes * _BYE_AGAIN + (entrant.halves - self._least) * _BYE


def _starts(one: Entrant, other: Entrant) -> int:
    """The unfairness of another start, or non-start, for the player of the two who gets it."""
    same = one.balance * other.balance
    too_often = min(abs(one.balance), abs(other.balance)) ** 2 * 2 if same > 0 else 0
    return too_often + (one.started_last is not None and one.started_last == other.started_last)
