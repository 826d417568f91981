"""How long reviews take, how far they can be trusted, and how much luck there is in the games:
``python -m benchmarks.review [--games 1000] [--cinco-games 100] [--positions 100]``

- *Time*: CPU seconds of a review, by seating; the machine should have nothing else to do.
- *Agreement*: of what the search takes for best with 400 simulations, how much it still does with 40,000; and
  what a difference is worth where it does not.
- *Luck*: of what decides games between bots of one level, how much was everybody's luck and how much
  everybody's choices; at Cinco, where a seat sees its own luck alone, how much was its cards, its choices and
  the others. The shares are covariances with the result, so that they add up to 1.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from quincunx.core.chance import CHANCE, answer
from quincunx.core.game import AnyGame
from quincunx.core.record import Record, Step, replay
from quincunx.core.review import Effort, Findings, Source
from quincunx.engines.bot import Budget
from quincunx.games.cinco.bots.measure import worths_of
from quincunx.games.cinco.bots.ranking import root_of
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.types import CinqoOptions

CINCO_SEATINGS = tuple(
    CincoOptions(players, teams, first=0) for players, teams in ((2, 2), (3, 3), (4, 2), (6, 2), (6, 3))
)
CINQO_SEATINGS = (
    CinqoOptions(1),
    CinqoOptions(2),
    CinqoOptions(2, "rounds", 5),
    CinqoOptions(3),
    CinqoOptions(4),
    CinqoOptions(4, "rounds", 5),
)
MOST_STEPS = 400
FEW, MANY = 400, 40_000


def name_of(options: Any) -> str:
    if isinstance(options, CincoOptions):
        return f"Cinco, {options.players} in {options.teams} teams"
    if options.goal == "rounds":
        return f"Cinq-O, {options.players} over {options.rounds} rounds"
    return f"Cinq-O, {options.players} to 100" if options.players > 1 else "Cinq-O, alone"


def played(game: AnyGame, options: Any, level: str, seed: int) -> Record:
    """A game between bots of a level."""
    random, bot = Random(seed), game.bots.bot(level)
    state, steps = game.initial(options), list[Step]()
    while (seat := game.to_move(state)) is not None and len(steps) < MOST_STEPS:
        if seat == CHANCE:
            move: Any = answer(game.asks(state), random)
        else:
            move = bot.choose(game.view(state, seat), random, Budget(simulations=100)).action
        steps.append(Step(seat, move))
        state = game.apply(state, move)
    names = tuple(f"seat {seat + 1}" for seat in range(game.players(options)))
    return Record(game, options, names, tuple(steps), game.outcome(state))


def found_in(
    game: AnyGame, options: Any, level: str, games: int, effort: Effort
) -> Iterator[tuple[Findings, float]]:
    """What was found in games, with the CPU seconds that it took."""
    reviewer = game.reviewer
    assert reviewer is not None
    name = f"{name_of(options)}, {level}"
    for seed in track(range(games), name, console=Console(stderr=True), transient=True):
        plies = list(replay(played(game, options, level, seed)))
        start = time.process_time()
        found = reviewer.findings(plies, options, effort)
        yield found, time.process_time() - start


def sums(found: list[Findings]) -> dict[Source, NDArray[np.float64]]:
    """What each source has changed in all for each seat of each game, whoever's luck or error it was."""
    sources: tuple[Source, ...] = ("luck", "error", "others")
    return {
        source: np.array(
            [
                sum(change.by_seat[seat] for change in each.changes if change.source == source)
                for each in found
                for seat in range(len(each.start))
            ]
        )
        for source in sources
    }


def luck_table(level: str, games: int, cinco_games: int, simulations: int) -> Table:
    heads = ("seating", "games", "CPU s", "most", "luck", "choices", "the others", "best choices found")
    table = Table(*heads)
    for game, all_seatings, number in ((CINQO, CINQO_SEATINGS, games), (CINCO, CINCO_SEATINGS, cinco_games)):
        for options in all_seatings if number else ():
            both = list(found_in(game, options, level, number, Effort(simulations=simulations)))
            found, seconds = [each for each, _ in both], [spent for _, spent in both]
            parts = sums(found)
            whole = np.sum(list(parts.values()), axis=0)
            shares = (np.cov(part, whole, bias=True)[0, 1] / np.var(whole) for part in parts.values())
            mattered = [each for one in found for each in one.choices if each.verdict != "forced"]
            best = sum(each.verdict != "mistake" for each in mattered) / max(1, len(mattered))
            table.add_row(
                name_of(options),
                f"{number:,}",
                f"{np.mean(seconds):.2f}",
                f"{max(seconds):.2f}",
                *(f"{100 * share:.0f} %" for share in shares),
                f"{100 * best:.0f} %",
            )
    return table


def agreement(positions: int) -> Table:
    """What 400 simulations take for best, and what 40,000 do; the loss is measured with 4,000 of its own."""
    bot, same, losses, done = CINCO.bots.bot("master"), 0, [0.0], 0
    progress = track(range(positions), "positions", console=Console(stderr=True), transient=True)
    for number in progress:
        record = played(CINCO, CincoOptions(first=0), "expert", 10_000 + number)
        plies = [ply for ply in replay(record) if ply.step.seat != CHANCE]
        state = Random(number).choice(plies).before
        view = CINCO.view(state, state.seat)
        few, many = (
            bot.choose(view, Random(number), Budget(simulations=size)).action for size in (FEW, MANY)
        )
        done += 1
        same += few == many
        if few != many:
            root = root_of(view)
            better, worse = (worths_of(root, state.seat, move, f"{number}", 4000) for move in (many, few))
            losses.append(float((better - worse).mean()))
    table = Table(
        "positions", f"best with {FEW} still best with {MANY:,}", "mean loss of the others", "greatest"
    )
    others = losses[1:] or [0.0]
    table.add_row(str(done), f"{100 * same / done:.0f} %", f"{np.mean(others):.4f}", f"{max(losses):.4f}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--cinco-games", type=int, default=100)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--level", default="keen")
    parser.add_argument("--simulations", type=int, default=400)
    given = parser.parse_args()
    console = Console(width=110)
    if given.positions:
        console.print(agreement(given.positions))
    console.print(luck_table(given.level, given.games, given.cinco_games, given.simulations))


if __name__ == "__main__":
    main()
