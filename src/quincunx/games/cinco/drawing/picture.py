"""The board of Cinco as a picture for shared links."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.core.picture import Picture, Polygon, Shape
from quincunx.games.cinco.board import SPACES
from quincunx.games.cinco.drawing.shapes import centre, frame, hexagon, token
from quincunx.games.cinco.types import CincoView


def picture(view: CincoView) -> Picture:
    """Return the board as a spectator sees it, with the winning five highlighted."""
    return Picture(20.0, 18.0, tuple(_shapes(view)))


def _shapes(view: CincoView) -> Iterator[Shape]:
    yield frame(0.0, 0.0)
    for space in range(1, SPACES + 1):
        x, y = centre(space)
        yield Polygon(hexagon(x, y), "lit" if space in view.winning else "sheet")
        team = view.board[space - 1]
        if team is not None:
            yield token(x, y, team)
