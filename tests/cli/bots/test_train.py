"""``quincunx train cinco``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quincunx.games.cinco.bots.weights import read
from quincunx.games.cinco.commands.train import train
from tests.cli.conftest import Quincunx

pytestmark = pytest.mark.nightly


@pytest.fixture(autouse=True)
def measured_shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.games.cinco.bots.training.train.MEASURED_GAMES", 12)
    monkeypatch.setattr("quincunx.games.cinco.bots.training.train.RESPONSE_GAMES", 12)


def test_weights_and_a_curve_come_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train(players=3, games=40, seed=2, out=tmp_path) == 0
    assert "against greedy" in capsys.readouterr().out
    network, made = read((tmp_path / "3in3.npz").read_bytes(), "3in3.npz")
    assert network.out.shape[0] == 3
    assert made["command"] == "quincunx train cinco --players 3 --teams 3 --games 40 --seed 2"
    assert [point["games"] for point in made["curve"]] == list(range(4, 41, 4))
    assert (tmp_path / "3in3.svg").read_text().lstrip().startswith("<?xml")


def test_a_response_is_measured_against_its_rival(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train(games=20, response=True, out=tmp_path) == 0
    told = capsys.readouterr()
    assert "against the shipped bot" in told.out
    assert "greedy" not in told.out + told.err
    _, made = read((tmp_path / "2in2.npz").read_bytes(), "2in2.npz")
    assert made["command"] == "quincunx train cinco --players 2 --teams 2 --games 20 --seed 1 --response"
    assert train(games=20, out=tmp_path) == 1, "the folder is that of another training"


def test_the_chances_of_open_hands_are_compared_with_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train(games=20, open_hands=True, out=tmp_path) == 0
    assert "variance explained" in capsys.readouterr().out
    _, made = read((tmp_path / "open2in2.npz").read_bytes(), "open2in2.npz")
    assert made["command"] == "quincunx train cinco --players 2 --teams 2 --games 20 --seed 1 --open-hands"
    assert (tmp_path / "open2in2.svg").exists()


def test_where_there_is_no_git_nothing_is_said_of_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert train(players=3, games=40, seed=2, out=tmp_path) == 0
    _, made = read((tmp_path / "3in3.npz").read_bytes(), "3in3.npz")
    assert made["commit"] is None


def test_stopped_it_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr("quincunx.games.cinco.bots.training.train.Training.run", stop)
        assert train(games=20, out=tmp_path) == 130
    assert "Run the same command to continue" in capsys.readouterr().err
    assert train(games=20, out=tmp_path) == 0


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"games": 0}, "At least one game"),
        ({"seed": -1}, "seed"),
        ({"players": 5}, "5"),
        ({"players": 4, "open_hands": True}, "--open-hands is for 2 players"),
        ({"response": True, "open_hands": True}, "without --response"),
        ({"players": 6, "teams": 4}, "6"),
    ],
)
def test_an_impossible_call_is_a_sentence(
    tmp_path: Path, changed: dict[str, Any], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train(out=tmp_path / "out", **changed) == 1
    assert words in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_folder_of_another_training_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train(games=20, out=tmp_path) == 0
    kept = (tmp_path / "checkpoint.npz").read_bytes()
    assert train(games=30, out=tmp_path) == 1
    assert "other settings" in capsys.readouterr().err
    assert (tmp_path / "checkpoint.npz").read_bytes() == kept


def test_in_another_language_nothing_of_it_is_english(tmp_path: Path, quincunx: Quincunx) -> None:
    (tmp_path / "checkpoint.npz").write_text("nothing of that kind")
    out = "--lang", "it", "--out", str(tmp_path)
    for words, sentence in (
        (("--games", "0"), "Ci vuole almeno una partita, e un seme da 0 a 2147483647."),
        (("--players", "5"), "Cinco è per 2, 3, 4 o 6 giocatori, non 5."),
        (
            ("--players", "6", "--teams", "4"),
            "Questo numero di squadre (4) non è possibile con questo numero di giocatori (6).",
        ),
        ((), f"{tmp_path}/checkpoint.npz non è un punto di ripresa di un addestramento."),
    ):
        done = quincunx("train", "cinco", *words, *out)
        assert (done.code, done.err) == (1, f"quincunx: {sentence}\n")


def test_it_is_a_command_of_cinco_alone(tmp_path: Path, quincunx: Quincunx) -> None:
    assert quincunx("train", "cinco", "--games", "0", "--out", str(tmp_path)).err.startswith(
        "quincunx: At least one game is needed"
    )
    assert quincunx("train", "cinqo").code == 2
