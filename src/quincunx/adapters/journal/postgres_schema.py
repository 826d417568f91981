"""The journal's tables in PostgreSQL, and how those of any earlier version become those of this one."""

from __future__ import annotations

from typing import Any, Final

from quincunx.node.ports import JournalUnavailable

_LOCK: Final = 0x51756E78
""""Qunx": of several nodes that start at once, one changes the schema."""

# An entry is kept whole, as the program writes it; beside it stands only what the database decides by.
_VERSION_1: Final = """
CREATE TABLE journal_entries (
    tab text COLLATE "C" NOT NULL, version integer NOT NULL, key text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (tab, version)
);
CREATE UNIQUE INDEX journal_entries_by_key ON journal_entries (tab, key);
CREATE TABLE journal_summaries (
    tab text COLLATE "C" PRIMARY KEY, version integer NOT NULL, status text NOT NULL, due bigint,
    listing bytea, changed bigint NOT NULL
);
CREATE INDEX journal_summaries_listed ON journal_summaries (changed DESC) WHERE listing IS NOT NULL;
CREATE INDEX journal_summaries_due ON journal_summaries (due) WHERE due IS NOT NULL;
"""
# Tables that are left alone end some day (14 days while they wait, 90 while they are played at); what was
# stored before that was so would never have come to be due. It is so at the end of a day.
_VERSION_2: Final = """
UPDATE journal_summaries
    SET due = (changed + CASE status WHEN 'waiting' THEN 1209600000 ELSE 7776000000 END + 86399999)
        / 86400000 * 86400000
    WHERE due IS NULL AND status <> 'ended';
"""
# Who sits where, until the end, so that a person's tables are found by an index. Who is found in old entries
# may have stood up again; the next entry says it rightly. An entry is stored as [its time, its body].
_VERSION_3: Final = """
ALTER TABLE journal_summaries ADD COLUMN people jsonb NOT NULL DEFAULT '[]';
CREATE INDEX journal_summaries_people ON journal_summaries USING gin (people) WHERE people <> '[]';
WITH bodies AS (
    SELECT entry.tab, convert_from(entry.body, 'UTF8')::jsonb -> 1 AS body
    FROM journal_entries AS entry JOIN journal_summaries AS row USING (tab) WHERE row.status <> 'ended'
), happened AS (
    SELECT tab, jsonb_array_elements(
        CASE jsonb_typeof(body) WHEN 'array' THEN body ELSE body -> 'events' END) AS event
    FROM bodies
), found AS (
    SELECT tab, event -> 'person' AS person FROM happened WHERE event ->> 'type' = 'sat_down'
    UNION
    SELECT tab, jsonb_array_elements(event -> 'kept_for') FROM happened WHERE event ->> 'type' = 'table_made'
)
UPDATE journal_summaries AS row SET people = named.people
    FROM (
        SELECT tab, jsonb_agg(person ORDER BY person #>> '{}' COLLATE "C") AS people
        FROM found WHERE person <> 'null' GROUP BY tab
    ) AS named
    WHERE named.tab = row.tab;
"""
# Games of the day are listed too when they are over, and there are many more of them than open tables.
_VERSION_4: Final = """
DROP INDEX journal_summaries_listed;
CREATE INDEX journal_summaries_open ON journal_summaries (changed DESC)
    WHERE listing IS NOT NULL AND status <> 'ended';
CREATE INDEX journal_summaries_finished ON journal_summaries (changed DESC)
    WHERE listing IS NOT NULL AND status = 'ended';
"""
# When nodes ran, and when none did: deadlines move by that.
_VERSION_5: Final = """
CREATE TABLE journal_beats (node text COLLATE "C" PRIMARY KEY, at bigint NOT NULL);
CREATE TABLE journal_outages (since bigint PRIMARY KEY, until bigint NOT NULL);
"""
# For whom a table waits, so that a person's list begins with those that wait for them; of former rows it is
# not known. And from where a listed table comes, so that one network cannot crowd out all others; former rows
# count as one network each.
_VERSION_6: Final = """
ALTER TABLE journal_summaries ADD COLUMN awaited jsonb, ADD COLUMN origin text COLLATE "C";
UPDATE journal_summaries SET origin = tab WHERE listing IS NOT NULL;
DROP INDEX journal_summaries_open;
DROP INDEX journal_summaries_finished;
CREATE INDEX journal_summaries_open ON journal_summaries (status, origin, changed DESC)
    WHERE listing IS NOT NULL AND status <> 'ended';
CREATE INDEX journal_summaries_finished ON journal_summaries (changed DESC, origin)
    WHERE listing IS NOT NULL AND status = 'ended';
"""
STEPS: Final = (_VERSION_1, _VERSION_2, _VERSION_3, _VERSION_4, _VERSION_5, _VERSION_6)
"""``STEPS[n]`` makes version *n + 1* of version *n*; version 0 is an empty schema."""


async def prepare(connection: Any, name: str) -> None:
    """Bring the schema to the present version, whole or not at all, however many nodes start at once.

    Raises :class:`JournalUnavailable` for one of a later version, and what the driver raises if it cannot.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS journal_schema (version integer NOT NULL)")
        version: int = await connection.fetchval("SELECT max(version) FROM journal_schema") or 0
        if version > len(STEPS):
            raise JournalUnavailable(f"{name} was written by a newer Quincunx; please update this one.")
        for number, step in enumerate(STEPS[version:], version + 1):
            await connection.execute(step)
            await connection.execute("INSERT INTO journal_schema (version) VALUES ($1)", number)


async def check(connection: Any, name: str) -> None:
    """Raises :class:`JournalUnavailable` unless the schema is there, and of a version that can be read."""
    if await connection.fetchval("SELECT to_regclass('journal_schema')") is None:
        raise JournalUnavailable(f"{name} holds no journal.")
    version: int = await connection.fetchval("SELECT max(version) FROM journal_schema") or 0
    if version > len(STEPS):
        raise JournalUnavailable(f"{name} was written by a newer Quincunx; please update this one.")
    if version != len(STEPS):
        raise JournalUnavailable(f"{name} has another version; start a server of this version on it first.")


async def touch(connection: Any) -> None:
    """Write what stands there already: a commit, and so proof that there can be one."""
    await connection.execute("UPDATE journal_schema SET version = version")
