"""Writes the pictures in each game's rules into ``web/src/games/<game>/pictures.json``: positions of its
lesson, reached by the real rules. ``--check`` only reports stale files."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from quincunx.core.game import AnyGame
from quincunx.lessons.pictures import pictures

GAMES_OF_THE_CLIENT = Path(__file__).resolve().parents[1] / "web" / "src" / "games"


def generate(games: Mapping[str, AnyGame]) -> dict[Path, bytes]:
    """Every file by its path; none for a game without pictures."""
    found = {name: pictures(game) for name, game in games.items()}
    return {
        GAMES_OF_THE_CLIENT / name / "pictures.json": msgspec.json.format(msgspec.json.encode(drawn)) + b"\n"
        for name, drawn in found.items()
        if drawn
    }


def main() -> int:
    """Write or check the files, and return the exit code."""
    from quincunx.games import GAMES

    files = generate(GAMES)
    stale = [path for path, data in files.items() if not path.is_file() or path.read_bytes() != data]
    for path in stale:
        if "--check" in sys.argv[1:]:
            print(f"{path.relative_to(GAMES_OF_THE_CLIENT)} is stale: run “make types”.", file=sys.stderr)
        else:
            path.write_bytes(files[path])
    return 1 if stale and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
