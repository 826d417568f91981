"""``quincunx solve cinqo``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from quincunx.games.cinqo.bots.solver import solitaire
from quincunx.games.cinqo.bots.solver.race3 import CHECKPOINT, shipped
from quincunx.games.cinqo.commands.solve import solve
from tests.cli.conftest import Quincunx


def test_the_numbers_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve(json_=True) == 0
    numbers = json.loads(capsys.readouterr().out)
    assert numbers["turn"]["expected_points"] == pytest.approx(15.191181208268, abs=1e-11)
    assert numbers["solitaire"]["expected_rounds"] == pytest.approx(7.160800995567, abs=1e-11)
    assert numbers["race"]["first_player_wins"] == pytest.approx(0.575512014222, abs=1e-11)
    assert list(numbers["rounds"]["first_player_wins"]) == [str(n) for n in range(1, 11)]


@pytest.mark.parametrize(
    ("part", "words"),
    [("turn", "15.191181208268"), ("solitaire", "7.160800995567"), ("race", "0.575512014222"),
     ("rounds", "0.413967640501")],
)  # fmt: skip
def test_one_part_for_people(part: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert solve(part=part) == 0  # type: ignore[arg-type]
    assert words in capsys.readouterr().out


def test_how_many_rounds_solitaire_takes_is_told_when_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solitaire, "rounds_probabilities", lambda: np.array([0.0, 0.0, 0.25, 0.75]))
    assert solve(part="spread", json_=True) == 0
    assert json.loads(capsys.readouterr().out) == {"spread": {"1": 0, "2": 0.25, "3": 0.75}}
    assert solve(part="spread") == 0
    assert "0.75" in capsys.readouterr().out


def test_the_part_is_a_flag(quincunx: Quincunx) -> None:
    done = quincunx("solve", "cinqo", "--game", "turn")
    assert done.code == 0
    assert "15.191181208268" in done.out


@pytest.mark.parametrize("words", ["cinqo --game poker", "cinco"])
def test_an_unsolvable_game_is_a_wrong_call(words: str, quincunx: Quincunx) -> None:
    assert quincunx("solve", *words.split()).code == 2


@pytest.mark.nightly
def test_three_players_from_a_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wins = shipped()
    assert wins is not None
    np.savez(tmp_path / CHECKPOINT, wins=wins.astype(np.float64), below=np.array(5))
    assert solve(part="race3", out=tmp_path, json_=True) == 0
    answer = json.loads(capsys.readouterr().out)["race3"]
    assert answer["chances"]["first"] == pytest.approx(0.419573981899, abs=1e-4)
    assert sum(answer["chances"].values()) == pytest.approx(1)
    assert solve(part="race3", out=tmp_path) == 0
    assert "third" in capsys.readouterr().out


def test_a_spoilt_checkpoint_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / CHECKPOINT).write_text("no")
    assert solve(part="race3", out=tmp_path) == 1
    assert "isn’t a checkpoint" in capsys.readouterr().err
    assert solve(part="race3", out=tmp_path, cores=0) == 1
