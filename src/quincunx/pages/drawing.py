"""Pictures as SVG, without any library."""

from __future__ import annotations

import html
from typing import Final

from quincunx.core.picture import Circle, Picture, Polygon, Shape, Words
from quincunx.pages.palette import COLOURS, POINTS

PIXELS: Final = 30
"""The size of a picture's unit on the screen, where there is room for it."""
_FONT: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
_ASCENT: Final = 0.35
"""The height of the middle of a digit above the baseline, as a share of the font's size."""


def svg(picture: Picture, title: str) -> str:
    """Return the picture as SVG that stands on its own; the title is for screen readers."""
    inside = "".join(fragments(picture))
    return f"{opening(picture)}<title>{html.escape(title)}</title>{inside}</svg>"


def opening(picture: Picture) -> str:
    """Return the start tag of a picture's SVG."""
    width, height = picture.width, picture.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(-width / 2)} {_n(-height / 2)} {_n(width)} '
        f'{_n(height)}" width="{_n(width * PIXELS)}" height="{_n(height * PIXELS)}" role="img" '
        f'style="max-width:100%;height:auto" font-family="{_FONT}" stroke-linejoin="round">'
    )


def fragments(picture: Picture) -> tuple[str, ...]:
    """Return the SVG of each shape, in their order."""
    unit = picture.height / POINTS
    return tuple(_fragment(shape, unit) for shape in picture.shapes)


def _fragment(shape: Shape, unit: float) -> str:
    match shape:
        case Words():
            weight = ' font-weight="600"' if shape.bold else ""
            return (
                f'<text x="{_n(shape.x)}" y="{_n(shape.y + _ASCENT * shape.size)}" '
                f'font-size="{_n(shape.size)}" '
                f'text-anchor="{shape.anchor}" fill="{COLOURS[shape.ink]}"{weight}>'
                f"{html.escape(shape.text)}</text>"
            )
        case Circle():
            style = _style_attributes(shape, unit)
            return f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}" {style}/>'
        case Polygon():
            points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
            return f'<polygon points="{points}" {_style_attributes(shape, unit)}/>'


def _style_attributes(shape: Circle | Polygon, unit: float) -> str:
    fill = f'fill="{COLOURS[shape.fill]}"'
    if shape.line is None:
        return fill
    return f'{fill} stroke="{COLOURS[shape.line]}" stroke-width="{_n(shape.width * unit)}"'


def _n(number: float) -> str:
    """Write a number in two decimals at most."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
