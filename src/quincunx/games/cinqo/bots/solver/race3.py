"""Three players to 100, each maximising its own chance: the exact chances from all million score triples.

The mover chooses what is best for itself, and the others' chances follow from that (max^n,
:mod:`quincunx.games.cinqo.bots.kernels.worth`). Triples with the same sum of scores do not depend on each
other: they are solved in the order of falling sums, side by side on all cores, with regular checkpoints.

The result ships as ``tables/race3.npz`` in steps of 1/65535, made by ``quincunx solve cinqo --game race3``.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from quincunx.core.sentence import SpokenError, sentence
from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinqo.bots.kernels.encode import TurnTables, tables
from quincunx.games.cinqo.bots.kernels.turn import FIVE_CHANCE, MOST_POINTS, ROWS, first_rolls, solve_turn
from quincunx.games.cinqo.bots.solver.race import GOAL

LANES: Final = 64
CHECKPOINT: Final = "race3-checkpoint.npz"
STEPS: Final = 65535
_SUMS_BETWEEN_CHECKPOINTS: Final = 10
_SCORES: Final = (0, 1, 2)
"""The axes of the three scores."""

Wins = NDArray[np.float64]
"""``[100, 100, 100, 2]``: the chances of the seat to move and of the next player, by the three scores, the
mover's first."""


@kernel
def solve_some(tables: TurnTables, wins: Wins, triples: NDArray[np.int64]) -> None:
    """Solve these score triples (``[n, 3]``, mover first), whose successors must be solved."""
    levels = np.zeros((6, 4, ROWS, 2, LANES))
    rewards = np.zeros((MOST_POINTS + 1, 2, LANES))
    values = np.zeros((2, LANES))
    for start in range(0, triples.shape[0], LANES):
        size = min(LANES, triples.shape[0] - start)
        for lane in range(size):
            mine, following, third = triples[start + lane]
            for points in range(1, MOST_POINTS + 1):
                if mine + points >= GOAL:
                    rewards[points, 0, lane] = 1.0
                    rewards[points, 1, lane] = 0.0
                else:
                    first, second = wins[following, third, mine + points]
                    rewards[points, 0, lane] = 1.0 - first - second
                    rewards[points, 1, lane] = first
        solve_turn(tables, rewards, 0, levels)
        first_rolls(tables, levels, values)
        for lane in range(size):
            mine, following, third = triples[start + lane]
            for k in range(2):
                again = 1.0 - k
                # After a five of a kind the same player takes another turn, with 10 points more (Q3, Q4).
                if mine + 10 < GOAL:
                    again = wins[mine + 10, following, third, k]
                wins[mine, following, third, k] = values[k, lane] + FIVE_CHANCE * again


def triples_of(total: int) -> NDArray[np.int64]:
    """Return all score triples with this sum."""
    mine, following = np.meshgrid(np.arange(GOAL), np.arange(GOAL), indexing="ij")
    third = total - mine - following
    inside = (third >= 0) & (third < GOAL)
    return np.stack([mine[inside], following[inside], third[inside]], axis=1).astype(np.int64)


class BadCheckpoint(SpokenError, ValueError):
    """A file from which no solution can continue. The text is a sentence for people."""


class Solvers(Protocol):
    """A solver for the triples of one sum."""

    def load_solved(self, wins: Wins) -> None:
        """Load the part that is solved already."""

    def solve(self, triples: NDArray[np.int64]) -> None:
        """Fill these triples, of the next sum down, in the array that was taken over."""


class Threads:
    """All cores of this machine, side by side in one array."""

    def __init__(self, cores: int) -> None:
        self._cores = cores
        self._pool = ThreadPoolExecutor(cores)
        self._wins: Wins = np.empty(0)

    def load_solved(self, wins: Wins) -> None:
        self._wins = wins

    def solve(self, triples: NDArray[np.int64]) -> None:
        # The kernel releases the interpreter's lock, and the parts do not overlap.
        parts = [np.ascontiguousarray(part) for part in shares(triples, self._cores)]
        list(self._pool.map(partial(solve_some, tables(), self._wins), parts))


def shares(triples: NDArray[np.int64], workers: int) -> list[NDArray[np.int64]]:
    """Divide the triples among the workers, a full kernel's worth for each if there are enough."""
    return np.array_split(triples, max(1, min(workers, len(triples) // LANES)))


def solve(folder: Path, solvers: Solvers, on_progress: Callable[[int], None]) -> Wins:
    """Return ``[100, 100, 100, 2]``: the chances of the seat to move and of the next player, by the three
    scores.

    Continues from the checkpoint in the folder. ``on_progress`` is called with the number of solved triples.
    Raises ``OSError``, and :class:`BadCheckpoint` for an invalid one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / CHECKPOINT
    wins, below = np.zeros((GOAL, GOAL, GOAL, 2)), 3 * (GOAL - 1) + 1
    if file.exists():
        wins, below = _read(file)
    done = sum(len(triples_of(total)) for total in range(below, 3 * (GOAL - 1) + 1))
    on_progress(done)
    solvers.load_solved(wins)
    for total in range(below - 1, -1, -1):
        triples = triples_of(total)
        solvers.solve(triples)
        done += len(triples)
        on_progress(done)
        if total % _SUMS_BETWEEN_CHECKPOINTS == 0:
            _save(file, wins, total)
    return wins


def _read(file: Path) -> tuple[Wins, int]:
    try:
        with file.open("rb") as data, np.load(data, allow_pickle=False) as saved:
            wins, below = saved["wins"], int(saved["below"])
    except (OSError, EOFError, KeyError, ValueError, TypeError, zipfile.BadZipFile) as error:
        raise BadCheckpoint(sentence("{{1}} isn’t a checkpoint of this solution.", file)) from error
    if wins.shape != (GOAL, GOAL, GOAL, 2) or wins.dtype != np.float64:
        raise BadCheckpoint(sentence("{{1}} isn’t a checkpoint of this solution.", file))
    return wins, below


def _save(file: Path, wins: Wins, below: int) -> None:
    half_done = file.with_suffix(".part")
    with half_done.open("wb") as out:
        np.savez(out, wins=wins, below=np.array(below))
    half_done.replace(file)


def save(path: Path, wins: Wins, command: str) -> None:
    """Write the table that ships with the package."""
    steps = np.rint(wins * STEPS).clip(0, STEPS).astype(np.uint16)
    # Differences along the three scores, one after the other, are small numbers, which compress better.
    small = steps
    for axis in _SCORES:
        small = np.diff(small, axis=axis, prepend=np.uint16(0))
    with path.open("wb") as out:
        np.savez_compressed(out, small=small, made=np.array(command))


@cache
def shipped() -> NDArray[np.float32] | None:
    """Return the package's table, ``[100, 100, 100, 2]``, exact to 1/131070; ``None`` if it is missing."""
    file = resources.files("quincunx.games.cinqo.bots").joinpath("tables", "race3.npz")
    try:
        with file.open("rb") as data, np.load(data, allow_pickle=False) as saved:
            steps = saved["small"]
    except FileNotFoundError:
        return None
    for axis in _SCORES:
        np.cumsum(steps, axis=axis, dtype=np.uint16, out=steps)
    return steps.astype(np.float32) / np.float32(STEPS)
