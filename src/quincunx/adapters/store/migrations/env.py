"""How Alembic brings the tables up to date, inside the transaction that its caller has begun."""

from __future__ import annotations

from alembic import context

from quincunx.adapters.store.schema import METADATA

VERSION_TABLE = "people_schema"

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
)
context.run_migrations()
