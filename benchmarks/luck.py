"""The variance of results with and without luck: ``python -m benchmarks.luck``."""

from __future__ import annotations

import argparse
import os
from typing import Any

from quincunx.arena import Plan, run
from quincunx.arena.report import percent, report
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions

RACE = CinqoOptions()
PAIRS: list[tuple[str, str, str, Any]] = [
    ("novice", "casual", "two, to 100", RACE),
    ("casual", "keen", "two, to 100", RACE),
    ("keen", "skilled", "two, to 100", RACE),
    ("skilled", "expert", "two, to 100", RACE),
    ("expert", "master", "two, to 100", RACE),
    ("greedy", "master", "two, to 100", RACE),
    ("greedy", "skilled", "two, to 100", RACE),
    ("skilled", "expert", "two, five rounds", CinqoOptions(goal="rounds")),
    ("skilled", "expert", "three, to 100", CinqoOptions(players=3)),
    ("novice", "casual", "Cinco of two", CincoOptions()),
    ("casual", "keen", "Cinco of two", CincoOptions()),
    ("keen", "skilled", "Cinco of two", CincoOptions()),
    ("skilled", "expert", "Cinco of two", CincoOptions()),
    ("expert", "greedy", "Cinco of two", CincoOptions()),
]


def main() -> None:
    """Print a row of the table in docs/arena.md for each pair."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--only", default="", help="rows whose game has these words")
    given = parser.parse_args()
    deals: int = given.deals
    for first, second, words, options in (pair for pair in PAIRS if given.only in pair[2]):
        plan = Plan(options, (first, second), deals, measures_luck=True)
        (found,) = report(plan, run(plan, None, os.cpu_count() or 1, lambda deal: None)).pairings
        assert found.adjusted is not None
        assert found.reduction is not None
        shares = f"{percent(found.score)} | {percent(found.adjusted)}"
        print(f"| {first} | {second} | {words} | {deals} | {shares} | {found.reduction:,.1f} |")


if __name__ == "__main__":
    main()
