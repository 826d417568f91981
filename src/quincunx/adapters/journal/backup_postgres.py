"""Copies of the journal in PostgreSQL as one SQLite file, and back again."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

import asyncpg

from quincunx.adapters.journal import backup, postgres_schema
from quincunx.adapters.journal.backup import Content, EntryRow, OnProgress, Reading, SummaryRow
from quincunx.adapters.journal.postgres import decode_row, encode_row
from quincunx.adapters.postgres_connections import APPLICATION, ERRORS, PATIENCE_SECONDS, name_of, unavailable
from quincunx.core.sentence import Sentence, sentence
from quincunx.node.ports import JournalUnavailable

GONE_SECONDS: Final = 3.0
"""Seconds for which a node that has just ended may still be in the database's list of connections."""

_ENTRIES: Final = "SELECT tab, version, key, body FROM journal_entries ORDER BY tab, version"
_COLUMNS: Final = (
    "tab", "version", "status", "due", "listing", "changed", "people", "awaited", "origin", "timed",
)  # fmt: skip
_SUMMARIES: Final = (
    "SELECT tab, version, status, due, listing, changed, people, awaited, origin, timed "
    "FROM journal_summaries ORDER BY tab"
)
_OTHERS: Final = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND application_name = $1 AND pid <> pg_backend_pid()"
)


async def save(url: str, target: Path, on_progress: OnProgress) -> Content:
    """Write everything in the database, as of this moment, into a new file, even while nodes write to it.

    Returns the content read. Raises :class:`JournalUnavailable`.
    """
    reading = Reading()
    with backup.file(target) as there:
        async with _connected(url) as line, line.transaction(isolation="repeatable_read"):
            await postgres_schema.check(line, name_of(url))
            total = await line.fetchval("SELECT count(*) FROM journal_entries")
            there.execute("BEGIN")
            rows: list[EntryRow] = []
            done = 0
            async for tab, version, key, body in line.cursor(_ENTRIES, prefetch=backup.ROWS):
                row = (tab, version, key, *decode_row(tab, version, body))
                reading.entry(row)
                rows.append(row)
                if len(rows) == backup.ROWS:
                    backup.write(there, rows, ())
                    done += len(rows)
                    rows.clear()
                    on_progress(done, total)
            lists: list[SummaryRow] = [tuple(row) for row in await line.fetch(_SUMMARIES)]
            for summary in lists:
                reading.summary(summary)
            backup.write(there, rows, lists)
            beats = await line.fetch("SELECT node, at FROM journal_beats")
            there.executemany("INSERT INTO beats VALUES (?, ?)", map(tuple, beats))
            outages = await line.fetch("SELECT since, until FROM journal_outages")
            there.executemany("INSERT INTO outages VALUES (?, ?)", map(tuple, outages))
            there.execute("COMMIT")
            on_progress(total, total)
    return reading.content


async def content_of(url: str) -> Content:
    """The content of the database."""
    reading = Reading()
    async with _connected(url) as line, line.transaction(isolation="repeatable_read"):
        async for tab, version, key, body in line.cursor(_ENTRIES, prefetch=backup.ROWS):
            reading.entry((tab, version, key, *decode_row(tab, version, body)))
        async for row in line.cursor(_SUMMARIES, prefetch=backup.ROWS):
            reading.summary(tuple(row))
    return reading.content


async def holds_anything(url: str) -> bool:
    """``True`` if the database has any entry; the schema is created if need be."""
    async with _connected(url) as line:
        await postgres_schema.prepare(line, name_of(url))
        return bool(await line.fetchval("SELECT EXISTS (SELECT 1 FROM journal_entries)"))


async def restore(source: Path, url: str, on_progress: OnProgress) -> None:
    """Replace everything in the database with the contents of a file, entirely or not at all.

    Raises :class:`JournalUnavailable`, in particular while a node is connected.
    """
    with backup.file(source) as here:
        async with _connected(url) as line:
            await _nobody_is_there(line, name_of(url))
            # An interrupted transaction is undone by closing the connection, which may be in the middle of a
            # copy.
            transaction = line.transaction()
            await transaction.start()
            await postgres_schema.prepare(line, name_of(url))
            await line.execute("TRUNCATE journal_entries, journal_summaries, journal_beats, journal_outages")
            records = _rows_with_progress(here, on_progress)
            await line.copy_records_to_table(
                "journal_entries", records=records, columns=("tab", "version", "key", "body")
            )
            await line.copy_records_to_table(
                "journal_summaries", records=backup.summaries(here), columns=_COLUMNS
            )
            for name, both in (("beats", ("node", "at")), ("outages", ("since", "until"))):
                await line.copy_records_to_table(
                    f"journal_{name}", records=backup.lines(here, name), columns=both
                )
            await transaction.commit()


def _rows_with_progress(here: Any, on_progress: OnProgress) -> Iterator[tuple[str, int, str, bytes]]:
    total = backup.count(here)
    for done, (tab, version, key, at, body) in enumerate(backup.entries(here), 1):
        yield tab, version, key, encode_row(at, body)
        if done % backup.ROWS == 0 or done == total:
            on_progress(done, total)


async def _nobody_is_there(line: Any, name: Sentence) -> None:
    end = asyncio.get_running_loop().time() + GONE_SECONDS
    while await line.fetchval(_OTHERS, APPLICATION):
        if asyncio.get_running_loop().time() > end:
            raise JournalUnavailable(sentence("{{1}} is in use by a server. Stop all servers first.", name))
        await asyncio.sleep(0.1)


@contextlib.asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Any]:
    """Open one connection, whose statements have no time limit."""
    name = name_of(url)
    try:
        line = await asyncpg.connect(url, timeout=PATIENCE_SECONDS)
        try:
            yield line
        finally:
            # Close at once: an interrupted program must not wait for the server's reply.
            line.terminate()
    except JournalUnavailable:
        raise
    except ERRORS as error:
        raise unavailable(error, name) from error
