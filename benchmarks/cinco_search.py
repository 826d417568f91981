"""Speed of Cinco's search. ``python -m benchmarks.cinco_search [--seconds 2] [--runs 5]``

Simulations per second on one core from the opening with two players: our tree search, and OpenSpiel's Python
IS-MCTS with random playouts on the Cinco of ``quincunx.games.cinco.learning.spiel``. Medians of several runs,
taken in turn. A simulation of ours ends at a node with the network's value; one of OpenSpiel's plays to the
end at random.
"""

from __future__ import annotations

import argparse
import statistics
import time
from random import Random

from rich.console import Console
from rich.table import Table

from quincunx.core.chance import Shuffled
from quincunx.engines.bot import Budget
from quincunx.engines.kernels.xorshift import seeded
from quincunx.games.cinco.bots.kernels.tree_search import new_tree, search
from quincunx.games.cinco.bots.ranking import root_of
from quincunx.games.cinco.bots.search import MOST_NODES
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.types import CincoOptions, CincoView

TARGET = 50


def opening() -> CincoView:
    cards = list(range(1, 91))
    Random(1).shuffle(cards)
    return CINCO.view(CINCO.apply(CINCO.initial(CincoOptions(first=0)), Shuffled(tuple(cards))), 0)


def ours(view: CincoView, seconds: float) -> float:
    network, belief, accumulators = root_of(view)
    tree, xorshift = new_tree(MOST_NODES), seeded(1)
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        search(network, belief, accumulators, tree, 200, 1.0, 0.05, xorshift)
    return int(tree.visits[0]) / (time.perf_counter() - start)


def theirs(view: CincoView, simulations: int) -> float:
    from benchmarks.baselines.spiel_bot import SpielCinco

    start = time.perf_counter()
    SpielCinco().choose(view, Random(1), Budget(simulations=simulations))
    return simulations / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    view = opening()
    ours(view, 0.1)
    theirs(view, 5)
    pairs = [(ours(view, given.seconds), theirs(view, 300)) for _ in range(given.runs)]
    mine, peer = (statistics.median(rates) for rates in zip(*pairs, strict=True))
    table = Table("from the opening, one core", "simulations/s", "ratio")
    table.add_row("OpenSpiel, Python IS-MCTS", f"{peer:,.0f}", "1 ×")
    table.add_row("ours", f"{mine:,.0f}", f"{mine / peer:.0f} ×")
    Console().print(table, f"medians of {given.runs} runs; target: {TARGET} ×")


if __name__ == "__main__":
    main()
