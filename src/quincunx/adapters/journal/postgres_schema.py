"""The journal's tables in PostgreSQL."""

from __future__ import annotations

from typing import Any, Final

from quincunx.adapters.versions import BEFORE_RELEASE
from quincunx.core.sentence import Sentence, sentence
from quincunx.node.ports import JournalUnavailable

_LOCK: Final = 0x51756E78
""""Qunx": of several nodes that start at once, one changes the schema."""

VERSION: Final = 8
"""Earlier ones were never released."""

# An entry is kept whole, as the program writes it; beside it stands only what the database decides by. A
# summary has what the one in a SQLite file has.
_SCHEMA: Final = """
CREATE TABLE journal_entries (
    tab text COLLATE "C" NOT NULL, version integer NOT NULL, key text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (tab, version)
);
CREATE UNIQUE INDEX journal_entries_by_key ON journal_entries (tab, key);
CREATE TABLE journal_summaries (
    tab text COLLATE "C" PRIMARY KEY, version integer NOT NULL, status text NOT NULL, due bigint,
    listing bytea, changed bigint NOT NULL, people jsonb NOT NULL, awaited jsonb NOT NULL,
    origin text COLLATE "C", timed boolean NOT NULL
);
CREATE INDEX journal_summaries_due ON journal_summaries (due) WHERE due IS NOT NULL;
CREATE INDEX journal_summaries_people ON journal_summaries USING gin (people) WHERE people <> '[]';
CREATE INDEX journal_summaries_open ON journal_summaries (status, origin, changed DESC)
    WHERE listing IS NOT NULL AND status <> 'ended';
CREATE INDEX journal_summaries_finished ON journal_summaries (changed DESC, origin)
    WHERE listing IS NOT NULL AND status = 'ended';
CREATE TABLE journal_beats (node text COLLATE "C" PRIMARY KEY, at bigint NOT NULL);
CREATE TABLE journal_outages (since bigint PRIMARY KEY, until bigint NOT NULL);
"""


async def prepare(connection: Any, name: Sentence) -> None:
    """Make the tables where there are none, whole or not at all, however many nodes start at once.

    Raises :class:`JournalUnavailable` for those of another version, and what the driver raises if it cannot.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS journal_schema (version integer NOT NULL)")
        if await _version(connection, name) == 0:
            await connection.execute(_SCHEMA)
            await connection.execute("INSERT INTO journal_schema (version) VALUES ($1)", VERSION)


async def check(connection: Any, name: Sentence) -> None:
    """Raises :class:`JournalUnavailable` unless the schema is there, and of this version."""
    if (
        await connection.fetchval("SELECT to_regclass('journal_schema')") is None
        or await _version(connection, name) == 0
    ):
        raise JournalUnavailable(sentence("{{1}} contains no journal.", name))


async def _version(connection: Any, name: Sentence) -> int:
    """This version, or 0 where nothing is. Raises :class:`JournalUnavailable` for another one."""
    version: int = await connection.fetchval("SELECT max(version) FROM journal_schema") or 0
    if version > VERSION:
        raise JournalUnavailable(
            sentence("{{1}} was written by a newer version of Quincunx. Please update this one.", name)
        )
    if 0 < version < VERSION:
        raise JournalUnavailable(BEFORE_RELEASE)
    return version


async def touch(connection: Any) -> None:
    """Write what stands there already: a commit, and so proof that there can be one."""
    await connection.execute("UPDATE journal_schema SET version = version")
