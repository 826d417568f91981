"""Clubs, with their members, announcements, nights, seasons, links and tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "clubs",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False, index=True),
    )
    op.create_table(
        "club_members",
        sa.Column("club", sa.Text, sa.ForeignKey("clubs.name"), primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), primary_key=True, index=True),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "club_announcements",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("club", sa.Text, sa.ForeignKey("clubs.name"), nullable=False, index=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "club_nights",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("club", sa.Text, sa.ForeignKey("clubs.name"), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("begins", sa.BigInteger, nullable=False),
        sa.Column("minutes", sa.Integer, nullable=False),
    )
    op.create_index("club_nights_next", "club_nights", ["club", "begins"])
    op.create_table(
        "club_seasons",
        sa.Column("club", sa.Text, sa.ForeignKey("clubs.name"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "club_links",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("club", sa.Text, sa.ForeignKey("clubs.name"), nullable=False, index=True),
        sa.Column("hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "club_tables",
        sa.Column("tab", sa.Text, primary_key=True),
        sa.Column("club", sa.Text, sa.ForeignKey("clubs.name"), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_index("club_tables_newest", "club_tables", ["club", "made_at"])
