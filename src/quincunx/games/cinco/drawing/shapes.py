"""The parts of pictures of Cinco: the board's frame, spaces, tokens."""

from __future__ import annotations

import math
from typing import Final

from quincunx.core.picture import Circle, Polygon
from quincunx.games.cinco.board import COORDINATES

# Each team has a shape besides its colour: a circle, a diamond, a triangle.
_SIGNS: Final = (
    None,
    ((0.0, -0.8), (0.8, 0.0), (0.0, 0.8), (-0.8, 0.0)),
    ((0.0, -0.8), (0.78, 0.55), (-0.78, 0.55)),
)
_SIDE: Final = 0.92
_TOKEN: Final = 0.68

Points = tuple[tuple[float, float], ...]


def frame(x: float, y: float) -> Polygon:
    """Return the wooden frame around the spaces of a board with this centre."""
    return Polygon(_corners(x, y, 9.95, 0.0), "wood")


def centre(space: int) -> tuple[float, float]:
    """Return the place of a space, from the board's centre."""
    q, r = COORDINATES[space - 1]
    return math.sqrt(3) * (q + r / 2), 1.5 * r


def hexagon(x: float, y: float, size: float = _SIDE) -> Points:
    """Return the corners of a space."""
    return _corners(x, y, size, math.pi / 6)


def token(x: float, y: float, team: int, scale: float = 1.0) -> Circle | Polygon:
    """Return a team's token."""
    sign = _SIGNS[team]
    if sign is None:
        return Circle(x, y, _TOKEN * scale, f"team{team}")
    return Polygon(tuple((x + scale * dx, y + scale * dy) for dx, dy in sign), f"team{team}")


def _corners(x: float, y: float, size: float, turned: float) -> Points:
    corners = (turned + math.pi / 3 * corner for corner in range(6))
    return tuple((x + size * math.cos(angle), y + size * math.sin(angle)) for angle in corners)
