"""Devices that are told when it is somebody's turn, and of which turns they have been told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Beside the sessions."""
    op.create_table(
        "people_pushes",
        sa.Column(
            "session", sa.Text, sa.ForeignKey("people_sessions.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False, unique=True),
        sa.Column("point", sa.LargeBinary, nullable=False),
        sa.Column("auth", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_people_pushes_person", "people_pushes", ["person"])
    op.create_table(
        "people_notices",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("tab", sa.Text, primary_key=True),
        sa.Column("turn", sa.BigInteger, nullable=False),
        sa.Column("told_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_people_notices_told_at", "people_notices", ["told_at"])
