"""A finished game as a picture for sharing: its last position, its players, and a graph of the chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from quincunx.core.game import AnyGame
from quincunx.core.record import Record, replay
from quincunx.core.review import Review
from quincunx.pages.palette import COLOURS
from quincunx.pages.raster import encode, fonts, new_figure, paint

WIDTH: Final = 1200
HEIGHT: Final = 630
"""Height in pixels, as recommended by Open Graph."""
LONGEST_NAME: Final = 24
_INKS: Final = ("#24588f", "#bb3a26", "#3f7039", "#a8780a", "#5d5447", "#8b6232")
_SIGNS: Final = ("o", "D", "^", "s", "v", "P")


def picture(record: Record, names: Sequence[str], found: Review | None) -> bytes:
    """Return a PNG of 1200 × 630 pixels. Without a review it has no graph."""
    with fonts():
        figure = new_figure(WIDTH, HEIGHT)
        _position(figure, record)
        _people(figure, record, names)
        if found is not None and found.scale == "chance":
            _graph(figure, record.game, record.options, found)
        return encode(figure)


def _position(figure: Any, record: Record) -> None:
    """Draw the position on the left, as large as it fits."""
    draw = record.game.picture
    if draw is None:
        return
    *_, last = replay(record)
    shapes = draw(record.game.reveal(last.after))
    paint(figure, shapes, (0.02, 0.03, 0.5, 0.94), 0.94 * HEIGHT)


def _people(figure: Any, record: Record, names: Sequence[str]) -> None:
    """Draw the game and its players with their signs on the right; winners stand out."""
    winners = record.outcome.winners if record.outcome else ()
    figure.text(0.55, 0.87, record.game.title, size=34, color=COLOURS["ink"], weight="bold")
    figure.text(0.97, 0.885, "Quincunx", size=16, color=COLOURS["soft"], ha="right")
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
            color=COLOURS["ink"],
            va="center_baseline",
            parse_math=False,
        )


def _colour(game: AnyGame, options: Any, seat: int) -> str:
    """Return the colour of a seat; partners share one."""
    sides = game.sides(options)
    return _INKS[(sides[seat] if len(set(sides)) < len(sides) else seat) % len(_INKS)]


def _graph(figure: Any, game: AnyGame, options: Any, found: Review) -> None:
    axes = figure.add_axes((0.6, 0.07, 0.37, 0.36), facecolor=COLOURS["sheet"])
    plies = [moment.ply for moment in found.graph]
    for each in found.seats:
        line = [100 * moment.worths[each.seat] for moment in found.graph]
        axes.step(plies, line, where="post", color=_colour(game, options, each.seat), linewidth=3)
    axes.set_xlim(0, max(1, found.plies))
    axes.set_ylim(-4, 104)
    axes.set_xticks([])
    axes.set_yticks([0, 50, 100], ["0 %", "50 %", "100 %"])
    axes.tick_params(length=0, labelsize=13, colors=COLOURS["soft"])
    axes.grid(axis="y", color=COLOURS["line"])
    for spine in axes.spines.values():
        spine.set_color(COLOURS["line"])
