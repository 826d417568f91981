"""The plots of a report, as SVG that takes its ink from the page around it."""

from __future__ import annotations

from collections import Counter

from quincunx.arena.report import Report
from quincunx.pages.svg import INK, SECOND_INK, Axis, Plot, axis_around, shade


def ratings(found: Report) -> str:
    """Plot each bot's rating with its interval, the best on top."""
    rated = found.ratings[::-1]
    ends = [end for each in rated for end in (each.low, each.high)]
    x = axis_around(ends, label="rating points", grid=True, least=10.0)
    plot = Plot(0.8 + 0.36 * len(rated), x, Axis(names=[each.name for each in rated]))
    for place, each in enumerate(rated):
        plot.line([(each.low, place), (each.high, place)], INK, 2)
        plot.dot(each.points, place, INK)
    return plot.svg()


def shares(found: Report) -> str:
    """Plot each bot's share against each other bot, in per cent."""
    names = [each.name for each in found.ratings]
    rows = names[::-1]
    plot = Plot(1.2 + 0.5 * len(names), Axis(names=names, label="… % of the games against"), Axis(names=rows))
    for (first, second), share in _cells(found).items():
        column, row = names.index(second), rows.index(first)
        plot.box((column - 0.5, column + 0.5), (row - 0.5, row + 0.5), shade(share))
        ink = "white" if abs(share - 0.5) > 0.3 else "#222"
        plot.text(column, row, f"{100 * share:.0f}", ink)
    return plot.svg()


def _cells(found: Report) -> dict[tuple[str, str], float]:
    """Return the share of the first against the second, for pairs that have met."""
    cells: dict[tuple[str, str], float] = {}
    for each in found.pairings:
        cells[each.first, each.second] = each.score.mean
        if found.sides == 2:
            cells[each.second, each.first] = 1 - each.score.mean
    return cells


def lengths(found: Report) -> str:
    """Plot the lengths of games; the longest hundredth is collected at the end."""
    turns = sorted(found.turns)
    top = turns[(len(turns) - 1) * 99 // 100] + 1 if turns else 1
    bins = min(40, max(5, top // 3))
    low = min(turns, default=0)
    width = max(1e-9, (top - low) / bins)
    counts = Counter(min(bins - 1, int((min(each, top) - low) / width)) for each in turns)
    x = Axis(low, low + bins * width, label="turns in a game")
    plot = Plot(2.4, x, Axis(0, max(counts.values(), default=1), ticks=False))
    for place, count in counts.items():
        plot.box((low + place * width, low + (place + 1) * width), (0, count), SECOND_INK)
    return plot.svg()
