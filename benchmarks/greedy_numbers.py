"""Tests of greedy's parameters. ``python benchmarks/greedy_numbers.py [--games 100] [--players 2]``

The program plays Cinco's greedy against random, and against itself with one number changed at a time, every
deal once from each side. It prints the score of the changed one: a win counts 1, a draw is shared. If a
number is right for two sides, changing it scores about a half or less. Then follow the points that Cinq-O's
bots make in a turn. It uses one core; games of more than 600 turns count as drawn.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean
from typing import Any

from msgspec.structs import replace
from rich.console import Console
from rich.progress import track
from rich.table import Table

from quincunx.core.chance import CHANCE
from quincunx.core.randomness import Randomness
from quincunx.engines.levels import AnyBot
from quincunx.games import GAMES, game_of
from quincunx.games.cinco.bots.greedy import NUMBERS, GreedyCinco, Numbers, Potentials
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions

MOST_MOVES = 600
PERFECT = 15.19


def potentials(**changed: Any) -> Numbers:
    return replace(NUMBERS, potentials=replace(NUMBERS.potentials, **changed))


CHANGES: dict[str, AnyBot] = {
    "a random player": GAMES["cinco"].bots.bot("random"),
    "builds count half as much": GreedyCinco(potentials(build=tuple(b / 2 for b in Potentials().build))),
    "builds count double": GreedyCinco(potentials(build=tuple(2 * b for b in Potentials().build))),
    "blocks count half as much": GreedyCinco(potentials(block=tuple(b / 2 for b in Potentials().block))),
    "blocks count double": GreedyCinco(potentials(block=tuple(2 * b for b in Potentials().block))),
    "no blocks but of four": GreedyCinco(potentials(block=(0.0,) * 4)),
    "cards cost 20, in proportion": GreedyCinco(replace(NUMBERS, card=20.0, steep=1.0)),
    "cards cost nothing": GreedyCinco(replace(NUMBERS, card=0.0)),
    "cards cost half": GreedyCinco(replace(NUMBERS, card=40.0)),
    "cards cost double": GreedyCinco(replace(NUMBERS, card=160.0)),
    "draws less": GreedyCinco(replace(NUMBERS, draw=(1_000.0, 60.0, 30.0, 10.0))),
    "draws more": GreedyCinco(replace(NUMBERS, draw=(1_000.0, 200.0, 150.0, 100.0))),
    "exchanges half as eagerly": GreedyCinco(replace(NUMBERS, bad_hand=0.5)),
}


def played(options: Any, bots: list[AnyBot], deal: int) -> Any:
    """The last state of a game; the same deal gives the same cards in the same order."""
    game, chance = game_of(options), Randomness(deal.to_bytes(32, "big"), ())
    randoms = [Random(f"{deal} {seat}") for seat in range(len(bots))]
    state, asked, moves = game.initial(options), 0, 0
    while (seat := game.to_move(state)) is not None and moves < MOST_MOVES:
        if seat == CHANCE:
            state = game.apply(state, chance.chance_move(asked, game.asks(state)))
            asked += 1
        else:
            at = seat % len(bots)
            state = game.apply(state, bots[at].choose(game.view(state, seat), randoms[at]).action)
            moves += 1
    return state


def score(changed: AnyBot, options: CincoOptions, games: int) -> tuple[float, float, float]:
    """The changed bot's share of the wins, of the draws, and the turns of a game."""
    greedy, points, draws, turns = GreedyCinco(), 0.0, 0, 0
    for number in range(games):
        place = number % options.teams
        bots: list[AnyBot] = [greedy] * options.teams
        bots[place] = changed
        state = played(options, bots, number // options.teams)
        winners = state.outcome.winners if state.outcome else ()
        draws += not winners
        points += (place in winners) if winners else 1 / options.teams
        turns += state.turn
    return points / games, draws / games, turns / games


def points_a_turn(level: str, games: int) -> float:
    bot = GAMES["cinqo"].bots.bot(level)
    ends = [played(CinqoOptions(2, "rounds", 10), [bot], deal) for deal in range(games)]
    points: list[int] = [turn.points for end in ends for turn in end.history]
    return mean(points)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="against each opponent")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4, 6))
    arguments = parser.parse_args()
    options = CincoOptions(arguments.players, 3 if arguments.players == 3 else 2)
    console = Console()
    table = Table(title=f"Cinco, {options.players} players, {arguments.games} games against greedy as it is")
    table.add_column("changed", no_wrap=True)
    for column in ("scores", "drawn", "turns"):
        table.add_column(column, justify="right")
    for name, bot in track(CHANGES.items(), console=console, transient=True):
        won, drawn, turns = score(bot, options, arguments.games)
        table.add_row(name, f"{won:.1%}", f"{drawn:.1%}", f"{turns:.0f}")
    console.print(table)
    greedy, random = (points_a_turn(level, arguments.games) for level in ("greedy", "random"))
    console.print(f"Cinq-O, points a turn: greedy {greedy:.2f}, random {random:.2f}, perfect {PERFECT}.")


if __name__ == "__main__":
    main()
