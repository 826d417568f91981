"""Speed of the rules. ``python benchmarks/rules_speed.py [--seconds 0.5] [--runs 7]``

Random games in plain Python on one core: at every decision the legal moves, then the move, and (second
figure) the view of the player to move. OpenSpiel's games that are written in Python run in turn with them. A
step is one move applied, chance included. A game that deals one card at a time has cheap steps, so this
flatters such games. Figures are medians of several runs, and ratios to OpenSpiel's ``python_liars_poker``.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.games import game_of
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions

PEER = "python_liars_poker"
PEERS = (PEER, "python_kuhn_poker", "python_tic_tac_toe")
HOW_TO_GET = "OpenSpiel is missing, so there is nothing to compare with: pip install “quincunx[openspiel]”"

PlayGame = Callable[[Random, bool], int]
"""A function that plays one random game, with or without views, and returns its number of steps."""


def ours(options: Any) -> PlayGame:
    game = game_of(options)

    def play(random: Random, views: bool) -> int:
        state = game.initial(options)
        steps = 0
        while (seat := game.to_move(state)) is not None:
            if seat == CHANCE:
                state = game.apply(state, resolve_chance(game.asks(state), random))
            else:
                if views:
                    game.view(state, seat)
                state = game.apply(state, random.choice(game.legal_moves(state)))
            steps += 1
        return steps

    return play


def theirs(pyspiel: Any, name: str) -> PlayGame:
    game = pyspiel.load_game(name)
    has_secrets = game.get_type().provides_information_state_string

    def play(random: Random, views: bool) -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                action = random.choices(actions, chances)[0]
            else:
                if views and has_secrets:
                    state.information_state_string(state.current_player())
                elif views:
                    state.observation_string(state.current_player())
                action = random.choice(state.legal_actions())
            state.apply_action(action)
            steps += 1
        return steps

    return play


def contestants() -> dict[str, PlayGame]:
    found = {
        "Cinco, 2 players": ours(CincoOptions()),
        "Cinco, 6 players, joker": ours(CincoOptions(6, 3, joker=True)),
        "Cinq-O, 2 players": ours(CinqoOptions()),
    }
    try:
        pyspiel: Any = importlib.import_module("pyspiel")
        importlib.import_module("open_spiel.python.games")  # its Python games register themselves
    except ImportError:
        return found
    known = set(pyspiel.registered_names())
    return found | {name: theirs(pyspiel, name) for name in PEERS if name in known}


def steps_a_second(play: PlayGame, views: bool, seconds: float, seed: int) -> float:
    random, steps = Random(seed), 0
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < seconds:
        steps += play(random, views)
    return steps / passed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
    parser.add_argument("--runs", type=int, default=7)
    arguments = parser.parse_args()
    console = Console()
    players = contestants()
    measured: dict[tuple[str, bool], list[float]] = {(name, v): [] for name in players for v in (False, True)}
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("random games", total=arguments.runs * len(measured))
        for run in range(arguments.runs):
            for (name, views), figures in measured.items():
                figures.append(steps_a_second(players[name], views, arguments.seconds, run))
                progress.advance(task)
    medians = {key: statistics.median(figures) for key, figures in measured.items()}
    table = Table(
        title=f"Rules: steps a second on one core, median of {arguments.runs} runs",
        caption=f"ratio: to {PEER}",
    )
    table.add_column("game", no_wrap=True)
    for column in ("moves", "ratio", "with views", "ratio"):
        table.add_column(column, justify="right")
    for name in players:
        cells = []
        for views in (False, True):
            peer = medians.get((PEER, views))
            cells += [
                f"{medians[name, views]:,.0f}",
                f"{medians[name, views] / peer:.2f}" if peer else "–",
            ]
        table.add_row(name, *cells)
    console.print(table)
    if PEER not in players:
        console.print(HOW_TO_GET)


if __name__ == "__main__":
    main()
