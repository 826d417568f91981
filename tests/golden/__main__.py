"""``python -m tests.golden --update``"""

from __future__ import annotations

import sys

from quincunx.core.record import read, write
from quincunx.games import GAMES
from tests.golden.games import RECORDS, SPECIALS, record_of, stored
from tests.golden.perft import PERFT, dump
from tests.golden.playthrough import PLAYTHROUGHS, playthrough


def update() -> None:
    """Add missing records, and write everything that is derived from them anew."""
    RECORDS.mkdir(exist_ok=True)
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name in SPECIALS:
        file = RECORDS / f"{name}.txt"
        if not file.exists():
            file.write_text(write(record_of(name)), "utf-8")
    for old in PLAYTHROUGHS.glob("*.txt"):
        old.unlink()
    for file in stored():
        text = playthrough(read(file.read_bytes(), GAMES))
        (PLAYTHROUGHS / file.name).write_text(text, "utf-8")
    PERFT.write_text(dump(), "utf-8")


if sys.argv[1:] != ["--update"]:
    sys.exit(__doc__)
update()
