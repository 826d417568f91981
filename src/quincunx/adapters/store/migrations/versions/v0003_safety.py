"""Whom people have blocked, and what they have reported."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Beside the people."""
    op.create_table(
        "people_blocks",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("blocked", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_people_blocks_blocked", "people_blocks", ["blocked"])
    op.create_table(
        "people_reports",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("reported", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("tab", sa.Text, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("closed_at", sa.BigInteger),
    )
    for column in ("person", "reported", "closed_at"):
        op.create_index(f"ix_people_reports_{column}", "people_reports", [column])
