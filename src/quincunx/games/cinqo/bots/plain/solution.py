"""The solved games as they ship, read without numpy.

``tables/solved.npz`` is made by ``python -m quincunx.games.cinqo.bots.solver.shipping``, ``tables/race3.npz``
by ``quincunx solve cinqo --game race3``.
"""

from __future__ import annotations

from array import array
from functools import cache
from importlib import resources
from itertools import accumulate
from statistics import NormalDist
from typing import Final

from quincunx.engines.plain.npz import Array, read_npz
from quincunx.games.cinqo.state import HUNDRED

CERTAIN: Final = 1e-12
"""The smallest distance of chances from 0 and 1."""
STEPS: Final = 65535

Row = tuple[float, ...]


def _table(name: str) -> dict[str, Array]:
    return read_npz(resources.files("quincunx.games.cinqo.bots").joinpath("tables", name).read_bytes())


@cache
def _solved() -> dict[str, tuple[Row, ...]]:
    found = _table("solved.npz")
    return {name: tuple(each.rows(each.shape[-1])) for name, each in found.items()}


def race() -> tuple[Row, ...]:
    """Return two players to 100: the chance of the seat to move, by its score and the other's."""
    return _solved()["race"]


def alone() -> Row:
    """Return the expected rounds still to come of a player alone, by score at the start of a round."""
    return _solved()["alone"][0]


def within() -> tuple[Row, ...]:
    """Return the best chance to reach 100, by rounds left and score."""
    return _solved()["within"]


def rounds(turns: int) -> Row:
    """Return fixed rounds for two: the chance of the seat to move with this many turns left in all, by lead,
    the lowest first."""
    return _solved()["rounds"][turns]


def nodes() -> tuple[Row, Row]:
    """Return nodes and weights of an average over a normal variable."""
    places, weights = _solved()["normal"]
    return places, weights


@cache
def limits(my_turns: int, turns: int) -> Row:
    """Return the limit below which a normal variable must stay for a player to beat another one who is to
    move, by lead; ``turns`` are the other's."""
    normal = NormalDist()
    chances = (1.0 - chance for chance in reversed(rounds(my_turns + turns)))
    return tuple([normal.inv_cdf(min(max(chance, CERTAIN), 1 - CERTAIN)) for chance in chances])


@cache
def _three() -> Array | None:
    """Return the table of three players, with differences left along the third score alone."""
    try:
        small = _table("race3.npz")["small"]
    except FileNotFoundError:
        return None
    planes = _sums(small.data, HUNDRED)
    rows = [row for plane in planes for row in _sums(plane, HUNDRED)]
    return small._replace(data=b"".join(rows))


def _sums(data: bytes, parts: int) -> list[bytes]:
    """Return the running sums of parts of equal size, number by number, modulo 65536."""
    size = len(data) // parts
    high = int.from_bytes(b"\0\x80" * (size // 2), "little")
    low = high ^ int.from_bytes(b"\xff" * size, "little")

    def added(one: int, other: int) -> int:
        # All numbers at once: no carry leaves a number whose highest bits are added apart.
        return ((one & low) + (other & low)) ^ ((one ^ other) & high)

    numbers = (int.from_bytes(data[start : start + size], "little") for start in range(0, len(data), size))
    return [total.to_bytes(size, "little") for total in accumulate(numbers, added)]


def has_three() -> bool:
    """True if the table of three players to 100 is at hand. It is the largest by far."""
    return _three() is not None


@cache  # at most 10,000 entries, of which a game needs a few hundred
def three(first: int, second: int) -> Row:
    """Return three players to 100, each maximising its own chance: the chance of the third to move, by its
    score, when the first two have these."""
    table = _three()
    assert table is not None
    steps = table.row(first * HUNDRED + second, 2 * HUNDRED)
    # Differences, modulo 65536, of the chances of the first two in steps.
    sums = [[step % 65536 for step in accumulate(steps[place::2])] for place in range(2)]
    # In single precision, as kernels have them.
    theirs = [array("f", [step / STEPS for step in each]) for each in sums]
    return tuple([1.0 - (one + other) for one, other in zip(*theirs, strict=True)])
