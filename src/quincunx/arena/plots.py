"""The plots of a report, as SVG that takes its ink from the page around it."""

from __future__ import annotations

import io
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quincunx.arena.report import Report

INK: Final = "#2f6f4f"
SECOND_INK: Final = "#b5642d"
_OF_THE_PAGE: Final = "#123456"
"""Stands for the page's own ink, until the plot is drawn."""


def _axes(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, height), layout="constrained")
    axes = figure.subplots()
    axes.tick_params(colors=_OF_THE_PAGE, labelsize=10)
    axes.xaxis.label.set_color(_OF_THE_PAGE)
    axes.yaxis.label.set_color(_OF_THE_PAGE)
    for name, spine in axes.spines.items():
        spine.set_visible(name == "bottom")
        spine.set_color(_OF_THE_PAGE)
    return figure, axes


def ratings(found: Report) -> str:
    """Each bot's rating with its interval, best on top."""
    figure, axes = _axes(0.8 + 0.36 * len(found.ratings))
    for place, each in enumerate(reversed(found.ratings)):
        axes.plot([each.low, each.high], [place, place], color=INK, linewidth=2)
        axes.plot([each.points], [place], "o", color=INK, markersize=7)
    axes.set_yticks(
        range(len(found.ratings)), [each.name for each in reversed(found.ratings)], parse_math=False
    )
    axes.set_xlabel("rating points")
    axes.grid(axis="x", alpha=0.25)
    return _svg(figure)


def shares(found: Report) -> str:
    """What each wins against each, in per cent."""
    names = [each.name for each in found.ratings]
    cells = _cells(found, names)
    figure, axes = _axes(1.2 + 0.5 * len(names))
    axes.imshow(cells, cmap="BrBG", vmin=0, vmax=1, aspect="auto")
    for (row, column), share in np.ndenumerate(cells):
        if not np.isnan(share):
            ink = "white" if abs(share - 0.5) > 0.3 else "#222"
            axes.text(column, row, f"{100 * share:.0f}", ha="center", va="center", color=ink)
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right", parse_math=False)
    axes.set_yticks(range(len(names)), names, parse_math=False)
    axes.set_xlabel("… % of the games against")
    return _svg(figure)


def _cells(found: Report, names: list[str]) -> NDArray[np.float64]:
    """Row against column; not a number where they have not met."""
    cells = np.full((len(names), len(names)), np.nan)
    for each in found.pairings:
        first, second = names.index(each.first), names.index(each.second)
        cells[first, second] = each.score.mean
        if found.sides == 2:
            cells[second, first] = 1 - each.score.mean
    return cells


def lengths(found: Report) -> str:
    """How many games are how long; the longest of a hundred stand at the end."""
    figure, axes = _axes(2.4)
    if found.turns:
        top = int(np.percentile(found.turns, 99)) + 1
        axes.hist(np.minimum(found.turns, top), bins=min(40, max(5, top // 3)), color=SECOND_INK)
    axes.set_xlabel("turns in a game")
    axes.set_yticks([])
    return _svg(figure)


def _svg(figure: Any) -> str:
    import matplotlib as mpl

    # Text stays text and the same numbers give the same file.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "quincunx"}):
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    drawn = out.getvalue()
    return drawn[drawn.index("<svg") :].replace(_OF_THE_PAGE, "currentColor")
