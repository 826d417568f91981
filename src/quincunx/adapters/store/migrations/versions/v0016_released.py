"""The tables of version 1.0, before which nothing was released.

A new store is made at once as ``schema.py`` has it. Steps change stores that are there, so this first one has
nothing to do; ``testdata/store-16.sql`` has its tables as they were.
"""

from __future__ import annotations

revision = "0016"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing is older."""
