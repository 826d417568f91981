"""Plots as SVG in the text colour of the surrounding page."""

from __future__ import annotations

import io
import warnings
from typing import Any, Final

INK: Final = "#2f6f4f"
SECOND_INK: Final = "#b5642d"
_OF_THE_PAGE: Final = "#123456"
"""A placeholder for the page's text colour until the plot is drawn."""


def axes_of(height: float) -> tuple[Any, Any]:
    """Return a figure of this height in inches, and its axes."""
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


def svg_of(figure: Any) -> str:
    """Return the figure as SVG."""
    import matplotlib as mpl

    # Text stays text in the reader's fonts, and the same numbers give the same file.
    with warnings.catch_warnings(), mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "quincunx"}):
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    drawn = out.getvalue()
    return drawn[drawn.index("<svg") :].replace(_OF_THE_PAGE, "currentColor")
