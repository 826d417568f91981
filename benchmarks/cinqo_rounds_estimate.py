"""Cost of the estimate for fixed rounds. ``python -m benchmarks.cinqo_rounds_estimate [--rounds 3]``

Long games of Cinq-O over fixed rounds are unsolved from three players on, and an estimate replaces the
solution. A short game of three is solved here, from all leads. Then one seat keeps the best by the estimate,
and the others the best for themselves. The table shows the loss of that seat against the solution, from level
scores.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinqo.bots.kernels.encode import TurnTables, tables
from quincunx.games.cinqo.bots.kernels.turn import FIVE_CHANCE, MOST_POINTS, ROWS, first_rolls, solve_turn
from quincunx.games.cinqo.bots.solver import rounds
from quincunx.games.cinqo.bots.solver.rounds_many import estimate

LANES = 64
MOST_LEAD = 110
"""The maximum lead; greater ones count as this. Over three rounds they are rare, and nearly always decide."""
POINTS = np.arange(MOST_POINTS + 1)

Grid = NDArray[np.float64]
"""``[221, 221]``: a chance, by the mover's lead over the next seat and over the last one."""
Belief = Callable[[Sequence[int], int, Sequence[int]], NDArray[np.float64]]
"""``[31]``: the value of each number of points, by the leads over next and last, the turns left after this
one, and their turns left."""


@kernel
def solve_many(
    tables: TurnTables, rewards: NDArray[np.float64], values: NDArray[np.float64], lanes: int
) -> None:
    """Solve many turns, ``lanes`` of them side by side. ``rewards`` is ``[31, numbers, turns]``, ``values``
    ``[numbers, turns]``. A first roll of five of a kind counts as 0."""
    ends, numbers, turns = rewards.shape
    levels = np.zeros((6, 4, ROWS, numbers, lanes))
    some = np.zeros((ends, numbers, lanes))
    found = np.zeros((numbers, lanes))
    for start in range(0, turns, lanes):
        size = min(lanes, turns - start)
        some[:, :, :size] = rewards[:, :, start : start + size]
        solve_turn(tables, some, 0, levels)
        first_rolls(tables, levels, found)
        values[:, start : start + size] = found[:, :size]


def by_two(leads: Sequence[int], my_turns: int, turns: Sequence[int]) -> NDArray[np.float64]:
    """The product of the chances in the games of two."""
    chances = np.ones(len(POINTS))
    for lead, theirs in zip(leads, turns, strict=True):
        chances *= 1.0 - rounds.probabilities(my_turns + theirs)[rounds.MOST_LEAD - (lead + POINTS)]
    return chances


def by_points(leads: Sequence[int], my_turns: int, turns: Sequence[int]) -> NDArray[np.float64]:
    """An estimate by points alone."""
    return POINTS / 100.0


BELIEFS: dict[str, Belief] = {
    "the estimate": estimate,
    "games of two": by_two,
    "points": by_points,
}

NEXT, LAST = np.meshgrid(*[np.arange(-MOST_LEAD, MOST_LEAD + 1)] * 2, indexing="ij")


def after(grid: Grid) -> NDArray[np.float64]:
    """``[31, 221, 221]``: a chance of the position after each number of points, by the leads before."""
    mover = np.clip(LAST - NEXT, -MOST_LEAD, MOST_LEAD)
    over_last = np.clip(-(NEXT[None] + POINTS[:, None, None]), -MOST_LEAD, MOST_LEAD)
    return grid[mover[None] + MOST_LEAD, over_last + MOST_LEAD]


def turn(rewards: list[NDArray[np.float64]], pool: ThreadPoolExecutor) -> list[Grid]:
    """The chances before a turn, from ``[31, 221, 221]`` chances after it; keeps are chosen by the first of
    them."""
    flat = np.stack([each.reshape(MOST_POINTS + 1, -1) for each in rewards], axis=1)
    parts = np.array_split(np.arange(flat.shape[2]), 8)

    def some(part: NDArray[np.int64]) -> NDArray[np.float64]:
        values = np.zeros((len(rewards), len(part)))
        solve_many(tables(), np.ascontiguousarray(flat[:, :, part]), values, LANES)
        return values

    found = np.concatenate(list(pool.map(some, parts)), axis=1).reshape(len(rewards), *NEXT.shape)
    # A five of a kind scores ten points and gives another turn; a third one is as rare again.
    further = np.minimum(np.arange(NEXT.shape[0]) + 10, 2 * MOST_LEAD)
    result = []
    for grid in found:
        whole = grid
        for _ in range(3):
            whole = grid + FIVE_CHANCE * whole[further][:, further]
        result.append(whole)
    return result


def ended() -> list[Grid]:
    """The chances of the seats that would be next, second and last, when no turn is left."""
    scores = np.stack([np.zeros_like(NEXT), -NEXT, -LAST])
    best = scores == scores.max(axis=0)
    return [each / best.sum(axis=0) for each in best]


def solve(turns: int, pool: ThreadPoolExecutor) -> list[list[Grid]]:
    """For each number of turns left, the chances of the mover, the next and the last seat, when each plays
    best for itself."""
    found = [ended()]
    for _ in track(range(turns), "solving"):
        first, second = turn([after(found[-1][2]), after(found[-1][0])], pool)
        found.append([first, second, 1.0 - first - second])
    return found


def with_belief(
    belief: Belief, solved: list[list[Grid]], pool: ThreadPoolExecutor, name: str
) -> list[list[Grid]]:
    """The same chances for the seat that plays by ``belief``, as the mover, the next and the last."""
    found = [ended()]
    for left in track(range(1, len(solved)), name):
        mover, following, last = (after(grid) for grid in found[-1])
        exact = after(solved[left - 1][2])
        turns = (left + 1) // 3, left // 3
        cells = [(int(second), int(third)) for second, third in zip(NEXT.flat, LAST.flat, strict=True)]
        believed = np.stack([belief(leads, (left - 1) // 3, turns) for leads in cells], axis=1)
        believed = believed.reshape(len(POINTS), *NEXT.shape)
        found.append(
            [
                turn([believed, last], pool)[1],
                turn([exact, mover], pool)[1],
                turn([exact, following], pool)[1],
            ]
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, choices=range(1, 5))
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    table = Table("rounds", "one of three plays by", "as first", "as second", "as third", "loses, mean")
    with ThreadPoolExecutor(given.cores) as pool:
        solved = solve(3 * given.rounds, pool)
        played = {name: with_belief(belief, solved, pool, name) for name, belief in BELIEFS.items()}
    for number in range(1, given.rounds + 1):
        best = [grid[MOST_LEAD, MOST_LEAD] for grid in solved[3 * number]]
        table.add_row(str(number), "the solution", *(f"{100 * share:.3f} %" for share in best), "")
        for name, found in played.items():
            shares = [grid[MOST_LEAD, MOST_LEAD] for grid in found[3 * number]]
            lost = 100 * (1 - sum(shares)) / 3
            table.add_row("", name, *(f"{100 * share:.3f} %" for share in shares), f"{lost:.3f} points")
    Console().print(table)


if __name__ == "__main__":
    main()
