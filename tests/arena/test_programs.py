"""Other people's bots: the line protocol from both sides, and everything that a program can do wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quincunx.arena.deal import play_deal
from quincunx.arena.plan import Plan
from quincunx.arena.report import report
from quincunx.arena.tournament import run
from quincunx.engines.players import close, entrant
from quincunx.games import GAMES, game_of
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions

EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"
HELLO = "import sys\ninput(); print('ready', flush=True)\n"


@pytest.mark.parametrize(
    "options", [CincoOptions(), CincoOptions(6, 3, True), CinqoOptions(2), CinqoOptions(4)]
)
def test_the_example_plays_whole_games(options: Any) -> None:
    game = game_of(options)
    example = entrant(game, f"cmd:{sys.executable} {EXAMPLE}", None, None)
    deal = play_deal(options, example, entrant(game, "random", None, None), 0, 0, 1)
    close([example])
    assert all(each.fault is None for each in deal.games)
    assert deal.score > 0.5


def test_the_example_is_forty_lines() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 41


def test_our_own_bots_speak_the_protocol_too() -> None:
    ours = entrant(GAMES["cinco"], f"cmd:{sys.executable} -m quincunx bot greedy", None, None)
    deal = play_deal(CincoOptions(), ours, entrant(GAMES["cinco"], "random", None, None), 0, 0, 1)
    close([ours])
    assert deal.score == 1.0


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        ("import sys; sys.exit(3)", "crashed"),
        ("print('hello', flush=True); input(); input()", "garbage: hello"),
        (HELLO + "sys.stdin.readline(); sys.exit(1)", "crashed"),
        (HELLO + "sys.stdin.readline(); print('move nonsense', flush=True); input()", "garbage: 'nonsense'"),
        (
            HELLO + 'for line in sys.stdin: print(\'move {"type": "draw"}\', flush=True)',
            "illegal move",
        ),
        pytest.param(
            HELLO + "sys.stdin.readline(); print('info thinking', flush=True); import time; time.sleep(60)",
            "slow",
            marks=pytest.mark.nightly,
        ),
        (HELLO + "print('x' * 3_000_000, flush=True); input()", "garbage"),
    ],
)
def test_a_fault_of_a_program_is_named_and_scored_as_lost(program: str, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(program)
    name = f"cmd:{sys.executable} {file}"
    plan = Plan(CincoOptions(), (name, "greedy"), 1, seconds=0.2)
    found = report(plan, run(plan, None, 1, lambda deal: None))
    assert found.pairings[0].score.mean == 0.0
    assert found.pairings[0].lost == 2
    assert all(name in what and fault in what for what in found.faults)
    assert sum(found.faults.values()) == 2


def test_a_program_that_does_not_exist_has_lost() -> None:
    plan = Plan(CincoOptions(), ("cmd:/nowhere/bot", "greedy"), 1)
    found = report(plan, run(plan, None, 1, lambda deal: None))
    assert "does not start" in next(iter(found.faults))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("hop", "doesn’t know"),
        ("quincunx 9 cinco", "protocol 1"),
        ("quincunx 1 cinco\nchoose {}", "isn’t a question"),
    ],
)
def test_our_own_bots_refuse_nonsense(lines: str, words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "quincunx", "bot", "greedy"],
        input=lines + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert words in done.stderr
    assert "Traceback" not in done.stderr
