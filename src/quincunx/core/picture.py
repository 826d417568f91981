"""A position as shapes, for shared pictures and notebooks. It is pure data; the renderer chooses the colours.

The origin is in the middle: x runs from ``-width / 2`` to ``width / 2``, and y likewise downwards.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Polygon(msgspec.Struct, frozen=True):
    """A filled polygon. ``fill`` and ``line`` name colours (``wood``, ``team0``); ``width`` is that of the
    line, in points of a picture 630 pixels high."""

    points: tuple[tuple[float, float], ...]
    fill: str
    line: str | None = None
    width: float = 0.0


class Circle(msgspec.Struct, frozen=True):
    """A circle around a point; the other fields are those of :class:`Polygon`."""

    x: float
    y: float
    radius: float
    fill: str
    line: str | None = None
    width: float = 0.0


class Words(msgspec.Struct, frozen=True):
    """A short text, vertically centred on a point, at which it starts, ends, or has its middle; ``size`` is
    its height."""

    x: float
    y: float
    text: str
    size: float
    ink: str
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False


Shape = Polygon | Circle | Words


class Picture(msgspec.Struct, frozen=True):
    """A picture as a list of shapes, drawn in this order."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def rectangle(x: float, y: float, width: float, height: float, fill: str, rounding: float = 0.0) -> Polygon:
    """A rectangle centred on a point; ``rounding`` is the width of a line that rounds its corners."""
    left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), fill, fill, rounding)
