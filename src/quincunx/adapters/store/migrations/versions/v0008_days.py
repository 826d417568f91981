"""Each day's secret, who has tried its deals, and how many have which result."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Beside the rest; what came of the tries follows from the journal."""
    op.create_table(
        "days",
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "day_bests",
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_table(
        "day_attempts",
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("tab", sa.Text, nullable=False, unique=True),
        sa.Column("began_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("number", sa.Integer),
    )
    op.create_index("day_attempts_person", "day_attempts", ["person", "day"])
    op.create_table(
        "day_counts",
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("people", sa.Integer, nullable=False),
    )
