"""The library beside python-chess, in one run: random games through the public surface, and the first game.

``python -m benchmarks.library``; python-chess is not among the developers' tools: ``pip install chess``.

Both sides are driven by the same loop, as their users write it: until the game is over, push a random one of
the legal moves. Slices of the sides alternate and the fastest of each counts, so that a busy machine slows
neither more than the other.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, Final

import chess

import quincunx

SLICES: Final = 60
SLICE_SECONDS: Final = 0.08
STARTS: Final = 15
TARGET: Final = 6.0
SLOWEST_START: Final = 1.5

GAMES: Final[dict[str, Callable[[int], Any]]] = {
    "Cinco": lambda seed: quincunx.Cinco(seed=seed),
    "Cinq-O": lambda seed: quincunx.Cinqo(seed=seed),
}


def chess_plies(random: Random) -> int:
    board, plies = chess.Board(), 0
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
        plies += 1
    return plies


def our_plies(new: Callable[[int], Any], seed: int, random: Random) -> int:
    game, plies = new(seed), 0
    while not game.is_over:
        game.push(random.choice(game.legal_moves))
        plies += 1
    return plies


def rate(play: Callable[[], int]) -> float:
    """Plies per second of processor time, over whole games."""
    start, plies = time.process_time(), 0
    while (spent := time.process_time() - start) < SLICE_SECONDS:
        plies += play()
    return plies / spent


def cpu_of(program: str) -> float:
    """The least processor time of a fresh interpreter that runs this program, in milliseconds."""
    least = float("inf")
    for _ in range(STARTS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", program], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return 1000 * least


def main() -> None:
    random, seeds = Random(1), count()
    sides: dict[str, Callable[[], int]] = {"python-chess": lambda: chess_plies(random)}
    for name, new in GAMES.items():
        sides[name] = lambda new=new: our_plies(new, next(seeds), random)  # type: ignore[misc]  # bound now
    best = dict.fromkeys(sides, 0.0)
    for _ in range(SLICES):
        for name, play in sides.items():
            best[name] = max(best[name], rate(play))
    print("random plies a second, moves listed and pushed")
    for name, found in best.items():
        ratio = found / best["python-chess"]
        print(f"  {name:14} {found:10,.0f}   {ratio:5.2f} ×   (Cinco's target: {TARGET} ×)")
    bare = cpu_of("pass")
    first = {
        "import chess; chess.Board()": cpu_of("import chess; chess.Board()") - bare,
        "import quincunx; quincunx.Cinco()": cpu_of("import quincunx; quincunx.Cinco()") - bare,
    }
    print(f"the first game, in ms of processor time above {bare:.0f} for the interpreter")
    theirs = next(iter(first.values()))
    for name, found in first.items():
        print(f"  {name:36} {found:6.1f}   {found / theirs:5.2f} ×   (most: {SLOWEST_START} ×)")


if __name__ == "__main__":
    main()
