"""``quincunx show``: one position of a record as text, SVG and PNG, and every wrong call."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import quincunx
from quincunx.cli.main import run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    quincunx.play(["greedy", "random"], seed=1).record(["Ada", "Bruno <b>"]).write(file)
    return file


def show(*words: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "quincunx", "show", *map(str, words)]
    return subprocess.run(command, capture_output=True, check=False)


def test_the_last_position_is_printed(record: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["show", str(record)]) == 0
    shown = capfd.readouterr().out
    assert "B Ada" in shown
    assert "holds " in shown
    assert run(["show", str(record), "--text"]) == 0
    assert capfd.readouterr().out == shown


def test_any_ply_may_be_chosen(record: Path, capfd: pytest.CaptureFixture[str]) -> None:
    game = quincunx.read(record)
    for ply in (0, 2, 7, game.plies):
        assert run(["show", str(record), "--ply", str(ply)]) == 0
        board = game.at(ply).reveal().text().split("\n\n")[0]
        assert capfd.readouterr().out.startswith(board)


def test_svg_is_well_formed_and_escaped(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert run(["show", str(record), "--svg", "--out", str(out)]) == 0
    drawn = out.read_text("utf-8")
    assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"
    assert "Bruno &lt;b&gt;" in drawn
    assert show(record, "--svg").stdout.decode() == drawn


def test_png_goes_to_a_file_or_a_pipe(
    record: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    out = tmp_path / "board.png"
    assert run(["show", str(record), "--png", "--out", str(out)]) == 0
    assert capfdbinary.readouterr() == (b"", b"")
    assert out.read_bytes().startswith(b"\x89PNG\r\n")
    assert run(["show", str(record), "--png"]) == 0
    assert capfdbinary.readouterr() == (out.read_bytes(), b"")


def test_a_terminal_gets_no_png(
    record: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run(["show", str(record), "--png"]) == 2
    assert "Choose a file with --out" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--svg", "--png"], 2, "Choose one of --text, --svg and --png."),
        (["--ply", "999"], 1, "There’s no step 999. This record has "),
        (["--ply", "-1"], 1, "There’s no step -1"),
        (["--svg", "--out", "/nowhere/at/all.svg"], 1, "Can’t write /nowhere/at/all.svg: "),
    ],
)
def test_a_wrong_call_gets_a_sentence(
    words: list[str], code: int, sentence: str, record: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["show", str(record), *words]) == code
    assert sentence in capfd.readouterr().err
