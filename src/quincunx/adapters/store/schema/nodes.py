"""The table of messages between nodes."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Table, Text

from quincunx.adapters.store.schema.base import METADATA

NOTES: Final = Table(
    "node_notes",
    METADATA,
    Column("node", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("said", Text, nullable=False),
)
