"""What came of games, and ratings: all of it follows from the journal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Beside the people."""
    op.create_table(
        "result_games",
        sa.Column("tab", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("kind", sa.Text),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("termination", sa.Text, nullable=False),
    )
    op.create_index("result_games_rated", "result_games", ["game", "kind", "is_rated", "ended_at", "tab"])
    op.create_index("result_games_ended", "result_games", ["ended_at", "tab"])
    op.create_table(
        "result_seats",
        sa.Column("tab", sa.Text, sa.ForeignKey("result_games.tab"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("name", sa.Text),
        sa.Column("level", sa.Text),
        sa.Column("ending", sa.Text, nullable=False),
        sa.Column("bot_moves", sa.Integer, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("mu_before", sa.Double),
        sa.Column("sigma_before", sa.Double),
        sa.Column("mu", sa.Double),
        sa.Column("sigma", sa.Double),
    )
    op.create_index("result_seats_person", "result_seats", ["person", "ended_at", "tab"])
    op.create_table(
        "result_ratings",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
    )
    op.create_index("result_ratings_best", "result_ratings", ["game", "kind", "mu"])
    op.create_table(
        "result_handles",
        sa.Column("handle", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False, unique=True),
    )
