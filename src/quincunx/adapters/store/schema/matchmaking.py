"""Tables of people who look for a game, and of the pairs that were found."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Integer, Table, Text

from quincunx.adapters.store.schema.base import METADATA

SEEKERS: Final = Table(
    "seekers",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("pool", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("margin", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
)
PAIRINGS: Final = Table(
    "pairings",
    METADATA,
    Column("tab", Text, primary_key=True),
    Column("pool", Text, nullable=False),
    Column("people", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
