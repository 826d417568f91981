"""Limit of search against luck. ``python -m benchmarks.cinco_luck [--against network]``

The searching player meets a bot that does not search, with more and more simulations a move. Beside it plays
a cheat: the same player, who knows whose cards are whose. A player who does not see the cards cannot hope to
win more than the cheat does. There are two players, and each deal is played from both sides.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

from msgspec.structs import replace
from rich.console import Console
from rich.progress import track
from rich.table import Table

from quincunx.arena.ratings import score
from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.engines.bot import Budget
from quincunx.games.cinco.bots.search import LearnedCinco
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.state import CincoState
from quincunx.games.cinco.types import CincoOptions, CincoView

AGAINST = {"greedy": CINCO.bots.bot("greedy"), "network": LearnedCinco()}


def uncovered(state: CincoState, view: CincoView) -> CincoView:
    """A view that reveals the other hand: all unseen cards that are not in the pile."""
    return replace(view, pile_cards=tuple(sorted(state.pile)), carried=view.hand_sizes)


def deal(number: int, against: str, simulations: int, cheating: bool) -> float:
    """The share of a deal that the searching player wins, played from both sides."""
    master, other = CINCO.bots.bot("master"), AGAINST[against]
    share = 0.0
    for side in range(2):
        chance, taste = Random(f"deal {number}"), Random(f"taste {number} {side}")
        state = CINCO.initial(CincoOptions(2, 2, first=number % 2))
        turns = 0
        while (seat := CINCO.to_move(state)) is not None and turns < 1000:
            if seat == CHANCE:
                state = CINCO.apply(state, resolve_chance(CINCO.asks(state), chance))
                continue
            view = CINCO.view(state, seat)
            turns += 1
            if seat != side:
                state = CINCO.apply(state, other.choose(view, taste).action)
                continue
            if cheating:
                view = uncovered(state, view)
            state = CINCO.apply(state, master.choose(view, taste, Budget(simulations=simulations)).action)
        outcome = CINCO.outcome(state)
        winners = outcome.winners if outcome else (0, 1)
        share += 0.5 if len(winners) != 1 else float(winners[0] == side)
    return share / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--against", default="greedy", choices=list(AGAINST))
    parser.add_argument("--simulations", type=int, nargs="+", default=[1, 100, 400, 1600])
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    given = parser.parse_args()
    table = Table("simulations a move", f"against {given.against}", "who sees all cards")
    screen = Console(stderr=True)
    with ProcessPoolExecutor(given.cores, mp_context=get_context("spawn")) as pool:
        for simulations in given.simulations:
            cells = []
            for cheating in (False, True):
                name = f"{simulations} simulations{', cheating' if cheating else ''}"
                running = [
                    pool.submit(deal, number, given.against, simulations, cheating)
                    for number in range(given.games // 2)
                ]
                shares = [each.result() for each in track(running, name, console=screen)]
                found = score(shares)
                cells.append(f"{100 * found.mean:.1f} ± {100 * found.margin:.1f} %")
                screen.print(f"{name}: {cells[-1]}")
            table.add_row(f"{simulations:,}", *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
