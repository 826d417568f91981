"""The store's tables, as they are now; ``migrations/`` has how they came to be so."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

METADATA: Final = MetaData()
VERSION: Final = Table("people_schema", MetaData(), Column("version_num", Text, primary_key=True))
"""Alembic's own: up to which step the tables have come."""

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
)
# Who never did anything is found by when they were here last.
Index("people_untouched", PEOPLE.c.has_played, PEOPLE.c.seen_at)

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
# Names that accounts had, by hash: for a while nobody else gets them.
FORMER_NAMES: Final = Table(
    "people_former_names",
    METADATA,
    Column("hash", LargeBinary, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), index=True),
    Column("until", BigInteger, nullable=False, index=True),
)
# A device that is told when it is somebody's turn: it ends with its session.
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
# Up to which turn of a table somebody has been told that it waits for them.
NOTICES: Final = Table(
    "people_notices",
    METADATA,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("tab", Text, primary_key=True),
    Column("turn", BigInteger, nullable=False),
    Column("told_at", BigInteger, nullable=False, index=True),
)
# What was done stays on record when the person has gone: no reference holds it.
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
# Of whom somebody wants to hear no more. The other may have played before people were stored.
BLOCKS: Final = Table(
    "people_blocks",
    METADATA,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("blocked", Text, primary_key=True, index=True),
    Column("name", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
# It stays for the operator when whoever reported has gone.
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
)
# What came of games. All of it follows from the journal, and nothing refers to people: rows may be made
# before or after theirs.
GAMES: Final = Table(
    "result_games",
    METADATA,
    Column("tab", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("kind", Text),
    Column("options", Text, nullable=False),
    Column("is_rated", Boolean, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("termination", Text, nullable=False),
    Column("is_watchable", Boolean, nullable=False),
    Index("result_games_rated", "game", "kind", "is_rated", "ended_at", "tab"),
    Index("result_games_ended", "ended_at", "tab"),
)
SEATS: Final = Table(
    "result_seats",
    METADATA,
    Column("tab", Text, ForeignKey("result_games.tab"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("side", Integer, nullable=False),
    Column("person", Text),
    Column("name", Text),
    Column("level", Text),
    Column("ending", Text, nullable=False),
    Column("bot_moves", Integer, nullable=False),
    Column("facts", Text, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("mu_before", Double),
    Column("sigma_before", Double),
    Column("mu", Double),
    Column("sigma", Double),
    Column("network", Text),
    Index("result_seats_person", "person", "ended_at", "tab"),
)
RATINGS: Final = Table(
    "result_ratings",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Index("result_ratings_best", "game", "kind", "mu"),
)
# Of which kinds ratings are being worked out anew, and up to which game that has been done.
RERATING: Final = Table(
    "result_rerating",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("ended_at", BigInteger, nullable=False),
    Column("tab", Text, nullable=False),
)
HANDLES: Final = Table(
    "result_handles",
    METADATA,
    Column("handle", Text, primary_key=True),
    Column("person", Text, nullable=False, unique=True),
)
SEEKERS: Final = Table(
    "seekers",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("pool", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("margin", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
)
PAIRINGS: Final = Table(
    "pairings",
    METADATA,
    Column("tab", Text, primary_key=True),
    Column("pool", Text, nullable=False),
    Column("people", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
# A tournament; the person is its host. What came of its games is not kept here: it follows from the results.
TOURNAMENTS: Final = Table(
    "tournaments",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("round", Integer, nullable=False),
    Column("rounds", Integer),
    Column("made_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("next_at", BigInteger),
    Column("due", BigInteger, index=True),
    # The settings have it, too: here it can be asked for.
    Column("listed", Boolean, nullable=False),
    Index("tournaments_host", "person", "status"),
    Index("tournaments_listed", "listed", "status"),
)
TOURNAMENT_PLAYERS: Final = Table(
    "tournament_players",
    METADATA,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("since", Integer, nullable=False),
    Column("is_out", Boolean, nullable=False),
    Column("is_removed", Boolean, nullable=False),
    Index("tournament_players_once", "tournament", "person", unique=True),
)
TOURNAMENT_GAMES: Final = Table(
    "tournament_games",
    METADATA,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("first", Integer, nullable=False),
    Column("second", Integer),
    Column("tab", Text, unique=True),
    Column("began", BigInteger, nullable=False),
    Column("is_made", Boolean, nullable=False),
)
TOURNAMENT_HOSTS: Final = Table(
    "tournament_hosts",
    METADATA,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("person", Text, primary_key=True, index=True),
    # Their order.
    Column("number", Integer, nullable=False),
)
TOURNAMENT_RULINGS: Final = Table(
    "tournament_rulings",
    METADATA,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("person", Text, nullable=False),
    Column("round", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    # Half points of the two seats.
    Column("before_first", Integer),
    Column("before_second", Integer),
    Column("after_first", Integer),
    Column("after_second", Integer),
)
DAYS: Final = Table(
    "days",
    METADATA,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("seed", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
DAY_BESTS: Final = Table(
    "day_bests",
    METADATA,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("number", Integer, nullable=False),
)
# Who has tried a deal first is decided here; what came of it follows from the journal.
DAY_ATTEMPTS: Final = Table(
    "day_attempts",
    METADATA,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("tab", Text, nullable=False, unique=True),
    Column("began_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("number", Integer),
    Index("day_attempts_person", "person", "day"),
)
DAY_COUNTS: Final = Table(
    "day_counts",
    METADATA,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("people", Integer, nullable=False),
)
# What was found out about finished games; it can be made again.
REVIEWS: Final = Table(
    "reviews",
    METADATA,
    Column("tab", Text, primary_key=True),
    Column("version", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("body", LargeBinary),
    Index("reviews_age", "made_at", "tab"),
)
PUZZLES: Final = Table(
    "puzzles",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("found", Integer, nullable=False),
)
PUZZLES_SHOWN: Final = Table(
    "puzzles_shown",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("network", Text, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
)
PUZZLE_TRIES: Final = Table(
    "puzzle_tries",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("is_found", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
)
# The columns of a run are of the newest one, which may be over.
PUZZLE_SOLVERS: Final = Table(
    "puzzle_solvers",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("found", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("run_began", BigInteger),
    Column("run_puzzle", Text),
    Column("run_found", Integer, nullable=False),
    Column("run_missed", Integer, nullable=False),
    Column("best_run", Integer, nullable=False),
)
# What a node has to say while no other node hears it.
NOTES: Final = Table(
    "node_notes",
    METADATA,
    Column("node", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("said", Text, nullable=False),
)
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
OF_CLUBS: Final = (CLUB_MEMBERS, CLUB_ANNOUNCEMENTS, CLUB_NIGHTS, CLUB_SEASONS, CLUB_LINKS, CLUB_TABLES)
"""The tables whose rows are deleted with their club."""
PROJECTED: Final = (SEATS, GAMES, RATINGS, RERATING)
"""The tables derived from the journal, in an order in which they can be emptied."""
OWNED: Final = (
    OUTBOX,
    ADDRESSES,
    NOTICES,
    PUSHES,
    SESSIONS,
    PASSKEYS,
    PASSWORDS,
    CODES,
    ONCE,
    TOKENS,
    BLOCKS,
    PUZZLE_SOLVERS,
    PUZZLE_TRIES,
    CLUB_MEMBERS,
    CLUB_ANNOUNCEMENTS,
    CLUB_LINKS,
)
"""The tables whose rows are deleted with their person."""
