"""Other people's bots: the line protocol from both sides, and everything that a program can do wrong."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quincunx.arena.deal import close, play_deal
from quincunx.arena.players import entrant
from quincunx.arena.report import report
from quincunx.arena.tournament import Plan, run
from quincunx.games import Options
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions

EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"
HELLO = "import sys\ninput(); print('ready', flush=True)\n"


@pytest.mark.parametrize(
    "options", [CincoOptions(), CincoOptions(6, 3, True), CinqoOptions(2), CinqoOptions(4)]
)
def test_the_example_plays_whole_games(options: Options) -> None:
    game = "cinco" if isinstance(options, CincoOptions) else "cinqo"
    example = entrant(game, f"cmd:{sys.executable} {EXAMPLE}", None, None)
    deal = play_deal(options, example, entrant(game, "random", None, None), 0, 0, 1)
    close([example])
    assert all(each.fault is None for each in deal.games)
    assert deal.score > 0.5


def test_the_example_is_forty_lines() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 41


def test_a_bot_of_the_house_speaks_the_protocol_too() -> None:
    house = entrant("cinco", f"cmd:{sys.executable} -m quincunx bot greedy", None, None)
    deal = play_deal(CincoOptions(), house, entrant("cinco", "random", None, None), 0, 0, 1)
    close([house])
    assert deal.score == 1.0


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        ("import sys; sys.exit(3)", "crashed"),
        ("print('hello', flush=True); input(); input()", "garbage: hello"),
        (HELLO + "sys.stdin.readline(); sys.exit(1)", "crashed"),
        (HELLO + "sys.stdin.readline(); print('move nonsense', flush=True); input()", "garbage: nonsense"),
        (
            HELLO + 'for line in sys.stdin: print(\'move {"type": "draw"}\', flush=True)',
            "illegal move",
        ),
        (
            HELLO + "sys.stdin.readline(); print('info thinking', flush=True); import time; time.sleep(60)",
            "slow",
        ),
        (HELLO + "print('x' * 3_000_000, flush=True); input()", "garbage"),
    ],
)
def test_what_a_program_does_wrong_is_named_and_scored_as_lost(
    program: str, fault: str, tmp_path: Path
) -> None:
    file = tmp_path / "bot.py"
    file.write_text(program)
    name = f"cmd:{sys.executable} {file}"
    start = time.monotonic()
    plan = Plan(CincoOptions(), (name, "greedy"), 1, seconds=0.2)
    found = report(plan, run(plan, None, 1, lambda deal: None))
    assert found.pairings[0].score.mean == 0.0
    assert found.pairings[0].lost == 2
    assert all(name in what and fault in what for what in found.faults)
    assert sum(found.faults.values()) == 2
    assert time.monotonic() - start < 20


def test_a_program_that_does_not_exist_has_lost() -> None:
    plan = Plan(CincoOptions(), ("cmd:/nowhere/bot", "greedy"), 1)
    found = report(plan, run(plan, None, 1, lambda deal: None))
    assert "does not start" in next(iter(found.faults))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("hop", "does not know"),
        ("quincunx 9 cinco", "protocol 1"),
        ("quincunx 1 cinco\nchoose {}", "no question"),
    ],
)
def test_the_house_bot_refuses_nonsense(lines: str, words: str) -> None:
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


def test_the_report_has_everything_on_one_page(tmp_path: Path) -> None:
    from quincunx.arena.report import write

    plan = Plan(CincoOptions(3, 3), ("greedy", "random", "novice"), 2)
    write(plan, report(plan, run(plan, None, 1, lambda deal: None)), tmp_path)
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") == 3
    assert "http://" not in page.replace("http://www.w3.org", "").replace("http://purl.org", "").replace(
        "http://creativecommons.org", ""
    )
    numbers = json.loads((tmp_path / "report.json").read_text())
    assert numbers["ratings"][0]["name"] == "greedy"
    assert numbers["games"] == 18
