"""The board of Cinco as a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from quincunx.core.picture import Circle, Picture, Polygon, Shape
from quincunx.games.cinco.board import COORDINATES
from quincunx.games.cinco.types import CincoView

# Each team has a shape besides its colour: a circle, a diamond, a triangle.
_SIGNS: Final = (
    None,
    ((0.0, -0.8), (0.8, 0.0), (0.0, 0.8), (-0.8, 0.0)),
    ((0.0, -0.8), (0.78, 0.55), (-0.78, 0.55)),
)


def picture(view: CincoView) -> Picture:
    """Return the board as a spectator sees it, with the winning five highlighted."""
    return Picture(20.0, 18.0, tuple(_shapes(view)))


def _shapes(view: CincoView) -> Iterator[Shape]:
    yield Polygon(_hexagon(0.0, 0.0, 9.95, 0.0), "wood")
    for space, (q, r) in enumerate(COORDINATES, 1):
        x, y = math.sqrt(3) * (q + r / 2), 1.5 * r
        has_won = space in view.winning
        yield Polygon(_hexagon(x, y, 0.92, math.pi / 6), "lit" if has_won else "sheet")
        team = view.board[space - 1]
        if team is not None:
            yield from _token(x, y, team)


def _token(x: float, y: float, team: int) -> Iterator[Shape]:
    sign = _SIGNS[team]
    if sign is None:
        yield Circle(x, y, 0.68, f"team{team}")
    else:
        yield Polygon(tuple((x + dx, y + dy) for dx, dy in sign), f"team{team}")


def _hexagon(x: float, y: float, size: float, turned: float) -> tuple[tuple[float, float], ...]:
    corners = (turned + math.pi / 3 * corner for corner in range(6))
    return tuple((x + size * math.cos(angle), y + size * math.sin(angle)) for angle in corners)
