"""Accounts that are operators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add since when, and the order of the list of people."""
    op.add_column("people", sa.Column("operator_at", sa.BigInteger))
    op.create_index("people_seen", "people", ["seen_at", "id"])
