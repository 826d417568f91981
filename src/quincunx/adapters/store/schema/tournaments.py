"""Tables of tournaments."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text

from quincunx.adapters.store.schema.base import METADATA

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
    # The version of the chat, which changes more often than the rest.
    Column("talk", BigInteger, nullable=False, server_default="0"),
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
    Column("third", Integer),
    Column("fourth", Integer),
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
    # Half points of the seats.
    Column("before_first", Integer),
    Column("before_second", Integer),
    Column("before_third", Integer),
    Column("before_fourth", Integer),
    Column("after_first", Integer),
    Column("after_second", Integer),
    Column("after_third", Integer),
    Column("after_fourth", Integer),
)
TOURNAMENT_TEAMS: Final = Table(
    "tournament_teams",
    METADATA,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    # The numbers of its players, in the order of boards, as JSON.
    Column("players", Text, nullable=False),
)
TOURNAMENT_MATCHES: Final = Table(
    "tournament_matches",
    METADATA,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    # The place among the matches of the round, from 1.
    Column("number", Integer, primary_key=True),
    Column("home", Integer, nullable=False),
    Column("away", Integer),
)
# The steps of a ladder, in the order of time. They are never changed.
TOURNAMENT_STEPS: Final = Table(
    "tournament_steps",
    METADATA,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("player", Integer, nullable=False),
    Column("other", Integer),
    Column("challenge", Integer),
    Index("tournament_steps_at", "at"),
)
# Players whom hosts keep apart: one row for each player of a group.
TOURNAMENT_APART: Final = Table(
    "tournament_apart",
    METADATA,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    # The group, in the order of naming.
    Column("number", Integer, primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("since", Integer, nullable=False),
)
# The last lines of a tournament's chat.
TOURNAMENT_LINES: Final = Table(
    "tournament_lines",
    METADATA,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("person", Text, nullable=False, index=True),
    Column("phrase", Text),
    Column("said", Text),
)
# Acts of hosts in the chat, on record.
TOURNAMENT_ACTS: Final = Table(
    "tournament_acts",
    METADATA,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("host", Text, nullable=False),
    Column("act", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("line", BigInteger),
)
