"""Time for a move without numba, beside compiled kernels and ``greedy``.
``python -m benchmarks.plain_bots [--positions 60]``

Each row is the mean over the same positions of games of two: between ``greedy`` and random players at Cinco,
between ``greedy`` players at Cinq-O. The search has its own time and is stated in simulations. All levels on
one ply take the same time, and so do all levels of Cinq-O, so one stands for them.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.core.game import AnyGame
from quincunx.engines.bot import Decision
from quincunx.games import GAMES
from quincunx.games.cinco.bots.plain.players import PlainLearnedCinco, PlainSearchingCinco
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.bots.plain.adviser import PlainAdvisedCinqo
from quincunx.games.cinqo.types import CinqoOptions

Plain = dict[str, Callable[[], Any]]

ROWS: list[tuple[Any, tuple[str, ...], Plain]] = [
    (
        CincoOptions(),
        ("greedy", "random"),
        {"expert": lambda: PlainLearnedCinco(0.1), "master": PlainSearchingCinco},
    ),
    (CinqoOptions(), ("greedy",), {"master": PlainAdvisedCinqo}),
]


def views(game: AnyGame, options: Any, names: tuple[str, ...], random: Random) -> Iterator[Any]:
    """A third of the views of the seat to move, of games without end."""
    bots = [game.bots.bot(name) for name in names]
    while True:
        state = game.initial(options)
        while (seat := game.to_move(state)) is not None:
            if seat == CHANCE:
                state = game.apply(state, resolve_chance(game.asks(state), random))
                continue
            view = game.view(state, seat)
            if random.random() < 1 / 3:
                yield view
            state = game.apply(state, bots[seat % len(bots)].choose(view, random).action)


def measure(bot: Any, positions: list[Any]) -> tuple[float, list[Decision[Any]]]:
    """Milliseconds for a decision on average, and the decisions. What is computed once is not counted."""
    bot.choose(positions[-1], Random(0))
    start = time.perf_counter()
    decisions = [bot.choose(view, Random(number)) for number, view in enumerate(positions)]
    return (time.perf_counter() - start) / len(positions) * 1000, decisions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=60)
    given = parser.parse_args()
    gc.freeze()
    table = Table("game", "bot", "ms a move", "× greedy", "simulations a move")
    for options, names, plain in ROWS:
        game = GAMES[type(options).__struct_config__.tag]
        game.bots.precompile()
        source = views(game, options, names, Random(1))
        positions = [next(source) for _ in range(given.positions)]
        greedy, _ = measure(game.bots.bot("greedy"), positions)
        table.add_row(game.title, "greedy", f"{greedy:.2f}", "1", "")
        for level, create in plain.items():
            for words, bot in ((level, game.bots.bot(level)), (f"{level}, without numba", create())):
                spent, decisions = measure(bot, positions)
                searched = [each.simulations for each in decisions if each.simulations]
                mean = f"{sum(searched) / len(searched):,.0f}" if searched else ""
                table.add_row("", words, f"{spent:.2f}", f"{spent / greedy:.2g}", mean)
    Console().print(table)


if __name__ == "__main__":
    main()
