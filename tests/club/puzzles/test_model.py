"""Puzzle ratings cannot run away: bounded, monotone, convergent, and hardly moved by one person."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.club.puzzles.model import (
    FARTHEST,
    LEAST,
    MOST,
    PUZZLE,
    REACH,
    SOLVER,
    expected,
    meet,
)
from quincunx.club.puzzles.ratings import PUZZLE_SIGMA
from quincunx.club.results.ratings import MIDDLE, POINTS, POINTS_IN_THE_MIDDLE, Rating

NEWCOMER = Rating()


def rating(points: float, sigma: float = PUZZLE_SIGMA) -> Rating:
    return Rating(MIDDLE + (points - POINTS_IN_THE_MIDDLE) / POINTS, sigma)


def points(rating: Rating) -> float:
    return POINTS_IN_THE_MIDDLE + POINTS * (rating.mu - MIDDLE)


sigmas = st.floats(SOLVER.deviation / POINTS, NEWCOMER.sigma)
ratings = st.builds(rating, st.floats(LEAST, MOST), sigmas)
starts = st.builds(rating, st.floats(600, 2400))


@given(ratings, starts, st.lists(st.booleans(), max_size=40))
def test_whatever_is_answered_ratings_stay_within_their_bounds(
    solver: Rating, start: Rating, answers: list[bool]
) -> None:
    puzzle = start
    for right in answers:
        before, its = solver, puzzle
        solver, puzzle = meet(solver, puzzle, start, right)
        assert LEAST <= points(solver) <= MOST
        assert abs(points(puzzle) - points(start)) <= FARTHEST + 1e-6
        assert abs(points(solver) - points(before)) <= SOLVER.step + 1e-6
        assert abs(points(puzzle) - points(its)) <= PUZZLE.step + 1e-6
        assert SOLVER.deviation / POINTS <= solver.sigma <= before.sigma
        assert PUZZLE.deviation / POINTS <= puzzle.sigma <= its.sigma


def test_one_answer_counts_as_one_game_of_glickmans_example() -> None:
    """Of 1500 points and a deviation of 200, against 1400 and 30: his *Example of the Glicko system* has the
    expected score 0.639."""
    solver, puzzle = rating(1500, 200 / POINTS), rating(1400, 30 / POINTS)
    assert expected(solver, puzzle) == pytest.approx(0.639, abs=0.001)
    after, _ = meet(solver, puzzle, puzzle, right=True)
    assert points(after) == pytest.approx(1563.5, abs=0.5)
    assert after.sigma * POINTS == pytest.approx(175.2, abs=0.1)


@given(ratings, starts)
def test_right_is_never_worse_than_wrong_and_moves_no_rating_the_wrong_way(
    solver: Rating, puzzle: Rating
) -> None:
    (better, easier), (worse, harder) = (meet(solver, puzzle, puzzle, right) for right in (True, False))
    assert worse.mu <= solver.mu <= better.mu
    assert easier.mu <= puzzle.mu <= harder.mu


@given(st.floats(600, 2400), st.floats(600, 2400), sigmas)
def test_a_harder_puzzle_is_never_worth_less(one: float, other: float, sigma: float) -> None:
    low, high = sorted((one, other))
    solver = rating(1500, sigma)
    easy, hard = (meet(solver, rating(each), rating(each), True)[0] for each in (low, high))
    assert easy.mu <= hard.mu + 1e-9
    assert expected(solver, rating(low)) >= expected(solver, rating(high)) - 1e-9


def test_three_trivial_puzzles_prove_little_and_a_thousand_no_more_than_their_reach() -> None:
    solver = NEWCOMER
    for number in range(1_000):
        solver, _ = meet(solver, rating(900), rating(900), right=True)
        if number == 2:
            assert solver.points < 1600
    assert solver.points <= max(1500, 900 + REACH)


@pytest.mark.parametrize("truth", [800, 1200, 1700, 2300])
def test_a_solver_comes_near_their_ability_and_stays_there(truth: int) -> None:
    random, solver = Random(truth), NEWCOMER
    seen: list[int] = []
    for number in range(400):
        # The choice of puzzles near one's rating is part of the loop.
        puzzle = rating(min(2400, max(800, solver.points + random.uniform(-150, 150))))
        right = random.random() < expected(rating(truth), puzzle)
        solver, _ = meet(solver, puzzle, puzzle, right)
        if number >= 100:
            seen.append(solver.points)
    assert abs(sum(seen) / len(seen) - truth) < 60


@pytest.mark.parametrize("truth", [1300, 1800])
def test_a_puzzle_comes_near_its_difficulty(truth: int) -> None:
    random, start = Random(truth), rating(1550)
    puzzle = start
    for _ in range(600):
        solver = rating(random.gauss(1500, 250), 2.0)
        puzzle = meet(solver, puzzle, start, random.random() < expected(solver, rating(truth)))[1]
    assert abs(puzzle.points - truth) < 80


def test_one_person_who_fails_at_everything_on_purpose_moves_no_puzzle_far() -> None:
    solver, moved = NEWCOMER, 0.0
    for number in range(1_000):
        start = rating(800 + 1.6 * number)
        solver, after = meet(solver, start, start, right=False)
        assert points(after) - points(start) <= PUZZLE.step
        moved += points(after) - points(start)
    assert moved / 1_000 < 5


def test_a_newcomers_answer_moves_a_puzzle_less_than_a_known_solvers() -> None:
    start = rating(1500)
    unknown, known = (meet(rating(1500, sigma), start, start, True)[1] for sigma in (NEWCOMER.sigma, 1.5))
    assert points(start) - points(unknown) < points(start) - points(known)
