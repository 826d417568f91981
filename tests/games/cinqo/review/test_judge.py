"""Verdicts on rolls and keeps: changes add up, luck has a mean of zero, and the advisor agrees."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
import pytest
from msgspec.structs import replace

from quincunx.core.chance import CHANCE, Rolled
from quincunx.core.record import replay
from quincunx.core.review import Effort, Review, finish
from quincunx.core.values import Ply, Step
from quincunx.games.cinqo.bots.advisor import advise
from quincunx.games.cinqo.bots.kernels.encode import outcomes
from quincunx.games.cinqo.bots.kernels.turn import FIVE_CHANCE
from quincunx.games.cinqo.bots.solver.everybody import race, rewards, start
from quincunx.games.cinqo.bots.solver.prospects import race_wins, win_rewards
from quincunx.games.cinqo.bots.solver.rounds import probabilities
from quincunx.games.cinqo.bots.solver.solitaire import expected_points, expected_rounds
from quincunx.games.cinqo.game import GAME
from quincunx.games.cinqo.review import judge
from quincunx.games.cinqo.review.judge import findings
from quincunx.games.cinqo.review.solved import points_before
from quincunx.games.cinqo.types import CinqoOptions, Put
from quincunx.games.cinqo.view import view
from quincunx.review import review, reviewing
from tests.examples import mostly_nightly
from tests.games.cinqo.review.support import game_of, record_of

QUICK = CinqoOptions(2, "rounds", 1)
SETUPS = (
    CinqoOptions(1),
    CinqoOptions(2),
    CinqoOptions(2, first=1),
    CinqoOptions(3),
    CinqoOptions(4, first=2),
    CinqoOptions(6),
    CinqoOptions(2, "rounds", 3),
    CinqoOptions(3, "rounds", 2),
    CinqoOptions(5, "rounds", 3, first=4),
)


def adds_up(found: Review) -> None:
    for each in found.seats:
        assert abs(each.start + each.luck - each.errors + each.others - each.result) < 1e-9
        assert abs(found.graph[-1].worths[each.seat] - each.result) < 1e-9
        assert each.errors >= 0.0
    for moment in found.graph:
        if found.scale == "chance":
            assert abs(sum(moment.worths) - 1.0) < 1e-9
    if len(found.seats) == 2:
        first, second = found.seats
        everybody = (first.luck - first.errors) - (second.luck - second.errors)
        assert abs(first.start + everybody - first.result) < 1e-9


@pytest.fixture
def sums_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the continuations of mistakes: they take the most time, and have no part in the sums."""
    monkeypatch.setattr(judge, "continuations", lambda *_: ((), ()))


@pytest.mark.usefixtures("sums_alone")
@pytest.mark.parametrize(
    "options",
    mostly_nightly(SETUPS, *SETUPS[::4]),
    ids=lambda each: f"{each.players}-{each.goal}-{each.first}",
)
def test_luck_and_errors_lead_from_the_start_to_the_result(options: CinqoOptions) -> None:
    adds_up(review(game_of(options, 1)))
    adds_up(review(game_of(options, 2, sees=0.5)))


@pytest.mark.usefixtures("sums_alone")
@pytest.mark.nightly
def test_they_add_up_in_two_thousand_games() -> None:
    won = [0.0, 0.0]
    for seed in range(2000):
        found = review(game_of(QUICK, seed, sees=None if seed % 4 else 0.5))
        adds_up(found)
        won[0] += found.result[0]
        won[1] += found.result[1]
    assert sum(won) == 2000  # a tie is shared
    assert min(won) > 800


def test_the_start_is_the_solution() -> None:
    assert start(CinqoOptions(2))[0] == race_wins()[0, 0]
    assert start(CinqoOptions(1))[0] == -expected_rounds()[0]
    assert start(CinqoOptions(2, "rounds", 5))[0] == probabilities(10)[670]
    found = review(game_of(CinqoOptions(2, first=1), 0))
    assert found.start == (1 - race_wins()[0, 0], race_wins()[0, 0])


