"""People and puzzles: how strong somebody is at them, and how hard each one has turned out to be. Pure.

Solver and puzzle rate each other as two players do, once for each puzzle that somebody has answered: by the
first answer. Puzzles have ratings of their own kind, beside those of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Protocol

import msgspec

from quincunx.club.results.ratings import MIDDLE, POINTS, POINTS_IN_THE_MIDDLE, Rating, duel
from quincunx.core.study import Study

PUZZLE_SIGMA: Final = 2.0
"""How sure it is how hard a new puzzle is: the bots have tried it."""
FARTHEST: Final = 8.0
"""So far from what the bots made of it a puzzle's rating goes at most, whoever may have answered it."""
NEAR: Final = 12
"""Of so many that fit best one is chosen."""
RUN_MILLISECONDS: Final = 5 * 60 * 1000
"""How long a run against the clock takes."""


class Run(msgspec.Struct, frozen=True):
    """Five minutes against the clock. ``puzzle`` is what is asked just now."""

    began: int
    puzzle: str
    found: int = 0
    missed: int = 0

    @property
    def ends(self) -> int:
        """When it is over."""
        return self.began + RUN_MILLISECONDS

    def answered(self, right: bool, next: str) -> Run:
        """After an answer, with the next puzzle."""
        return Run(self.began, next, self.found + right, self.missed + (not right))


class Solver(msgspec.Struct, frozen=True):
    """How somebody has done at the puzzles of one game."""

    rating: Rating = Rating()
    tries: int = 0
    """Puzzles that they have answered; ``found`` are those of which the first answer was right."""
    found: int = 0
    streak: int = 0
    """How many in a row were right at once, up to now."""
    best_streak: int = 0
    run: Run | None = None
    """The newest run against the clock, perhaps over."""
    best_run: int = 0


class Hardness(msgspec.Struct, frozen=True):
    """How hard a puzzle has turned out to be."""

    rating: Rating
    tries: int = 0
    found: int = 0


def untried(study: Study) -> Hardness:
    """A puzzle that nobody has answered yet."""
    points = POINTS_IN_THE_MIDDLE if study.rating is None else study.rating
    return Hardness(Rating(MIDDLE + (points - POINTS_IN_THE_MIDDLE) / POINTS, PUZZLE_SIGMA))


def answered(solver: Solver, puzzle: Hardness, start: Rating, right: bool) -> tuple[Solver, Hardness]:
    """Both after somebody's first answer to a puzzle, whose rating was ``start`` when it was new."""
    mine, its = duel(solver.rating, puzzle.rating, right)
    its = Rating(min(max(its.mu, start.mu - FARTHEST), start.mu + FARTHEST), its.sigma)
    streak = solver.streak + 1 if right else 0
    after = msgspec.structs.replace(
        solver,
        rating=mine,
        tries=solver.tries + 1,
        found=solver.found + right,
        streak=streak,
        best_streak=max(solver.best_streak, streak),
    )
    return after, Hardness(its, puzzle.tries + 1, puzzle.found + right)


def missed_again(solver: Solver) -> Solver:
    """After a wrong answer to a puzzle that was answered before: it ends a row, and counts for nothing
    else."""
    return msgspec.structs.replace(solver, streak=0)


def in_run(solver: Solver, puzzle: str, right: bool, now: int, next: str) -> Solver | None:
    """After an answer in a run; ``None`` if it is over, or if something else was asked."""
    run = solver.run
    if run is None or now >= run.ends or run.puzzle != puzzle:
        return None
    after = run.answered(right, next)
    return msgspec.structs.replace(solver, run=after, best_run=max(solver.best_run, after.found))


def choose(
    studies: Sequence[Study],
    points: int,
    ratings: Mapping[str, Rating],
    seen: Sequence[str],
    pick: Callable[[Sequence[Study]], Study],
    but: Collection[str] = (),
) -> Study:
    """A puzzle that fits somebody with so many points: one that they have not seen; or, if they have seen
    them all, one of the half that they have not seen for longest. ``seen`` has the longest ago first;
    ``pick`` takes one of those that fit best."""
    known = set(seen)
    fresh = [study for study in studies if study.id not in known and study.id not in but]
    if not fresh:
        when = {id: place for place, id in enumerate(seen)}
        again = sorted((study for study in studies if study.id in when), key=lambda study: when[study.id])
        fresh = again[: max(1, len(again) // 2)] or list(studies)
    hardness = {study.id: (ratings.get(study.id) or untried(study).rating).points for study in fresh}
    return pick(sorted(fresh, key=lambda study: abs(hardness[study.id] - points))[:NEAR])


class Try(msgspec.Struct, frozen=True):
    """An answer, as the store takes it in: of the puzzle ``study`` and no other."""

    person: str
    game: str
    puzzle: str
    right: bool
    at: int
    start: Rating
    """What the puzzle's rating is before anybody has answered it."""
    network: str = ""
    """A mark of the network it comes from, of 16 bits; empty where none is known."""
    is_guest: bool = False
    """The solution, which follows every answer, is then known in that network for an hour: first answers from
    there change nothing. A guest costs nothing, so anybody could look a solution up as one."""


SHOWN_MILLISECONDS: Final = 3_600_000
"""A solution that a guest was shown counts as known in their network for so long."""


class Asker(msgspec.Struct, frozen=True):
    """A person who answers puzzles, by the id of their row."""

    person: str
    network: str = ""
    """See :attr:`Try.network`."""
    is_guest: bool = False


class Counted(msgspec.Struct, frozen=True):
    """What has come of an answer."""

    solver: Solver
    is_first: bool
    """Whether it was this person's first answer to this puzzle and counts, and so changed ratings."""


class PuzzleStore(Protocol):
    """Every method raises :class:`~quincunx.club.ports.StoreUnavailable`."""

    async def solver(self, person: str, game: str) -> Solver:
        """How somebody has done; a newcomer, if they have not answered any."""
        ...

    async def solvers(self, person: str) -> Mapping[str, Solver]:
        """The same for every game of which they have answered a puzzle."""
        ...

    async def tried(self, person: str, game: str) -> Sequence[str]:
        """The puzzles that somebody has answered, the longest ago first."""
        ...

    async def hardness(self, game: str) -> Mapping[str, Rating]:
        """The ratings of the puzzles that somebody has answered."""
        ...

    async def count_try(self, tried: Try, next_in_run: str | None = None) -> Counted | None:
        """Count an answer: the first one to a puzzle changes both ratings, another one nothing but when it
        was seen. With ``next_in_run`` it belongs to a run, whose next puzzle that is; ``None`` if that is
        over by then or asks something else, and nothing is counted."""
        ...

    async def begin_run(self, person: str, game: str, run: Run) -> Solver:
        """Against the clock from now on; a run before it is forgotten but for the best."""
        ...
