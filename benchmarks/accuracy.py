"""Calibration of the accuracy that a review gives to each player.

``python -m benchmarks.accuracy [--games 40] [--cinco-games 12] [--keep FILE]``

Bots of each level play games of two against themselves, and Cinq-O also alone; every game is reviewed. The
table has the mean loss of a decision and the mean accuracy (:mod:`quincunx.review.accuracy`), level by level.
With ``--keep`` games go to a file, and a later run continues from there.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.review import played
from benchmarks.support.lines import whole_lines
from quincunx.core.game import AnyGame
from quincunx.core.review import Effort, Scale
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.review.accuracy import accuracy, mean_loss
from quincunx.review.make import review

SEATINGS: tuple[tuple[str, AnyGame, Any], ...] = (
    ("Cinq-O, 2 to 100", CINQO, CinqoOptions(2, first=0)),
    ("Cinq-O, alone", CINQO, CinqoOptions(1)),
    ("Cinco, 2 in 2 teams", CINCO, CincoOptions(first=0)),
)


class Loss(msgspec.Struct, frozen=True):
    """The mean loss of a seat's decisions in one game."""

    seating: str
    level: str
    seed: int
    scale: Scale
    losses: tuple[float, ...]


def lost(title: str, game: AnyGame, options: Any, level: str, seed: int) -> Loss:
    """Play a game between bots of a level, and review it."""
    found = review(played(game, options, level, seed), Effort(simulations=100))
    seats = ([each for each in found.choices if each.seat == seat.seat] for seat in found.seats)
    losses = (loss for loss in map(mean_loss, seats) if loss is not None)
    return Loss(title, level, seed, found.scale, tuple(losses))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--cinco-games", type=int, default=12)
    parser.add_argument("--keep", type=Path, help="a file to which games go, and from which a run goes on")
    given = parser.parse_args()
    lines = whole_lines(given.keep)
    known = {
        (each.seating, each.level, each.seed): each
        for each in (msgspec.json.decode(line, type=Loss) for line in lines)
    }
    table = Table("seating", "level", "games", "loss of a decision", "accuracy", "±")
    for title, game, options in SEATINGS:
        for level in game.bots.levels:
            found = []
            for seed in range(given.cinco_games if game is CINCO else given.games):
                each = known.get((title, level, seed))
                if each is None:
                    each = lost(title, game, options, level, seed)
                    if given.keep is not None:
                        with given.keep.open("ab") as file:
                            file.write(msgspec.json.encode(each) + b"\n")
                found.append(each)
            losses = np.array([loss for each in found for loss in each.losses])
            assert game.reviewer is not None
            marks = np.array([accuracy(game.reviewer, found[0].scale, loss) or 0.0 for loss in losses])
            error = marks.std() / np.sqrt(len(marks))
            table.add_row(
                title, level, str(len(found)), f"{losses.mean():.4f}", f"{marks.mean():.1f}", f"{error:.1f}"
            )
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
