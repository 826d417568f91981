"""How far ratings have been worked out anew, and what nodes say that no other node hears."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Two tables."""
    op.create_table(
        "result_rerating",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("tab", sa.Text, nullable=False),
    )
    op.create_table(
        "node_notes",
        sa.Column("node", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
    )
