"""``quincunx precompile``."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quincunx.games import GAMES
from tests.cli.conftest import Quincunx


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the games that were compiled, which takes no time here."""
    names: list[str] = []

    def compile_(game: Any) -> None:
        names.append(game.name)

    monkeypatch.setattr("quincunx.engines.precompiled.precompile", compile_)
    return names


def test_it_compiles_what_it_is_told_to(compiled: list[str], quincunx: Quincunx) -> None:
    done = quincunx("precompile", "cinqo")
    assert done.code == 0
    assert compiled == ["cinqo"]
    assert "Cinq-O: ready after" in done.err


def test_without_a_game_it_compiles_for_all(compiled: list[str], quincunx: Quincunx) -> None:
    assert quincunx("precompile").code == 0
    assert compiled == list(GAMES)


def test_environments_are_compiled_on_request(
    compiled: list[str], quincunx: Quincunx, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.rl.batches.precompile", lambda name: compiled.append(f"{name}, batches"))
    assert quincunx("precompile", "cinqo").code == 0
    assert compiled == ["cinqo"]
    assert quincunx("precompile", "cinco", "--environments").code == 0
    assert compiled[1:] == ["cinco", "cinco, batches"]


def test_an_unknown_game_compiles_nothing(compiled: list[str], quincunx: Quincunx) -> None:
    done = quincunx("precompile", "cinqo", "chess")
    assert done.code == 2
    assert "chess" in done.err
    assert compiled == []


@pytest.mark.nightly
def test_on_a_fresh_machine_it_is_kept_for_the_next_process(tmp_path: Path) -> None:
    def run(words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", words],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )

    asked = (
        "from quincunx.engines.precompiled import is_precompiled\n"
        "from quincunx.games import GAMES\n"
        "print(is_precompiled(GAMES['cinqo']))"
    )
    assert run(asked).stdout.strip() == "False"
    # The command is real, but what it compiles is nothing: whole kernels take their time.
    done = run(
        "from quincunx.engines.levels import Roster\n"
        "from quincunx.cli.main import run\n"
        "Roster.precompile = property(lambda self: lambda: None, lambda self, value: None)\n"
        "from quincunx.games import GAMES\n"
        "raise SystemExit(run(['precompile', 'cinqo']))"
    )
    assert done.returncode == 0, done.stderr
    assert run(asked).stdout.strip() == "True"


@pytest.mark.nightly
@pytest.mark.parametrize(
    "variable",
    [
        "HOME",
        *(pytest.param(each, marks=pytest.mark.nightly) for each in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")),
    ],
)
def test_where_nothing_can_be_kept_it_says_so(variable: str, tmp_path: Path) -> None:
    """A file stands in the folder's place, so no user can write there, not even root."""
    (tmp_path / "file").touch()
    names = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME")
    environment = {key: value for key, value in os.environ.items() if key not in names}
    done = subprocess.run(
        [sys.executable, "-m", "quincunx", "--lang", "en", "precompile", "cinqo"],
        env={**environment, variable: str(tmp_path / "file")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("quincunx: Can’t save the compiled code. Set NUMBA_CACHE_DIR ")
    assert "ready" not in done.stdout + done.stderr


def test_a_disk_that_is_full_meanwhile_is_no_success(
    compiled: list[str], quincunx: Quincunx, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(game: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("quincunx.engines.precompiled.precompile", full)
    done = quincunx("precompile", "cinqo")
    assert (done.code, done.err.split("quincunx: ")[-1]) == (
        1,
        "Can’t save the compiled code: No space left on device.\n",
    )
