"""Tables of clubs."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, Table, Text

from quincunx.adapters.store.schema.base import METADATA

# A club, and all that belongs to it. What its members have played follows from the results.
CLUBS: Final = Table(
    "clubs",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("settings", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("key", Text, nullable=False),
    # The settings have it, too: here it can be asked for.
    Column("listed", Boolean, nullable=False, index=True),
)
CLUB_MEMBERS: Final = Table(
    "club_members",
    METADATA,
    Column("club", Text, ForeignKey("clubs.name"), primary_key=True),
    Column("person", Text, ForeignKey("people.id"), primary_key=True, index=True),
    Column("standing", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
)
CLUB_ANNOUNCEMENTS: Final = Table(
    "club_announcements",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("club", Text, ForeignKey("clubs.name"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("text", Text, nullable=False),
)
CLUB_NIGHTS: Final = Table(
    "club_nights",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("club", Text, ForeignKey("clubs.name"), nullable=False),
    Column("title", Text, nullable=False),
    Column("begins", BigInteger, nullable=False),
    Column("minutes", Integer, nullable=False),
    Index("club_nights_next", "club", "begins"),
)
CLUB_SEASONS: Final = Table(
    "club_seasons",
    METADATA,
    Column("club", Text, ForeignKey("clubs.name"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("began", BigInteger, nullable=False),
)
CLUB_LINKS: Final = Table(
    "club_links",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("club", Text, ForeignKey("clubs.name"), nullable=False, index=True),
    Column("hash", LargeBinary, nullable=False, unique=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("uses", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
)
CLUB_TABLES: Final = Table(
    "club_tables",
    METADATA,
    Column("tab", Text, primary_key=True),
    Column("club", Text, ForeignKey("clubs.name"), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Index("club_tables_newest", "club", "made_at"),
)
# Where a club's news is sent. The address lets its holder write there.
CLUB_HOOKS: Final = Table(
    "club_hooks",
    METADATA,
    Column("club", Text, ForeignKey("clubs.name"), primary_key=True),
    Column("url", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("nights", Boolean, nullable=False),
    Column("results", Boolean, nullable=False),
    Column("standings", Boolean, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("results_until", BigInteger, nullable=False),
    Column("night", Text, nullable=False),
    Column("week", Text, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("stopped_at", BigInteger),
)
OF_CLUBS: Final = (
    CLUB_MEMBERS,
    CLUB_ANNOUNCEMENTS,
    CLUB_NIGHTS,
    CLUB_SEASONS,
    CLUB_LINKS,
    CLUB_TABLES,
    CLUB_HOOKS,
)
"""The tables whose rows are deleted with their club."""
