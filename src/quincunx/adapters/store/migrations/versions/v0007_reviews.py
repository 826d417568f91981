"""Reviews of finished games, which can always be made again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Beside the rest; nothing refers to them."""
    op.create_table(
        "reviews",
        sa.Column("tab", sa.Text, primary_key=True),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary),
    )
    op.create_index("reviews_age", "reviews", ["made_at", "tab"])
