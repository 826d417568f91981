"""Tournaments that everybody may find. Those that are there have been made for whoever has their link."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A column, and its index."""
    op.add_column("evenings", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("evenings_listed", "evenings", ["listed", "status"])
