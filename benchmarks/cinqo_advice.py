"""How long does advice take? ``python -m benchmarks.cinqo_advice [--games 40]``

Every decision of whole two-player races between perfect players: ranking all keeps by win chance and by
points, from the view to the sorted list, once everything is loaded.
"""

from __future__ import annotations

import argparse
import statistics
import time
from random import Random

from rich.console import Console
from rich.table import Table

from quincunx.bots.cinqo.advisor import advise
from quincunx.bots.levels import warm
from quincunx.games.cinqo.rules import CINQO
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.games.core import NATURE, Rolled

TARGET_MILLISECONDS = 1.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    given = parser.parse_args()
    warm("cinqo")
    random, spent = Random(1), []
    for _ in range(given.games):
        state = CINQO.initial(CinqoOptions(2))
        while (seat := CINQO.to_move(state)) is not None:
            if seat == NATURE:
                faces = tuple(random.randint(1, sides) for sides in CINQO.asks(state).sides)
                state = CINQO.apply(state, Rolled(faces))
                continue
            view = CINQO.view(state, seat)
            start = time.perf_counter()
            advice = advise(view)
            spent.append(1000 * (time.perf_counter() - start))
            state = CINQO.apply(state, advice[0].put)
    spent.sort()
    table = Table("advice", "ms")
    for name, value in (
        ("median", statistics.median(spent)),
        ("p99", spent[int(0.99 * len(spent))]),
        ("slowest", spent[-1]),
    ):
        table.add_row(name, f"{value:.2f}")
    Console().print(table, f"{len(spent):,} decisions; target: {TARGET_MILLISECONDS} ms")


if __name__ == "__main__":
    main()