@pytest.mark.parametrize(
    ("options", "before", "dice"),
    [
        (CinqoOptions(1), [], 5),
        (CinqoOptions(2, "rounds", 2), [], 5),
        (CinqoOptions(2), [Step(CHANCE, Rolled((1, 3, 4, 6, 6, 3))), Step(0, Put((6,), (6,), (), True))], 3),
        pytest.param(
            CinqoOptions(3),
            [Step(CHANCE, Rolled((1, 3, 4, 6, 6, 2))), Step(0, Put((6,), (6,)))],
            3,
            marks=pytest.mark.nightly,
        ),
    ],
    ids=["alone", "rounds", "boxed", "three"],
)
def test_luck_comes_to_nothing_on_average(options: CinqoOptions, before: list[Step], dice: int) -> None:
    """Over everything that can be rolled; of a first roll the arrow's two sides are alike."""
    mean, weight = np.zeros(options.players), 0.0
    faces = (4, 5, 6) if dice == 5 else (1, 2, 3, 4, 5, 6) if options.players == 3 else ()
    for (rolled, chance), face in product(outcomes(dice), faces or [0]):
        step = Step(CHANCE, Rolled((*rolled, face) if face else rolled))
        plies = list(replay(record_of(options, [*before, step], None)))
        found = finish(findings(plies, options, Effort()))
        mean += chance / len(faces or [0]) * np.array(found.changes[-1].by_seat)
        weight += chance / len(faces or [0])
    assert weight == pytest.approx(1.0)
    # The table of three players is right to 1/131070.
    assert mean == pytest.approx(0.0, abs=1e-5 if options.players == 3 else 1e-9)


def test_errors_are_what_the_advisor_says() -> None:
    record = game_of(CinqoOptions(2), 5)
    plies: list[Ply] = list(replay(record))
    found = review(record)
    assert any(each.verdict == "mistake" for each in found.choices)
    for each in found.choices:
        before = plies[each.ply - 1].before
        advice = advise(view(before, each.seat))
        worths = {one.put: one.worth for one in advice}
        error = advice[0].worth - worths[plies[each.ply - 1].step.move]
        assert each.error == pytest.approx(error, abs=1e-9)
        assert worths[each.best.move] == pytest.approx(advice[0].worth, abs=1e-9)
        assert (each.verdict in ("best", "forced")) == (error <= 1e-12)


def test_points_are_the_turns_own() -> None:
    """A turn's points are what was expected of it, and luck, and errors."""
    assert points_before() == pytest.approx(expected_points() * (1 - FIVE_CHANCE))
    record = game_of(CinqoOptions(1), 1, sees=0.7)
    turns = list(replay(record))[-1].after.history
    (found,) = review(record).seats
    assert found.luck_points is not None
    assert found.errors_points is not None
    made = sum(turn.points for turn in turns)
    expected = len(turns) * points_before() + found.luck_points - found.errors_points
    assert made == pytest.approx(expected, abs=1e-9)


def test_perfect_play_makes_no_error() -> None:
    found = review(game_of(CinqoOptions(2), 3, sees=1.0))
    assert all(each.errors == pytest.approx(0.0, abs=1e-9) for each in found.seats)
    assert all(each.found == each.decisions for each in found.seats)


def test_estimates_add_up_and_agree_with_the_mover_s() -> None:
    state = GAME.initial(CinqoOptions(4))
    seen = replace(view(state, None), scores=(60, 75, 80, 88))
    found = rewards(seen)
    assert found[:, 0] == pytest.approx(win_rewards(seen))
    assert found[1:].sum(axis=1) == pytest.approx(1.0)
    # The seat to throw, if nearest to the goal, is the likeliest to win.
    scores = np.array([[88], [60], [75], [80]])
    assert race(scores)[:, 0].sum() == pytest.approx(1.0)
    assert race(scores)[0, 0] == race(scores).max()
    assert prod(race(np.array([[0], [0], [0], [0]]))[:, 0]) > 0


def test_a_review_that_was_left_is_continued() -> None:
    record = game_of(QUICK, 1)
    working = reviewing(record)
    assert next(working)[0] == 0
    assert finish(working) == review(record)
