"""Duration of advice at Cinq-O. ``python -m benchmarks.cinqo_advice [--games 40]``

The benchmark takes every decision of whole games between perfect players. It ranks all keeps by win chance
and by points, from the view to the sorted list. The process has loaded everything, like a process for hints.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from random import Random

from rich.console import Console
from rich.table import Table

from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.games.cinqo.bots.advisor import advise
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.types import CinqoOptions

TARGET_MILLISECONDS = 1.0

GAMES = {
    "race of two": CinqoOptions(2),
    "solitaire": CinqoOptions(1),
    "ten rounds, two": CinqoOptions(2, "rounds", 10),
    "race of three": CinqoOptions(3),
    "race of six": CinqoOptions(6),
    "ten rounds, six": CinqoOptions(6, "rounds", 10),
}


def spent_on(options: CinqoOptions, random: Random) -> list[float]:
    """Milliseconds for each decision of a game."""
    spent = []
    state = CINQO.initial(options)
    while (seat := CINQO.to_move(state)) is not None:
        if seat == CHANCE:
            state = CINQO.apply(state, resolve_chance(CINQO.asks(state), random))
            continue
        view = CINQO.view(state, seat)
        start = time.perf_counter()
        advice = advise(view)
        spent.append(1000 * (time.perf_counter() - start))
        state = CINQO.apply(state, advice[0].put)
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    given = parser.parse_args()
    CINQO.bots.precompile()
    gc.freeze()
    random = Random(1)
    table = Table("game", "decisions", "median, ms", "p99", "slowest")
    for name, options in GAMES.items():
        spent = sorted(each for _ in range(given.games) for each in spent_on(options, random))
        figures = statistics.median(spent), spent[int(0.99 * len(spent))], spent[-1]
        table.add_row(name, f"{len(spent):,}", *(f"{figure:.2f}" for figure in figures))
    Console().print(table, f"target: {TARGET_MILLISECONDS} ms")


if __name__ == "__main__":
    main()
