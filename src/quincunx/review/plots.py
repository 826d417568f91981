"""The plots of a review's page."""

from __future__ import annotations

from typing import Final

from quincunx.core.review import Review
from quincunx.pages.svg import INK, SECOND_INK, axes_of, svg_of
from quincunx.review.words import Words

_INKS: Final = (INK, SECOND_INK, "#4a6fa5", "#8a4f7d", "#8a8a3a", "#777777")


def graph(review: Review) -> str:
    """Plot the worth of the game to each seat, step by step, with the turning points."""
    figure, axes = axes_of(3.2)
    plies = [moment.ply for moment in review.graph]
    sign = -1 if review.scale == "rounds" else 100
    for each in review.seats:
        line = [sign * moment.worths[each.seat] for moment in review.graph]
        axes.step(plies, line, where="post", color=_INKS[each.seat], linewidth=1.8)
        axes.text(plies[-1], line[-1], f" {each.name}", color=_INKS[each.seat], va="center", parse_math=False)
    for point in review.turning_points:
        axes.axvline(point.ply, color="#888888", alpha=0.5, linewidth=1, linestyle=":")
    if review.scale == "chance":
        axes.set_ylim(-3, 103)
    axes.set_xticks([])
    axes.grid(axis="y", alpha=0.25)
    return svg_of(figure)


def sums(review: Review, words: Words) -> str:
    """Plot luck and play as two bars for each seat."""
    figure, axes = axes_of(0.8 + 0.6 * len(review.seats))
    sign = -1 if review.scale == "rounds" else 100
    for place, each in enumerate(reversed(review.seats)):
        axes.barh(place + 0.2, sign * each.luck, height=0.35, color=INK)
        axes.barh(place - 0.2, sign * each.choices, height=0.35, color=SECOND_INK)
    names = [each.name for each in reversed(review.seats)]
    axes.set_yticks(range(len(names)), names, parse_math=False)
    luck = "luck" if review.seats[0].cards is None else "cards"
    axes.set_xlabel(f"■ {words.say(luck)}   ■ {words.say('choices')}")
    axes.axvline(0, color="#888888", linewidth=1)
    axes.grid(axis="x", alpha=0.25)
    return svg_of(figure)
