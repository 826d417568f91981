"""Errors of hints at Cinco. ``python -m benchmarks.hint_errors [--positions 12] [--simulations 2000]``

A hint states a standard error for each chance. The benchmark compares it with the distance between the chance
and that of a search ten times as long, in positions of games between fallible players. The two columns should
agree.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from random import Random

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from quincunx import Cinco
from quincunx.engines.bot import Budget, Decision
from quincunx.games.cinco.bots.ranking import rank_view
from quincunx.games.cinco.bots.search import LearnedCinco, SearchingCinco
from quincunx.games.cinco.types import CincoMove, CincoView

SEATINGS = ((2, 2), (3, 3), (4, 2), (6, 2))
EDGES = (0.0, 0.0195, 0.023, 0.03, 0.04, 0.06)
"""The bounds of the rows, by the error that hints state."""


def undecided_views(players: int, teams: int, wanted: int, random: Random) -> list[CincoView]:
    """Views that need a search, at most three from each game."""
    found: list[CincoView] = []
    bot = LearnedCinco(blunder_rate=0.15)
    while len(found) < wanted:
        game = Cinco(players, teams, seed=random.getrandbits(64))
        views: list[CincoView] = []
        while game.seat is not None:
            view = game.view(game.seat)
            if not rank_view(view)[1].is_clear:
                views.append(view)
            game.push(bot.choose(view, random).action)
        found += random.sample(views, min(3, len(views)))
    return found[:wanted]


def searched(view: CincoView, simulations: int, seed: int) -> Decision[CincoMove]:
    return SearchingCinco().choose(view, Random(seed), Budget(simulations=simulations))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=12, help="for each seating")
    parser.add_argument("--simulations", type=int, default=2000)
    given = parser.parse_args()
    random = Random(7)
    pairs: list[tuple[float, float]] = []
    for players, teams in SEATINGS:
        views = undecided_views(players, teams, given.positions, random)
        for view in track(views, f"{players} players"):
            long = searched(view, 10 * given.simulations, 99)
            values = {each.action: each.value for each in long.alternatives}
            for each in searched(view, given.simulations, 1).alternatives[:8]:
                assert each.error is not None
                pairs.append((each.error, each.value - values[each.action]))
    found = np.array(pairs)
    table = Table("stated error", "chances", "mean stated", "found")
    for low, high in pairwise(EDGES):
        rows = found[(found[:, 0] >= low) & (found[:, 0] < high)]
        if len(rows):
            distance = float(np.sqrt(np.mean(rows[:, 1] ** 2)))
            table.add_row(f"{low} to {high}", f"{len(rows):,}", f"{rows[:, 0].mean():.4f}", f"{distance:.4f}")
    Console().print(table)


if __name__ == "__main__":
    main()
