"""``python -m tests.chaos --kills 300``: the long version, with a progress bar. With ``--nodes 3`` it is
three nodes on PostgreSQL and Valkey, of which every part fails, behind a proxy that hashes the table's id
(``--placement hashed``) or chooses at random (``--placement random``)."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.chaos import many
from tests.chaos.balancer import PLACEMENTS
from tests.chaos.kills import run
from tests.chaos.load import Load


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=1)
    parser.add_argument(
        "--placement",
        choices=PLACEMENTS,
        default="hashed",
        help="how the proxy in front of several nodes chooses one of them",
    )
    given = parser.parse_args()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[acknowledged]} acknowledged"),
    )
    with tempfile.TemporaryDirectory() as folder, Progress(*columns) as progress:
        bar = progress.add_task("Kills", total=given.kills, acknowledged=0)

        def show(kills: int, load: Load) -> None:
            progress.update(bar, completed=kills, acknowledged=load.acknowledged)

        random = Random(given.seed)
        if given.nodes == 1:
            load, wrong = asyncio.run(run(Path(folder), given.kills, given.tables, random, show))
        else:
            many_nodes = many.run(
                Path(folder), given.kills, given.tables, random, show, given.nodes, given.placement
            )
            load, happened, wrong = asyncio.run(many_nodes)
            print(", ".join(f"{what}: {count}" for what, count in sorted(happened.items())))
    tables = len({client.table for client in load.clients})
    print(f"{given.kills} kills, {tables} tables, {load.acknowledged} acknowledged commands.")
    late = sorted(load.clocks.late) or [0]
    print(
        f"{len(load.clocks.late)} clocks ran out, and {load.clocks.moved} moves were made in time. "
        f"A bot took over {late[len(late) // 2]} ms later (median), {late[-1]} ms at most."
    )
    if given.nodes > 1:
        print(f"{load.counted.games} games ended and were counted, {load.counted.rated} of them rated.")
    print(f"Lost or wrong: {len(wrong)}.")
    for each in wrong:
        print(f"  {each}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
