"""Everything that counts as a bot, every form of an answer, and the sentences for what is neither."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from quincunx.arena import Fault, match
from quincunx.core.reason import Unparseable
from quincunx.engines.answers import parse_answer
from quincunx.engines.bot import Budget, Decision
from quincunx.engines.players import BadEntry, entrant, name_of
from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions, Play
from quincunx.games.cinqo.types import CinqoOptions, Put

CINCO, CINQO = GAMES["cinco"], GAMES["cinqo"]


def first_move(view: Any) -> Any:
    """The shortest bot."""
    return view.moves[0]


class Chooser:
    """An object with a method, which takes everything."""

    def choose(self, view: Any, random: Random, budget: Budget) -> Any:
        return Decision(random.choice(view.moves), 0.0, ())


class Short:
    """An object whose method takes the view alone."""

    def choose(self, view: Any) -> Any:
        return view.moves[-1]


class Called:
    """An object that is a function."""

    def __call__(self, view: Any) -> Any:
        return view.moves[0]


def by_chance(view: Any, random: Random) -> Any:
    return random.choice(view.moves)


def with_own_default(view: Any, depth: int = 2, budget: Budget | None = None) -> Any:
    assert depth == 2
    assert budget is None
    return view.moves[0]


@pytest.mark.parametrize(
    "bot",
    [
        first_move,
        Chooser(),
        Chooser,
        Short,
        Called(),
        by_chance,
        with_own_default,
        lambda view: json.loads(msgspec.json.encode(view.moves[0])),
        lambda view: msgspec.json.encode(view.moves[0]).decode(),
        lambda view: CINCO.text.write_move(view.moves[0]),
        lambda view: CINCO.actions.number_of(view.moves[0]),
        "random",
        "greedy:seconds=1",
        f"py:{__name__}:first_move",
        f"py:{__name__}:Short",
    ],
)
def test_anything_that_counts_as_a_bot_plays(bot: Any) -> None:
    assert match(CincoOptions(), bot, "random", deals=2).deals == 2


@pytest.mark.parametrize(
    "answer",
    [
        Put((6, 6), box=True),
        Decision(Put((6, 6), box=True), 1.0, ()),
        {"type": "put", "rack": [6, 6], "box": True},
        '{"type": "put", "rack": [6, 6], "box": true}',
        "rack 66 box",
        " rack 6 6 box ",
        CINQO.actions.number_of(Put((6, 6), box=True)),
    ],
)
def test_an_answer_has_many_forms(answer: object) -> None:
    assert parse_answer(CINQO, answer) == Put((6, 6), box=True)


@pytest.mark.parametrize(
    "answer", [None, True, "", "roll 1 2 3 4 5 6", '{"die": 6}', [1], 10**9, -1, Play(3, 4), object()]
)
def test_anything_else_is_refused_with_the_expected_form(answer: object) -> None:
    with pytest.raises(Unparseable, match=r"isn’t a move in Cinq-O. Expected: Put\(rack=.*“rack 66”"):
        parse_answer(CINQO, answer)


def test_a_match_stops_at_the_first_error() -> None:
    with pytest.raises(Fault, match=r"^<lambda>: garbage: 'middle' isn’t a move in Cinco. Expected: Play"):
        match(CincoOptions(), lambda view: "middle", "random", deals=5)
    with pytest.raises(Fault, match=r"crashed: ZeroDivisionError: .*\(test_players.py, line [0-9]+\)"):
        match(CinqoOptions(), "random", lambda view: 1 // 0, deals=5)
    with pytest.raises(Fault, match="illegal move"):
        match(CincoOptions(), f"py:{__name__}:cheat", "random", deals=5)
    with pytest.raises(ValueError, match="several cores"):
        match(CincoOptions(), first_move, "random", deals=5, cores=2)


def cheat(view: Any) -> Any:
    return Play(90, 1)


class Demanding:
    """Cannot be made without an argument."""

    def __init__(self, depth: int) -> None:
        self.depth = depth


def test_neither_a_function_nor_an_object_with_choose_enters() -> None:
    for bot in (3, [], object()):
        with pytest.raises(BadEntry, match="neither a function nor an object with a method “choose”"):
            entrant(CINCO, bot)  # type: ignore[arg-type]  # the mistake under test
    with pytest.raises(BadEntry, match=r"Can’t create “Demanding”: TypeError: .*depth"):
        entrant(CINCO, Demanding)  # type: ignore[arg-type]  # the mistake under test


@pytest.mark.parametrize(
    ("bot", "name"),
    [("master", "master"), (first_move, "first_move"), (Short, "Short"), (Chooser(), "Chooser")],
)
def test_a_bot_has_a_name(bot: Any, name: str) -> None:
    assert name_of(bot) == name


def arena(folder: Path, source: str, python: Callable[[], list[str]] | None = None) -> Any:
    """Run the command in a folder with a bot of its own, as its console script does."""
    (folder / "my.py").write_text(source, "utf-8")
    program = "import sys; sys.path.remove(''); from quincunx.cli.main import main; main()"
    words = ["arena", "cinco", "--bots", "random;py:my:bot", "--games", "4", "--cores", "1"]
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.nightly
def test_a_file_in_the_current_folder_is_found(tmp_path: Path) -> None:
    done = arena(tmp_path, "def bot(view): return view.moves[0]\n")
    assert (done.returncode, done.stderr.count("quincunx:")) == (0, 0)


@pytest.mark.nightly
def test_a_bot_that_never_finishes_a_game_fails_the_command(tmp_path: Path) -> None:
    done = arena(tmp_path, "def bot(view): return 'middle'\n")
    assert done.returncode == 1
    assert done.stderr.count("py:my:bot: garbage: 'middle' isn’t a move in Cinco. Expected: Play(") == 1
    assert "“py:my:bot” hasn’t finished a single game." in done.stderr


def test_a_bot_that_cannot_be_imported_is_said_at_once(tmp_path: Path) -> None:
    done = arena(tmp_path, "def bot(view): return (\n")
    assert done.returncode == 1
    assert "Can’t import “py:my:bot”: SyntaxError: " in done.stderr
    assert not (tmp_path / "arena").exists()
