"""The report: numbers out of deals, and one page that shows them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from quincunx.arena.deal import Deal, Game
from quincunx.arena.page import page, write
from quincunx.arena.plan import Plan
from quincunx.arena.report import report
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions

PLAN = Plan(CincoOptions(), ("a", "b", "c"), 2, seed=5)
OTHERS = "http://www.w3.org", "http://purl.org", "http://creativecommons.org"


def game(side: int, winner: int | None, **changed: Any) -> Game:
    """A game of ten turns: the first bot thought for 1 s, the others for 4 s, in five decisions each."""
    facts = {"termination": "five", "turns": 10, "seconds": (1.0, 4.0), "decisions": (5, 5)} | changed
    return Game(side=side, first=0, winner=winner, **facts)


def deals() -> list[Deal]:
    """a wins all four games against b, one and a drawn one of two against c, and b has not met c."""
    return [
        Deal(0, 0, (game(0, 0), game(1, 1))),
        Deal(0, 1, (game(0, 0), game(1, 1, termination="fault", turns=3, fault="b: crashed"))),
        Deal(1, 0, (game(0, 0), game(1, None, termination="truncated", turns=400))),
    ]


def test_wins_and_their_margins() -> None:
    found = report(PLAN, deals())
    ours, theirs, unplayed = found.pairings
    assert (ours.first, ours.second, ours.score.mean) == ("a", "b", 1.0)
    assert (ours.won, ours.drawn, ours.lost, ours.truncated) == (4, 0, 0, 0)
    assert (theirs.second, theirs.score.mean) == ("c", 0.75)
    assert (theirs.won, theirs.drawn, theirs.lost, theirs.truncated) == (1, 1, 0, 1)
    assert (unplayed.won, unplayed.drawn, unplayed.lost, unplayed.score.deals) == (0, 0, 0, 0)
    assert found.ratings[0].name == "a"


def test_the_rest_of_the_numbers() -> None:
    found = report(PLAN, deals())
    assert (found.game, found.sides, found.games) == ("cinco", 2, 6)
    assert found.turns == (10, 10, 10, 3, 10, 400)
    assert found.faults == {"b: crashed": 1}
    assert found.starter.mean == pytest.approx((1 + 0 + 1 + 0 + 1 + 0.5) / 6)
    assert found.seconds == {
        "a": pytest.approx(6 / 30),
        "b": pytest.approx(16 / 20),
        "c": pytest.approx(8 / 10),
    }


def test_a_bot_that_has_not_moved_took_no_time() -> None:
    assert report(PLAN, []).seconds == {"a": 0.0, "b": 0.0, "c": 0.0}
    assert "0 games" in page(PLAN, report(PLAN, []))


def test_everything_is_on_one_page(tmp_path: Path) -> None:
    found = report(PLAN, deals())
    write(PLAN, found, tmp_path)
    text = (tmp_path / "report.html").read_text()
    assert text.count("<svg") == 3
    for other in OTHERS:
        text = text.replace(other, "")
    assert "http://" not in text
    assert "src=" not in text
    assert "Cinco: 3 bots, 6 games" in text
    assert "2 players, Classic · each deal is played from every side · seed 5" in text
    assert "b: crashed" in text
    assert json.loads((tmp_path / "report.json").read_text())["pairings"][0]["won"] == 4


def test_two_bots_need_no_table_of_shares_and_no_faults_no_heading() -> None:
    plan = Plan(CinqoOptions(2), ("a", "b"), 1)
    text = page(plan, report(plan, deals()[:1]))
    assert text.count("<svg") == 2
    assert "Faults" not in text
    assert "Cinq-O: 2 bots, 2 games" in text


def test_a_bot_s_name_cannot_play_tricks_on_the_page() -> None:
    plan = Plan(CinqoOptions(2), ("cmd:x <script>alert(1)</script> $", "b $x_$"), 1)
    text = page(plan, report(plan, deals()[:1]))
    assert "<script" not in text
    assert len(re.findall(r"cmd:x &lt;script&gt;", text)) == 3, "two tables and a plot"
