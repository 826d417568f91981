"""Speed of random games in the kernels. ``python -m benchmarks.cinco_playouts [--seconds 1] [--runs 5]``

Cinco's public batch function on one core, beside OpenSpiel's ``havannah(board_size=6)``. That is written in
C++ and driven through its Python API, as usual. Figures are plies (turns) and steps per second: medians of
several runs, taken in turn.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from rich.console import Console
from rich.table import Table

from quincunx.games.cinco.bots.kernels.playouts import play_many
from quincunx.games.cinco.types import CincoOptions

TARGET = 12


def ours(options: CincoOptions, seconds: float) -> float:
    plies, seed, start = 0, 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        seed += 1
        plies += play_many(options, "random", 2_000, seed).plies
    return plies / (time.perf_counter() - start)


def theirs(game: object, seconds: float) -> float:
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()  # type: ignore[attr-defined]
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    import pyspiel

    havannah = pyspiel.load_game("havannah(board_size=6)")
    setups = {
        "Cinco, 2 players": CincoOptions(),
        "Cinco, 3 players": CincoOptions(3, 3),
        "Cinco, 6 in 3 teams, joker": CincoOptions(6, 3, True),
    }
    for options in setups.values():
        play_many(options, "random", 1, 1)  # compile before the measurement
    found: dict[str, list[float]] = {name: [] for name in ("havannah", *setups)}
    for _ in range(given.runs):
        found["havannah"].append(theirs(havannah, given.seconds))
        for name, options in setups.items():
            found[name].append(ours(options, given.seconds))
    peer = statistics.median(found["havannah"])
    table = Table("random games, one core", "plies/s", "of havannah", title=f"medians of {given.runs} runs")
    for name, rates in found.items():
        rate = statistics.median(rates)
        table.add_row(name, f"{rate:,.0f}", f"{rate / peer:.1f} ×")
    Console().print(table, f"target: {TARGET} ×")


if __name__ == "__main__":
    main()
