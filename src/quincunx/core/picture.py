"""A position as shapes, for pictures that are shared: pure data, which whoever draws gives its colours.

The middle is at 0, 0; the picture goes from ``-width / 2`` to ``width / 2``, and downwards likewise.
"""

from __future__ import annotations

import msgspec


class Polygon(msgspec.Struct, frozen=True):
    """A closed line, filled. ``fill`` and ``line`` name colours (``wood``, ``team0``); ``width`` is that of
    the line, in points of a picture that is 630 pixels high."""

    points: tuple[tuple[float, float], ...]
    fill: str
    line: str | None = None
    width: float = 0.0


class Circle(msgspec.Struct, frozen=True):
    """As :class:`Polygon`, about a point."""

    x: float
    y: float
    radius: float
    fill: str
    line: str | None = None
    width: float = 0.0


class Words(msgspec.Struct, frozen=True):
    """A short text about a point, ``size`` high."""

    x: float
    y: float
    text: str
    size: float
    ink: str


Shape = Polygon | Circle | Words


class Picture(msgspec.Struct, frozen=True):
    """Shapes, the first ones below."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def rectangle(x: float, y: float, width: float, height: float, fill: str, rounding: float = 0.0) -> Polygon:
    """One about a point; its corners are rounded by a line as wide as that."""
    left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), fill, fill, rounding)
