"""Who has answered which puzzle, how strong people are at them, and how hard puzzles turned out to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.adapters.store.database import Database
from quincunx.adapters.store.schema import PUZZLE_SOLVERS, PUZZLE_TRIES, PUZZLES, PUZZLES_SHOWN
from quincunx.club.puzzles.ratings import (
    SHOWN_MILLISECONDS,
    Counted,
    Hardness,
    Run,
    Solver,
    Try,
    answered,
    in_run,
    missed_again,
)
from quincunx.club.results.ratings import Rating


class PuzzlesStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def solver(self, person: str, game: str) -> Solver:
        """See :meth:`quincunx.club.puzzles.ratings.PuzzleStore.solver`."""
        async with self._database.reading() as connection:
            return await _solver(connection, person, game)

    async def solvers(self, person: str) -> Mapping[str, Solver]:
        """See :meth:`quincunx.club.puzzles.ratings.PuzzleStore.solvers`."""
        query = PUZZLE_SOLVERS.select().where(PUZZLE_SOLVERS.c.person == person)
        async with self._database.reading() as connection:
            rows = await connection.execute(query.order_by(PUZZLE_SOLVERS.c.game))
            return {row.game: _solver_of(row) for row in rows}

    async def tried(self, person: str, game: str) -> Sequence[str]:
        """See :meth:`quincunx.club.puzzles.ratings.PuzzleStore.tried`."""
        table = PUZZLE_TRIES.c
        query = sa.select(table.puzzle).where(table.person == person, table.game == game)
        async with self._database.reading() as connection:
            rows = await connection.execute(query.order_by(table.at, table.puzzle))
            return [row.puzzle for row in rows]

    async def hardness(self, game: str) -> Mapping[str, Rating]:
        """See :meth:`quincunx.club.puzzles.ratings.PuzzleStore.hardness`."""
        async with self._database.reading() as connection:
            rows = await connection.execute(PUZZLES.select().where(PUZZLES.c.game == game))
            return {row.puzzle: Rating(row.mu, row.sigma) for row in rows}

    async def count_try(self, tried: Try, next_in_run: str | None = None) -> Counted | None:
        """See :meth:`quincunx.club.puzzles.ratings.PuzzleStore.count_try`."""
        async with self._database.writing() as connection:
            if not self._database.is_sqlite:
                # Of answers to one puzzle each builds on the one before.
                await connection.execute(sa.text("LOCK TABLE puzzles IN SHARE ROW EXCLUSIVE MODE"))
            is_known = await _is_known(connection, tried)
            solver: Solver | None = await _solver(connection, tried.person, tried.game)
            assert solver is not None
            if next_in_run is not None:
                found = tried.right and not is_known
                solver = in_run(solver, tried.puzzle, found, tried.at, next_in_run)
                if solver is None:
                    return None
            is_new = await _keep_try(connection, tried)
            is_first = is_new and not is_known
            if is_first:
                solver = await _rate(connection, solver, tried)
            elif not tried.right:
                solver = missed_again(solver)
            await _keep_solver(connection, tried.person, tried.game, solver)
            if tried.is_guest and tried.network and not is_known:
                await _note_shown(connection, tried)
            return Counted(solver, is_first)

    async def begin_run(self, person: str, game: str, run: Run) -> Solver:
        """See :meth:`quincunx.club.puzzles.ratings.PuzzleStore.begin_run`."""
        async with self._database.writing() as connection:
            if not self._database.is_sqlite:
                await connection.execute(sa.text("LOCK TABLE puzzles IN SHARE ROW EXCLUSIVE MODE"))
            solver = replace(await _solver(connection, person, game), run=run)
            await _keep_solver(connection, person, game, solver)
            return solver


async def carry_over_puzzles(connection: AsyncConnection, guest: str, account: str) -> None:
    """What a guest has answered is the account's that they become part of, where it has none of its own."""
    for table, key in ((PUZZLE_SOLVERS, ("game",)), (PUZZLE_TRIES, ("game", "puzzle"))):
        mine = table.alias()
        same = [mine.c[name] == table.c[name] for name in key]
        there = sa.exists().where(mine.c.person == account, *same)
        change = table.update().where(table.c.person == guest, ~there)
        await connection.execute(change.values(person=account))


async def forget_shown(connection: AsyncConnection, now: int) -> None:
    """Delete the notes of solutions that no longer count as known."""
    await connection.execute(PUZZLES_SHOWN.delete().where(PUZZLES_SHOWN.c.at <= now - SHOWN_MILLISECONDS))


def _is_shown(tried: Try) -> sa.ColumnElement[bool]:
    table = PUZZLES_SHOWN.c
    return sa.and_(table.game == tried.game, table.puzzle == tried.puzzle, table.network == tried.network)


async def _is_known(connection: AsyncConnection, tried: Try) -> bool:
    """Whether a guest of the same network was shown the solution lately, on whatever node."""
    lately = PUZZLES_SHOWN.c.at > tried.at - SHOWN_MILLISECONDS
    query = sa.select(PUZZLES_SHOWN.c.at).where(_is_shown(tried), lately)
    return bool(tried.network) and (await connection.execute(query)).first() is not None


async def _note_shown(connection: AsyncConnection, tried: Try) -> None:
    await connection.execute(PUZZLES_SHOWN.delete().where(_is_shown(tried)))
    key = {"game": tried.game, "puzzle": tried.puzzle, "network": tried.network}
    await connection.execute(PUZZLES_SHOWN.insert(), {**key, "at": tried.at})


async def _solver(connection: AsyncConnection, person: str, game: str) -> Solver:
    table = PUZZLE_SOLVERS.c
    query = PUZZLE_SOLVERS.select().where(table.person == person, table.game == game)
    row = (await connection.execute(query)).first()
    return Solver() if row is None else _solver_of(row)


def _solver_of(row: Any) -> Solver:
    run = None
    if row.run_began is not None:
        run = Run(row.run_began, row.run_puzzle, row.run_found, row.run_missed)
    rating = Rating(row.mu, row.sigma)
    return Solver(rating, row.tries, row.found, row.streak, row.best_streak, run, row.best_run)


async def _keep_solver(connection: AsyncConnection, person: str, game: str, solver: Solver) -> None:
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
    if not (await connection.execute(change)).rowcount:
        await connection.execute(PUZZLE_SOLVERS.insert(), {"person": person, "game": game, **values})


async def _keep_try(connection: AsyncConnection, tried: Try) -> bool:
    """Whether it is the first."""
    table = PUZZLE_TRIES.c
    same = table.person == tried.person, table.game == tried.game, table.puzzle == tried.puzzle
    again = PUZZLE_TRIES.update().where(*same).values(at=tried.at)
    if (await connection.execute(again)).rowcount:
        return False
    values = {"person": tried.person, "game": tried.game, "puzzle": tried.puzzle}
    await connection.execute(PUZZLE_TRIES.insert(), {**values, "is_found": tried.right, "at": tried.at})
    return True


async def _rate(connection: AsyncConnection, solver: Solver, tried: Try) -> Solver:
    table = PUZZLES.c
    same = table.game == tried.game, table.puzzle == tried.puzzle
    row = (await connection.execute(PUZZLES.select().where(*same))).first()
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
        await connection.execute(PUZZLES.insert(), {**key, **values})
    else:
        await connection.execute(PUZZLES.update().where(*same).values(**values))
    return after
