"""The last turn of a game of Cinq-O as a picture: the dice in the Rack, and the Hi/Lo die in its box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from quincunx.core.picture import Circle, Picture, Polygon, Shape, Words, rectangle
from quincunx.games.cinqo.types import CinqoView

_PLACES: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_SIZE: Final = 2.6


def picture(view: CinqoView) -> Picture:
    """Return the view as a picture; an empty case before the first turn has ended."""
    return Picture(20.0, 14.0, tuple(_shapes(view)))


def _shapes(view: CinqoView) -> Iterator[Shape]:
    last = view.history[-1] if view.history else None
    dice: Sequence[int] = last.rack if last else ()
    yield rectangle(0.0, 0.0, 19.0, 12.6, "wood", 16.0)
    yield rectangle(0.0, -2.2, 17.6, 6.6, "felt", 8.0)
    yield rectangle(0.0, 3.9, 17.6, 3.4, "well", 8.0)
    for index, value in enumerate(dice):
        yield from _die(3.3 * (index - 2), -3.3 if index % 2 else -1.6, value)
    if last is not None:
        yield rectangle(0.0, 3.9, _SIZE, _SIZE, "dark", 12.0)
        yield Words(-0.5, 3.9, str(abs(last.hilo)), 1.7, "white")
        yield _arrow(0.75, 3.9, 1.0 if last.hilo > 0 else -1.0)


def _die(x: float, y: float, value: int) -> Iterator[Shape]:
    yield rectangle(x, y, _SIZE, _SIZE, "ivory", 12.0)
    for across, down in _PLACES[value]:
        yield Circle(x + 0.68 * across, y + 0.68 * down, 0.27, "pip")


def _arrow(x: float, y: float, up: float) -> Polygon:
    points = ((0.0, -0.95), (0.5, -0.1), (0.17, -0.1), (0.17, 0.9), (-0.17, 0.9), (-0.17, -0.1), (-0.5, -0.1))
    return Polygon(tuple((x + dx, y + up * dy) for dx, dy in points), "white")
