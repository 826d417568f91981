"""Tables of puzzles and their solvers."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, Table, Text

from quincunx.adapters.store.schema.base import METADATA

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
# Messages of a node while no other node receives them.
