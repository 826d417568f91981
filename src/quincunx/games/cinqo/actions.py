"""Cinq-O's moves as numbers, for machine-learning frameworks; they never change.

Every :class:`~quincunx.games.cinqo.types.Put` that is legal in some position has exactly one number, and
every number is such a move: 22,130 in all. They are numbered in the order of the rules' legal moves: by the
number of racked dice, then by the dice racked from the roll, racked from the Bank, and banked, then ``box``,
``False`` before ``True``. So an even number leaves the Hi/Lo die where it is, and the next number is the same
move with the die put into its box.

Three rules determine which moves can be legal: at least one die is racked after every roll (3.2), the turn
ends when no die is left to roll (Q2), and a first roll of five of a kind is scored at once (3.3).

- If nothing is racked from the Bank, 1 to 5 dice of the roll are put away, at least one of them into the
  Rack. All five are possible only after the first roll, if they are not all alike.
- If 1 to 3 dice are racked from the Bank, this is not the first roll. A die is then racked already, and at
  most four dice are moved in all.

For learning there are 486 compact numbers, relative to a view. The dice that a move may put away have places:
first those of the tray, ascending, then those of the Bank, ascending; there are five at most. Each place has
a digit. For a die of the tray, 0 rolls it again, 1 racks it and 2 banks it; for one of the Bank, 0 leaves it
there and 1 racks it. Digits count in base 3, the first place least. The number is twice that, and one more if
the Hi/Lo die goes into its box.

Of equal dice the first are racked, the next banked, and the last rolled again or left, so that each move has
one number.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from quincunx.games.cinqo.card import DICE
from quincunx.games.cinqo.types import CinqoMove, CinqoView, Put


@cache
def _moves() -> tuple[Put, ...]:
    """Return every move, in the order of the numbers."""
    found = [
        Put(rack, bank, from_bank, box)
        for returned in range(DICE - 1)
        for racked in range(DICE + 1)
        for banked in range(DICE + 1)
        if _is_possible(racked, banked, returned)
        for rack in combinations_with_replacement(range(1, 7), racked)
        for bank in combinations_with_replacement(range(1, 7), banked)
        if len(rack + bank) < DICE or len({*rack, *bank}) > 1
        for from_bank in combinations_with_replacement(range(1, 7), returned)
        for box in (False, True)
    ]
    found.sort(
        key=lambda put: (len(put.rack) + len(put.from_bank), put.rack, put.from_bank, put.bank, put.box)
    )
    return tuple(found)


def _is_possible(racked: int, banked: int, returned: int) -> bool:
    """Return whether these numbers of dice can be racked and banked from a roll, and racked from the Bank, at
    once."""
    if returned:
        return returned < DICE - 1 and racked + banked + returned < DICE
    return racked > 0 and racked + banked <= DICE


@cache
def _numbers() -> dict[Put, int]:
    return {put: number for number, put in enumerate(_moves())}


COUNT: Final = 22_130

AGAIN: Final = 0
RACK: Final = 1
BANK: Final = 2
_FATES: Final = 3
COMPACT_COUNT: Final = 2 * _FATES**DICE


class CinqoActions:
    """Implements :class:`quincunx.core.game.Actions`."""

    @property
    def count(self) -> int:
        """The number of actions."""
        return COUNT

    def number_of(self, move: CinqoMove) -> int:
        """Return the number of a move. Raises ``ValueError`` for a move that is legal in no position."""
        number = _numbers().get(move)
        if number is None:
            raise ValueError(f"{move} is legal in no position of Cinq-O.")
        return number

    def move_of(self, number: int) -> CinqoMove:
        """The inverse of :meth:`number_of`. Raises ``ValueError`` outside ``range(count)``."""
        if not 0 <= number < self.count:
            raise ValueError(f"No move of Cinq-O has the number {number}.")
        return _moves()[number]


ACTIONS: Final = CinqoActions()


class CinqoCompact:
    """Implements :class:`quincunx.core.game.CompactActions`."""

    @property
    def count(self) -> int:
        """The number of actions."""
        return COMPACT_COUNT

    def number_of(self, view: CinqoView, move: CinqoMove) -> int:
        """Return the number of a move. Raises ``ValueError`` for dice that are not there."""
        digits = [AGAIN] * DICE
        tray, bank = sorted(view.tray), sorted(view.bank)
        _mark(digits, tray, 0, move.rack, RACK)
        _mark(digits, tray, 0, move.bank, BANK)
        _mark(digits, bank, len(tray), move.from_bank, RACK)
        fates: int = sum(digit * _FATES**place for place, digit in enumerate(digits))
        return 2 * fates + move.box

    def move_of(self, view: CinqoView, number: int) -> CinqoMove:
        """The inverse of :meth:`number_of`. Raises ``ValueError`` for a number without a move here."""
        if not 0 <= number < COMPACT_COUNT:
            raise ValueError(f"No move of Cinq-O has the compact number {number}.")
        fates, box = divmod(number, 2)
        digits = [fates // _FATES**place % _FATES for place in range(DICE)]
        tray, bank = sorted(view.tray), sorted(view.bank)
        of_tray = list(zip(tray, digits, strict=False))
        of_bank = list(zip(bank, digits[len(tray) :], strict=False))
        found = Put(
            rack=tuple(die for die, digit in of_tray if digit == RACK),
            bank=tuple(die for die, digit in of_tray if digit == BANK),
            from_bank=tuple(die for die, digit in of_bank if digit == RACK),
            box=bool(box),
        )
        # Another spelling of the move, or a digit where no die is.
        if self.number_of(view, found) != number:
            raise ValueError(f"No move of Cinq-O has the compact number {number} here.")
        return found


def _mark(digits: list[int], dice: list[int], first: int, wanted: tuple[int, ...], fate: int) -> None:
    """Give a fate to the first dice of these values that have none yet; the first die has place ``first``."""
    for value in wanted:
        free = (first + at for at, die in enumerate(dice) if die == value and not digits[first + at])
        if (place := next(free, None)) is None:
            raise ValueError(f"There is no further {value}.")
        digits[place] = fate


COMPACT: Final = CinqoCompact()
