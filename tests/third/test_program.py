"""The third game over the line protocol: our own bot as a program, asked by the arena."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from quincunx.arena import Plan, run
from quincunx.cli.main import run as quincunx
from quincunx.core.chance import Rolled, Shuffled
from quincunx.engines.program import Fault, ProgramBot
from tests.third.game.game import GAME
from tests.third.game.state import PACK
from tests.third.game.types import Pass, TrioOptions, TrioView

BOT = "from quincunx.games import GAMES; from tests.third.game.game import GAME; GAMES[GAME.name] = GAME; "
BOT += "from quincunx.cli.main import run; run(['bot', 'expert'])"
# Plays the lowest card, whatever the die shows.
LINES = """
import json, sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "quincunx":
        print("ready" if rest == "1 trio" else "what?", flush=True)
    elif word == "choose":
        print("move", json.dumps({"type": "play", "card": json.loads(rest)["view"]["hand"][0]}), flush=True)
    elif word == "quit":
        break
"""


def view() -> TrioView:
    """Seat 1 holds 1, 3 and 5, and has rolled 1."""
    state = GAME.initial(TrioOptions(first=0))
    for move in (Shuffled(PACK), Rolled((1,))):
        state = GAME.apply(state, move)
    return GAME.view(state, 0)


def test_our_bot_is_a_program(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    question = json.dumps({"view": msgspec.to_builtins(view()), "seed": 1, "seconds": None})
    monkeypatch.setattr("sys.stdin", io.StringIO(f"quincunx 1 trio\nchoose {question}\nquit\n"))
    assert quincunx(["bot", "expert"]) == 0
    assert capsys.readouterr().out.splitlines() == ["ready", 'move {"type":"pass"}']


def test_a_program_answers_with_the_games_own_moves() -> None:
    program = ProgramBot(GAME, [sys.executable, "-c", BOT], None)
    try:
        assert program.choose(view(), Random(1)).action == Pass()
        assert program.choose(view(), Random(2)).action == Pass()
    finally:
        program.close()


def test_a_program_plays_whole_games(tmp_path: Path) -> None:
    file = tmp_path / "lowest.py"
    file.write_text(LINES, "utf-8")
    plan = Plan(TrioOptions(3), (f"cmd:{sys.executable} {file}", "greedy"), 2)
    games = [game for deal in run(plan, None, 1, lambda deal: None) for game in deal.games]
    assert [game.fault for game in games] == [None] * 6


def test_a_program_that_answers_with_another_games_move_is_at_fault(tmp_path: Path) -> None:
    file = tmp_path / "cinco.py"
    file.write_text(LINES.replace('"type": "play",', '"type": "play", "space": 1,'), "utf-8")
    program = ProgramBot(GAME, [sys.executable, str(file)], None)
    with pytest.raises(Fault, match="garbage"):
        program.choose(view(), Random(1))
