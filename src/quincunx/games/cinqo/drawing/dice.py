"""Dice as shapes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from quincunx.core.picture import Circle, Polygon, Shape, Words, rectangle

_PLACES: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
SIZE: Final = 2.6
"""The width of a die, without the line that rounds its corners."""


def die(x: float, y: float, value: int, rounding: float, scale: float = 1.0) -> Iterator[Shape]:
    """Yield a scoring die; ``rounding`` is as in :func:`~quincunx.core.picture.rectangle`."""
    yield rectangle(x, y, SIZE * scale, SIZE * scale, "ivory", rounding)
    for across, down in _PLACES[value]:
        yield Circle(x + 0.68 * scale * across, y + 0.68 * scale * down, 0.27 * scale, "pip")


def hilo_die(x: float, y: float, value: int, rounding: float, scale: float = 1.0) -> Iterator[Shape]:
    """Yield the Hi/Lo die with its number and arrow."""
    yield rectangle(x, y, SIZE * scale, SIZE * scale, "dark", rounding)
    yield Words(x - 0.5 * scale, y, str(abs(value)), 1.7 * scale, "white")
    yield _arrow(x + 0.75 * scale, y, 1.0 if value > 0 else -1.0, scale)


def _arrow(x: float, y: float, up: float, scale: float) -> Polygon:
    points = ((0.0, -0.95), (0.5, -0.1), (0.17, -0.1), (0.17, 0.9), (-0.17, 0.9), (-0.17, -0.1), (-0.5, -0.1))
    return Polygon(tuple((x + scale * dx, y + scale * up * dy) for dx, dy in points), "white")
