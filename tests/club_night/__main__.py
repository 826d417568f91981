"""``python -m tests.club_night``: 64 members, a tournament of 24, two nodes, one killed; prints findings."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.club_night.night import run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=64)
    parser.add_argument("--players", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        night = run(Path(folder), Random(given.seed), given.members, given.players, print)
        found, wrong = asyncio.run(night)
    for what, value in found.items():
        print(f"{what}: {value}")
    print(f"Wrong: {len(wrong)}.")
    for each in wrong:
        print(f"  {each}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
