"""Results of Cinco's network on one ply, and of its search, in every seating and variant.

``python -m benchmarks.cinco_gauntlet [--games 200] [--simulations 200] [--out DIR]``

Each deal is played from every side. A fair share is 50 % with two sides, 33 % with three. With a folder the
deals of the search are stored. After Ctrl-C the same command continues, and a later run may ask for more
games. The games on one ply are always played anew.
"""

from __future__ import annotations

import argparse
import math
import os
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from quincunx.arena import Plan, run
from quincunx.arena.ledger import BadResults
from quincunx.arena.ratings import Z95, score
from quincunx.games.cinco.bots.training.train import score_against_greedy
from quincunx.games.cinco.bots.weights import SEATINGS, shipped
from quincunx.games.cinco.types import CincoOptions

OTHERS = {"greedy": "greedy", "network": "py:quincunx.games.cinco.bots.search:LearnedCinco"}
SEED = 7


def on_one_ply(options: CincoOptions, games: int) -> str:
    """The network's share against greedy, from every side in turn, played by the kernels."""
    share = score_against_greedy(options, shipped(options.players, options.teams), games, SEED)
    return f"{100 * share:.1f} ± {100 * Z95 * math.sqrt(share * (1 - share) / games):.1f} %"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of the search, in each cell")
    parser.add_argument("--quick-games", type=int, default=6000, help="on one ply, in each cell")
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, help="keep the deals here")
    given = parser.parse_args()
    table = Table("players", "teams", "variant", "one ply, greedy", *(f"search, {other}" for other in OTHERS))
    setups = [
        CincoOptions(players, teams, joker) for joker in (False, True) for players, teams in sorted(SEATINGS)
    ]
    deals = {options: max(2, given.games // options.teams) for options in setups}
    with Progress(console=Console(stderr=True)) as progress:
        finished = 0
        task = progress.add_task("deals", total=len(OTHERS) * sum(deals.values()))
        for options in setups:
            variant = "joker" if options.joker else "classic"
            cells = [on_one_ply(options, given.quick_games)]
            for other, entry in OTHERS.items():
                plan = Plan(
                    options, ("master", entry), deals[options], seed=SEED, simulations=given.simulations
                )
                name = f"{options.players}in{options.teams}-{variant}-{other}-{given.simulations}"
                folder = given.out / name if given.out else None
                played = run(plan, folder, given.cores, lambda deal: progress.advance(task))
                finished += deals[options]
                progress.update(task, completed=finished)
                found = score([deal.score for deal in played])
                cells.append(f"{100 * found.mean:.1f} ± {100 * found.margin:.1f} %")
            table.add_row(str(options.players), str(options.teams), variant, *cells)
    Console().print(table)


if __name__ == "__main__":
    try:
        main()
    except BadResults as error:
        raise SystemExit(str(error)) from None
    except KeyboardInterrupt:
        raise SystemExit("Stopped. Run the same command to continue.") from None
