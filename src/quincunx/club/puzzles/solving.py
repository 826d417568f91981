"""Puzzles: chosen to fit the solver, judged by the games' rules, and counted once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from quincunx.club.puzzles.ratings import (
    Asker,
    Counted,
    PuzzleStore,
    Run,
    Solver,
    Try,
    choose,
    initial_difficulty,
)
from quincunx.club.puzzles.wire import (
    Puzzle,
    PuzzleAnswered,
    PuzzleGame,
    PuzzleGames,
    PuzzleRun,
    PuzzleStanding,
    PuzzleTheme,
)
from quincunx.club.results.ratings import Rating
from quincunx.core.game import AnyGame
from quincunx.core.reason import Unparseable, refused
from quincunx.core.study import Study
from quincunx.games import GAMES
from quincunx.lessons.judge import Judgement, judge, open_study, solve
from quincunx.lessons.library import Entry, find_puzzle, puzzle_entries

Pick = Callable[[Sequence[Entry]], Entry]


class Puzzles:
    """The puzzles of all games. An empty ``person`` is a visitor, without results of their own."""

    def __init__(
        self, store: PuzzleStore, now: Callable[[], int], pick: Pick, charge: Callable[[str], None]
    ) -> None:
        """``now`` is the time in milliseconds since 1970. ``pick`` takes one of several puzzles at random.
        ``charge`` is called with a person before each answer, and raises
        :class:`~quincunx.core.reason.Refusal` if they answer too fast."""
        self._store, self._now, self._pick, self._charge = store, now, pick, charge

    async def games(self, person: str) -> PuzzleGames:
        """The games that have puzzles, with their themes and the person's results."""
        solvers: Mapping[str, Solver] = await self._store.solvers(person) if person else {}
        found = [
            PuzzleGame(game.name, _themes(game), _standing(game.name, solvers.get(game.name, Solver())))
            for game in GAMES.values()
            if puzzle_entries(game)
        ]
        return PuzzleGames(tuple(found))

    async def next_puzzle(self, person: str, game: str, theme: str | None) -> Puzzle:
        """A puzzle that fits this person, and that they have not seen lately. Raises
        :class:`~quincunx.core.reason.Refusal`."""
        entries = _entries(game, theme)
        solver, seen, ratings = await self._solver_state(person, game)
        chosen = choose(entries, solver.rating.points, ratings, seen, self._pick)
        return _puzzle_view(game, _study(game, chosen.id), ratings, solver, is_new=chosen.id not in seen)

    async def puzzle(self, person: str, game: str, id: str) -> Puzzle:
        """The puzzle with this id. Raises :class:`~quincunx.core.reason.Refusal`."""
        study = _study(game, id)
        solver, seen, ratings = await self._solver_state(person, game)
        return _puzzle_view(game, study, ratings, solver, is_new=study.id not in seen)

    async def judge_and_count(
        self, asker: Asker, game: str, id: str, move: bytes, *, is_rated: bool = True
    ) -> PuzzleAnswered:
        """Judge a move, and count it. A move that breaks a rule does not count as an answer. Raises
        :class:`~quincunx.core.reason.Refusal`."""
        self._charge(asker.person)
        study = _study(game, id)
        return await self._count(asker, game, study, _judged(study, move), is_rated=is_rated)

    async def give_up(
        self, asker: Asker, game: str, id: str, instead_of: bytes | None = None
    ) -> PuzzleAnswered:
        """Show a right answer, with the reasons against the solver's own. This counts as a wrong answer,
        unless the puzzle has been answered before. Raises :class:`~quincunx.core.reason.Refusal`."""
        self._charge(asker.person)
        study = _study(game, id)
        found = _solved(study, instead_of)
        return await self._count(asker, game, study, found, right=False)

    async def begin_run(self, person: str, game: str) -> Puzzle:
        """Start a run against the clock, and return its first puzzle. Raises
        :class:`~quincunx.core.reason.Refusal`."""
        self._charge(person)
        entries = _entries(game, None)
        solver, seen, ratings = await self._solver_state(person, game)
        first = choose(entries, solver.rating.points, ratings, seen, self._pick)
        now = self._now()
        solver = await self._store.begin_run(person, game, Run(now, first.id))
        is_new = first.id not in seen
        return _puzzle_view(game, _study(game, first.id), ratings, solver, is_new=is_new, now=now)

    async def answer_in_run(self, asker: Asker, game: str, id: str, move: bytes) -> PuzzleAnswered:
        """Judge and count a move in a run, and return the next puzzle with it. Raises
        :class:`~quincunx.core.reason.Refusal`, also if the run is over."""
        person = asker.person
        self._charge(person)
        study = _study(game, id)
        judgement, now = _judged(study, move), self._now()
        solver, seen, ratings = await self._solver_state(person, game)
        chosen = choose(_entries(game, None), solver.rating.points, ratings, seen, self._pick, but={id})
        counted = await self._store.count_try(self._try(asker, game, study, judgement.right, now), chosen.id)
        if counted is None:
            raise refused("conflict", "run-over", "That run is over, or it asks something else by now.")
        is_new = chosen.id not in seen
        following = _puzzle_view(
            game, _study(game, chosen.id), ratings, counted.solver, is_new=is_new, now=now
        )
        return _answered(game, judgement, solver, counted, now, following)

    async def _solver_state(self, person: str, game: str) -> tuple[Solver, list[str], Mapping[str, Rating]]:
        ratings = await self._store.hardness(game)
        if not person:
            return Solver(), [], ratings
        return (
            await self._store.solver(person, game),
            [*await self._store.answered_puzzles(person, game)],
            ratings,
        )

    def _try(
        self, asker: Asker, game: str, study: Study, right: bool, now: int, *, is_rated: bool = True
    ) -> Try:
        start = initial_difficulty(study).rating
        return Try(asker.person, game, study.id, right, now, start, asker.network, asker.is_guest, is_rated)

    async def _count(
        self,
        asker: Asker,
        game: str,
        study: Study,
        judgement: Judgement,
        right: bool | None = None,
        *,
        is_rated: bool = True,
    ) -> PuzzleAnswered:
        found = judgement.right if right is None else right
        before = await self._store.solver(asker.person, game)
        tried = self._try(asker, game, study, found, self._now(), is_rated=is_rated)
        counted = await self._store.count_try(tried)
        assert counted is not None  # counting is refused only in a run
        return _answered(game, judgement, before, counted)


