"""Tournaments, who plays in them, and who is paired with whom."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Beside the rest; what came of their games stays with the results."""
    op.create_table(
        "evenings",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("next_at", sa.BigInteger),
        sa.Column("due", sa.BigInteger),
    )
    op.create_index("ix_evenings_due", "evenings", ["due"])
    op.create_index("evenings_host", "evenings", ["person", "status"])
    op.create_table(
        "evening_players",
        sa.Column("evening", sa.Text, sa.ForeignKey("evenings.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("is_out", sa.Boolean, nullable=False),
        sa.Column("is_removed", sa.Boolean, nullable=False),
    )
    op.create_index("ix_evening_players_person", "evening_players", ["person"])
    op.create_index("evening_players_once", "evening_players", ["evening", "person"], unique=True)
    op.create_table(
        "evening_games",
        sa.Column("evening", sa.Text, sa.ForeignKey("evenings.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("board", sa.Integer, primary_key=True),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer),
        sa.Column("tab", sa.Text, unique=True),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("is_made", sa.Boolean, nullable=False),
    )
