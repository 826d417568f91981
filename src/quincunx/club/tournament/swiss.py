"""Who meets whom in the next round of a Swiss tournament. Pure.

All pairs of a round are chosen together, as those that cost least (:mod:`quincunx.club.tournament.matching`),
so that nobody is left over whom a better choice among the others would have served. What costs, in this
order: a bye for who has had one; a second meeting; a bye for others than those who have least; points apart;
starting, or not starting, once more for two of whom both have done so too often; and, among equals, to be
anything but half a group apart, as the field's custom has it: the upper half meets the lower.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from quincunx.club.tournament.matching import cheapest_pairs
from quincunx.club.tournament.round_robin import Seats

# Each is more than all lesser costs of a round can come to, with 64 players and 100 rounds.
_FOLD: Final = 1
_SEATS: Final = 1 << 16
_APART: Final = _SEATS << 24
_BYE: Final = _APART << 24
_AGAIN: Final = _BYE << 10
_BYE_AGAIN: Final = _AGAIN << 16


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who is to be paired, and what they have met with so far."""

    number: int
    halves: int
    lot: bytes
    """Decides among equals."""
    met: tuple[int, ...] = ()
    """Each as often as they met."""
    starts: int = 0
    """How often they have started, less how often the other has."""
    started_last: bool | None = None
    """``None``: they have not sat at a table yet."""
    byes: int = 0


def pair(entrants: Sequence[Entrant]) -> tuple[Seats, ...]:
    """The pairs of numbers, those first who stand highest; a bye comes last. Nobody meets anybody a second
    time, or has a second bye, as long as there are pairs of which that is true."""
    ranked = sorted(entrants, key=lambda each: (-each.halves, each.lot))
    costs = _Costs(ranked)
    pairs = cheapest_pairs(len(ranked) + len(ranked) % 2, costs.of)
    byes = [(ranked[one].number, None) for one, other in pairs if other == len(ranked)]
    return (*(_seats(ranked[one], ranked[other]) for one, other in pairs if other < len(ranked)), *byes)


def _seats(one: Entrant, other: Entrant) -> tuple[int, int]:
    """Who starts: whoever has done so less often, else not who did last, else the lot."""
    starts = one.starts, bool(one.started_last), one.lot
    others = other.starts, bool(other.started_last), other.lot
    return (one.number, other.number) if starts <= others else (other.number, one.number)


class _Costs:
    """What each pair of ranks costs; the rank after the last is the bye."""

    def __init__(self, ranked: Sequence[Entrant]) -> None:
        self._ranked = ranked
        self._least = min((each.halves for each in ranked), default=0)
        self._met = [Counter(each.met) for each in ranked]
        self._groups = Counter(each.halves for each in ranked)

    def of(self, one: int, other: int) -> int:
        """``one`` stands before ``other``."""
        if other == len(self._ranked):
            return self._bye(self._ranked[one])
        high, low = self._ranked[one], self._ranked[other]
        again = self._met[one][low.number]
        apart = high.halves - low.halves
        fold = 0 if apart else abs(other - one - self._groups[high.halves] // 2)
        return again * _AGAIN + apart**2 * _APART + _starts(high, low) * _SEATS + fold * _FOLD

    def _bye(self, entrant: Entrant) -> int:
        return entrant.byes * _BYE_AGAIN + (entrant.halves - self._least) * _BYE


def _starts(one: Entrant, other: Entrant) -> int:
    """How unfair it is to whoever of the two starts, or does not, once more."""
    same = one.starts * other.starts
    too_often = min(abs(one.starts), abs(other.starts)) ** 2 * 2 if same > 0 else 0
    return too_often + (one.started_last is not None and one.started_last == other.started_last)
