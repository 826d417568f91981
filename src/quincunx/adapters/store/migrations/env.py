"""How Alembic brings the tables up to date, inside the transaction that its caller has begun."""

from __future__ import annotations

from alembic import context

from quincunx.adapters.store.schema import METADATA, VERSION

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION.name,
)
context.run_migrations()
