"""Tables of what nodes say of themselves: messages for others, and the people connected to them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Integer, Table, Text

from quincunx.adapters.store.schema.base import METADATA

NOTES: Final = Table(
    "node_notes",
    METADATA,
    Column("node", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("said", Text, nullable=False),
)
NODE_PEOPLE: Final = Table(
    "node_people",
    METADATA,
    Column("node", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("people", Text, nullable=False),
    Column("more", Integer, nullable=False),
)
