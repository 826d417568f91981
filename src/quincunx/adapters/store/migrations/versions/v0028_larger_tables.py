"""Tournaments with three or four at a table: their seats, and the results that hosts set."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    for column in ("third", "fourth"):
        op.add_column("tournament_games", sa.Column(column, sa.Integer))
    for column in ("before_third", "before_fourth", "after_third", "after_fourth"):
        op.add_column("tournament_rulings", sa.Column(column, sa.Integer))
