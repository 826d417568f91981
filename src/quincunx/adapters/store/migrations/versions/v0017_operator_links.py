"""A column for the time of an operator's sign-in link, of which its account is told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("people", sa.Column("operator_link_at", sa.BigInteger))
