"""The move of Cinq-O, and all ways to make it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product

import msgspec


class Put(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="put", gc=False):
    """Put dice away after a roll (rule 3.2). All fields are values of dice, ascending.

    ``rack``: dice of this roll that go to the Rack. ``bank``: dice of this roll that go to the Bank.
    ``from_bank``: dice of the Bank that go to the Rack. ``box``: the Hi/Lo die goes into its box. All other
    dice are rolled again.
    """

    rack: tuple[int, ...] = ()
    bank: tuple[int, ...] = ()
    from_bank: tuple[int, ...] = ()
    box: bool = False


CinqoMove = Put


# About 26,000 combinations of tray and bank exist; the cache holds those that games really visit.
@lru_cache(maxsize=4096)
def ways_to_put(tray: tuple[int, ...], bank: tuple[int, ...], boxed: bool) -> tuple[Put, ...]:
    """Return every way to put away dice of this tray and bank (both ascending), fewest racked first."""
    fates = [
        [(value, racked, banked) for racked in range(count + 1) for banked in range(count + 1 - racked)]
        for value, count in sorted(Counter(tray).items())
    ]
    returns = [[(value, n) for n in range(count + 1)] for value, count in sorted(Counter(bank).items())]
    ways: list[Put] = []
    for fate in product(*fates):
        rack = tuple(value for value, racked, _ in fate for _ in range(racked))
        banked = tuple(value for value, _, kept in fate for _ in range(kept))
        for back in product(*returns):
            from_bank = tuple(value for value, n in back for _ in range(n))
            if rack or from_bank:  # 3.2: at least one die is racked
                ways += [Put(rack, banked, from_bank, box) for box in ((False,) if boxed else (False, True))]
    ways.sort(
        key=lambda put: (len(put.rack) + len(put.from_bank), put.rack, put.from_bank, put.bank, put.box)
    )
    return tuple(ways)
