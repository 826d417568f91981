"""People, their sessions, and what opens an account."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From nothing."""
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("name_key", sa.Text, unique=True),
        sa.Column("has_played", sa.Boolean, nullable=False),
        sa.Column("old_cookie", sa.Boolean, nullable=False),
        sa.Column("banned_at", sa.BigInteger),
        sa.Column("ban_reason", sa.Text),
        sa.Column("deleted_at", sa.BigInteger, index=True),
        sa.Column("became", sa.Text, sa.ForeignKey("people.id"), index=True),
    )
    op.create_index("people_untouched", "people", ["has_played", "seen_at"])
    op.create_table(
        "people_sessions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False, index=True),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("how", sa.Text, nullable=False),
        sa.Column("signed_in_at", sa.BigInteger),
    )
    op.create_table(
        "people_passkeys",
        sa.Column("id", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("rp", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger),
    )
    op.create_table(
        "people_passwords",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "people_recovery_codes",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("hash", sa.LargeBinary, primary_key=True),
    )
    op.create_table(
        "people_once",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False, index=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), index=True),
    )
    op.create_table(
        "people_tokens",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger),
    )
    op.create_table(
        "people_deeds",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False, index=True),
        sa.Column("note", sa.Text, nullable=False),
    )
