"""The chat of a tournament's people, and reports from it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.add_column("tournaments", sa.Column("talk", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("people_reports", sa.Column("tournament", sa.Text))
    op.create_table(
        "tournament_lines",
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("phrase", sa.Text),
        sa.Column("said", sa.Text),
    )
    op.create_index("ix_tournament_lines_person", "tournament_lines", ["person"])
    op.create_table(
        "tournament_acts",
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("line", sa.BigInteger),
    )
