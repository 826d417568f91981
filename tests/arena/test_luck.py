"""Results without luck: the same mean, a much smaller variance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quincunx.arena import Plan, match, run
from quincunx.arena.deal import play_deal
from quincunx.arena.luck import is_measured
from quincunx.arena.page import page
from quincunx.arena.report import Pairing, report
from quincunx.engines.players import entrant
from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions

CINQO = GAMES["cinqo"]
SHORT = CinqoOptions(goal="rounds", rounds=1)


def pairing(plan: Plan) -> Pairing:
    found = report(plan, run(plan, None, 1, lambda deal: None))
    (only,) = found.pairings
    return only


@pytest.mark.nightly
def test_neighbouring_levels_are_told_apart_with_few_deals() -> None:
    """Ten times fewer deals at least; their exact chances are 0.285 and 0.715."""
    found = pairing(Plan(CinqoOptions(), ("skilled", "expert"), 6, measures_luck=True))
    assert found.adjusted is not None
    assert found.adjusted.mean == pytest.approx(0.2853, abs=0.005)
    assert found.adjusted.margin < 0.02 < found.score.margin
    assert found.reduction is not None
    assert found.reduction > 10


@pytest.mark.nightly
def test_the_test_decides_by_scores_without_luck() -> None:
    plan = Plan(CinqoOptions(), ("skilled", "expert"), 200, measures_luck=True, sprt=(-300, -100))
    deals = run(plan, None, 1, lambda deal: None)
    (only,) = report(plan, deals).pairings
    assert only.verdict is not None
    assert only.verdict.accepted == "better"
    assert len(deals) == 8  # the fewest after which it decides


@pytest.mark.nightly
def test_a_report_shows_both_side_by_side() -> None:
    plan = Plan(SHORT, ("greedy", "random"), 4, measures_luck=True)
    shown = page(plan, report(plan, run(plan, None, 1, lambda deal: None)))
    assert "<th class=number>without luck</th>" in shown


@pytest.mark.parametrize(
    ("options", "measures"), [(SHORT, False), (CincoOptions(4, 2), True)], ids=["not asked", "not known"]
)
def test_without_it_there_is_only_the_score(options: Any, measures: bool) -> None:
    found = pairing(Plan(options, ("greedy", "random"), 2, measures_luck=measures))
    assert (found.adjusted, found.reduction) == (None, None)


def test_luck_is_measured_where_it_can_be_and_by_default_where_that_is_quick() -> None:
    assert [is_measured(SHORT, wanted) for wanted in (None, True, False)] == [True, True, False]
    assert [is_measured(CincoOptions(), wanted) for wanted in (None, True, False)] == [False, True, False]
    assert not is_measured(CincoOptions(4, 2), True)
    assert not is_measured(CinqoOptions(1), True)


@pytest.mark.nightly
def test_a_match_without_luck_has_the_narrower_interval() -> None:
    plain = match(SHORT, "novice", "expert", deals=8)
    adjusted = match(SHORT, "novice", "expert", deals=8, measures_luck=True)
    assert adjusted.margin < plain.margin / 2


class Honest:
    """Plays the first legal move, and says so."""

    def choose(self, view: Any) -> Any:
        return view.moves[0]

    def policy(self, view: Any) -> Any:
        return [(view.moves[0], 1.0)]


class Boaster(Honest):
    """Its policy sums to 2."""

    def policy(self, view: Any) -> Any:
        return [(view.moves[0], 2.0)]


@pytest.mark.nightly
def test_a_bot_of_ones_own_may_tell_its_policy() -> None:
    mine, other = entrant(CINQO, Honest()), entrant(CINQO, "random")
    deal = play_deal(SHORT, mine, other, 0, 0, 1, measures_luck=True)
    assert all(game.fault is None for game in deal.games)
    assert deal.adjusted is not None


@pytest.mark.nightly
def test_a_policy_that_is_no_distribution_loses_the_game() -> None:
    mine, other = entrant(CINQO, Boaster()), entrant(CINQO, "random")
    deal = play_deal(SHORT, mine, other, 0, 0, 1, measures_luck=True)
    assert {game.fault for game in deal.games} == {"Boaster: policy: it is no distribution over legal moves"}


@pytest.mark.nightly
def test_a_tournament_with_luck_continues_where_it_stopped(tmp_path: Path) -> None:
    plan = Plan(SHORT, ("greedy", "random"), 3, measures_luck=True)
    before = run(plan, tmp_path, 1, lambda deal: None)
    assert [deal.adjusted for deal in run(plan, tmp_path, 1, lambda deal: None)] == [
        deal.adjusted for deal in before
    ]
