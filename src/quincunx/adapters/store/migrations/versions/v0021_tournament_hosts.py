"""Co-hosts of tournaments, and the results that hosts set."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "tournament_hosts",
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("person", sa.Text, primary_key=True, index=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_table(
        "tournament_rulings",
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("before_first", sa.Integer),
        sa.Column("before_second", sa.Integer),
        sa.Column("after_first", sa.Integer),
        sa.Column("after_second", sa.Integer),
    )
