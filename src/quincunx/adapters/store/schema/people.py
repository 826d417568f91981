"""Tables of people: what opens an account, what is mailed and pushed, blocks and reports."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, Table, Text

from quincunx.adapters.store.schema.base import METADATA

# Several programs may share a database: all names say whose they are.
PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("name_key", Text, unique=True),
    Column("has_played", Boolean, nullable=False),
    Column("banned_at", BigInteger),
    Column("ban_reason", Text),
    Column("deleted_at", BigInteger, index=True),
    Column("became", Text, ForeignKey("people.id"), index=True),
    Column("era", Integer, nullable=False),
    Column("operator_link_at", BigInteger),
    Column("operator_at", BigInteger),
)
# Finds inactive people by the time of their last visit.
Index("people_untouched", PEOPLE.c.has_played, PEOPLE.c.seen_at)
# Operators read the list of people in this order.
Index("people_seen", PEOPLE.c.seen_at, PEOPLE.c.id)
SESSIONS: Final = Table(
    "people_sessions",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("hash", LargeBinary, nullable=False, unique=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("made_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False, index=True),
    Column("device", Text, nullable=False),
    Column("how", Text, nullable=False),
    Column("signed_in_at", BigInteger),
)
PASSKEYS: Final = Table(
    "people_passkeys",
    METADATA,
    Column("id", LargeBinary, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("rp", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
)
PASSWORDS: Final = Table(
    "people_passwords",
    METADATA,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("hash", Text, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)
CODES: Final = Table(
    "people_recovery_codes",
    METADATA,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("hash", LargeBinary, primary_key=True),
)
ONCE: Final = Table(
    "people_once",
    METADATA,
    Column("hash", LargeBinary, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
    Column("person", Text, ForeignKey("people.id"), index=True),
    Column("note", Text, nullable=False, server_default=""),
)
ADDRESSES: Final = Table(
    "people_addresses",
    METADATA,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("address", Text),
    Column("address_key", Text, index=True),
    Column("pending", Text),
    Column("language", Text, nullable=False),
    Column("signs_in", Boolean, nullable=False),
    Column("tells_changes", Boolean, nullable=False),
)
# Messages that wait to be sent. A request for a link names no person, whether there is an account or not.
OUTBOX: Final = Table(
    "people_outbox",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("person", Text, ForeignKey("people.id"), index=True),
    Column("language", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
)
TOKENS: Final = Table(
    "people_tokens",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("hash", LargeBinary, nullable=False, unique=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
)
# Links by which newcomers may come, if the server admits them by invitation only.
INVITATIONS: Final = Table(
    "people_invitations",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("hash", LargeBinary, nullable=False, unique=True),
    Column("uses", Integer, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
    Column("made_at", BigInteger, nullable=False),
)
# Former names of accounts, by hash: for a while no other account gets them.
FORMER_NAMES: Final = Table(
    "people_former_names",
    METADATA,
    Column("hash", LargeBinary, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), index=True),
    Column("until", BigInteger, nullable=False, index=True),
)
# A device's push subscription for turn notifications: it ends with its session.
PUSHES: Final = Table(
    "people_pushes",
    METADATA,
    Column("session", Text, ForeignKey("people_sessions.id", ondelete="CASCADE"), primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False, unique=True),
    Column("point", LargeBinary, nullable=False),
    Column("auth", LargeBinary, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("language", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
# The last turn of a table for which a person was notified.
NOTICES: Final = Table(
    "people_notices",
    METADATA,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("tab", Text, primary_key=True),
    Column("turn", BigInteger, nullable=False),
    Column("told_at", BigInteger, nullable=False, index=True),
)
# Entries stay on record after the person is deleted: there is no foreign key.
DEEDS: Final = Table(
    "people_deeds",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", Text, nullable=False),
    Column("act", Text, nullable=False),
    Column("person", Text, nullable=False, index=True),
    Column("note", Text, nullable=False),
)
# People blocked by a person. The blocked one may have played before people were stored.
BLOCKS: Final = Table(
    "people_blocks",
    METADATA,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("blocked", Text, primary_key=True, index=True),
    Column("name", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
# A report stays for the operator after the reporter is deleted.
REPORTS: Final = Table(
    "people_reports",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("person", Text, index=True),
    Column("reported", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("tab", Text, nullable=False),
    Column("said", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("closed_at", BigInteger, index=True),
    # Of a report from the chat of a tournament, which then has no table.
    Column("tournament", Text),
)
# Results of games. All of them follow from the journal, and none refers to people: rows may be created before
# or after theirs.
