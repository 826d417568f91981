"""``quincunx review``: what it prints of a record and of a folder, and what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from quincunx.cli.main import run
from quincunx.cli.records.review_text import blocks
from quincunx.texts.catalogue import languages
from tests.examples import mostly_nightly
from tests.golden.games import stored

FILES = {file.stem: file for file in stored()}
RACE = FILES["cinqo-five-of-a-kind"]
CARDS = FILES["cinco-unfinished"]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def adds_up(found: dict[str, Any]) -> None:
    for seat in found["seats"]:
        end = seat["start"] + seat["luck"] - seat["errors"] + seat["others"]
        assert abs(end - seat["result"]) < 1e-9
    assert found["start"] == [seat["start"] for seat in found["seats"]]
    assert found["result"] == [seat["result"] for seat in found["seats"]]


def test_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(RACE)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Cinq-O: Bruno wins\nAll chances are exact.\n")
    assert re.search(r"Ada +[▁▂▃▄▅▆▇█]{20,60}  58% → 0%", out)
    assert re.search(r"Bruno +42% .* 100% +\d+ of \d+\n", out)
    assert re.search(r"Turn \d+, (Ada|Bruno): rack .* \(\d+%\)\. Better: rack .*\.\n    \S", out)
    assert re.search(r"Turn \d+: Ada’s decision \(−\d+\.\d%\)", out)
    assert "and put the Hi/Lo die in its box (" in out
    assert re.search(r"\n    rack [^:]+: The turn scores \d+\.\d points on average\. .+: \d+%\.\n", out)
    assert max(map(len, out.splitlines())) <= 145


def test_the_reader_s_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(FILES["cinqo-1-hundred"]), "--lang", "it"]) == 0
    out = capsys.readouterr().out
    assert "Fortuna" in out or "fortuna" in out
    assert re.search(r"\d,\d giri → 46,0 giri", out)
    assert run(["review", str(RACE), "--lang", "tlh"]) == 2


@pytest.mark.parametrize("language", mostly_nightly(languages(), "fr"))
def test_measured_figures_are_marked_as_such_in_every_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["review", str(CARDS), "--simulations", "5", "--lang", language]) == 0
    assert re.match(r".+\n\D*\b5\b.+\n", capsys.readouterr().out)


def test_moves_are_said_in_words_and_to_programs_in_notation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said, written = "rack 2, bank 3-4-5 and put the Hi/Lo die in its box", "rack 2 bank 345 box"
    assert run(["review", str(RACE)]) == 0
    assert f"Better: {said} (" in capsys.readouterr().out
    page = tmp_path / "page.html"
    assert run(["review", str(RACE), str(page), "--html"]) == 0
    assert said in page.read_text("utf-8")
    assert written not in page.read_text("utf-8")
    capsys.readouterr()
    assert run(["review", str(RACE), "--json"]) == 0
    assert written in capsys.readouterr().out


def test_json_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(RACE), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    adds_up(found)
    assert found["exact"] is True
    mistakes = [each for each in found["choices"] if each["verdict"] == "mistake"]
    assert mistakes
    assert all(each[option]["continuation"] for each in mistakes for option in ("chosen", "best"))
    assert found["seats"][0]["cards"] is None
    assert run(["review", str(CARDS), "--json", "--simulations", "40"]) == 0
    found = json.loads(capsys.readouterr().out)
    adds_up(found)
    for seat in found["seats"]:
        assert abs(seat["start"] + seat["choices"] + seat["cards"] + seat["others"] - seat["result"]) < 1e-9
    assert found["simulations"] == 40


def test_a_page_stands_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert run(["review", str(RACE), str(page), "--html"]) == 0
    written = page.read_text("utf-8")
    assert capsys.readouterr().out == ""
    assert written.startswith("<!doctype html>")
    assert written.count("<svg") == 2
    assert not re.search(r"<script|<link|<img|(src|href)=.?https?:", written)
    assert "Bruno wins" in written
    assert "points on average" in written
    assert run(["review", str(RACE), "--html"]) == 0
    assert capsys.readouterr().out == written


def test_names_are_text_on_a_page_and_harmless_in_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile = tmp_path / "hostile.txt"
    text = FILES["cinqo-2-rounds1"].read_text("utf-8").replace('"Ada"', '"<b>$x_1$\\u{1B}[2J"')
    assert "<b>" in text
    hostile.write_text(text, "utf-8", newline="\n")
    assert run(["review", str(hostile), "--html"]) == 0
    written = capsys.readouterr().out
    assert "<b>" not in written
    assert "$x_1$" in written
    assert "\x1b" not in written
    assert run(["review", str(hostile)]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, name in enumerate(("cinqo-2-rounds1", "cinqo-2-rounds5")):
        (tmp_path / f"{number}.txt").write_bytes(FILES[name].read_bytes())
    (tmp_path / "notes.md").write_text("not a record")
    assert run(["review", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    assert "notes.md" in printed.err
    assert "Ada at Cinq-O: 2 games" in printed.out
    assert re.search(r"Luck, game by game  [▁▂▃▄▅▆▇█]{2}\n", printed.out)
    assert re.search(r"keep +(first|second) half +\d+ +−\d+\.\d% ± \d+\.\d%", printed.out)
    assert run(["review", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 2
    ada = next(each for each in found["people"] if each["name"] == "Ada")
    assert [each["source"] for each in ada["games"]] == ["0.txt", "1.txt"]
    assert ada["luck"]["count"] == 2


def test_an_empty_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(tmp_path)]) == 0
    assert "No record in this folder" in capsys.readouterr().out


def test_wrong_calls(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(RACE)
    for words, code, said in (
        (["--json", "--html"], 2, "not both"),
        (["--simulations", "0"], 2, "1 to 100,000"),
        ([str(tmp_path / "no" / "such.html"), "--html"], 1, "Can’t write"),
    ):
        assert run(["review", file, *words]) == code
        assert said in capsys.readouterr().err
    assert run(["review", str(tmp_path), "--html"]) == 2
    assert run(["review", str(tmp_path / "missing.txt")]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_blocks_span_from_low_to_high() -> None:
    assert blocks([0.0, 0.5, 1.0], 0.0, 1.0) == "▁▅█"
    assert blocks([3.0, 3.0], 3.0, 3.0) == "▁▁"
    assert blocks([0.0] * 99 + [1.0], 0.0, 1.0, width=10) == "▁▁▁▁▁▁▁▁▁█"
