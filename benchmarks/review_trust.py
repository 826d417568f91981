"""Reliability of reviews of Cinco. ``python -m benchmarks.review_trust [--games 200] [--seating 2in2]``

* *Luck*: its mean over games between equal bots, for each seating. It must be 0, because cards are dealt
  fairly. Luck does not depend on verdicts, so none are computed for this.

* *Verdicts*: the number of choices that are a mistake with one seed and none with another (three seeds), the
  number of uncertain ones, and the duration of a review. ``--records`` names records to review as well.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from unittest.mock import patch

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.review import CINCO_SEATINGS, name_of, played, sums
from quincunx.cli.files import load
from quincunx.core.record import Record, replay
from quincunx.core.review import Effort, Judged, finish
from quincunx.games.cinco.game import GAME
from quincunx.games.cinco.review import judge, verdicts
from quincunx.games.cinco.types import CincoOptions

SEATINGS: Final = {f"{each.players}in{each.teams}": each for each in CINCO_SEATINGS}
SEEDS: Final = 3
FINE: Final = frozenset({"best", "close"})


def luck_of(options: CincoOptions, level: str, games: int, simulations: int) -> list[tuple[float, ...]]:
    """The luck of each seat in this many games."""
    found: list[tuple[float, ...]] = []
    screen = Console(stderr=True)
    with patch.object(verdicts, "best_moves", lambda *_: ()):
        for number in track(range(games), name_of(options), console=screen, transient=True):
            plies = list(replay(played(GAME, options, level, number)))
            effort = Effort(simulations=simulations, seed=number)
            found.append(sums(finish(judge.findings(plies, options, effort)), "luck"))
    return found


def luck_table(seatings: Sequence[CincoOptions], level: str, games: int, simulations: int) -> Table:
    table = Table("seating", "games", "mean luck of all seats together", "standard deviation")
    for options in seatings:
        whole = np.array([sum(each) for each in luck_of(options, level, games, simulations)])
        error = whole.std(ddof=1) / math.sqrt(games)
        table.add_row(
            name_of(options), f"{games:,}", f"{whole.mean():+.3f} ± {error:.3f}", f"{whole.std():.2f}"
        )
    return table


def judged(record: Record, seed: int, simulations: int) -> dict[int, Judged]:
    """The choices of a game that mattered, by step."""
    found = finish(
        judge.findings(list(replay(record)), record.options, Effort(simulations=simulations, seed=seed))
    )
    return {each.ply: each for each in found.choices if each.verdict != "forced"}


def games_to_judge(
    seatings: Sequence[CincoOptions], level: str, games: int, records: list[Path]
) -> Iterator[tuple[str, Record]]:
    for file in records:
        yield file.stem, load(file)
    for options in seatings:
        for number in range(games):
            yield name_of(options), played(GAME, options, level, number)


def verdict_table(judging: Iterator[tuple[str, Record]], simulations: int) -> Table:
    table = Table("game", "choices", "mistakes", "uncertain", "flips", "of 0.05 or more", "CPU s")
    everything = np.zeros(6)
    for name, record in judging:
        begun = time.process_time()
        reviews = [judged(record, seed, simulations) for seed in range(SEEDS)]
        seconds = (time.process_time() - begun) / SEEDS
        rows = [[review[ply] for review in reviews] for ply in reviews[0]]
        flips = [row for row in rows if {"mistake"} < {"mistake", *FINE} & {each.verdict for each in row}]
        great = sum(max(each.error for each in row) >= 0.05 for row in flips)
        shares = [
            sum(each.verdict == word for row in rows for each in row) / SEEDS
            for word in ("mistake", "uncertain")
        ]
        figures = np.array([len(rows), *shares, len(flips), great, seconds])
        everything += figures
        table.add_row(name, *(f"{figure:.1f}".removesuffix(".0") for figure in figures))
    table.add_row("all", *(f"{figure:.1f}".removesuffix(".0") for figure in everything))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--verdict-games", type=int, default=2, help="of each seating")
    parser.add_argument("--records", type=Path, nargs="*", default=[])
    parser.add_argument("--level", default="keen")
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--seating", choices=SEATINGS, action="append", help="of all; several if repeated")
    given = parser.parse_args()
    console = Console(width=110)
    seatings = [SEATINGS[name] for name in given.seating or SEATINGS]
    if given.games:
        console.print(luck_table(seatings, given.level, given.games, given.simulations))
    if given.verdict_games or given.records:
        judging = games_to_judge(seatings, given.level, given.verdict_games, given.records)
        console.print(verdict_table(judging, given.simulations))


if __name__ == "__main__":
    main()
