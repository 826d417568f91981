"""Bots of the third game against each other: duplicate deals, ratings, a report."""

from __future__ import annotations

from pathlib import Path

import pytest

from quincunx.arena import Plan, match, run
from quincunx.arena.ledger import read_results
from quincunx.arena.page import write
from quincunx.arena.report import report
from quincunx.engines.bot import Decision
from quincunx.engines.players import BadEntry
from tests.third.game.bots.roster import choices
from tests.third.game.types import Play, TrioMove, TrioOptions, TrioView


def test_greedy_wins_more_than_its_share_against_random() -> None:
    for players in (2, 3):
        score = match(TrioOptions(players), "greedy", "random", deals=150)
        assert score.mean - score.margin > 1 / players


class First:
    """The first of its moves: the same with the same cards."""

    def choose(self, view: TrioView, *_: object) -> Decision[TrioMove]:
        return Decision(choices(view)[0], 0.0, ())


def test_a_bot_against_itself_wins_exactly_its_share_of_every_deal() -> None:
    """All players get the same cards and dice from every side."""
    bot = f"py:{__name__}:First"
    plan = Plan(TrioOptions(3), (bot, bot), 12)
    assert [deal.score for deal in run(plan, None, 1, lambda deal: None)] == pytest.approx([1 / 3] * 12)


def test_a_tournament_is_kept_and_reported(tmp_path: Path) -> None:
    plan = Plan(TrioOptions(3, 2), ("random", "casual", "expert"), 4)
    deals = run(plan, tmp_path, 1, lambda deal: None)
    kept = read_results(tmp_path / "results.jsonl", plan)
    assert sorted(kept, key=lambda deal: (deal.pair, deal.number)) == deals
    found = report(plan, deals)
    assert found.games == 3 * 4 * 3
    write(plan, found, tmp_path)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "<title>Trio: arena</title>" in page
    assert "3 players, 2 passes each" in page


def test_a_level_that_the_game_has_not_cannot_enter() -> None:
    with pytest.raises(BadEntry, match="casual, expert"):
        match(TrioOptions(), "master", "random", deals=1)


class Cheat:
    """Plays a card that no hand holds."""

    def choose(self, view: TrioView, *_: object) -> Decision[TrioMove]:
        return Decision(Play(99), 0.0, ())


def test_a_guest_that_breaks_the_rules_has_lost() -> None:
    plan = Plan(TrioOptions(), (f"py:{__name__}:Cheat", "random"), 2)
    games = [game for deal in run(plan, None, 1, lambda deal: None) for game in deal.games]
    assert {(game.termination, game.winner == game.side) for game in games} == {("fault", False)}
