"""The keeps of a roll, with the class that each leads to.

The first roll has up to 422 keeps, far more than any later one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from quincunx.games.cinqo.bots.turn_tables import Dice, class_of
from quincunx.games.cinqo.moves import ways_to_put
from quincunx.games.cinqo.types import Put


class CountedKeeps(NamedTuple):
    """Every keep of a roll; the other tuples are parallel to ``puts``, fewest racked first."""

    puts: tuple[Put, ...]
    rows: tuple[int, ...]
    """The class of all dice that are then kept."""
    racked: tuple[int, ...]
    """The number of them in the Rack."""
    boxed: tuple[bool, ...]
    """True if the Hi/Lo die is then in its box."""


# People look at one position for a while, and return to it.
@lru_cache(maxsize=256)
def counted(tray: Dice, bank: Dice, rack: Dice, boxed: bool) -> CountedKeeps:
    """Return the keeps of a roll ``tray`` with the dice kept before, all dice ascending."""
    puts = ways_to_put(tray, bank, boxed)
    rows: dict[Dice, int] = {}
    for put in puts:
        picked = put.rack + put.bank
        if picked not in rows:
            rows[picked] = class_of(tuple(sorted(rack + bank + picked)))
    return CountedKeeps(
        puts,
        tuple([rows[put.rack + put.bank] for put in puts]),
        tuple([len(rack) + len(put.rack) + len(put.from_bank) for put in puts]),
        tuple([boxed or put.box for put in puts]),
    )
