"""``quincunx precompile``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from quincunx.adapters.engines.precompiled import is_precompiled
from quincunx.cli.precompile import precompile


def test_what_is_warm_stays_warm(capsys: pytest.CaptureFixture[str]) -> None:
    assert precompile("cinqo") == 0
    assert is_precompiled("cinqo")
    assert "ready" in capsys.readouterr().err


def test_on_a_fresh_machine_it_is_kept_for_the_next_process(tmp_path: Path) -> None:
    def run(words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", words],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )

    asked = "from quincunx.adapters.engines.precompiled import is_precompiled; print(is_precompiled('cinqo'))"
    assert run(asked).stdout.strip() == "False"
    # What is compiled is real, but the game is not: whole kernels take their time.
    done = run(
        "from quincunx.adapters.engines import warmth\n"
        "from quincunx.games.cinqo.bots.encode import tables\n"
        "warmth.precompile = lambda game: tables()\n"
        "warmth.precompile('cinqo')"
    )
    assert done.returncode == 0, done.stderr
    assert run(asked).stdout.strip() == "True"
