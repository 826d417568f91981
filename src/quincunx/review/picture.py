"""A finished game as a picture for sharing: its last position, its players, and a graph of the chances."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from quincunx.core.game import AnyGame
from quincunx.core.picture import Circle, Picture, Polygon, Words
from quincunx.core.record import Record, replay
from quincunx.core.review import Review

WIDTH: Final = 1200
HEIGHT: Final = 630
"""Height in pixels, as recommended by Open Graph."""
LONGEST_NAME: Final = 24
_DPI: Final = 100
_COLOURS: Final = {
    "paper": "#f4eee2",
    "sheet": "#fffcf5",
    "ink": "#29241d",
    "soft": "#5d5447",
    "line": "#d9ccb4",
    "wood": "#d8b584",
    "well": "#b28d5a",
    "felt": "#4a6b55",
    "ivory": "#fffdf6",
    "pip": "#29241d",
    "dark": "#8f2b1f",
    "white": "#ffffff",
    "lit": "#ffe08a",
    "team0": "#24588f",
    "team1": "#bb3a26",
    "team2": "#3f7039",
}
_INKS: Final = ("#24588f", "#bb3a26", "#3f7039", "#a8780a", "#5d5447", "#8b6232")
_SIGNS: Final = ("o", "D", "^", "s", "v", "P")
_FONTS: Final = ("DejaVu Serif", "Noto Serif CJK SC", "Noto Sans CJK SC", "WenQuanYi Zen Hei", "DejaVu Sans")


def picture(record: Record, names: Sequence[str], found: Review | None) -> bytes:
    """Return a PNG of 1200 × 630 pixels. Without a review it has no graph."""
    # matplotlib has too few types to be checked, and takes long to load.
    mpl: Any = import_module("matplotlib")
    figures: Any = import_module("matplotlib.figure")
    there = {*import_module("matplotlib.font_manager").get_font_names()}
    fonts = [font for font in _FONTS if font in there]
    with warnings.catch_warnings(), mpl.rc_context({"font.family": fonts}):
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        figure = figures.Figure(figsize=(WIDTH / _DPI, HEIGHT / _DPI), dpi=_DPI, facecolor=_COLOURS["paper"])
        _position(figure, record)
        _people(figure, record, names)
        if found is not None and found.scale == "chance":
            _graph(figure, record.game, record.options, found)
        out = io.BytesIO()
        figure.savefig(out, format="png", facecolor=_COLOURS["paper"], metadata={"Software": None})
    return out.getvalue()


def _position(figure: Any, record: Record) -> None:
    """Draw the position on the left, as large as it fits."""
    draw = record.game.picture
    if draw is None:
        return
    *_, last = replay(record)
    shapes = draw(record.game.reveal(last.after))
    axes = figure.add_axes((0.02, 0.03, 0.5, 0.94))
    _fit(axes, shapes)
    for shape in shapes.shapes:
        _draw(axes, shape, shapes.height)


def _fit(axes: Any, picture: Picture) -> None:
    axes.set_xlim(-picture.width / 2, picture.width / 2)
    axes.set_ylim(picture.height / 2, -picture.height / 2)
    axes.set_aspect("equal")
    axes.axis("off")


def _draw(axes: Any, shape: Polygon | Circle | Words, height: float) -> None:
    from matplotlib import patches

    if isinstance(shape, Words):
        points = shape.size / height * 0.94 * HEIGHT * 72 / _DPI
        axes.text(
            shape.x,
            shape.y,
            shape.text,
            size=points,
            color=_COLOURS[shape.ink],
            ha="center",
            va="center_baseline",
        )
        return
    look = {
        "facecolor": _COLOURS[shape.fill],
        "edgecolor": _COLOURS[shape.line] if shape.line else "none",
        "linewidth": shape.width,
        "joinstyle": "round",
    }
    if isinstance(shape, Circle):
        axes.add_patch(patches.Circle((shape.x, shape.y), shape.radius, **look))
    else:
        axes.add_patch(patches.Polygon(shape.points, closed=True, **look))


def _people(figure: Any, record: Record, names: Sequence[str]) -> None:
    """Draw the game and its players with their signs on the right; winners stand out."""
    winners = record.outcome.winners if record.outcome else ()
    figure.text(0.55, 0.87, record.game.title, size=34, color=_COLOURS["ink"], weight="bold")
    figure.text(0.97, 0.885, "Quincunx", size=16, color=_COLOURS["soft"], ha="right")
    axes = figure.add_axes((0.55, 0.48, 0.42, 0.34))
    axes.set_xlim(0, 1)
    axes.set_ylim(max(4, len(names)) - 0.5, -0.5)
    axes.axis("off")
    for seat, name in enumerate(names):
        has_won = seat in winners
        axes.plot(
            0.02, seat, marker=_SIGNS[seat], color=_colour(record.game, record.options, seat), markersize=13
        )
        axes.text(
            0.07,
            seat,
            name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…",
            size=23 if has_won else 20,
            weight="bold" if has_won else "normal",
            color=_COLOURS["ink"],
            va="center_baseline",
            parse_math=False,
        )


def _colour(game: AnyGame, options: Any, seat: int) -> str:
    """Return the colour of a seat; partners share one."""
    sides = game.sides(options)
    return _INKS[(sides[seat] if len(set(sides)) < len(sides) else seat) % len(_INKS)]


def _graph(figure: Any, game: AnyGame, options: Any, found: Review) -> None:
    axes = figure.add_axes((0.6, 0.07, 0.37, 0.36), facecolor=_COLOURS["sheet"])
    plies = [moment.ply for moment in found.graph]
    for each in found.seats:
        line = [100 * moment.worths[each.seat] for moment in found.graph]
        axes.step(plies, line, where="post", color=_colour(game, options, each.seat), linewidth=3)
    axes.set_xlim(0, max(1, found.plies))
    axes.set_ylim(-4, 104)
    axes.set_xticks([])
    axes.set_yticks([0, 50, 100], ["0 %", "50 %", "100 %"])
    axes.tick_params(length=0, labelsize=13, colors=_COLOURS["soft"])
    axes.grid(axis="y", color=_COLOURS["line"])
    for spine in axes.spines.values():
        spine.set_color(_COLOURS["line"])
