"""Ratings of solvers and puzzles. Pure.

Solver and puzzle rate each other (:mod:`quincunx.club.puzzles.model`), once per puzzle and solver, by the
solver's first answer. Puzzle ratings are separate from those of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Protocol, TypeVar

import msgspec

from quincunx.club.puzzles.model import meet
from quincunx.club.results.ratings import MIDDLE, POINTS, POINTS_IN_THE_MIDDLE, Rating

PUZZLE_SIGMA: Final = 2.0
"""Sigma of a new puzzle's rating, 100 points: a panel of solvers has estimated its difficulty."""
NEAR: Final = 12
"""Number of best-fitting puzzles from which one is chosen."""
RUN_MILLISECONDS: Final = 5 * 60 * 1000
"""Length of a run against the clock."""


class Run(msgspec.Struct, frozen=True):
    """A run of five minutes against the clock. ``puzzle`` is the current question."""

    began: int
    puzzle: str
    found: int = 0
    missed: int = 0

    @property
    def ends(self) -> int:
        """The time at which the run ends, in milliseconds since 1970."""
        return self.began + RUN_MILLISECONDS

    def answered(self, right: bool, next: str) -> Run:
        """The run after an answer, with the next puzzle."""
        return Run(self.began, next, self.found + right, self.missed + (not right))


class Solver(msgspec.Struct, frozen=True):
    """A person's record at the puzzles of one game."""

    rating: Rating = Rating()
    tries: int = 0
    """The number of puzzles answered; ``found`` counts those whose first answer was right."""
    found: int = 0
    streak: int = 0
    """The current number of consecutive puzzles solved at the first try."""
    best_streak: int = 0
    run: Run | None = None
    """The newest run against the clock, possibly over."""
    best_run: int = 0


class Hardness(msgspec.Struct, frozen=True):
    """The difficulty of a puzzle, measured by its answers."""

    rating: Rating
    tries: int = 0
    found: int = 0


class Rated(Protocol):
    """A puzzle as a choice among many needs it."""

    @property
    def id(self) -> str:
        """Its name."""
        ...

    @property
    def rating(self) -> float | None:
        """Its first rating in points; ``None`` if it has none."""
        ...


RatedT = TypeVar("RatedT", bound=Rated)


def initial_difficulty(study: Rated) -> Hardness:
    """The difficulty of a puzzle without any answers."""
    points = POINTS_IN_THE_MIDDLE if study.rating is None else study.rating
    return Hardness(Rating(MIDDLE + (points - POINTS_IN_THE_MIDDLE) / POINTS, PUZZLE_SIGMA))


def answered(solver: Solver, puzzle: Hardness, start: Rating, right: bool) -> tuple[Solver, Hardness]:
    """Both records after a person's first answer to a puzzle. ``start`` is the puzzle's initial rating."""
    mine, its = meet(solver.rating, puzzle.rating, start, right)
    after = msgspec.structs.replace(answered_unrated(solver, right), rating=mine)
    return after, Hardness(its, puzzle.tries + 1, puzzle.found + right)


def answered_unrated(solver: Solver, right: bool) -> Solver:
    """The record after a first answer that was given without a server: it counts in streaks, not in
    ratings."""
    streak = solver.streak + 1 if right else 0
    return msgspec.structs.replace(
        solver,
        tries=solver.tries + 1,
        found=solver.found + right,
        streak=streak,
        best_streak=max(solver.best_streak, streak),
    )


def missed_again(solver: Solver) -> Solver:
    """The record after a wrong answer to a puzzle answered before. It ends a streak and has no other
    effect."""
    return msgspec.structs.replace(solver, streak=0)


def in_run(solver: Solver, puzzle: str, right: bool, now: int, next: str) -> Solver | None:
    """The record after an answer in a run; ``None`` if the run is over, or ``puzzle`` is not its question."""
    run = solver.run
    if run is None or now >= run.ends or run.puzzle != puzzle:
        return None
    after = run.answered(right, next)
    return msgspec.structs.replace(solver, run=after, best_run=max(solver.best_run, after.found))


def choose(
    studies: Sequence[RatedT],
    points: int,
    ratings: Mapping[str, Rating],
    seen: Sequence[str],
    pick: Callable[[Sequence[RatedT]], RatedT],
    but: Collection[str] = (),
) -> RatedT:
    """Choose a puzzle near a rating of ``points`` that the person has not seen. If they have seen all, choose
    from the half not seen for longest. ``seen`` begins with the longest ago; ``pick`` takes one of those that
    fit best."""
    known = set(seen)
    fresh = [study for study in studies if study.id not in known and study.id not in but]
    if not fresh:
        when = {id: place for place, id in enumerate(seen)}
        again = sorted((study for study in studies if study.id in when), key=lambda study: when[study.id])
        fresh = again[: max(1, len(again) // 2)] or list(studies)
    hardness = {
        study.id: (ratings.get(study.id) or initial_difficulty(study).rating).points for study in fresh
    }
    return pick(sorted(fresh, key=lambda study: abs(hardness[study.id] - points))[:NEAR])


class Try(msgspec.Struct, frozen=True):
    """An answer to a puzzle, as passed to the store."""

    person: str
    game: str
    puzzle: str
    right: bool
    at: int
    start: Rating
    """The puzzle's initial rating, before any answer."""
    network: str = ""
    """A 16-bit mark of the network of the answer; empty if it is unknown."""
    is_guest: bool = False
    """True for a guest. Every answer is followed by the solution, which then counts as known in the guest's
    network for an hour: first answers from there change no ratings. A guest identity costs nothing, so any
    solver could use one to look up a solution."""
    is_rated: bool = True
    """False for an answer that was given without a server and is sent later. It changes no ratings, and
    has no effect if the puzzle has been answered before."""


SHOWN_MILLISECONDS: Final = 3_600_000
"""Time for which a solution shown to a guest counts as known in their network."""


class Asker(msgspec.Struct, frozen=True):
    """A person who answers puzzles, by the id of their row."""

    person: str
    network: str = ""
    """See :attr:`Try.network`."""
    is_guest: bool = False


class Counted(msgspec.Struct, frozen=True):
    """The effect of an answer."""

    solver: Solver
    is_first: bool
    """True if it was this person's first answer to the puzzle and is rated, so that ratings changed."""


class PuzzleStore(Protocol):
    """The store of puzzle records. Every method raises :class:`~quincunx.club.ports.StoreUnavailable`."""

    async def solver(self, person: str, game: str) -> Solver:
        """A person's record; a newcomer's if they have not answered any puzzle."""
        ...

    async def solvers(self, person: str) -> Mapping[str, Solver]:
        """A person's records for every game of which they have answered a puzzle."""
        ...

    async def answered_puzzles(self, person: str, game: str) -> Sequence[str]:
        """The puzzles that a person has answered, longest ago first."""
        ...

    async def hardness(self, game: str) -> Mapping[str, Rating]:
        """The ratings of puzzles that have been answered."""
        ...

    async def count_try(self, tried: Try, next_in_run: str | None = None) -> Counted | None:
        """Count an answer. A first answer to a puzzle changes both ratings; a later one only changes the time
        at which it was seen. With ``next_in_run`` the answer belongs to a run, whose next puzzle that is.
        Then ``None`` means that the run is over or has another question, and nothing is counted."""
        ...

    async def begin_run(self, person: str, game: str, run: Run) -> Solver:
        """Start a run against the clock. Only the best result of an earlier run is stored."""
        ...
