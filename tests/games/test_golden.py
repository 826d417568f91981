"""The kept games, byte for byte: what the rules, views and records do today is what they did.

When a change is meant, ``python -m tests.golden --update`` writes the derived files anew, and the
diff shows what has changed. Records themselves are never rewritten.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from quincunx.core.chance import Shuffled
from quincunx.core.record import Record, RecordError, replay, verify, write
from quincunx.core.record import read as read_record
from quincunx.games import GAMES
from quincunx.games.cinco.types import Draw, Exchange
from tests.examples import mostly_nightly
from tests.games.support import SETUPS, name_of
from tests.golden.games import RECORDS, SPECIALS, stored
from tests.golden.perft import PERFT, Position, count
from tests.golden.playthrough import PLAYTHROUGHS, playthrough

FILES = list(stored())
by_name = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
POSITIONS = msgspec.json.decode(PERFT.read_bytes(), type=list[Position])


def read(data: bytes) -> Record:
    return read_record(data, GAMES)


@by_name
def test_record(file: Path) -> None:
    """A kept record reads, plays and writes back to the same bytes."""
    data = file.read_bytes()
    assert write(read(data)).encode() == data


@by_name
def test_chance(file: Path) -> None:
    record = read(file.read_bytes())
    if record.seed is None:
        with pytest.raises(RecordError, match="doesn’t show the seed"):
            verify(record)
    else:
        assert verify(record) == []


@by_name
def test_playthrough(file: Path) -> None:
    """Compare every viewer's view at every ply."""
    kept = (PLAYTHROUGHS / file.name).read_text("utf-8")
    assert playthrough(read(file.read_bytes())).split("\n") == kept.split("\n")


@pytest.mark.parametrize(
    "position",
    mostly_nightly(POSITIONS, *POSITIONS[::4]),
    ids=lambda each: f"{each.record}-{each.ply}",
)
def test_perft(position: Position) -> None:
    record = read((RECORDS / position.record).read_bytes())
    assert count(record, position.ply) == position.counts


def test_nothing_is_missing() -> None:
    """Every way to set up a game has its files, and every file still has its reason."""
    names = {file.name for file in FILES}
    assert names == {f"{name}.txt" for name in SPECIALS}
    assert names == {file.name for file in PLAYTHROUGHS.glob("*")}
    assert names >= {f"{name_of(options)}.txt" for options in SETUPS}
    records = [read(file.read_bytes()) for file in FILES]
    assert {record.game.name for record in records} == set(GAMES)


def test_every_ending_is_there() -> None:
    endings = {record.outcome and record.outcome.termination for record in map(read, _all_bytes())}
    assert endings >= {"five", "tokens", "board", "hundred", "rounds", "agreed", "truncated", None}


def test_reshuffles_in_the_middle() -> None:
    """C5: with two, one or no card of an exchange drawn from the old pile, and before a single draw."""
    seen = set()
    for record in map(read, _all_bytes()):
        plies = list(replay(record))
        for before, ply in pairwise(plies):
            if isinstance(ply.step.move, Shuffled) and isinstance(before.step.move, Exchange | Draw):
                seen.add((type(before.step.move), len(before.before.pile)))
    assert seen >= {(Exchange, 2), (Exchange, 1), (Exchange, 0), (Draw, 0)}


def _all_bytes() -> list[bytes]:
    return [file.read_bytes() for file in FILES]
