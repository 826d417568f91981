"""The plots of a review's page."""

from __future__ import annotations

from typing import Final

from quincunx.core.review import Review
from quincunx.pages.svg import INK, SECOND_INK, Axis, Plot, axis_around, width_of
from quincunx.review.words import Words

_INKS: Final = (INK, SECOND_INK, "#4a6fa5", "#8a4f7d", "#8a8a3a", "#777777")
_INCH: Final = 72


def graph(review: Review) -> str:
    """Plot the worth of the game to each seat, step by step, with the turning points."""
    plies = [moment.ply for moment in review.graph]
    sign = -1 if review.scale == "rounds" else 100
    lines = {each.seat: [sign * moment.worths[each.seat] for moment in review.graph] for each in review.seats}
    if review.scale == "chance":
        y = Axis(-3, 103, grid=True)
    else:
        y = axis_around((value for line in lines.values() for value in line), grid=True, least=1.0)
    names = max(width_of(f"  {each.name}") for each in review.seats) / _INCH
    plot = Plot(3.2, Axis(plies[0], plies[-1], ticks=False), y, right=min(2.0, names))
    for each in review.seats:
        line = lines[each.seat]
        plot.steps(list(zip(plies, line, strict=True)), _INKS[each.seat])
        plot.text(plies[-1], line[-1], f"\N{NO-BREAK SPACE}{each.name}", _INKS[each.seat], "start")
    for point in review.turning_points:
        plot.mark(point.ply, is_dotted=True)
    return plot.svg()


def sums(review: Review, words: Words) -> str:
    """Plot luck and play as two bars for each seat."""
    sign = -1 if review.scale == "rounds" else 100
    seats = review.seats[::-1]
    luck = "luck" if review.seats[0].cards is None else "cards"
    values = [sign * value for each in seats for value in (each.luck, each.choices)]
    label = f"■ {words.text(luck)}   ■ {words.text('choices')}"
    x = axis_around([0.0, *values], label=label, grid=True, least=1.0)
    plot = Plot(0.8 + 0.6 * len(seats), x, Axis(names=[each.name for each in seats]))
    for place, each in enumerate(seats):
        plot.box((0, sign * each.luck), (place + 0.02, place + 0.37), INK)
        plot.box((0, sign * each.choices), (place - 0.37, place - 0.02), SECOND_INK)
    plot.mark(0)
    return plot.svg()
