"""``python -m tests.tournament``: sixteen players, two nodes, one killed in round two; prints findings."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.tournament.trial import run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument("--bots", type=int, default=6)
    parser.add_argument("--browsers", type=int, default=2)
    parser.add_argument("--kills", type=int, default=1)
    parser.add_argument("--seats", type=int, default=2, help="at each table")
    parser.add_argument("--boards", type=int, default=0, help="of a match; teams are formed")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found, wrong = asyncio.run(
            run(
                Path(folder),
                Random(given.seed),
                given.players,
                given.bots,
                given.browsers,
                given.kills,
                given.seats,
                given.boards,
                print,
            )
        )
    for what, value in found.items():
        print(f"{what}: {value}")
    print(f"Wrong: {len(wrong)}.")
    for each in wrong:
        print(f"  {each}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
