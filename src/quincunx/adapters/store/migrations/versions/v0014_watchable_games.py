"""Whether people without a seat may see a game that was counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A column; of games that were counted before it is not known."""
    op.add_column("result_games", sa.Column("is_watchable", sa.Boolean))
