"""``quincunx arena`` and ``quincunx bot``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quincunx.cli.main import run as quincunx
from quincunx.games.cinco.bots.greedy import GreedyCinco


def run(out: Path, game: str = "cinco", **changed: Any) -> int:
    flags = {"bots": "greedy,random", "games": 8, "cores": 1, "out": out} | changed
    words = [f"--{name}" if value is True else f"--{name}={value}" for name, value in flags.items()]
    return quincunx(["arena", game, *words])


class Another(GreedyCinco):
    """A third bot, as good as greedy."""


def test_a_whole_round_robin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, bots="greedy,random,py:tests.cli.bots.test_arena:Another", players=4) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in ("greedy", "random", "Another", "who starts wins"))
    found = json.loads((tmp_path / "report.json").read_text())
    assert len(found["pairings"]) == 3
    assert found["games"] == 24
    page = (tmp_path / "report.html").read_text()
    assert "<svg" in page
    assert "src=" not in page, "one page alone"


def test_the_same_command_adds_nothing_and_more_games_add_the_rest(tmp_path: Path) -> None:
    assert run(tmp_path) == 0
    once = (tmp_path / "results.jsonl").read_bytes()
    assert run(tmp_path) == 0
    assert (tmp_path / "results.jsonl").read_bytes() == once
    assert run(tmp_path, games=12) == 0
    assert (tmp_path / "results.jsonl").read_bytes().startswith(once)


def test_fewer_games_than_before_are_those_that_were_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, games=8) == 0
    capsys.readouterr()
    assert run(tmp_path, games=4) == 0
    assert "2/2" in capsys.readouterr().err
    assert json.loads((tmp_path / "report.json").read_text())["games"] == 4


def test_shares_without_luck_are_left_out_if_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "cinqo", games=2, **{"no-luck": True}) == 0
    assert "without luck" not in capsys.readouterr().out


def test_a_gauntlet_is_one_against_all(tmp_path: Path) -> None:
    assert run(tmp_path, bots="greedy,random,py:tests.cli.bots.test_arena:Another", gauntlet=True) == 0
    pairs = json.loads((tmp_path / "report.json").read_text())["pairings"]
    assert [pair["first"] for pair in pairs] == ["greedy", "greedy"]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"bots": "greedy"}, "two different bots"),
        ({"bots": "greedy,greedy"}, "two different bots"),
        ({"bots": "greedy,nobody"}, "nobody"),
        ({"bots": "greedy,py:no.such:Thing"}, "no.such"),
        ({"games": 0}, "counted from 1"),
        ({"cores": 0}, "counted from 1"),
        ({"seconds": -1.0}, "greater than 0"),
        ({"simulations": 0}, "greater than 0"),
        ({"players": 5}, "5"),
    ],
)
def test_an_impossible_call_is_a_sentence_and_plays_nothing(
    tmp_path: Path, changed: dict[str, Any], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path / "out", **changed) == 1
    said = capsys.readouterr()
    assert words in said.err
    assert "Traceback" not in said.err
    assert not (tmp_path / "out" / "report.json").exists()


def test_a_test_goes_from_the_smaller_to_the_greater_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["arena", "cinco", "--bots=greedy,random", "--out", str(tmp_path / "out"), "--sprt"]
    assert quincunx([*words, "10", "0"]) == 1
    assert "smaller than" in capsys.readouterr().err


def test_results_of_another_tournament_are_not_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path) == 0
    kept = (tmp_path / "results.jsonl").read_bytes()
    assert run(tmp_path, seed=2) == 1
    assert "another" in capsys.readouterr().err
    assert (tmp_path / "results.jsonl").read_bytes() == kept


def test_a_game_for_one_has_no_arena(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, game="cinqo", players=1) == 1
    assert "two players" in capsys.readouterr().err


def test_cinqo_has_an_arena_too(tmp_path: Path) -> None:
    # Kernels of luck would be compiled for seven seconds.
    assert run(tmp_path, game="cinqo", games=6, players=3, rounds=2, **{"no-luck": True}) == 0
    found = json.loads((tmp_path / "report.json").read_text())
    assert found["games"] == 6
    assert "3 players, 2 rounds ·" in (tmp_path / "report.html").read_text()


def test_an_unknown_level_cannot_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert quincunx(["bot", "grandmaster"]) == 1
    assert "novice" in capsys.readouterr().err
