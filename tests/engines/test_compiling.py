"""The progress of compilation: on a terminal, elsewhere, and to other receivers."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quincunx.cli.speaking import use_language
from quincunx.core.speech import speak_english
from quincunx.engines import compiling
from quincunx.engines.compiling import Compilations, ErrorStream, Silence, report_to
from quincunx.games import GAMES

LINE = "Compiling, once for this machine…"
PROGRAM = """
import numpy as np
from quincunx.engines.kernel_cache import kernel

@kernel
def inner(x):
    return x + 1

@kernel
def outer(x):
    return inner(x) + 1

assert outer(1) == 3
assert outer(2) == 4
"""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _default() -> object:
    yield
    report_to(ErrorStream())
    speak_english()


def compile_three(counter: Compilations) -> None:
    """One kernel that calls another, then one by itself."""
    counter.on_begin()
    counter.on_begin()
    counter.on_end()
    counter.on_end()
    counter.on_begin()
    counter.on_end()


def test_a_terminal_shows_a_line_that_counts_and_goes() -> None:
    screen = Terminal()
    report_to(ErrorStream(screen))
    compile_three(Compilations())
    blank = "\r" + " " * len(f"{LINE} 2") + "\r"
    assert screen.getvalue() == f"\r{LINE} 1\r{LINE} 2{blank}\r{LINE} 3{blank}"


def test_anything_else_gets_one_line_in_all() -> None:
    log = io.StringIO()
    report_to(ErrorStream(log))
    compile_three(Compilations())
    assert log.getvalue() == f"{LINE}\n"


def test_it_is_in_the_users_language() -> None:
    log = io.StringIO()
    report_to(ErrorStream(log))
    use_language("it", GAMES)
    Compilations().on_begin()
    assert log.getvalue() == "Compilo, una volta sola per questo computer…\n"


def test_a_stream_that_is_closed_or_missing_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    report_to(ErrorStream(closed))
    compile_three(Compilations())
    monkeypatch.setattr(sys, "stderr", None)
    report_to(ErrorStream())
    compile_three(Compilations())


def test_another_receiver_replaces_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[int] = []

    class Receiver(Silence):
        def on_kernel(self, before: int) -> None:
            seen.append(before)

    report_to(Receiver())
    compile_three(Compilations())
    assert seen == [0, 1, 2]
    assert capsys.readouterr().err == ""
    assert isinstance(compiling._receiver, Receiver)


@pytest.mark.nightly
def test_a_program_that_calls_a_kernel_is_told_once_on_a_machine(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}

    def run() -> str:
        done = subprocess.run(
            [sys.executable, str(file)], env=environment, capture_output=True, text=True, check=True
        )
        return done.stderr

    assert run() == f"{LINE}\n"
    assert run() == "", "the second process finds the cache"
