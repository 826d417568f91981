"""Duration of solving the whole two-player race. ``python -m benchmarks.cinqo_race [--runs 3] [--sums 2]``

All 10,000 score pairs of Cinq-O to 100 on one core, beside a plain recursion of the same game in numba. The
recursion tries every keep of every multiset of dice, one score pair after another, without classes, mirror or
lanes. It is timed on the pairs of a few sums of scores and scaled up to all of them. Both must agree there.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from benchmarks.support.plain_cinqo import plain_tables, plain_turn
from quincunx.games.cinqo.bots.solver.race import GOAL, race_rewards, solve

TARGET_SECONDS = 3.0


def plain(wins: NDArray[np.float64], sums: int) -> tuple[float, int, float]:
    """Seconds, pairs and the greatest difference, over the score pairs of this many middle sums."""
    tables = plain_tables()
    plain_turn(tables, np.zeros(31))
    pairs = [(mine, total - mine) for total in range(100, 100 + sums) for mine in range(total - 99, 100)]
    worst, start = 0.0, time.perf_counter()
    for mine, theirs in pairs:
        rewards = race_rewards(wins, mine, theirs)
        again = 1.0 if mine + 10 >= GOAL else wins[mine + 10, theirs]
        value = plain_turn(tables, rewards) + again / 1296
        worst = max(worst, abs(value - wins[mine, theirs]))
    return time.perf_counter() - start, len(pairs), worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--sums", type=int, default=2)
    given = parser.parse_args()
    solve()  # compile before the measurement
    mine: list[float] = []
    peer: list[float] = []
    worst = 0.0
    for _ in range(given.runs):
        start = time.perf_counter()
        wins = solve()
        mine.append(time.perf_counter() - start)
        seconds, pairs, difference = plain(wins, given.sums)
        peer.append(seconds / pairs * GOAL * GOAL)
        worst = max(worst, difference)
    ours, theirs = statistics.median(mine), statistics.median(peer)
    table = Table("10,000 score pairs, one core", "seconds", "ratio")
    table.add_row("plain recursion (scaled up)", f"{theirs:.1f}", "1 ×")
    table.add_row("ours", f"{ours:.2f}", f"{theirs / ours:.0f} × faster")
    Console().print(table, f"they differ by {worst:.1e} at most; target: {TARGET_SECONDS} s")


if __name__ == "__main__":
    main()