def _answered(
    game: str,
    judgement: Judgement,
    before: Solver,
    counted: Counted,
    now: int | None = None,
    following: Puzzle | None = None,
) -> PuzzleAnswered:
    after = counted.solver
    return PuzzleAnswered(
        judgement,
        counted.is_first,
        after.rating.points - before.rating.points if counted.is_first else 0,
        _standing(game, after),
        None if now is None else _run(after.run, now),
        following,
    )


def _judged(study: Study, move: bytes) -> Judgement:
    try:
        return judge(study, move, GAMES)
    except Unparseable as error:
        raise refused("malformed", "malformed", str(error)) from error


def _solved(study: Study, instead_of: bytes | None) -> Judgement:
    try:
        return solve(study, GAMES, instead_of)
    except Unparseable as error:
        raise refused("malformed", "malformed", str(error)) from error


def _puzzle_view(
    game: str,
    study: Study,
    ratings: Mapping[str, Rating],
    solver: Solver,
    *,
    is_new: bool,
    now: int | None = None,
) -> Puzzle:
    rating = ratings.get(study.id) or initial_difficulty(study).rating
    run = None if now is None else _run(solver.run, now)
    return Puzzle(open_study(study, GAMES), rating.points, is_new, _standing(game, solver), run)


def _run(run: Run | None, now: int) -> PuzzleRun | None:
    return None if run is None else PuzzleRun(max(0, run.ends - now), run.found, run.missed)


def _standing(game: str, solver: Solver) -> PuzzleStanding:
    rating = solver.rating
    return PuzzleStanding(
        game,
        rating.points,
        rating.margin,
        solver.tries,
        solver.found,
        solver.streak,
        solver.best_streak,
        solver.best_run,
    )


def standings(solvers: Mapping[str, Solver]) -> tuple[PuzzleStanding, ...]:
    """A solver's results, game by game."""
    return tuple(_standing(game, solver) for game, solver in solvers.items() if solver.tries)


def _game(name: str) -> AnyGame:
    game = GAMES.get(name)
    if game is None or not puzzle_entries(game):
        raise refused("unknown", "no-such-game", "There is no such game.")
    return game


def _entries(name: str, theme: str | None) -> tuple[Entry, ...]:
    game = _game(name)
    found = puzzle_entries(game) if theme is None else _by_theme(name).get(theme)
    if not found:
        raise refused("unknown", "no-puzzle", "There is no such puzzle here.")
    return found


def _study(name: str, id: str) -> Study:
    study = find_puzzle(_game(name), id)
    if study is None:
        raise refused("unknown", "no-puzzle", "There is no such puzzle here.")
    return study


@cache
def _by_theme(name: str) -> Mapping[str, tuple[Entry, ...]]:
    found: dict[str, list[Entry]] = {}
    for entry in puzzle_entries(GAMES[name]):
        found.setdefault(entry.theme or "", []).append(entry)
    return {theme: tuple(entries) for theme, entries in found.items()}


def _themes(game: AnyGame) -> tuple[PuzzleTheme, ...]:
    return tuple(PuzzleTheme(theme, len(entries)) for theme, entries in _by_theme(game.name).items())
