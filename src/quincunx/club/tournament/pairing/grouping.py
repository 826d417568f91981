"""Groups of three or four for the tables of a round: the cheapest division of the players. Pure.

The costs, in decreasing order:

* a meeting of two players whom a host keeps apart;
* a second bye for a player;
* a second meeting, as an opponent or as a partner;
* a second seat at a smaller table than others have;
* a bye for a player who does not have the fewest points;
* differences in points at a table, in a Swiss tournament.

Up to :data:`EXACT` players the division is the cheapest of all. With more, single swaps improve it until none
does, and small random changes try to improve on that. The random numbers follow from ``seed``, so every node
finds the same groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

import msgspec

from quincunx.core.randomness import Key, below

# Each cost exceeds the sum of all lesser costs of a round, with up to 64 players and 20 rounds.
_POINTS: Final = 1
_BYE: Final = _POINTS << 24
_SMALL: Final = _BYE << 12
_AGAIN: Final = _SMALL << 16
_BYE_AGAIN: Final = _AGAIN << 16
_BREACH: Final = _BYE_AGAIN << 12
EXACT: Final = 9
"""Most players for whom all divisions are compared."""
_KICKS: Final = 40
"""Random changes that are tried to improve a division that no swap improves."""
_HARD_KICKS: Final = 4_000
"""The same if players meet again, divided by the number of players: about a second of work for 64 players."""


class Sitter(msgspec.Struct, frozen=True):
    """A player to be seated, with their history."""

    number: int
    halves: int
    lot: bytes
    """The lot, which decides among equals."""
    met: tuple[int, ...] = ()
    """The numbers of the players whom they have met, one entry per meeting."""
    partners: tuple[int, ...] = ()
    """Those of them who were their partners, likewise."""
    seats: tuple[int, ...] = ()
    """Their seats so far; the first seat, 0, starts."""
    byes: int = 0
    small: int = 0
    """How often they had a bye, or a smaller table than others."""
    kept_from: frozenset[int] = frozenset()
    """The numbers of the players whom they must not meet."""


Groups = tuple[tuple[Sitter, ...], ...]


def sizes_for(players: int, seats: int, has_partners: bool) -> tuple[int, ...]:
    """The sizes of the tables, largest first; 1 is a bye. With partners all tables are full but the last one.
    Otherwise there are as few tables as possible, of sizes as equal as possible. Without players, there are
    none."""
    if not players:
        return ()
    if has_partners:
        full, left = divmod(players, seats)
        return (seats,) * full + ((left,) if left else ())
    tables = -(-players // seats)
    small, larger = divmod(players, tables)
    return (small + 1,) * larger + (small,) * (tables - larger)


def group(sitters: Sequence[Sitter], sizes: Sequence[int], by_points: bool, seed: bytes) -> Groups:
    """The groups, in the order of ``sizes``, which sum up to the number of players. Within a group, players
    are in the order of points and lots."""
    ranked = sorted(sitters, key=lambda each: (-each.halves, each.lot))
    costs = _Costs(ranked, max(sizes, default=1), by_points)
    found = _cheapest(costs, sizes) if len(ranked) <= EXACT else _improved(costs, sizes, Key(seed).words(0))
    return tuple(tuple(ranked[each] for each in sorted(table)) for table in found)


class _Costs:
    """The costs of tables of players, who are given by their ranks."""

    def __init__(self, ranked: Sequence[Sitter], full: int, by_points: bool) -> None:
        self._full = full
        self.count = len(ranked)
        least = min((each.halves for each in ranked), default=0)
        self._small = [each.small * _SMALL for each in ranked]
        self._bye = [each.byes * _BYE_AGAIN + (each.halves - least) * _BYE for each in ranked]
        self.pairs = [[_pair(one, other, by_points) for other in ranked] for one in ranked]

    def seat(self, player: int, size: int) -> int:
        """The cost of a seat at a table of this size, with any neighbours."""
        if size == self._full:
            return 0
        return self._small[player] + (self._bye[player] if size == 1 else 0)

    def table(self, players: Sequence[int]) -> int:
        """The cost of a table."""
        pairs = sum(self.pairs[one][other] for one, other in combinations(players, 2))
        return pairs + sum(self.seat(each, len(players)) for each in players)


def _pair(one: Sitter, other: Sitter, by_points: bool) -> int:
    breach = other.number in one.kept_from
    apart = (one.halves - other.halves) ** 2 if by_points else 0
    return breach * _BREACH + one.met.count(other.number) * _AGAIN + apart * _POINTS


def _cheapest(costs: _Costs, sizes: Sequence[int]) -> list[list[int]]:
    """The cheapest of all divisions; of several the first one."""
    found = min(_divisions(costs, tuple(range(costs.count)), tuple(sizes)), key=lambda each: each[0])
    return sorted(found[1], key=lambda table: (-len(table), table))


def _divisions(
    costs: _Costs, players: tuple[int, ...], sizes: tuple[int, ...]
) -> Iterator[tuple[int, tuple[list[int], ...]]]:
    """All divisions of these players with their costs. The highest player may sit at a table of any size."""
    if not players:
        yield 0, ()
        return
    for size in sorted(set(sizes), reverse=True):
        at = sizes.index(size)
        others = sizes[:at] + sizes[at + 1 :]
        for mates in combinations(players[1:], size - 1):
            table = [players[0], *mates]
            cost = costs.table(table)
            left = tuple(each for each in players if each not in table)
            for more, tables in _divisions(costs, left, others):
                yield cost + more, (table, *tables)


def _improved(costs: _Costs, sizes: Sequence[int], words: Iterator[int]) -> list[list[int]]:
    """A division that no swap of two players improves, and few random changes."""
    plan = _Plan(costs, sizes)
    plan.descend()
    kicks, hard = 0, _HARD_KICKS // costs.count
    while kicks < (_KICKS if plan.cost < _AGAIN else hard):
        kicks += 1
        before, cost = list(plan.at), plan.cost
        for _ in range(2):
            plan.swap(below(words, costs.count), below(words, costs.count))
        plan.descend()
        if plan.cost > cost:
            plan.set(before, cost)
    return plan.tables()


class _Plan:
    """A division of players that changes by swaps."""

    def __init__(self, costs: _Costs, sizes: Sequence[int]) -> None:
        self._costs = costs
        self._sizes = sizes
        self.cost = 0
        self.at: list[int] = []
        """The table of each player."""
        self._links: list[list[int]] = []
        """The cost of each player's meetings with the players of each table."""
        at = [table for table, size in enumerate(sizes) for _ in range(size)]
        self.set(at, 0)
        self.cost = sum(costs.table(table) for table in self.tables())

    def set(self, at: list[int], cost: int) -> None:
        """Return to a division, and its cost."""
        self.at, self.cost = at, cost
        self._links = [[0] * len(self._sizes) for _ in at]
        for row, pairs in zip(self._links, self._costs.pairs, strict=True):
            for other, table in enumerate(at):
                row[table] += pairs[other]

    def tables(self) -> list[list[int]]:
        """The players of each table."""
        return [
            [player for player, at in enumerate(self.at) if at == table] for table in range(len(self._sizes))
        ]

    def descend(self) -> None:
        """Swap players as long as that makes the division cheaper."""
        is_changed = True
        while is_changed:
            is_changed = False
            for one, other in combinations(range(len(self.at)), 2):
                if self.at[one] != self.at[other] and self._change(one, other) < 0:
                    self.swap(one, other)
                    is_changed = True

    def swap(self, one: int, other: int) -> None:
        """Let two players change places."""
        mine, theirs = self.at[one], self.at[other]
        if mine == theirs:
            return
        self.cost += self._change(one, other)
        self.at[one], self.at[other] = theirs, mine
        for row, to_one, to_other in zip(
            self._links, self._costs.pairs[one], self._costs.pairs[other], strict=True
        ):
            row[mine] += to_other - to_one
            row[theirs] += to_one - to_other

    def _change(self, one: int, other: int) -> int:
        """The change of the cost by a swap of players of two tables."""
        mine, theirs = self.at[one], self.at[other]
        links, others = self._links[one], self._links[other]
        change = links[theirs] + others[mine] - links[mine] - others[theirs]
        change -= 2 * self._costs.pairs[one][other]
        here, there = self._sizes[mine], self._sizes[theirs]
        if here != there:
            seat = self._costs.seat
            change += seat(one, there) + seat(other, here) - seat(one, here) - seat(other, there)
        return change
