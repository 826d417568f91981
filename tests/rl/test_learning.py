"""``examples/learn.py`` learns, and what it learned plays."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NEEDS = ("jax>=0.8", "optax>=0.2.6")


@pytest.mark.nightly
def test_the_example_learns_to_beat_random_moves(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--target", str(packages)]
    subprocess.run([*uv, *NEEDS], check=True)
    for name in ("learn.py", "learned_bot.py"):
        shutil.copy(EXAMPLES / name, tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(packages)}

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return done.stdout

    curve = [json.loads(line) for line in run("learn.py", "1.5").splitlines()]
    # The first run also compiles, which may take most of its time.
    assert curve[-1]["random"] > 0.75
    bots = "py:learned_bot:bot;random"
    ratings = run("-m", "quincunx", "arena", "cinco", "--bots", bots, "--games", "20")
    assert "learned_bot" in ratings
