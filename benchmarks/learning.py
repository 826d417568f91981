"""The learning curve of ``examples/learn.py``, as a table and as a picture.

``python examples/learn.py 20 | tee curve.jsonl``, then
``python -m benchmarks.learning curve.jsonl --picture docs/pictures/learned.svg``.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.table import Table

OPPONENTS: Final = ("random", "lines", "greedy")
TOLD: Final = (1, 2, 3, 5, 10, 15, 20)
"""The minutes that the table has."""


class Line(msgspec.Struct, frozen=True):
    """The shares of points after so many CPU seconds."""

    seconds: int
    random: float
    lines: float
    greedy: float


def draw(curve: list[Line], path: Path) -> None:
    """Draw a line for each opponent."""
    from matplotlib.figure import Figure

    figure = Figure((7, 3.6), layout="constrained")
    axes = figure.subplots()
    for name in OPPONENTS:
        axes.plot(
            [line.seconds / 60 for line in curve],
            [getattr(line, name) for line in curve],
            label=f"against {name}",
        )
    axes.set(xlabel="CPU minutes on one core", ylabel="share of points", ylim=(0, 1.02))
    axes.grid(visible=True, alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("curve", type=Path, metavar="FILE", help="the lines that the example printed")
    parser.add_argument("--picture", type=Path, metavar="FILE")
    given = parser.parse_args()
    curve = [msgspec.json.decode(line, type=Line) for line in given.curve.read_bytes().splitlines()]
    table = Table()
    for column in ("CPU minutes", *OPPONENTS):
        table.add_column(column, justify="right")
    for line in curve:
        if round(line.seconds / 60) in TOLD:
            shares = (f"{100 * getattr(line, name):.1f} %" for name in OPPONENTS)
            table.add_row(str(round(line.seconds / 60)), *shares)
    Console().print(table)
    if given.picture is not None:
        draw(curve, given.picture)


if __name__ == "__main__":
    main()
