"""The journal in PostgreSQL, shared by any number of nodes: one writer per node, one statement per group.

While a commit is under way, further appends collect; the next statement writes all of them. As in SQLite, the
primary key (table, version) decides every race, including those between nodes: a losing row is not returned.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar

import asyncpg
import msgspec

from quincunx.adapters.journal import heartbeats, lists, postgres_schema
from quincunx.adapters.journal.groups import OnGroup, ignore_group
from quincunx.adapters.postgres_connections import Connection, ConnectionPool, unavailable
from quincunx.core.sentence import sentence
from quincunx.kit import Periodic
from quincunx.node.ports import Conflict, JournalDamaged, JournalUnavailable
from quincunx.table.deadlines.outage import Outage
from quincunx.table.events import Entry
from quincunx.table.record.chain import Damaged, body_of, entry_of
from quincunx.table.summary import Summary, people_text, summary_of

T = TypeVar("T")

MOST_AT_ONCE: Final = 500
CLOSE_SECONDS: Final = 30.0
"""Seconds in which pending entries may be written when the journal is closed."""
DECODED_AT_ONCE: Final = 200
"""Entries that are decoded without a pause: about 1 ms. A game of 5,000 turns takes 25 ms."""
READERS: Final = 4
TRIES: Final = 3
"""Attempts of one statement. If two nodes block each other, the database fails one of them, which retries."""

# Rows are sorted by table, so that nodes lock in the same order. Of several new entries of a table only the
# last writes the summary: one statement may change a row only once.
_APPEND: Final = """
WITH given AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::bytea[], $5::text[], $6::bigint[],
        $7::bytea[], $8::bigint[], $9::int[], $10::text[], $11::text[], $12::text[], $13::bool[])
        AS row (tab, version, key, body, status, due, listing, changed, summed, people, awaited, origin,
            timed)
), added AS (
    INSERT INTO journal_entries (tab, version, key, body) SELECT tab, version, key, body FROM given
    ON CONFLICT DO NOTHING RETURNING tab, version, key
), summarized AS (
    INSERT INTO journal_summaries AS old
        (tab, version, status, due, listing, changed, people, awaited, origin, timed)
    SELECT DISTINCT ON (tab) tab, summed, status, due, listing, changed, people::jsonb, awaited::jsonb,
        origin, timed
    FROM given JOIN added USING (tab, version, key) ORDER BY tab, summed DESC
    ON CONFLICT (tab) DO UPDATE SET version = excluded.version, status = excluded.status,
        due = excluded.due, listing = excluded.listing, changed = excluded.changed, people = excluded.people,
        awaited = excluded.awaited, origin = excluded.origin, timed = excluded.timed
    WHERE excluded.version > old.version
)
SELECT tab, version, key FROM added
"""


class _Stored(msgspec.Struct, array_like=True, frozen=True):
    """The stored row of an entry besides its names: its time, and the result of ``chain.body_of``."""

    at: int
    body: msgspec.Raw


_STORED: Final = msgspec.json.Decoder(_Stored)


def encode_row(at: int, body: bytes) -> bytes:
    """Encode the part of an entry that is stored besides its names; ``body`` is the result of
    ``chain.body_of``."""
    return msgspec.json.encode(_Stored(at, msgspec.Raw(body)))


def decode_row(table: str, version: int, row: bytes) -> tuple[int, bytes]:
    """Undo :func:`stored`; return the time and the body. Raises
    :class:`~quincunx.node.ports.JournalDamaged`."""
    try:
        found = _STORED.decode(row)
        return found.at, bytes(found.body)
    except msgspec.MsgspecError as error:
        raise JournalDamaged(
            sentence("Entry {{1}} of {{2}} is damaged; restore a backup.", version, table)
        ) from error


class _Append:
    """An encoded entry that waits to be written, and the future of its caller."""

    def __init__(self, entry: Entry, summary: Summary) -> None:
        self.since = time.perf_counter()
        self.id = (entry.table, entry.version, entry.key)
        self.row = (
            *self.id,
            encode_row(entry.at, body_of(entry)),
            summary.status,
            summary.due,
            summary.listing,
            summary.changed,
            summary.version,
            people_text(summary.people),
            people_text(summary.awaited),
            summary.origin,
            summary.timed,
        )
        self.done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()


class PostgresJournal:
    """A :class:`~quincunx.node.ports.Journal` in the database at an address ``postgresql://…``."""

    def __init__(self, url: str, on_group: OnGroup = ignore_group) -> None:
        self._on_group = on_group
        self._url = url
        self._write_line = ConnectionPool(url, 1)
        self._read_lines = ConnectionPool(url, READERS)
        self._name = self._write_line.name
        self._is_open = False
        self._waiting: deque[_Append] = deque()
        self._writer = Periodic("journal writer", self._write, None)

    # ---- opening and closing ------------------------------------------------------------------------

    async def open(self) -> None:
        """Connect, and migrate the schema. Call it once."""
        async with self._write_line.connection() as connection:
            await postgres_schema.prepare(connection, self._name)
        self._is_open = True
        self._writer.start()

    async def close(self) -> None:
        """Write all pending entries, then disconnect. Later calls are refused."""
        if self._is_open:
            self._is_open = False
            await self._writer.stop(CLOSE_SECONDS)
            await self._write()
            await self._write_line.close()
            await self._read_lines.close()

    def _check_open(self) -> None:
        if not self._is_open:
            raise JournalUnavailable(sentence("{{1}} isn’t open.", self._name))

    # ---- writing -------------------------------------------------------------------------------------

    async def append(self, entry: Entry, summary: Summary) -> None:
        """Append an entry; return when it is on disk. Raises :class:`~quincunx.node.ports.Conflict` if the
        version is taken."""
        self._check_open()
        append = _Append(entry, summary)
        self._waiting.append(append)
        self._writer.wake()
        # Shielded: the entry is written even if its caller is cancelled.
        if not await asyncio.shield(append.done):
            raise Conflict

    async def _write(self) -> None:
        """Commit pending entries, group by group."""
        while self._waiting:
            most = min(len(self._waiting), MOST_AT_ONCE)
            await self._commit([self._waiting.popleft() for _ in range(most)])

    async def _commit(self, group: list[_Append]) -> None:
        try:
            added = await self._insert(sorted((append.row for append in group), key=lambda row: row[:3]))
        except (Exception, asyncio.CancelledError) as error:
            # All errors, including a cancelled statement: no caller may wait for ever.
            is_closing = isinstance(error, asyncio.CancelledError)
            failure = (
                JournalUnavailable(sentence("{{1}} is closing.", self._name))
                if isinstance(error, asyncio.CancelledError)
                else unavailable(error, self._name)
            )
            for append in group:
                append.done.set_exception(failure)
                append.done.exception()  # marked as seen: its caller may be gone
            if is_closing:
                raise
            is_on_disk = False
        else:
            for append in group:
                # Of two equal entries in one group, the first counts as added.
                append.done.set_result(append.id in added)
                added.discard(append.id)
            is_on_disk = True
        self._on_group(len(group), time.perf_counter() - group[0].since, is_on_disk)

    async def _insert(self, rows: list[tuple[object, ...]]) -> set[tuple[str, int, str]]:
        columns = [list(column) for column in zip(*rows, strict=True)]
        for attempt in range(TRIES):
            try:
                # Repeating the statement is harmless: entries that the first run added are reported as
                # already there.
                rows_added = await self._write_line.run(lambda line: line.fetch(_APPEND, *columns))
                return {tuple(row) for row in rows_added}
            except JournalUnavailable as error:
                if attempt + 1 == TRIES or not isinstance(error.__cause__, asyncpg.TransactionRollbackError):
                    raise
        raise AssertionError("unreachable")

    async def settle(self, table: str, version: int) -> None:
        """Clear the due time of a table that has ended, if it still has this version."""
        self._check_open()
        statement = (
            "UPDATE journal_summaries SET due = NULL WHERE tab = $1 AND version = $2 AND status = 'ended'"
        )
        await self._write_line.run(lambda line: line.execute(statement, table, version))

    async def beat(self, node: str, now: int, longest: int | None = None) -> None:
        """Store that this node is running; ``now`` and ``longest`` are in ms."""
        self._check_open()
        await self._write_line.run(lambda line: heartbeats.beat(line, node, now, longest))

    async def last_beat(self) -> tuple[str, int] | None:
        """The node with the last beat, and its time in ms."""
        return await self._read(heartbeats.last)

    async def outages(self) -> Sequence[Outage]:
        """The outages, in order."""
        return await self._read(heartbeats.outages)

    async def try_write(self) -> None:
        """Return when something has been written to the disk."""
        self._check_open()
        await self._write_line.run(postgres_schema.touch)

    # ---- reading -------------------------------------------------------------------------------------

    async def _read(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        self._check_open()
        return await self._read_lines.run(work)

    async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
        """The table's entries with a version greater than ``after``, in order."""
        query = (
            "SELECT version, key, body FROM journal_entries WHERE tab = $1 AND version > $2 ORDER BY version"
        )
        rows = await self._read(lambda connection: connection.fetch(query, table, after))
        found: list[Entry] = []
        for first in range(0, len(rows), DECODED_AT_ONCE):
            if first:
                await asyncio.sleep(0)
            found += [_entry(table, *row) for row in rows[first : first + DECODED_AT_ONCE]]
        return found

    async def lobby(self, limit: int, of_origin: int) -> Sequence[bytes]:
        """The newest listings of waiting tables, then of running games."""
        waiting = await self._read(lambda line: line.fetch(lists.POSTGRES_OPEN, "waiting", limit, of_origin))
        playing = await self._read(lambda line: line.fetch(lists.POSTGRES_OPEN, "playing", limit, of_origin))
        return [listing for (listing,) in (*waiting, *playing)]

    async def finished(self, since: int, limit: int, of_origin: int) -> Sequence[bytes]:
        """The newest listings of tables that ended and last changed after ``since``."""
        rows = await self._read(lambda line: line.fetch(lists.POSTGRES_FINISHED, since, limit, of_origin))
        return [listing for (listing,) in rows]

    async def due(self, now: int, limit: int) -> Sequence[str]:
        """Tables on which the system must act by ``now``, longest overdue first."""
        query = "SELECT tab FROM journal_summaries WHERE due <= $1 ORDER BY due LIMIT $2"
        return [table for (table,) in await self._read(lambda line: line.fetch(query, now, limit))]

    async def running_out(self, after: int, until: int, limit: int) -> Sequence[tuple[str, int]]:
        """Tables at which a player's time runs out in this period, each with that time, earliest first."""
        query = (
            "SELECT tab, due FROM journal_summaries WHERE due > $1 AND due <= $2 AND timed "
            "ORDER BY due LIMIT $3"
        )
        rows = await self._read(lambda connection: connection.fetch(query, after, until, limit))
        return [(table, due) for table, due in rows]

    async def tables_of(self, people: Sequence[str], limit: int, status: str | None = None) -> Sequence[str]:
        """Tables that have not ended and at which one of these people has a seat or a kept seat."""
        rows = await self._read(
            lambda line: line.fetch(lists.POSTGRES_TABLES_OF, list(people), limit, status)
        )
        return [table for (table,) in rows]

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The last version of each of these tables that exists."""
        query = "SELECT tab, version FROM journal_summaries WHERE tab = ANY($1)"
        rows = await self._read(lambda connection: connection.fetch(query, list(tables)))
        return dict(rows)

    async def list_tables(self, after: str, limit: int) -> Sequence[Summary]:
        """The rows of tables whose names follow ``after``, in the order of their names."""
        query = (
            "SELECT tab, version, status, due, listing, changed, people, awaited, origin, timed "
            "FROM journal_summaries "
            "WHERE tab > $1 ORDER BY tab LIMIT $2"
        )
        rows = await self._read(lambda line: line.fetch(query, after, limit))
        return [summary_of(*row) for row in rows]

    async def names(self, after: str, limit: int) -> Sequence[tuple[str, int]]:
        """The names of all tables after ``after``, in order, each with the version of its summary."""
        query = (
            "SELECT tab, coalesce(version, 0) FROM (SELECT tab FROM journal_entries WHERE tab > $1 UNION "
            "SELECT tab FROM journal_summaries WHERE tab > $1 ORDER BY tab LIMIT $2) AS names "
            "LEFT JOIN journal_summaries USING (tab) ORDER BY tab"
        )
        rows = await self._read(lambda connection: connection.fetch(query, after, limit))
        return [(table, version) for table, version in rows]


def _entry(table: str, version: int, key: str, row: bytes) -> Entry:
    """Decode a row. Raises :class:`~quincunx.node.ports.JournalDamaged` if it cannot be read."""
    try:
        return entry_of(table, version, key, *decode_row(table, version, row))
    except Damaged as error:
        raise JournalDamaged(
            sentence("Entry {{1}} of {{2}} is damaged; restore a backup.", version, table)
        ) from error
