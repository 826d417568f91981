"""Tables of results, ratings and reviews of finished games."""

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
    Table,
    Text,
)

from quincunx.adapters.store.schema.base import METADATA

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
# The kinds whose ratings are being recomputed, with the last game done.
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
# Reviews of finished games; they can be recomputed.
REVIEWS: Final = Table(
    "reviews",
    METADATA,
    Column("tab", Text, primary_key=True),
    Column("version", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("body", LargeBinary),
    Index("reviews_age", "made_at", "tab"),
)
