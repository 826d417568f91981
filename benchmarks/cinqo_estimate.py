"""Cost of the estimate for many players. ``python -m benchmarks.cinqo_estimate [--cores 2]``

Cinq-O to 100 is unsolved from four players on, and an estimate replaces the solution. Here the estimate plays
the game of three, which is solved. One seat keeps the best by the estimate, the others the best for
themselves, over all million score triples. The table shows the loss of that seat against the solution.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinqo.bots.kernels.encode import TurnTables, tables
from quincunx.games.cinqo.bots.kernels.turn import FIVE_CHANCE, MOST_POINTS, ROWS, first_rolls, solve_turn
from quincunx.games.cinqo.bots.solver.prospects import race_estimate, race_wins
from quincunx.games.cinqo.bots.solver.race import GOAL
from quincunx.games.cinqo.bots.solver.race3 import shares, shipped, triples_of

LANES = 64


@kernel
def solve_some(
    tables: TurnTables,
    believed: NDArray[np.float64],
    exact: NDArray[np.float64],
    chances: NDArray[np.float64],
    place: int,
    triples: NDArray[np.int64],
) -> None:
    """Fill ``chances[place]`` for these triples: the chance of the seat that plays by the estimate when it is
    to move (place 0), next (1) or last (2)."""
    levels = np.zeros((6, 4, ROWS, 2, LANES))
    rewards = np.zeros((MOST_POINTS + 1, 2, LANES))
    values = np.zeros((2, LANES))
    for start in range(0, triples.shape[0], LANES):
        size = min(LANES, triples.shape[0] - start)
        for lane in range(size):
            mine, following, third = triples[start + lane]
            for points in range(1, MOST_POINTS + 1):
                after = mine + points
                if after >= GOAL:
                    rewards[points, 0, lane] = 1.0
                    rewards[points, 1, lane] = 1.0 if place == 0 else 0.0
                    continue
                rewards[points, 1, lane] = chances[(place + 2) % 3, following, third, after]
                if place == 0:
                    rewards[points, 0, lane] = believed[after, following, third]
                else:
                    first, second = exact[following, third, after]
                    rewards[points, 0, lane] = 1.0 - first - second
        solve_turn(tables, rewards, 0, levels)
        first_rolls(tables, levels, values)
        for lane in range(size):
            mine, following, third = triples[start + lane]
            again = 1.0 if place == 0 else 0.0
            if mine + 10 < GOAL:
                again = chances[place, mine + 10, following, third]
            chances[place, mine, following, third] = values[1, lane] + FIVE_CHANCE * again


def by_the_clock() -> NDArray[np.float64]:
    """The estimate that the product uses from four players on."""
    second, third = np.arange(GOAL)[:, None], np.arange(GOAL)[None, :]
    return np.stack([race_estimate(np.array(mine), [second, third]) for mine in range(GOAL)])


def by_pairs() -> NDArray[np.float64]:
    """The product of the chances in the races of two."""
    beaten = 1.0 - race_wins().T  # by own score and the score of the other seat, which is to move
    return beaten[:, :, None] * beaten[:, None, :]


def by_points() -> NDArray[np.float64]:
    """An estimate by points alone."""
    return np.broadcast_to(np.arange(GOAL)[:, None, None] / 1000.0, (GOAL, GOAL, GOAL)).copy()


def chances_with(
    believed: NDArray[np.float64], exact: NDArray[np.float64], cores: int, name: str
) -> NDArray[np.float64]:
    """``[3, 100, 100, 100]``: the chance to win of the seat that plays by ``believed``, by its place and the
    scores of all seats from the mover on."""
    chances = np.zeros((3, GOAL, GOAL, GOAL))
    with ThreadPoolExecutor(cores) as pool:
        for total in track(range(3 * (GOAL - 1), -1, -1), name):
            triples = triples_of(total)
            for place in range(3):
                parts = [np.ascontiguousarray(part) for part in shares(triples, cores)]
                list(pool.map(partial(solve_some, tables(), believed, exact, chances, place), parts))
    return chances


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    kept = shipped()
    if kept is None:
        sys.exit("The table of three players is missing: quincunx solve cinqo --game race3")
    exact = kept.astype(np.float64)
    solved = np.array([exact[0, 0, 0, 0], exact[0, 0, 0, 1], 1 - exact[0, 0, 0].sum()])
    table = Table("one of three plays by", "as first", "as second", "as third", "loses, mean")
    table.add_row("the solution", *(f"{100 * chance:.3f} %" for chance in solved), "")
    for name, believed in (
        ("the estimate", by_the_clock()),
        ("races of two", by_pairs()),
        ("points", by_points()),
    ):
        found = chances_with(believed, exact, given.cores, name)[:, 0, 0, 0]
        lost = 100 * (solved - found).mean()
        table.add_row(name, *(f"{100 * chance:.3f} %" for chance in found), f"{lost:.3f} points")
    console = Console()
    console.print(table)
    after = np.moveaxis(1.0 - exact.sum(axis=3), 2, 0)  # of the seat that has just moved, by its own score
    error = np.sqrt(np.mean((by_the_clock() - after) ** 2))
    console.print(f"standard error of an estimated chance: {error:.4f}")


if __name__ == "__main__":
    main()
