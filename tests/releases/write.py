"""Writes the samples of a release: ``python -m tests.releases.write VERSION``.

They go to ``testdata/releases/VERSION/``:

- ``store.sql`` and ``journal.sql``: the databases, as SQLite dumps them
- ``facts.json``: what the store tells of them
- ``views.jsonl``: what a spectator is shown, a line for each table
- ``records/``: the record of each game that has ended

The same code writes the same bytes. A folder that is there is never written to.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.adapters.store.schema import METADATA
from quincunx.adapters.store.sql import SqlStore
from quincunx.core.record import write as write_record
from quincunx.table.fold import fold
from quincunx.table.record.game_record import record_of
from quincunx.table.seats.person import Person
from quincunx.table.view import view_table
from tests.releases.clubs import write_clubs
from tests.releases.facts import facts
from tests.releases.games import write_games
from tests.releases.people import write_people
from tests.releases.sample import Sample, places
from tests.releases.tournaments import write_tournaments
from tests.table.support import Desk

RELEASES = Path(__file__).parents[2] / "testdata" / "releases"
SPECTATOR = Person("spectator-cookie", "Spectator")
JOURNAL_PRAGMAS = ("application_id", "user_version")
"""The marks of a journal's file, which a dump leaves out."""
_JSON = re.compile(r"X'(5B7B22[0-9A-F]+5D|7B22[0-9A-F]+7D)'")
"""A list or an object of JSON in a column of bytes."""
_INDEX = ("CREATE INDEX", "CREATE UNIQUE INDEX")


def dump(database: Path, *pragmas: str) -> str:
    """A database as the statements that make it. ``pragmas`` are added with their values."""
    with closing(sqlite3.connect(database)) as connection:
        values = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]
        marks = [f"PRAGMA {name} = {value};" for name, value in zip(pragmas, values, strict=True)]
        statements = [_JSON.sub(_readable, each) for each in connection.iterdump()]
    # SQLAlchemy makes the indexes of a table in any order.
    indexes = sorted(each for each in statements if each.startswith(_INDEX))
    others = [each for each in statements[:-1] if not each.startswith(_INDEX)]
    return "\n".join([*marks, *others, *indexes, statements[-1], ""])


def _readable(blob: re.Match[str]) -> str:
    """The same bytes as text."""
    text = bytes.fromhex(blob[1]).decode().replace("'", "''")
    return f"CAST('{text}' AS BLOB)"


def load(statements: Path, database: Path) -> None:
    """Make a database of a dump."""
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(statements.read_text("utf-8"))


def rows(database: Path) -> dict[str, int]:
    """The number of rows of each table."""
    with closing(sqlite3.connect(database)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return {
            name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
            for (name,) in names.fetchall()
        }


async def fill(folder: Path) -> Sample:
    """Write a store and a journal into a data folder. No table of the store is left empty."""
    place, file = places(folder)
    sample = Sample(SqlStore(place), SqliteJournal(file))
    await sample.store.open()
    await sample.journal.open()
    try:
        await write_people(sample)
        await write_clubs(sample)
        await write_tournaments(sample)
        await write_games(sample)
    finally:
        await sample.journal.close()
        await sample.store.close()
    counts = rows(folder / "people.sqlite")
    empty = [table.name for table in METADATA.sorted_tables if not counts[table.name]]
    assert not empty, f"there is nothing in {', '.join(empty)}"
    return sample


class Shown(msgspec.Struct, frozen=True):
    """A table as a spectator sees it halfway and in the end, by version."""

    table: str
    views: dict[int, msgspec.Raw]


def shown(desk: Desk) -> Shown:
    """The table as a spectator sees it."""
    last = len(desk.entries)
    return Shown(
        desk.state.id,
        {
            version: msgspec.Raw(
                msgspec.json.encode(view_table(fold(desk.entries[:version]), SPECTATOR, None))
            )
            for version in sorted({max(1, last // 2), last})
        },
    )


async def _told(file: Path) -> dict[str, Any]:
    store = SqlStore(f"sqlite:{file}")
    await store.open()
    try:
        return await facts(store)
    finally:
        await store.close()


def write_release(target: Path) -> None:
    """Write all samples into a new folder, whole or not at all."""
    if target.exists():
        raise FileExistsError(target)
    with tempfile.TemporaryDirectory() as work:
        data, samples = Path(work, "data"), Path(work, "samples")
        for folder in (data, samples):
            folder.mkdir()
        sample = asyncio.run(fill(data))
        _write(samples / "store.sql", dump(data / "people.sqlite"))
        _write(samples / "journal.sql", dump(data / "journal.sqlite", *JOURNAL_PRAGMAS))
        _write(samples / "facts.json", _json(asyncio.run(_told(data / "people.sqlite"))))
        lines = (msgspec.json.encode(shown(desk)).decode() for desk in sample.desks)
        _write(samples / "views.jsonl", "\n".join([*lines, ""]))
        (samples / "records").mkdir()
        for desk in sample.desks:
            if desk.state.status == "ended":
                record = record_of(tuple(desk.entries), desk.state, 2**53)
                _write(samples / "records" / f"{desk.state.id}.txt", write_record(record))
        shutil.copytree(samples, target)


def _json(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=1).decode() + "\n"


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8", newline="\n")


def main() -> None:
    """Write the samples, or say why not."""
    parser = argparse.ArgumentParser(description="Write the samples of a release.")
    parser.add_argument("version", help="such as 1.0.0")
    version = parser.parse_args().version
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        sys.exit("A release has three numbers, such as 1.0.0.")
    target = RELEASES / version
    if target.exists():
        sys.exit(f"{target} is there already, and stays as it is.")
    write_release(target)
    print(f"Written to {target}. Commit it; it is never changed.")


if __name__ == "__main__":
    main()
