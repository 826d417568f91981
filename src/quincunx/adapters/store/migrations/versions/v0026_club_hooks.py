"""Webhooks of clubs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "club_hooks",
        sa.Column("club", sa.Text, sa.ForeignKey("clubs.name"), primary_key=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("nights", sa.Boolean, nullable=False),
        sa.Column("results", sa.Boolean, nullable=False),
        sa.Column("standings", sa.Boolean, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("results_until", sa.BigInteger, nullable=False),
        sa.Column("night", sa.Text, nullable=False),
        sa.Column("week", sa.Text, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("stopped_at", sa.BigInteger),
    )
