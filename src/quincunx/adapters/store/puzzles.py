"""Answers to puzzles, people's ratings at puzzles, and the ratings of puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace

from quincunx.adapters.store.database import Database, lock
from quincunx.adapters.store.schema import PUZZLE_SOLVERS, PUZZLE_TRIES, PUZZLES, PUZZLES_SHOWN
from quincunx.club.puzzles.ratings import (
    SHOWN_MILLISECONDS,
    Counted,
    Hardness,
    Run,
    Solver,
    Try,
    answered,
    answered_unrated,
    in_run,
    missed_again,
)
from quincunx.club.results.ratings import Rating


class PuzzlesStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def solver(self, person: str, game: str) -> Solver:
        return await self._database.read(_solver, person, game)

    async def solvers(self, person: str) -> Mapping[str, Solver]:
        return await self._database.read(_solvers, person)

    async def answered_puzzles(self, person: str, game: str) -> Sequence[str]:
        return await self._database.read(_tried, person, game)

    async def hardness(self, game: str) -> Mapping[str, Rating]:
        return await self._database.read(_hardness, game)

    async def count_try(self, tried: Try, next_in_run: str | None = None) -> Counted | None:
        return await self._database.write(_count_try, tried, next_in_run)

    async def begin_run(self, person: str, game: str, run: Run) -> Solver:
        return await self._database.write(_begin_run, person, game, run)


def _solvers(connection: sa.Connection, person: str) -> Mapping[str, Solver]:
    query = PUZZLE_SOLVERS.select().where(PUZZLE_SOLVERS.c.person == person)
    rows = connection.execute(query.order_by(PUZZLE_SOLVERS.c.game))
    return {row.game: _solver_of(row) for row in rows}


def _tried(connection: sa.Connection, person: str, game: str) -> Sequence[str]:
    table = PUZZLE_TRIES.c
    query = sa.select(table.puzzle).where(table.person == person, table.game == game)
    rows = connection.execute(query.order_by(table.at, table.puzzle))
    return [row.puzzle for row in rows]


def _hardness(connection: sa.Connection, game: str) -> Mapping[str, Rating]:
    rows = connection.execute(PUZZLES.select().where(PUZZLES.c.game == game))
    return {row.puzzle: Rating(row.mu, row.sigma) for row in rows}


def _count_try(connection: sa.Connection, tried: Try, next_in_run: str | None) -> Counted | None:
    # Of answers to one puzzle each builds on the one before.
    lock(connection, PUZZLES)
    is_known = _is_known(connection, tried)
    solver: Solver | None = _solver(connection, tried.person, tried.game)
    assert solver is not None
    if next_in_run is not None:
        found = tried.right and not is_known
        solver = in_run(solver, tried.puzzle, found, tried.at, next_in_run)
        if solver is None:
            return None
    is_new = _keep_try(connection, tried)
    if not tried.is_rated:
        if is_new:
            solver = answered_unrated(solver, tried.right)
            _keep_solver(connection, tried.person, tried.game, solver)
        return Counted(solver, is_first=False)
    is_first = is_new and not is_known
    if is_first:
        solver = _rate(connection, solver, tried)
    elif not tried.right:
        solver = missed_again(solver)
    _keep_solver(connection, tried.person, tried.game, solver)
    if tried.is_guest and tried.network and not is_known:
        _note_shown(connection, tried)
    return Counted(solver, is_first)


def _begin_run(connection: sa.Connection, person: str, game: str, run: Run) -> Solver:
    lock(connection, PUZZLES)
    solver = replace(_solver(connection, person, game), run=run)
    _keep_solver(connection, person, game, solver)
    return solver


def carry_over_puzzles(connection: sa.Connection, guest: str, account: str) -> None:
    """Move a merged guest's answers to the account, except where it has answers of its own."""
    for table, key in ((PUZZLE_SOLVERS, ("game",)), (PUZZLE_TRIES, ("game", "puzzle"))):
        mine = table.alias()
        same = [mine.c[name] == table.c[name] for name in key]
        there = sa.exists().where(mine.c.person == account, *same)
        change = table.update().where(table.c.person == guest, ~there)
        connection.execute(change.values(person=account))


