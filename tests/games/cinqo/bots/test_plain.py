"""Advice in plain Python against the kernels': the same worths, the same moves."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from quincunx.core.chance import CHANCE
from quincunx.games.cinqo.bots import advisor
from quincunx.games.cinqo.bots.plain import adviser, prospects, solution
from quincunx.games.cinqo.bots.plain.adviser import PlainAdvisedCinqo
from quincunx.games.cinqo.bots.solver import race3
from quincunx.games.cinqo.bots.solver.prospects import win_rewards
from quincunx.games.cinqo.bots.solver.shipping import solved
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.types import CinqoOptions, CinqoView
from tests.engines.support import moves_of
from tests.examples import mostly_nightly

GAMES = [CinqoOptions(players) for players in (1, 2, 3, 4)]
GAMES += [CinqoOptions(3, "rounds", 4), CinqoOptions(6, "rounds", 3)]
LONG = CinqoOptions(2, "rounds", 20)
"""The tables of so many rounds take five seconds."""
EVERY_GAME = pytest.mark.parametrize(
    "options", mostly_nightly([*GAMES, LONG], *GAMES), ids=lambda each: f"{each.players}-{each.goal}"
)


def views(options: CinqoOptions, seed: int, one_in: int) -> list[CinqoView]:
    """One in so many of a game's views, of the seat to move; random keeps rack too many dice."""
    bots = [CINQO.bots.bot(name) for name in ("greedy", "random")] * 3
    decisions = [state for state, seat, _ in moves_of(options, bots, seed) if seat != CHANCE]
    return [CINQO.view(state, CINQO.to_move(state)) for state in decisions[seed % one_in :: one_in]]


@EVERY_GAME
def test_advice_is_the_kernels(options: CinqoOptions) -> None:
    for view in views(options, 3, 9):
        plain, exact = adviser.advise(view), advisor.advise(view)
        assert plain[0].put == exact[0].put
        worths = {each.put: (each.worth, each.points) for each in exact}
        assert len(plain) == len(worths)
        for each in plain:
            assert (each.worth, each.points) == pytest.approx(worths[each.put], abs=1e-12)


@EVERY_GAME
def test_rewards_are_the_kernels_from_every_score(options: CinqoOptions) -> None:
    view, random = views(options, 3, 1)[0], Random(5)
    for _ in range(40):
        scores = tuple(random.randrange(100) for _ in range(options.players))
        now = CinqoView(**{name: getattr(view, name) for name in view.__struct_fields__} | {"scores": scores})
        assert prospects.win_rewards(now)[1:] == pytest.approx(win_rewards(now)[1:].tolist(), abs=1e-12)


def test_master_decides_as_with_kernels() -> None:
    plain, kernels = PlainAdvisedCinqo(), advisor.AdvisedCinqo()
    for seed, view in enumerate(views(CinqoOptions(3, "rounds", 4), 4, 5)):
        mine, theirs = (bot.choose(view, Random(seed)) for bot in (plain, kernels))
        assert (mine.action, mine.scale) == (theirs.action, theirs.scale)
        assert mine.value == pytest.approx(theirs.value, abs=1e-12)
        assert mine.alternatives[0].error == theirs.alternatives[0].error


def test_levels_overlook_as_many_points_as_with_kernels() -> None:
    """Whether keeps are equal depends on the last bit, so single keeps differ now and then."""
    plain, kernels = PlainAdvisedCinqo(0.6), advisor.AdvisedCinqo(0.6)
    for view in views(CinqoOptions(2), 4, 5):
        points = {each.put: each.points for each in advisor.advise(view)}
        mine, theirs = (
            sum(points[put] * chance for put, chance in bot.policy(view)) for bot in (plain, kernels)
        )
        assert mine == pytest.approx(theirs, abs=0.2)


def test_the_shipped_solution_is_that_of_the_solvers() -> None:
    found = solved(most_turns=4)
    assert solution.race() == tuple(map(tuple, found["race"].tolist()))
    assert solution.alone() == tuple(found["alone"].tolist())
    assert np.array(solution.within()) == pytest.approx(found["within"], abs=1e-12)
    for turns in range(5):
        assert np.array(solution.rounds(turns)) == pytest.approx(found["rounds"][turns], abs=1e-12)
    assert solution.nodes() == tuple(map(tuple, found["normal"].tolist()))


@pytest.mark.parametrize(("first", "second"), [(0, 0), (99, 1), (37, 80), (99, 99)])
def test_three_players_have_the_table_of_the_kernels(first: int, second: int) -> None:
    table = race3.shipped()
    assert table is not None
    # Of the third, who is to move when the first two have these scores.
    expected = 1.0 - table[first, second].astype(np.float64).sum(axis=1)
    assert solution.three(first, second) == tuple(expected.tolist())


def test_three_players_are_estimated_without_their_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is the largest by far, so it may be left out."""
    (view, *_) = views(CinqoOptions(3), 3, 1)
    exact = prospects.win_rewards(view)
    assert prospects.error_of(view) == 0.0
    monkeypatch.setattr(solution, "_three", lambda: None)
    assert prospects.win_rewards(view) == pytest.approx(exact, abs=0.05)
    assert prospects.error_of(view) > 0.0
