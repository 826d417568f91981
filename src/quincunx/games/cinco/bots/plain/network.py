"""The shipped networks without numpy: rows of weights as large integers.

A row of 32 weights is one integer with a *lane* of 32 bits for each unit, in fixed-point numbers. So rows are
added at the speed of large integers, fifty times as fast as number by number. A lane may be negative: it
borrows from the lane above, and :meth:`PlainNetwork.hidden` sorts that out at the end. Sums are exact, so the
order of additions does not matter, and a difference takes back precisely what was added.

Weights ship in half precision. Numbers of :data:`SCALE` are exact for all weights above 0.0003, and wrong by
at most 1e-7 for smaller ones.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import resources
from operator import mul
from typing import Final

from quincunx.engines.plain.npz import Array, read_npz
from quincunx.games.cinco.board import LINE
from quincunx.games.cinco.bots.lines import PATTERNS, codes

SCALE: Final = 1 << 22
"""The fixed-point number that stands for 1."""
_LANE: Final = 32
LIMIT: Final = (1 << _LANE - 1) / SCALE
"""The sum of a unit must stay between plus and minus this number."""
LEAK: Final = 0.125


class _Lazy(dict[int, int]):
    """Rows by number, each made on its first use."""

    def __init__(self, make: Callable[[int], int]) -> None:
        self._make = make

    def __missing__(self, number: int) -> int:
        row = self[number] = self._make(number)
        return row


class PlainNetwork:
    """A network for one seating, as :class:`quincunx.games.cinco.bots.kernels.network.Network`."""

    def __init__(self, arrays: dict[str, Array]) -> None:
        self.teams, self.units = arrays["out"].shape
        self.codes = codes(self.teams)
        """The number of possible contents of a window, seen by a team."""
        self._layout = struct.Struct(f"<{self.units}i")
        self._unsigned = struct.Struct(f"<{self.units}I")
        self._middle = sum(1 << _LANE * unit + _LANE - 1 for unit in range(self.units))
        self.bias = self._packed(arrays["bias"], 0)
        self.small: dict[int, int] = _Lazy(partial(self._packed, arrays["small"]))
        """Rows of the features other than windows'."""
        self.windows: dict[int, int] = _Lazy(partial(self._packed, arrays["windows"]))
        """Rows of windows' features, by ``window * codes + contents``."""
        self.changes: dict[int, int] = _Lazy(self._change)
        """The differences that a token of the team whose point of view it is makes, by ``(window * 5 + place)
        * codes + contents``."""
        self._out = [[weight / SCALE for weight in row] for row in arrays["out"].rows(self.units)]
        self._out_bias = arrays["out_bias"].numbers()

    def _packed(self, array: Array, at: int) -> int:
        middle = 1 << _LANE - 1
        lanes = [round(weight * SCALE) + middle for weight in array.row(at, self.units)]
        return int.from_bytes(self._unsigned.pack(*lanes), "little") - self._middle

    def _change(self, number: int) -> int:
        at, old = divmod(number, self.codes)
        window, place = divmod(at, LINE)
        new = old | 1 << place if old <= PATTERNS else self.codes - 1
        return self.windows[window * self.codes + new] - self.windows[window * self.codes + old]

    def hidden(self, packed: int) -> tuple[int, ...]:
        """Return a sum of rows by units, in numbers of :data:`SCALE`."""
        lanes = packed + self._middle ^ self._middle
        return self._layout.unpack(lanes.to_bytes(4 * self.units, "little"))

    def chances(self, packed: int) -> Sequence[float]:
        """Return each team's chance to win for a sum of rows, beginning with the team whose point of view it
        is."""
        hidden = [unit if unit > 0 else unit * LEAK for unit in self.hidden(packed)]
        if self.teams == 2:
            chance = 1.0 / (1.0 + math.exp(-self._out_bias[0] - sum(map(mul, hidden, self._out[0]))))
            return chance, 1.0 - chance
        weights = [
            math.exp(min(30.0, bias + sum(map(mul, hidden, row))))
            for bias, row in zip(self._out_bias, self._out, strict=True)
        ]
        total = sum(weights)
        return [weight / total for weight in weights]


@cache
def shipped(players: int, teams: int) -> PlainNetwork:
    """Return the package's network for this seating."""
    name = f"{players}in{teams}.npz"
    data = resources.files("quincunx.games.cinco.bots").joinpath("weights", name).read_bytes()
    return PlainNetwork(read_npz(data))
