"""The plots of a report, as SVG that takes its ink from the page around it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quincunx.arena.report import Report
from quincunx.pages.svg import INK, SECOND_INK, axes_of, svg_of


def ratings(found: Report) -> str:
    """Plot each bot's rating with its interval, the best on top."""
    figure, axes = axes_of(0.8 + 0.36 * len(found.ratings))
    for place, each in enumerate(reversed(found.ratings)):
        axes.plot([each.low, each.high], [place, place], color=INK, linewidth=2)
        axes.plot([each.points], [place], "o", color=INK, markersize=7)
    axes.set_yticks(
        range(len(found.ratings)), [each.name for each in reversed(found.ratings)], parse_math=False
    )
    axes.set_xlabel("rating points")
    axes.grid(axis="x", alpha=0.25)
    return svg_of(figure)


def shares(found: Report) -> str:
    """Plot each bot's share against each other bot, in per cent."""
    names = [each.name for each in found.ratings]
    cells = _cells(found, names)
    figure, axes = axes_of(1.2 + 0.5 * len(names))
    axes.imshow(cells, cmap="BrBG", vmin=0, vmax=1, aspect="auto")
    for (row, column), share in np.ndenumerate(cells):
        if not np.isnan(share):
            ink = "white" if abs(share - 0.5) > 0.3 else "#222"
            axes.text(column, row, f"{100 * share:.0f}", ha="center", va="center", color=ink)
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right", parse_math=False)
    axes.set_yticks(range(len(names)), names, parse_math=False)
    axes.set_xlabel("… % of the games against")
    return svg_of(figure)


def _cells(found: Report, names: list[str]) -> NDArray[np.float64]:
    """Return the shares of row against column; not a number for pairs that have not met."""
    cells = np.full((len(names), len(names)), np.nan)
    for each in found.pairings:
        first, second = names.index(each.first), names.index(each.second)
        cells[first, second] = each.score.mean
        if found.sides == 2:
            cells[second, first] = 1 - each.score.mean
    return cells


def lengths(found: Report) -> str:
    """Plot the lengths of games; the longest hundredth is collected at the end."""
    figure, axes = axes_of(2.4)
    if found.turns:
        top = int(np.percentile(found.turns, 99)) + 1
        axes.hist(np.minimum(found.turns, top), bins=min(40, max(5, top // 3)), color=SECOND_INK)
    axes.set_xlabel("turns in a game")
    axes.set_yticks([])
    return svg_of(figure)
