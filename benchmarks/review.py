"""Duration and reliability of reviews, and the share of luck in the games.

``python -m benchmarks.review [--games 1000] [--cinco-games 100] [--positions 100] [--keep FILE]``

With ``--keep`` every game goes to a file as soon as it is reviewed, and a later run continues from there.

* *Time*: CPU seconds of a review, by seating; the machine should have nothing else to do.

* *Agreement*: how many of the search's best choices with 400 simulations are still best with 40,000, and the
  value of the difference where they are not.

* *Luck*: the shares of luck and of choices in the results of games between bots of one level. At Cinco, where
  a seat sees only its own luck, the shares of its cards, its choices and the other seats. The shares are
  covariances with the result, so that they add up to 1.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.support.lines import whole_lines
from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.core.game import AnyGame
from quincunx.core.record import Record, replay
from quincunx.core.review import NOT_JUDGED, Effort, Findings, finish
from quincunx.core.values import Step
from quincunx.engines.bot import Budget
from quincunx.games.cinco.bots.kernels.measure import worths_of
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
            move: Any = resolve_chance(game.asks(state), random)
        else:
            move = bot.choose(game.view(state, seat), random, Budget(simulations=100)).action
        steps.append(Step(seat, move))
        state = game.apply(state, move)
    names = tuple(f"seat {seat + 1}" for seat in range(game.players(options)))
    return Record(game, options, names, tuple(steps), game.outcome(state))


class Reviewed(msgspec.Struct, frozen=True):
    """The stored facts of a game. Sums belong to the seat that they affect, not to the seat whose luck or
    error it was."""

    seating: str
    level: str
    simulations: int
    seed: int
    seconds: float
    """CPU seconds of the review."""
    luck: tuple[float, ...]
    error: tuple[float, ...]
    others: tuple[float, ...]
    best: int
    mattered: int


def reviewed(game: AnyGame, options: Any, level: str, seed: int, simulations: int) -> Reviewed:
    """Play a game, and review it."""
    reviewer = game.reviewer
    assert reviewer is not None
    plies = list(replay(played(game, options, level, seed)))
    start = time.process_time()
    found = finish(reviewer.findings(plies, options, Effort(simulations=simulations)))
    seconds = time.process_time() - start
    luck, error, others = (sums(found, source) for source in ("luck", "error", "others"))
    mattered = [each for each in found.choices if each.verdict not in NOT_JUDGED]
    best = sum(each.verdict != "mistake" for each in mattered)
    return Reviewed(
        name_of(options), level, simulations, seed, seconds, luck, error, others, best, len(mattered)
    )


def sums(found: Findings, source: str) -> tuple[float, ...]:
    """The total change by one source for each seat."""
    changes = [change for change in found.changes if change.source == source]
    return tuple(sum(change.by_seat[seat] for change in changes) for seat in range(len(found.start)))


class Kept:
    """A file of reviewed games, a line of JSON each; ``None`` stores nothing."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        games = (msgspec.json.decode(line, type=Reviewed) for line in whole_lines(path))
        self._games = {(each.seating, each.level, each.simulations, each.seed): each for each in games}

    def games(
        self, game: AnyGame, options: Any, level: str, numbers: range, simulations: int
    ) -> Iterator[Reviewed]:
        """These games, from the file as far as it has them."""
        title = f"{name_of(options)}, {level}"
        for seed in track(numbers, title, console=Console(stderr=True), transient=True):
            found = self._games.get((name_of(options), level, simulations, seed))
            if found is None:
                found = reviewed(game, options, level, seed, simulations)
                if self._path is not None:
                    with self._path.open("ab") as file:
                        file.write(msgspec.json.encode(found) + b"\n")
            yield found


def row(games: list[Reviewed]) -> tuple[str, ...]:
    """Time, shares of the result, and the number of choices that were best."""
    parts = [
        np.array([worth for each in games for worth in getattr(each, name)], np.float64)
        for name in ("luck", "error", "others")
    ]
    whole = np.sum(parts, axis=0)
    shares = [np.cov(part, whole, bias=True)[0, 1] / np.var(whole) for part in parts]
    best = sum(each.best for each in games) / max(1, sum(each.mattered for each in games))
    return (
        games[0].seating,
        f"{len(games):,}",
        f"{np.mean([each.seconds for each in games]):.2f}",
        f"{max(each.seconds for each in games):.2f}",
        *(f"{100 * share:.0f} %" for share in shares),
        f"{100 * best:.0f} %",
    )


def luck_table(kept: Kept, level: str, games: int, cinco_games: int, simulations: int) -> Table:
    table = Table("seating", "games", "CPU s", "most", "luck", "choices", "the others", "best choices found")
    for game, seatings, number in ((CINQO, CINQO_SEATINGS, games), (CINCO, CINCO_SEATINGS, cinco_games)):
        for options in seatings if number else ():
            table.add_row(*row(list(kept.games(game, options, level, range(number), simulations))))
    return table


def agreement(positions: int) -> Table:
    """The best choices with 400 simulations against those with 40,000; the loss is measured with 4,000
    others."""
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
    parser.add_argument("--keep", type=Path, help="a file to which games go, and from which a run goes on")
    given = parser.parse_args()
    console = Console(width=110)
    if given.positions:
        console.print(agreement(given.positions))
    console.print(
        luck_table(Kept(given.keep), given.level, given.games, given.cinco_games, given.simulations)
    )


if __name__ == "__main__":
    main()
