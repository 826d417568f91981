"""Puzzle solutions that guests were shown, by network."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A table."""
    op.create_table(
        "puzzles_shown",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("puzzle", sa.Text, primary_key=True),
        sa.Column("network", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
    )
