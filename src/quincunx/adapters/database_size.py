"""The sizes of databases."""

from __future__ import annotations

from pathlib import Path


async def database_bytes(place: str) -> int:
    """The bytes of the database at an address such as ``sqlite:PATH`` or ``postgresql://…``. A SQLite file
    counts with its log. Raises :class:`~quincunx.node.ports.JournalUnavailable`."""
    kind, _, rest = place.partition(":")
    if kind == "sqlite":
        files = (Path(rest), Path(f"{rest}-wal"))
        return sum(each.stat().st_size for each in files if each.exists())
    # Imported here: servers with SQLite do without asyncpg.
    from quincunx.adapters.postgres_connections import ConnectionPool

    pool = ConnectionPool(place, 1)
    try:
        async with pool.connection() as connection:
            size: int = await connection.fetchval("SELECT pg_database_size(current_database())")
            return size
    finally:
        await pool.close()
