"""A solver's results on this device. Only they are counted here: a puzzle's rating is the server's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from quincunx.club.puzzles.ratings import (
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
from quincunx.local.ports import Values

NAME: Final = "puzzles"
"""The name of the stored value."""


class _Results(msgspec.Struct, frozen=True):
    """One game's results."""

    solver: Solver = Solver()
    seen: tuple[str, ...] = ()
    """The puzzles that were answered, longest ago first."""


class LocalPuzzles:
    """A :class:`~quincunx.club.puzzles.ratings.PuzzleStore` for one person."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._results: dict[str, _Results] | None = None

    async def solver(self, person: str, game: str) -> Solver:
        """The record for a game."""
        return (await self._of(game)).solver

    async def solvers(self, person: str) -> Mapping[str, Solver]:
        """The records for every game of which a puzzle was answered."""
        return {game: results.solver for game, results in (await self._all()).items() if results.seen}

    async def answered_puzzles(self, person: str, game: str) -> Sequence[str]:
        """The puzzles that were answered, longest ago first."""
        return (await self._of(game)).seen

    async def hardness(self, game: str) -> Mapping[str, Rating]:
        """No ratings: here all puzzles have those that they came with."""
        return {}

    async def count_try(self, tried: Try, next_in_run: str | None = None) -> Counted | None:
        """Count an answer, as a server does."""
        before = await self._of(tried.game)
        solver = before.solver
        if next_in_run is not None:
            running = in_run(solver, tried.puzzle, tried.right, tried.at, next_in_run)
            if running is None:
                return None
            solver = running
        is_first = tried.puzzle not in before.seen
        if is_first:
            solver, _ = answered(solver, Hardness(tried.start), tried.start, tried.right)
        elif not tried.right:
            solver = missed_again(solver)
        seen = (*(each for each in before.seen if each != tried.puzzle), tried.puzzle)
        await self._keep(tried.game, _Results(solver, seen))
        return Counted(solver, is_first)

    async def begin_run(self, person: str, game: str, run: Run) -> Solver:
        """Start a run against the clock."""
        before = await self._of(game)
        solver = replace(before.solver, run=run)
        await self._keep(game, replace(before, solver=solver))
        return solver

    async def _all(self) -> dict[str, _Results]:
        if self._results is None:
            kept = await self._values.get(NAME)
            self._results = {} if kept is None else msgspec.json.decode(kept, type=dict[str, _Results])
        return self._results

    async def _of(self, game: str) -> _Results:
        return (await self._all()).get(game, _Results())

    async def _keep(self, game: str, results: _Results) -> None:
        after = {**await self._all(), game: results}
        await self._values.put(NAME, msgspec.json.encode(after))
        self._results = after
