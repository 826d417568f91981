"""The store's tables, as they are now; ``migrations/`` has how they came to be so."""

from __future__ import annotations

from typing import Final

from quincunx.adapters.store.schema.base import METADATA, VERSION
from quincunx.adapters.store.schema.clubs import (
    CLUB_ANNOUNCEMENTS,
    CLUB_HOOKS,
    CLUB_LINKS,
    CLUB_MEMBERS,
    CLUB_NIGHTS,
    CLUB_SEASONS,
    CLUB_TABLES,
    CLUBS,
    OF_CLUBS,
)
from quincunx.adapters.store.schema.daily import DAY_ATTEMPTS, DAY_BESTS, DAY_COUNTS, DAYS
from quincunx.adapters.store.schema.matchmaking import PAIRINGS, SEEKERS
from quincunx.adapters.store.schema.nodes import NODE_PEOPLE, NOTES
from quincunx.adapters.store.schema.people import (
    ADDRESSES,
    BLOCKS,
    CODES,
    DEEDS,
    FORMER_NAMES,
    INVITATIONS,
    NOTICES,
    ONCE,
    OUTBOX,
    PASSKEYS,
    PASSWORDS,
    PEOPLE,
    PUSHES,
    REPORTS,
    SESSIONS,
    TOKENS,
)
from quincunx.adapters.store.schema.puzzles import PUZZLE_SOLVERS, PUZZLE_TRIES, PUZZLES, PUZZLES_SHOWN
from quincunx.adapters.store.schema.reach import ALERTS, EVENTS_TOLD, FOLLOWS, REACH, VACATIONS
from quincunx.adapters.store.schema.results import GAMES, HANDLES, RATINGS, RERATING, REVIEWS, SEATS
from quincunx.adapters.store.schema.tournaments import (
    TOURNAMENT_ACTS,
    TOURNAMENT_APART,
    TOURNAMENT_GAMES,
    TOURNAMENT_HOSTS,
    TOURNAMENT_LINES,
    TOURNAMENT_PLAYERS,
    TOURNAMENT_RULINGS,
    TOURNAMENTS,
)

__all__ = [
    "ADDRESSES",
    "ALERTS",
    "BLOCKS",
    "CLUBS",
    "CLUB_ANNOUNCEMENTS",
    "CLUB_HOOKS",
    "CLUB_LINKS",
    "CLUB_MEMBERS",
    "CLUB_NIGHTS",
    "CLUB_SEASONS",
    "CLUB_TABLES",
    "CODES",
    "DAYS",
    "DAY_ATTEMPTS",
    "DAY_BESTS",
    "DAY_COUNTS",
    "DEEDS",
    "EVENTS_TOLD",
    "FOLLOWS",
    "FORMER_NAMES",
    "GAMES",
    "HANDLES",
    "INVITATIONS",
    "METADATA",
    "NODE_PEOPLE",
    "NOTES",
    "NOTICES",
    "OF_CLUBS",
    "ONCE",
    "OUTBOX",
    "OWNED",
    "PAIRINGS",
    "PASSKEYS",
    "PASSWORDS",
    "PEOPLE",
    "PROJECTED",
    "PUSHES",
    "PUZZLES",
    "PUZZLES_SHOWN",
    "PUZZLE_SOLVERS",
    "PUZZLE_TRIES",
    "RATINGS",
    "REACH",
    "REPORTS",
    "RERATING",
    "REVIEWS",
    "SEATS",
    "SEEKERS",
    "SESSIONS",
    "TOKENS",
    "TOURNAMENTS",
    "TOURNAMENT_ACTS",
    "TOURNAMENT_APART",
    "TOURNAMENT_GAMES",
    "TOURNAMENT_HOSTS",
    "TOURNAMENT_LINES",
    "TOURNAMENT_PLAYERS",
    "TOURNAMENT_RULINGS",
    "VACATIONS",
    "VERSION",
]

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
    FOLLOWS,
    REACH,
    EVENTS_TOLD,
    ALERTS,
    VACATIONS,
    PUZZLE_SOLVERS,
    PUZZLE_TRIES,
    CLUB_MEMBERS,
    CLUB_ANNOUNCEMENTS,
    CLUB_LINKS,
)
"""The tables whose rows are deleted with their person."""
