"""Eras of people, which sign-ins under way must still be in; and names that are reserved for a while."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A column and a table."""
    op.add_column("people", sa.Column("era", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "people_former_names",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id")),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_people_former_names_person", "people_former_names", ["person"])
    op.create_index("ix_people_former_names_until", "people_former_names", ["until"])