def forget_shown(connection: sa.Connection, now: int) -> None:
    """Delete the notes of solutions that no longer count as known."""
    connection.execute(PUZZLES_SHOWN.delete().where(PUZZLES_SHOWN.c.at <= now - SHOWN_MILLISECONDS))


def _is_shown(tried: Try) -> sa.ColumnElement[bool]:
    table = PUZZLES_SHOWN.c
    return sa.and_(table.game == tried.game, table.puzzle == tried.puzzle, table.network == tried.network)


def _is_known(connection: sa.Connection, tried: Try) -> bool:
    """Whether a guest of the same network was shown the solution lately, on whatever node."""
    lately = PUZZLES_SHOWN.c.at > tried.at - SHOWN_MILLISECONDS
    query = sa.select(PUZZLES_SHOWN.c.at).where(_is_shown(tried), lately)
    return bool(tried.network) and connection.execute(query).first() is not None


def _note_shown(connection: sa.Connection, tried: Try) -> None:
    connection.execute(PUZZLES_SHOWN.delete().where(_is_shown(tried)))
    key = {"game": tried.game, "puzzle": tried.puzzle, "network": tried.network}
    connection.execute(PUZZLES_SHOWN.insert(), {**key, "at": tried.at})


def _solver(connection: sa.Connection, person: str, game: str) -> Solver:
    table = PUZZLE_SOLVERS.c
    query = PUZZLE_SOLVERS.select().where(table.person == person, table.game == game)
    row = connection.execute(query).first()
    return Solver() if row is None else _solver_of(row)


def _solver_of(row: Any) -> Solver:
    run = None
    if row.run_began is not None:
        run = Run(row.run_began, row.run_puzzle, row.run_found, row.run_missed)
    rating = Rating(row.mu, row.sigma)
    return Solver(rating, row.tries, row.found, row.streak, row.best_streak, run, row.best_run)


def _keep_solver(connection: sa.Connection, person: str, game: str, solver: Solver) -> None:
    run = solver.run
    values = {
        "mu": solver.rating.mu,
        "sigma": solver.rating.sigma,
        "tries": solver.tries,
        "found": solver.found,
        "streak": solver.streak,
        "best_streak": solver.best_streak,
        "best_run": solver.best_run,
        "run_began": None if run is None else run.began,
        "run_puzzle": None if run is None else run.puzzle,
        "run_found": 0 if run is None else run.found,
        "run_missed": 0 if run is None else run.missed,
    }
    table = PUZZLE_SOLVERS.c
    change = PUZZLE_SOLVERS.update().where(table.person == person, table.game == game).values(**values)
    if not connection.execute(change).rowcount:
        connection.execute(PUZZLE_SOLVERS.insert(), {"person": person, "game": game, **values})


def _keep_try(connection: sa.Connection, tried: Try) -> bool:
    """Whether it is the first."""
    table = PUZZLE_TRIES.c
    same = table.person == tried.person, table.game == tried.game, table.puzzle == tried.puzzle
    again = PUZZLE_TRIES.update().where(*same).values(at=tried.at)
    if connection.execute(again).rowcount:
        return False
    values = {"person": tried.person, "game": tried.game, "puzzle": tried.puzzle}
    connection.execute(PUZZLE_TRIES.insert(), {**values, "is_found": tried.right, "at": tried.at})
    return True


def _rate(connection: sa.Connection, solver: Solver, tried: Try) -> Solver:
    table = PUZZLES.c
    same = table.game == tried.game, table.puzzle == tried.puzzle
    row = connection.execute(PUZZLES.select().where(*same)).first()
    before = Hardness(tried.start)
    if row is not None:
        before = Hardness(Rating(row.mu, row.sigma), row.tries, row.found)
    after, puzzle = answered(solver, before, tried.start, tried.right)
    values = {
        "mu": puzzle.rating.mu,
        "sigma": puzzle.rating.sigma,
        "tries": puzzle.tries,
        "found": puzzle.found,
    }
    if row is None:
        key = {"game": tried.game, "puzzle": tried.puzzle}
        connection.execute(PUZZLES.insert(), {**key, **values})
    else:
        connection.execute(PUZZLES.update().where(*same).values(**values))
    return after
