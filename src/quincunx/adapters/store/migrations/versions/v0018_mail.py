"""E-mail addresses, messages to be sent, and a column for the address that a link confirms."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.add_column("people_once", sa.Column("note", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "people_addresses",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("address", sa.Text),
        sa.Column("address_key", sa.Text, index=True),
        sa.Column("pending", sa.Text),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("signs_in", sa.Boolean, nullable=False),
        sa.Column("tells_changes", sa.Boolean, nullable=False),
    )
    op.create_table(
        "people_outbox",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), index=True),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False, index=True),
        sa.Column("tries", sa.Integer, nullable=False),
    )
