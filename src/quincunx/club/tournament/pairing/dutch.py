"""Pairings of a Swiss round by FIDE's Dutch system. Pure.

Articles and criteria are those of C.04.3 of the FIDE Handbook, in force since February 2026. Brackets are
paired one after the other, from the highest score down (1.9). The players of a bracket are its residents, all
of one score, and those who moved down from higher brackets.

In each bracket the criteria C6 to C21 decide, and then the order in which candidates are tried (article 4).
All of them are sums over the pairs of a round. So each is a digit of a pair's weight, more important ones
first, and the best pairing is a matching of the greatest weight. It always covers the players below the
bracket too, so the rest of the round can be completed (C4). The bye is a partner for the matching, the last
of all ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from quincunx.club.tournament.pairing import preference
from quincunx.club.tournament.pairing.entrant import Entrant
from quincunx.club.tournament.pairing.matching import heaviest_pairs
from quincunx.club.tournament.pairing.round_robin import Seats

Pair = tuple[int, int]
"""Two ranks, counted from 0, the higher-ranked player first."""
Digits = list[int]
"""How good a pair is by each criterion, most important first. All pairs of a matching have as many digits."""


def pair(entrants: Sequence[Entrant], played: int, is_last: bool) -> tuple[Seats, ...] | None:
    """The pairs of the round after ``played`` rounds, highest standings first; a bye comes last. ``None`` if
    every complete pairing breaks an absolute criterion (C1 to C3). In the last round, players with more than
    half of all points are topscorers, to whom C3 does not apply."""
    ranked = sorted(entrants, key=lambda each: (-each.halves, each.lot))
    found = _Round(ranked, played, is_last).pairs()
    if found is None:
        return None
    seats: list[Seats] = []
    for one, other in sorted(found, key=lambda each: _board(ranked, each)):
        higher = ranked[one]
        if other == len(ranked):
            seats.append((higher.number, None))
        elif preference.starts_first(higher, ranked[other]):
            seats.append((higher.number, ranked[other].number))
        else:
            seats.append((ranked[other].number, higher.number))
    return tuple(seats)


def _board(ranked: Sequence[Entrant], pair: Pair) -> tuple[bool, int, int, bytes]:
    one, other = pair
    if other == len(ranked):
        return True, 0, 0, b""
    return False, -ranked[one].halves, -ranked[other].halves, ranked[one].lot


class _Round:
    """A round to be paired. Players are ranks."""

    def __init__(self, ranked: Sequence[Entrant], played: int, is_last: bool) -> None:
        self.ranked = ranked
        self.bye = len(ranked)
        self.scores = sorted({each.halves for each in ranked}, reverse=True)
        self.is_top = [is_last and each.halves > played for each in ranked]
        """The topscorers. Points are halves, so ``played`` of them is half of what could be won."""
        self.bye_score = -1
        """The score of the player who gets the bye."""
        everybody = combinations(range(len(ranked)), 2)
        self._possible = frozenset(each for each in everybody if self._may_meet(*each))

    def pairs(self) -> list[Pair] | None:
        """All pairs; ``None`` if no complete pairing keeps the absolute criteria."""
        left = list(range(len(self.ranked)))
        if len(left) % 2:
            bye_score = self._lowest_bye()
            if bye_score is None:
                return None
            self.bye_score = bye_score
        elif left and self.best(left, lambda pair: []) is None:
            return None
        found: list[Pair] = []
        moved_down: list[int] = []
        for at, score in enumerate(self.scores):
            residents = [each for each in left if self.ranked[each].halves == score]
            below = self.scores[at + 1] if at + 1 < len(self.scores) else None
            made = _Bracket(self, moved_down, residents, left, below).pairs()
            found += made
            gone = {each for pair in made for each in pair}
            left = [each for each in left if each not in gone]
            moved_down = [each for each in (*moved_down, *residents) if each not in gone]
        return [*found, *((each, self.bye) for each in left)]

    def _lowest_bye(self) -> int | None:
        """The lowest score that the bye can go to (C5); ``None`` if no player can have it."""
        for score in reversed(self.scores):
            self.bye_score = score
            if self.best(list(range(len(self.ranked))), lambda pair: []) is not None:
                return score
        return None

    def best(self, players: Sequence[int], digits: Callable[[Pair], Digits]) -> list[Pair] | None:
        """The best pairing of all these players, who are in the order of their ranks; ``None`` if there is
        none."""
        possible = [each for each in combinations(players, 2) if each in self._possible]
        if len(players) % 2:
            possible += [(each, self.bye) for each in players if self._may_rest(each)]
        count = (len(players) + 1) // 2
        weights = _weights([digits(each) for each in possible], count)
        found = heaviest_pairs(dict(zip(possible, weights, strict=True)))
        return found if len(found) == count else None

    def _may_meet(self, one: int, other: int) -> bool:
        """No second meeting (C1), none that a host forbids, and none of two players of the same absolute
        preference, unless one is a topscorer (C3)."""
        higher, lower = self.ranked[one], self.ranked[other]
        if lower.number in higher.met or lower.number in higher.kept_from:
            return False
        if self.is_top[one] or self.is_top[other]:
            return True
        are_absolute = preference.is_absolute(higher) and preference.is_absolute(lower)
        return not are_absolute or preference.are_opposed(higher, lower)

    def _may_rest(self, rank: int) -> bool:
        """No second bye (C2), and none above the lowest possible score (C5)."""
        return not self.ranked[rank].byes and self.ranked[rank].halves == self.bye_score


class _Bracket:
    """A bracket to be paired."""

    def __init__(
        self,
        whole: _Round,
        moved_down: Sequence[int],
        residents: Sequence[int],
        left: Sequence[int],
        below: int | None,
    ) -> None:
        self._round = whole
        self._ranked = whole.ranked
        self._moved_down = moved_down
        self._residents = frozenset(residents)
        self._left = left
        """All players who have not been paired, of this bracket and below."""
        self._below = below
        """The score of the next bracket."""
        self._players = frozenset((*moved_down, *residents))
        higher = {self._ranked[each].halves for each in self._players}
        self._scores = sorted(higher, reverse=True)
        self._byes_count = False
        """True if the bye goes to the only player who is left over here (C9)."""

    def pairs(self) -> list[Pair]:
        """The pairs of this bracket."""
        found = self._best(self._left, self._first_digits)
        inside = [each for each in found if self._is_inside(each)]
        is_only_one = len(self._players) - 2 * len(inside) == 1
        if is_only_one and any(self._ranked[each].halves <= self._round.bye_score for each in self._players):
            self._byes_count = True
            found = self._best(self._left, self._first_digits)
            inside = [each for each in found if self._is_inside(each)]
        fixed = [each for each in inside if each[0] not in self._residents]
        limbo = {each for each in self._moved_down if all(each not in pair for pair in fixed)}
        gone = {each for pair in fixed for each in pair}
        rest = [each for each in self._left if each not in gone]
        remainder = [each for each in rest if each in self._residents]
        order = _Order(remainder, len(inside) - len(fixed))

        def digits(pair: Pair) -> Digits:
            is_inside = self._is_inside(pair) and pair[0] not in limbo
            return [*self._criteria(pair), *order.digits(pair if is_inside else None)]

        found = self._best(rest, digits)
        return [*fixed, *(each for each in found if self._is_inside(each) and each[0] not in limbo)]

    def _best(self, players: Sequence[int], digits: Callable[[Pair], Digits]) -> list[Pair]:
        found = self._round.best(players, digits)
        assert found is not None  # what is left of a round that can be completed can be completed
        return found

    def _is_inside(self, pair: Pair) -> bool:
        """True for a pair of this bracket. Players who moved down meet residents only."""
        return pair[0] in self._players and pair[1] in self._residents

    def _first_digits(self, pair: Pair) -> Digits:
        """All criteria, then the order of candidates for players who moved down: the best of them are paired,
        each in turn with the best resident (article 4)."""
        is_mixed = self._is_inside(pair) and pair[0] not in self._residents
        chosen = [int(is_mixed and pair[0] == each) for each in self._moved_down]
        partner = len(self._left) - self._left.index(pair[1]) if is_mixed else 0
        return [*self._criteria(pair), *chosen, *(partner * each for each in chosen)]

    # ---- criteria (article 2.2) ----------------------------------------------------------------------------

    def _criteria(self, pair: Pair) -> Digits:
        """C6 to C21. Each digit counts what is good about a pair, since pairings that are equal by C6 have
        the same number of pairs."""
        is_inside = self._is_inside(pair)
        is_next = (
            not is_inside
            and self._below is not None
            and pair[1] != self._round.bye
            and self._ranked[pair[1]].halves == self._below
        )
        return [
            int(is_inside),  # C6: as many pairs as possible
            *self._scored(pair, is_inside),  # C7: the players left over have the lowest scores
            int(is_next),  # C8: the same in the next bracket
            *self._scored(pair, is_next),
            self._rest(pair),  # C9
            *(self._colours(pair) if is_inside else [0] * 4),  # C10 to C13
            *(self._floats(pair) if is_inside else [0] * (4 + 4 * len(self._scores))),  # C14 to C21
        ]

    def _scored(self, pair: Pair, is_counted: bool) -> Digits:
        """For each score of the bracket, from the highest, whether the pair's higher player has it."""
        return [int(is_counted and self._ranked[pair[0]].halves == score) for score in self._scores]

    def _rest(self, pair: Pair) -> int:
        """C9: the bye goes to a player with as few unplayed games as possible."""
        if not self._byes_count or pair[1] != self._round.bye:
            return 0
        return len(self._ranked[pair[0]].starts)

    def _colours(self, pair: Pair) -> Digits:
        one, other = (self._ranked[each] for each in pair)
        if preference.are_opposed(one, other):
            return [1, 1, 1, 1]
        are_absolute = preference.is_absolute(one) and preference.is_absolute(other)
        are_wide = abs(one.balance) > 1 and abs(other.balance) > 1
        are_strong = preference.is_strong(one) and preference.is_strong(other)
        return [
            int(not are_wide),  # C10: no topscorer gets a difference above 2
            int(
                not are_absolute or not _repeats_thrice(one, other)
            ),  # C11: nor starts thrice in a row, or never
            0,  # C12: all preferences are granted
            int(are_absolute or not are_strong),  # C13: all strong ones are granted
        ]

    def _floats(self, pair: Pair) -> Digits:
        """C14 to C21, for the last round and the one before: residents who floated down do not again, nor do
        opponents who floated up; then the same by the scores of those concerned."""
        one, other = (self._ranked[each] for each in pair)
        is_up = one.halves > other.halves
        counts: Digits = []
        scores: Digits = []
        for back in (0, 1):
            down = [each for each in (one, other) if each.floats[back] == "down"]
            is_again = is_up and other.floats[back] == "up"
            counts += [sum(each.halves <= other.halves for each in down), int(not is_again)]
            scores += [sum(each.halves == score for each in down) for score in self._scores]
            scores += self._scored(pair, not is_again)
        return [*counts, *scores]


