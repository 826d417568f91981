"""Pictures drawn by matplotlib, as PNG."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

from quincunx.core.picture import Circle, Picture, Polygon, Words
from quincunx.pages.drawing import PIXELS
from quincunx.pages.palette import COLOURS

DPI: Final = 100
_FONTS: Final = ("DejaVu Serif", "Noto Serif CJK SC", "Noto Sans CJK SC", "WenQuanYi Zen Hei", "DejaVu Sans")
_PLAIN_FONTS: Final = ("DejaVu Sans", *_FONTS[1:4])


def png(picture: Picture, scale: float = 1.0) -> bytes:
    """Return the picture as PNG, as large as its SVG times ``scale``."""
    width, height = picture.width * PIXELS * scale, picture.height * PIXELS * scale
    with fonts(_PLAIN_FONTS):
        figure = new_figure(width, height)
        paint(figure, picture, (0.0, 0.0, 1.0, 1.0), height)
        return encode(figure)


def pixels(picture: Picture) -> Any:
    """Return the picture as an array of bytes: height, width, and red, green, blue and opacity."""
    canvas: Any = import_module("matplotlib.backends.backend_agg").FigureCanvasAgg
    width, height = picture.width * PIXELS, picture.height * PIXELS
    with fonts(_PLAIN_FONTS):
        figure = new_figure(width, height)
        paint(figure, picture, (0.0, 0.0, 1.0, 1.0), height)
        drawn = canvas(figure)
        drawn.draw()
        return drawn.buffer_rgba()


@contextmanager
def fonts(wanted: tuple[str, ...] = _FONTS) -> Iterator[None]:
    """Draw with those of these fonts that this machine has."""
    # matplotlib has too few types to be checked, and takes long to load.
    mpl: Any = import_module("matplotlib")
    there = {*import_module("matplotlib.font_manager").get_font_names()}
    found = [font for font in wanted if font in there]
    with warnings.catch_warnings(), mpl.rc_context({"font.family": found}):
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        yield


def new_figure(width: float, height: float) -> Any:
    """Return an empty figure of this size in pixels."""
    figures: Any = import_module("matplotlib.figure")
    return figures.Figure(figsize=(width / DPI, height / DPI), dpi=DPI, facecolor=COLOURS["paper"])


def encode(figure: Any) -> bytes:
    """Return the figure as PNG."""
    out = io.BytesIO()
    figure.savefig(out, format="png", facecolor=COLOURS["paper"], metadata={"Software": None})
    return out.getvalue()


def paint(figure: Any, picture: Picture, box: tuple[float, float, float, float], pixels: float) -> None:
    """Draw the picture into this box of a figure (left, bottom, width, height; in shares of it), ``pixels``
    high."""
    axes = figure.add_axes(box)
    axes.set_xlim(-picture.width / 2, picture.width / 2)
    axes.set_ylim(picture.height / 2, -picture.height / 2)
    axes.set_aspect("equal")
    axes.axis("off")
    points = pixels * 72 / DPI
    for shape in picture.shapes:
        _draw(axes, shape, points / picture.height, points)


def _draw(axes: Any, shape: Polygon | Circle | Words, unit: float, points: float) -> None:
    from matplotlib import patches

    from quincunx.pages.palette import POINTS

    if isinstance(shape, Words):
        axes.text(
            shape.x,
            shape.y,
            shape.text,
            size=shape.size * unit,
            color=COLOURS[shape.ink],
            weight="bold" if shape.bold else "normal",
            ha={"start": "left", "middle": "center", "end": "right"}[shape.anchor],
            va="center_baseline",
            parse_math=False,
        )
        return
    look = {
        "facecolor": COLOURS[shape.fill],
        "edgecolor": COLOURS[shape.line] if shape.line else "none",
        "linewidth": shape.width * points / POINTS,
        "joinstyle": "round",
    }
    if isinstance(shape, Circle):
        axes.add_patch(patches.Circle((shape.x, shape.y), shape.radius, **look))
    else:
        axes.add_patch(patches.Polygon(shape.points, closed=True, **look))
