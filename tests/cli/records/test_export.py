"""``quincunx export``: files of decisions from records and from bots' games."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from quincunx.rl import data
from quincunx.rl.data.played import PlayedGames
from tests.cli.conftest import Quincunx

RECORDS = Path("testdata/records")
ROUNDS = RECORDS / "cinqo-2-rounds1.txt"


def decisions(file: Path) -> int:
    return sum(len(batch) for batch in data.batches(file, 50))


def test_a_folder_of_records(quincunx: Quincunx, tmp_path: Path) -> None:
    folder, out = tmp_path / "records", tmp_path / "games.jsonl"
    folder.mkdir()
    shutil.copy(RECORDS / "cinco-2in2.txt", folder / "a.txt")
    shutil.copy(RECORDS / "cinco-2in2.txt", folder / "the same.txt")
    shutil.copy(RECORDS / "cinco-unfinished.txt", folder / "b.txt")
    shutil.copy(ROUNDS, folder / "c.txt")
    done = quincunx("export", str(folder), "--out", str(out), "--format", "jsonl", "--observation", "lines")
    assert done.code == 1
    assert "c.txt: This game has other settings" in done.err
    assert done.err.endswith(f"2 games are in {out}.\n")
    assert data.header(out).observation == "lines"
    assert data.header(out).shape == (17, 90)
    assert decisions(out) > 50


def test_games_of_bots_go_on_where_they_were_stopped(
    quincunx: Quincunx, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "games.parquet"
    words = ["export", "cinqo", "--bots", "random,greedy", "--games", "4", "--rounds", "1"]
    words += ["--no-luck", "--out", str(out)]
    play = PlayedGames.play

    def stop(self: PlayedGames, number: int) -> object:
        if number == 2:
            raise KeyboardInterrupt
        return play(self, number)

    with monkeypatch.context() as stopping:
        stopping.setattr(PlayedGames, "play", stop)
        assert quincunx(*words) == (130, "", "Stopped. Run the same command to continue.\n")
    other = quincunx(*words, "--seed", "2")
    assert other.code == 1
    assert "was begun with other settings" in other.err
    assert quincunx(*words) == (0, "", f"4 games are in {out}.\n")
    assert sorted({game for batch in data.batches(out) for game in batch.games}) == [
        "1-0-0", "1-0-1", "1-1-0", "1-1-1",
    ]  # fmt: skip
    assert quincunx(*words, "--lang", "de").err == (
        f"quincunx: {out} gibt es schon. Wähle eine andere Datei oder lösche sie.\n"
    )


def test_without_pyarrow_it_says_how_to_get_it(
    quincunx: Quincunx, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "quincunx.rl.data.parquet", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = quincunx("export", str(ROUNDS), "--out", str(tmp_path / "games.parquet"))
    assert done == (2, "", "quincunx: More packages are needed: pip install 'quincunx[export]'\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 2, "Name record files or folders, or a game for bots to play."),
        ([str(ROUNDS), "--observation", "lines"], 1, "Choose from plain, now."),
        (["cinqo", "--bots", ","], 1, "At least one bot is needed."),
        (["cinqo", "--bots", "nobody"], 1, "Unknown bot “nobody”."),
        (["cinqo", "--bots", "random", "--games", "0"], 1, "must be at least 1."),
        (["cinqo", "--bots", "random", "--players", "9"], 1, "players"),
        (["cinqo", "--bots", "random", "--simulations", "0"], 1, "greater than 0."),
        (["missing.txt"], 1, "There are no games to export."),
    ],
)
def test_wrong_calls(words: list[str], code: int, said: str, quincunx: Quincunx, tmp_path: Path) -> None:
    done = quincunx("export", *words, "--out", str(tmp_path / "games.jsonl"), "--format", "jsonl")
    assert done.code == code
    assert said in done.err
    assert list(tmp_path.iterdir()) == []
