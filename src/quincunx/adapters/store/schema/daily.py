"""Tables of the daily challenge."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from quincunx.adapters.store.schema.base import METADATA

DAYS: Final = Table(
    "days",
    METADATA,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("seed", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
DAY_BESTS: Final = Table(
    "day_bests",
    METADATA,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("number", Integer, nullable=False),
)
# First tries of daily challenges are decided here; their results follow from the journal.
DAY_ATTEMPTS: Final = Table(
    "day_attempts",
    METADATA,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("tab", Text, nullable=False, unique=True),
    Column("began_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("number", Integer),
    Index("day_attempts_person", "person", "day"),
)
DAY_COUNTS: Final = Table(
    "day_counts",
    METADATA,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("people", Integer, nullable=False),
)
