"""Invitation links to the server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "people_invitations",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False, index=True),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
