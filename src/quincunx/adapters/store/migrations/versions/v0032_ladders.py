"""Ladders: the steps from which the order of their players follows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "tournament_steps",
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("other", sa.Integer),
        sa.Column("challenge", sa.Integer),
    )
    op.create_index("tournament_steps_at", "tournament_steps", ["at"])
