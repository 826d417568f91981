"""Times when nodes ran: a journal's tables of beats and outages, in either database."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

from quincunx.table.deadlines.outage import BEHIND_MILLISECONDS, Outage

KEPT_MILLISECONDS: Final = 120 * 24 * 3_600_000
"""Milliseconds after which an outage is deleted. No table waits for longer: it has expired, or its player's
time has run out."""
LOCK: Final = 0x51756E79
"""Key of the PostgreSQL lock by which only one of several nodes that start at once records the outage."""


def beat_in_file(connection: sqlite3.Connection, node: str, now: int, longest: int | None) -> None:
    """Store in SQLite that a node is running, within a transaction that has begun.

    If ``longest`` is given and no node has beaten for that many milliseconds, the time since is stored as an
    outage. Beats in the future are deleted. :meth:`quincunx.node.ports.Journal.beat` has the details.
    """
    if longest is not None:
        found = last_in_file(connection)
        if found is not None and found[1] > now + BEHIND_MILLISECONDS:
            connection.execute("DELETE FROM beats WHERE at > ?", (now,))
            connection.execute("DELETE FROM outages WHERE since >= ?", (now,))
            connection.execute("UPDATE outages SET until = ? WHERE until > ?", (now, now))
        elif found is not None and now - found[1] > longest:
            connection.execute("DELETE FROM outages WHERE until <= ?", (now - KEPT_MILLISECONDS,))
            connection.execute("INSERT OR REPLACE INTO outages VALUES (?, ?)", (found[1], now))
        connection.execute("DELETE FROM beats")
    connection.execute("INSERT OR REPLACE INTO beats VALUES (?, ?)", (node, now))


def last_in_file(connection: sqlite3.Connection) -> tuple[str, int] | None:
    """The node with the last beat, and its time in ms, from SQLite. Without beats it is the time of the last
    entry; in an empty journal ``None``."""
    found = connection.execute("SELECT node, at FROM beats ORDER BY at DESC LIMIT 1").fetchone()
    if found is None:
        found = connection.execute("SELECT '', max(changed) FROM summaries").fetchone()
    return None if found[1] is None else (found[0], found[1])


def outages_in_file(connection: sqlite3.Connection) -> list[Outage]:
    """The outages in SQLite, in order."""
    return [Outage(*row) for row in connection.execute("SELECT since, until FROM outages ORDER BY since")]


async def beat(line: Any, node: str, now: int, longest: int | None) -> None:
    """Store in PostgreSQL that a node is running, like :func:`beat_in_file`."""
    async with line.transaction():
        if longest is not None:
            await line.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            found = await last(line)
            if found is not None and found[1] > now + BEHIND_MILLISECONDS:
                await line.execute("DELETE FROM journal_beats WHERE at > $1", now)
                await line.execute("DELETE FROM journal_outages WHERE since >= $1", now)
                await line.execute("UPDATE journal_outages SET until = $1 WHERE until > $1", now)
            elif found is not None and now - found[1] > longest:
                await line.execute("DELETE FROM journal_outages WHERE until <= $1", now - KEPT_MILLISECONDS)
                await line.execute(
                    "INSERT INTO journal_outages VALUES ($1, $2) "
                    "ON CONFLICT (since) DO UPDATE SET until = excluded.until",
                    found[1],
                    now,
                )
            await line.execute("DELETE FROM journal_beats")
        await line.execute(
            "INSERT INTO journal_beats VALUES ($1, $2) ON CONFLICT (node) DO UPDATE SET at = excluded.at",
            node,
            now,
        )


async def last(line: Any) -> tuple[str, int] | None:
    """The node with the last beat, and its time in ms, from PostgreSQL; see :func:`last_in_file`."""
    found = await line.fetchrow("SELECT node, at FROM journal_beats ORDER BY at DESC LIMIT 1")
    if found is None:
        found = await line.fetchrow("SELECT '' AS node, max(changed) AS at FROM journal_summaries")
    return None if found["at"] is None else (found["node"], found["at"])


async def outages(line: Any) -> list[Outage]:
    """The outages in PostgreSQL, in order."""
    rows = await line.fetch("SELECT since, until FROM journal_outages ORDER BY since")
    return [Outage(row["since"], row["until"]) for row in rows]
