"""A review in the terminal: a graph of blocks, the sums, and the mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from quincunx.core.review import Review
from quincunx.review.make import mistakes, unjudged_choices
from quincunx.review.page import luck_of
from quincunx.review.words import Words

BLOCKS: Final = "▁▂▃▄▅▆▇█"
WIDTH: Final = 60
"""The longest graph, in characters."""
MOST_MISTAKES: Final = 10
_GOOD: Final = "green"
_BAD: Final = "red"


def lines(review: Review, words: Words) -> Iterator[Text | Table]:
    """Yield what is printed of a review, below the result of the game."""
    yield Text(words.method_sentence(), style="dim")
    yield _head(words.text("graphRounds" if review.scale == "rounds" else "graph"))
    yield from _graph(review, words)
    if review.turning_points:
        yield _head(words.text("turningPoints"))
    for point in review.turning_points:
        style = _GOOD if point.by_seat[point.seat] > 0 else _BAD
        yield Text(f"  {words.turning_point(point)}", style=style)
    yield _head(words.text("sums"))
    yield _sums(review, words)
    for each in review.seats:
        if each.luck_points is not None and each.errors_points is not None:
            luck, choices = words.points(each.luck_points), words.points(-each.errors_points)
            yield Text(f"  {each.name}, {words.text('points', luck=luck, choices=choices)}", style="dim")
    yield from _mistakes(review, words)
    yield from _uncertain(review, words)


def _head(text: str) -> Text:
    return Text(f"\n{text}", style="bold")


def blocks(values: Sequence[float], low: float, high: float, width: int = WIDTH) -> str:
    """Return values as a row of blocks, from ``low`` to ``high``. If there are more values than blocks, each
    block shows the last value of its share."""
    size = min(width, len(values))
    shown = [values[(place + 1) * len(values) // size - 1] for place in range(size)]
    span = (high - low) or 1.0
    tops = len(BLOCKS) - 1
    return "".join(BLOCKS[round(min(1.0, max(0.0, (value - low) / span)) * tops)] for value in shown)


def _graph(review: Review, words: Words) -> Iterator[Text]:
    every = [worth for moment in review.graph for worth in moment.worths]
    low, high = (min(every), max(every)) if review.scale == "rounds" else (0.0, 1.0)
    for each in review.seats:
        row = blocks([moment.worths[each.seat] for moment in review.graph], low, high)
        ends = f"{words.format_worth(each.start)} → {words.format_worth(each.result)}"
        yield Text.assemble(f"  {each.name:12} ", (row, "cyan"), f"  {ends}")


def _sums(review: Review, words: Words) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for key in ("start", luck_of(review), "choices", "others", "result", "found"):
        table.add_column(words.text(key), justify="right")
    for each in review.seats:
        table.add_row(
            Text(f"  {each.name}"),
            words.format_worth(each.start),
            Text(words.change(each.luck), style=_GOOD if each.luck > 0 else _BAD),
            words.change(each.choices),
            words.change(each.others),
            words.format_worth(each.result),
            words.text("foundOf", found=each.found, count=each.decisions),
        )
    return table


def _mistakes(review: Review, words: Words) -> Iterator[Text]:
    found = mistakes(review)
    yield _head(words.text("mistakes"))
    if not found:
        yield Text(f"  {words.text('noMistakes')}")
    for each in found[:MOST_MISTAKES]:
        yield Text(f"  {words.mistake(each)}")
        for why in words.reasons(each):
            yield Text(f"    {why}", style="dim")
        for option in (each.chosen, each.best):
            if option.continuation:
                yield Text(f"    {words.follows(option)}", style="dim")
    if len(found) > MOST_MISTAKES:
        yield Text(f"  {words.text('more', count=len(found) - MOST_MISTAKES)}", style="dim")


def _uncertain(review: Review, words: Words) -> Iterator[Text]:
    found = unjudged_choices(review)
    if found:
        yield _head(words.text("uncertain"))
    for each in found[:MOST_MISTAKES]:
        yield Text(f"  {words.unsure(each)}", style="dim")
    if len(found) > MOST_MISTAKES:
        yield Text(f"  {words.text('more', count=len(found) - MOST_MISTAKES)}", style="dim")
