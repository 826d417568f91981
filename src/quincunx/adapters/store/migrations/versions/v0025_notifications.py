"""Notifications by kind and way, and the events of which people have been notified."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.add_column("people_reach", sa.Column("choices", sa.Text))
    op.create_table(
        "people_events",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("event", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_people_events_at", "people_events", ["at"])
    op.create_table(
        "people_alerts",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_people_alerts_until", "people_alerts", ["until"])
