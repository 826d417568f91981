"""Share of mistakes that a review explains. ``python -m benchmarks.review_words [--games 20] [--keep FILE]``

Bots of two levels play, at Cinco every other two games with the Joker. Each game is reviewed, and the reasons
for each mistake are computed anew. With ``--keep`` games go to a file with their mistakes as soon as they are
reviewed. A later run takes them from there, so that other explanations of the same mistakes take no time.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.review import CINCO_SEATINGS, CINQO_SEATINGS, name_of, played
from benchmarks.support.lines import whole_lines
from quincunx.core.game import AnyGame
from quincunx.core.record import parse, replay, write
from quincunx.core.review import Effort, finish
from quincunx.games import GAMES
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.game import GAME as CINQO

LEVELS = ("keen", "skilled")
NAMED = 8
"""The number of reasons named in a column, the most frequent first."""


class Mistake(msgspec.Struct, frozen=True):
    """A mistake: the choice at a step of a record, the better choice, and the difference."""

    ply: int
    chosen: str
    best: str
    error: float


class Reviewed(msgspec.Struct, frozen=True):
    """A game, and the mistakes of its players."""

    game: str
    seating: str
    simulations: int
    seed: int
    record: str
    mistakes: tuple[Mistake, ...]


def reviewed(game: AnyGame, options: Any, seed: int, simulations: int) -> Reviewed:
    """Play a game, and review it. The number of the game determines its players and variant."""
    joker = {"joker": seed // len(LEVELS) % 2 == 1} if isinstance(options, CincoOptions) else {}
    record = played(game, replace(options, **joker), LEVELS[seed % len(LEVELS)], seed)
    assert game.reviewer is not None
    found = finish(
        game.reviewer.findings(list(replay(record)), record.options, Effort(simulations=simulations))
    )
    mistakes = tuple(
        Mistake(each.ply, each.chosen.text, each.best.text, each.error)
        for each in found.choices
        if each.verdict == "mistake"
    )
    return Reviewed(game.name, name_of(options), simulations, seed, write(record), mistakes)


class Kept:
    """A file of reviewed games, a line of JSON each; ``None`` stores nothing."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        games = (msgspec.json.decode(line, type=Reviewed) for line in whole_lines(path))
        self._games = {(each.seating, each.simulations, each.seed): each for each in games}

    def games(self, game: AnyGame, options: Any, numbers: range, simulations: int) -> Iterator[Reviewed]:
        """These games, from the file as far as it has them."""
        title = name_of(options)
        for seed in track(numbers, title, console=Console(stderr=True), transient=True):
            found = self._games.get((title, simulations, seed))
            if found is None:
                found = reviewed(game, options, seed, simulations)
                if self._path is not None:
                    with self._path.open("ab") as file:
                        file.write(msgspec.json.encode(found) + b"\n")
            yield found


def words(found: Reviewed) -> Iterator[tuple[str, ...]]:
    """The codes of the reasons given for each of a game's mistakes."""
    game = GAMES[found.game]
    record = parse(found.record, GAMES)
    plies = {ply.number: ply for ply in replay(record)}
    assert game.reviewer is not None
    for each in found.mistakes:
        ply = plies[each.ply]
        view = game.view(ply.before, ply.step.seat)
        best = game.text.parse_move(each.best)
        yield tuple(why.code for why in game.reviewer.reasons(view, best, ply.step.move))


def row(title: str, told: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The number of explained mistakes, the most frequent first reasons, and the most frequent of all
    reasons."""
    number, silent = len(told), sum(not codes for codes in told)
    first = Counter(codes[0] for codes in told if codes)
    every = Counter(code for codes in told for code in codes)
    share = f"{100 * (number - silent) / max(1, number):.1f} %"
    return (title, f"{number:,}", f"{silent:,}", share, _list(first, number), _list(every, number))


def _list(counted: Counter[str], number: int) -> str:
    return ", ".join(f"{code} {100 * times / number:.0f}" for code, times in counted.most_common(NAMED))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="of each seating of Cinco")
    parser.add_argument("--cinqo-games", type=int, default=100, help="of each seating of Cinq-O")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game of each")
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--keep", type=Path, help="a file to which games go, and from which a run goes on")
    given = parser.parse_args()
    kept = Kept(given.keep)
    table = Table("seating", "mistakes", "without words", "with", "first of all, %", "at all, %")
    for game, seatings, games in (
        (CINCO, CINCO_SEATINGS, given.games),
        (CINQO, CINQO_SEATINGS, given.cinqo_games),
    ):
        all_told: list[tuple[str, ...]] = []
        for options in seatings if games else ():
            found = kept.games(game, options, range(given.first, given.first + games), given.simulations)
            told = [codes for each in found for codes in words(each)]
            all_told += told
            table.add_row(*row(name_of(options), told))
        if all_told:
            table.add_row(*row(f"{game.title}, all", all_told), end_section=True)
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
