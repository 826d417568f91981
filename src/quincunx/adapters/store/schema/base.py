"""The metadata that all tables of the store share."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, MetaData, Table, Text

METADATA: Final = MetaData()
VERSION: Final = Table("people_schema", MetaData(), Column("version_num", Text, primary_key=True))
"""Alembic's own: up to which step the tables have come."""