def _repeats_thrice(one: Entrant, other: Entrant) -> bool:
    """True if of two players of the same absolute preference one gets the same turn for the third time."""
    if abs(one.balance) == abs(other.balance):
        are_repeated = preference.is_repeated(one) and preference.is_repeated(other)
        return are_repeated and one.started_last == other.started_last
    weaker = min(one, other, key=lambda each: abs(each.balance))
    return preference.is_repeated(weaker) and weaker.started_last != preference.wants_start(weaker)


class _Order:
    """The order of candidates for residents who are paired with each other (article 4). The upper half S1
    meets the lower half S2. Players of both are exchanged only if the criteria demand it, as few and as near
    each other as possible; then S2 stays in the order of ranks as far as possible."""

    def __init__(self, residents: Sequence[int], pairs: int) -> None:
        self._places = {each: at for at, each in enumerate(residents)}
        self._upper = pairs
        """The number of players in S1."""

    def digits(self, pair: Pair | None) -> Digits:
        """The digits of a pair of residents; ``None``: of another pair. The better player of the two is in
        S1, by an exchange if their place is in the lower half."""
        count = len(self._places)
        if pair is None:
            return [0] * (2 + 2 * count)
        high, low = (self._places[each] for each in pair)
        in_upper = [int(each != high) for each in range(self._upper)]
        from_lower = [int(each == high) for each in range(self._upper, count)]
        return [
            int(high < self._upper),  # as few exchanges as possible
            count - high,  # of players as near each other as possible
            *reversed(in_upper),  # of S1 the lowest
            *from_lower,  # of S2 the highest
            *((count - low) * (each == high) for each in range(count)),  # the transposition of S2
        ]


def _weights(rows: Sequence[Digits], pairs: int) -> list[int]:
    """One number for each row of digits. Sums of up to ``pairs`` numbers compare as the sums of their rows
    do, digit by digit."""
    weights = [0] * len(rows)
    for column in zip(*rows, strict=True):
        radix = max(column) * pairs + 1
        if radix > 1:
            weights = [weight * radix + digit for weight, digit in zip(weights, column, strict=True)]
    return weights
