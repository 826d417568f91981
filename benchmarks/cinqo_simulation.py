"""Check of the solved values against the rules. ``python -m benchmarks.cinqo_simulation [--turns 1000000]``

Turns are played through the rules, not through the kernels, with random dice. Their mean must lie within
three standard errors of the solved value. The check covers points, the rounds of solitaire, and the winner of
the two-player race.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

from rich.console import Console
from rich.progress import track
from rich.table import Table

from quincunx.core.chance import CHANCE, Roll, Rolled
from quincunx.games.cinqo.bots.advisor import advise
from quincunx.games.cinqo.bots.solver.prospects import race_wins
from quincunx.games.cinqo.bots.solver.solitaire import expected_points, expected_rounds
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoOptions, Put

Kept = dict[tuple[object, ...], Put]
BATCH = 20_000


def best(state: CinqoState, seat: int, by_points: bool, kept: Kept) -> Put:
    """The best keep; positions that came before are looked up in ``kept``."""
    key = (
        tuple(sorted(state.tray)), state.rack, state.bank, state.hilo, state.boxed, state.roll,
        None if by_points else (state.scores, seat),
    )  # fmt: skip
    found = kept.get(key)
    if found is None:
        advice = advise(CINQO.view(state, seat))
        found = (max(advice, key=lambda each: each.points) if by_points else advice[0]).put
        kept[key] = found
    return found


def play(options: CinqoOptions, random: Random, by_points: bool, kept: Kept) -> CinqoState:
    state = CINQO.initial(options)
    while (seat := CINQO.to_move(state)) is not None:
        if seat == CHANCE:
            asked = CINQO.asks(state)
            assert isinstance(asked, Roll)
            faces = tuple(random.randint(1, sides) for sides in asked.sides)
            state = CINQO.apply(state, Rolled(faces))
        else:
            state = CINQO.apply(state, best(state, seat, by_points, kept))
    return state


def batch(kind: str, seed: int, turns: int) -> list[float]:
    """Samples of one kind, for about this many turns."""
    random, kept, samples, played = Random(f"{kind} {seed}"), {}, [], 0  # type: ignore[var-annotated]
    while played < turns:
        if kind == "points":
            # Twenty rounds of two players: the score is ignored.
            state = play(CinqoOptions(2, "rounds", 20), random, True, kept)
            samples += [score / 20 for score in state.scores]
        elif kind == "solitaire":
            state = play(CinqoOptions(1), random, False, kept)
            samples.append(float(max(result.round for result in state.history)))
        else:
            state = play(CinqoOptions(2), random, False, kept)
            assert state.outcome is not None
            samples.append(float(state.outcome.winners == (0,)))
        played += len(state.history)
    return samples


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--turns", type=int, default=1_000_000, help="for points; a tenth for each of the others"
    )
    given = parser.parse_args()
    expected = {
        "points": expected_points(),
        "solitaire": float(expected_rounds()[0]),
        "race": float(race_wins()[0, 0]),
    }
    table = Table("by the rules", "samples", "mean", "solved", "standard errors apart")
    worst = 0.0
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for kind, value in expected.items():
            turns = given.turns if kind == "points" else given.turns // 10
            batches = [pool.submit(batch, kind, seed, BATCH) for seed in range(max(1, turns // (BATCH)))]
            samples = [each for done in track(batches, kind) for each in done.result()]
            mean = sum(samples) / len(samples)
            variance = sum((each - mean) ** 2 for each in samples) / (len(samples) - 1)
            apart = (mean - value) / math.sqrt(variance / len(samples))
            worst = max(worst, abs(apart))
            table.add_row(kind, f"{len(samples):,}", f"{mean:.4f}", f"{value:.4f}", f"{apart:+.2f}")
    Console().print(table)
    if worst > 3:
        sys.exit("The rules and the solution do not agree.")


if __name__ == "__main__":
    main()
