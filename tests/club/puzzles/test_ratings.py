"""Solver and puzzle rate each other; the puzzles that fit a solver are chosen; a run has an end."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from quincunx.club.puzzles.ratings import (
    NEAR,
    RUN_MILLISECONDS,
    Hardness,
    Run,
    Solver,
    answered,
    choose,
    in_run,
    initial_difficulty,
)
from quincunx.club.results.ratings import Rating
from quincunx.core.study import Answer, Position, Study

START = Rating(25.0, 2.0)


def study(id: str, rating: float | None = 1500) -> Study:
    return Study(id, Position(msgspec.Raw(b"{}")), "test", (Answer("*", right=True),), "theme", 1.0, rating)


MANY = [study(f"p{points}", points) for points in range(1000, 2000, 20)]


def first(some: Sequence[Study]) -> Study:
    return some[0]


def last(some: Sequence[Study]) -> Study:
    return some[-1]


def test_right_and_wrong_move_both_sides() -> None:
    solver, puzzle = answered(Solver(), Hardness(START), START, right=True)
    assert solver.rating.mu > Rating().mu
    assert puzzle.rating.mu < START.mu
    assert (solver.tries, solver.found, solver.streak, puzzle.tries, puzzle.found) == (1, 1, 1, 1, 1)
    worse, harder = answered(solver, puzzle, START, right=False)
    assert worse.rating.mu < solver.rating.mu
    assert harder.rating.mu > puzzle.rating.mu
    assert (worse.tries, worse.found, worse.streak, worse.best_streak) == (2, 1, 0, 1)


def test_each_answer_leaves_less_that_is_not_known() -> None:
    after, puzzle = answered(Solver(), Hardness(START), START, True)
    assert after.rating.sigma < Solver().rating.sigma
    assert 0 < puzzle.rating.sigma < START.sigma
    assert (puzzle.tries, puzzle.found) == (1, 1)


def test_a_solver_of_puzzles_as_hard_as_they_are_good_settles_there() -> None:
    solver = Solver()
    for number in range(400):
        puzzle = initial_difficulty(study("p", 1900 if number % 2 else 1700))
        solver, _ = answered(solver, puzzle, puzzle.rating, right=puzzle.rating.points < 1800)
    assert 1700 < solver.rating.points < 1900
    assert solver.rating.margin < 200


def test_a_fitting_unseen_puzzle_comes_next() -> None:
    points = [choose(MANY, 1505, {}, [], pick).rating for pick in (first, last)]
    assert points[0] == 1500
    assert 1500 - 20 * NEAR < (points[1] or 0) < 1500 + 20 * NEAR
    seen = [each.id for each in MANY if abs((each.rating or 0) - 1505) < 200]
    assert choose(MANY, 1505, {}, seen, last).id not in seen
    assert choose(MANY, 1505, {}, [], first, but={"p1500"}).id != "p1500"


def test_a_puzzles_rating_counts_for_the_choice() -> None:
    some = [study("easy", 1000), study("hard", 2000)]
    assert choose(some, 1000, {}, [], first).id == "easy"
    turned = {"easy": Rating(35.0, 1.0), "hard": Rating(15.0, 1.0)}
    assert choose(some, 1000, turned, [], first).id == "hard"


def test_when_all_are_seen_the_longest_ago_come_again() -> None:
    some = [study(name) for name in "abcd"]
    for pick in (first, last):
        assert choose(some, 1500, {}, ["c", "a", "d", "b"], pick).id in ("c", "a")
    assert choose(some[:1], 1500, {}, ["a"], first, but={"a"}).id == "a"


def test_a_run_takes_what_it_asked_until_its_end() -> None:
    solver = Solver(run=Run(1_000, "one"))
    assert in_run(Solver(), "one", True, 1_000, "two") is None
    assert in_run(solver, "two", True, 1_000, "three") is None
    assert in_run(solver, "one", True, 1_000 + RUN_MILLISECONDS, "two") is None
    after = in_run(solver, "one", True, 999 + RUN_MILLISECONDS, "two")
    assert after is not None
    assert (after.run, after.best_run) == (Run(1_000, "two", 1, 0), 1)
    missed = in_run(after, "two", False, 2_000, "three")
    assert missed is not None
    assert (missed.run, missed.best_run) == (Run(1_000, "three", 1, 1), 1)
