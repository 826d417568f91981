"""Time for a move without numba, beside compiled kernels and ``greedy``.
``python -m benchmarks.plain_bots [--positions 60]``

Each row is the mean over the same positions of games of two: between ``greedy`` and random players at Cinco,
between ``greedy`` players at Cinq-O. The search has its own time and is stated in simulations. All levels on
one ply take the same time, and so do all levels of Cinq-O, so one stands for them.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable
from random import Random
from statistics import fmean
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.support.positions import PLAYERS, measure, views
from quincunx.games import GAMES
from quincunx.games.cinco.bots.plain.players import PlainLearnedCinco, PlainSearchingCinco
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.bots.plain.adviser import PlainAdvisedCinqo
from quincunx.games.cinqo.types import CinqoOptions

Plain = dict[str, Callable[[], Any]]

ROWS: list[tuple[Any, Plain]] = [
    (CincoOptions(), {"expert": lambda: PlainLearnedCinco(0.1), "master": PlainSearchingCinco}),
    (CinqoOptions(), {"master": PlainAdvisedCinqo}),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=60)
    given = parser.parse_args()
    gc.freeze()
    table = Table("game", "bot", "ms a move", "× greedy", "simulations a move")
    for options, plain in ROWS:
        game = GAMES[type(options).__struct_config__.tag]
        game.bots.precompile()
        source = views(game, options, PLAYERS[game.name], Random(1))
        positions = [next(source) for _ in range(given.positions)]
        bots = {"greedy": game.bots.bot("greedy")}
        for level, create in plain.items():
            bots |= {level: game.bots.bot(level), f"{level}, without numba": create()}
        greedy = None
        for words, (times, decisions) in zip(bots, measure(tuple(bots.values()), positions), strict=True):
            spent = fmean(times)
            greedy = greedy or spent
            searched = [each.simulations for each in decisions if each.simulations]
            mean = f"{fmean(searched):,.0f}" if searched else ""
            title = game.title if words == "greedy" else ""
            table.add_row(title, words, f"{spent:.2f}", f"{spent / greedy:.2g}", mean)
    Console().print(table)


if __name__ == "__main__":
    main()
