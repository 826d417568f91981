"""A turn of Cinq-O worked out the slow way: exact fractions, every legal keep, no cleverness."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from quincunx.games.cinqo.card import HILO_FACES, ROLLS, read
from quincunx.games.cinqo.moves import ways_to_put

Dice = tuple[int, ...]


class Oracle:
    """``rewards[p]`` is what p points are worth."""

    def __init__(self, rewards: Sequence[Fraction]) -> None:
        self._rewards = rewards
        self.rolling = cache(self._rolling)

    def put_away(self, rack: Dice, bank: Dice, roll: int, hilo: int, boxed: bool) -> Fraction:
        """The worth of having put these dice away after ``roll`` rolls."""
        if len(rack) + len(bank) == 5:
            dice = tuple(sorted(rack + bank))
            return self._rewards[read(dice, hilo) * abs(hilo)]
        return self.rolling(rack, bank, roll, hilo if boxed else None)

    def _rolling(self, rack: Dice, bank: Dice, roll: int, boxed: int | None) -> Fraction:
        count = 5 - len(rack) - len(bank)
        total, ways = Fraction(0), 0
        for fallen in product(range(1, 7), repeat=count):
            for hilo in HILO_FACES if boxed is None else (boxed,):
                total += self.best(rack, bank, tuple(sorted(fallen)), roll + 1, hilo, boxed is not None)
                ways += 1
        return total / ways

    def best(self, rack: Dice, bank: Dice, tray: Dice, roll: int, hilo: int, boxed: bool) -> Fraction:
        """The worth of the best choice once the dice have fallen."""
        if roll == ROLLS:
            return self.put_away(tuple(sorted(rack + tray)), bank, roll, hilo, boxed)
        found: list[Fraction] = []
        for put in ways_to_put(tray, bank, boxed):
            left = list(bank)
            for die in put.from_bank:
                left.remove(die)
            after_rack = tuple(sorted(rack + put.rack + put.from_bank))
            after_bank = tuple(sorted((*left, *put.bank)))
            found.append(self.put_away(after_rack, after_bank, roll, hilo, boxed or put.box))
        return max(found)
