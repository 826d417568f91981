"""Networks of seats, compared within a game; all ratings are worked out anew by the model of today."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A column, and for each kind of game the order to rate it from its first game on."""
    op.add_column("result_seats", sa.Column("network", sa.Text))
    op.execute("DELETE FROM result_rerating")
    op.execute(
        "INSERT INTO result_rerating (game, kind, ended_at, tab) "
        "SELECT DISTINCT game, kind, -1, '' FROM result_games WHERE is_rated AND kind IS NOT NULL"
    )
