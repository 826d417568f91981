"""The third game on the command line: played, in two languages; replayed, verified; in the arena."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from quincunx.cli.main import run
from quincunx.core.record import read, write
from quincunx.games import GAMES
from tests.third.game.game import GAME
from tests.third.game.types import TrioOptions
from tests.third.support import record_of


class Done(NamedTuple):
    """The outcome of a command."""

    code: int
    out: str
    err: str


Command = Callable[..., Done]


@pytest.fixture
def quincunx(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """``quincunx …`` in this process, with what is typed; in English unless told otherwise."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def command(*words: str, typed: str = "") -> Done:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = run(words)
        return Done(code, *capsys.readouterr())

    return command


def test_a_person_plays_against_the_usual_bot_to_the_end(quincunx: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    # A number alone is a card; those that are not held are refused, and the next line is read.
    typed = "worths\nhelp\n57>63\n" + "".join(f"{card}\n" for _ in range(3) for card in range(1, 13))
    done = quincunx("play", "trio", "--first", "1", "--seed", "5eed", "--record", str(file), typed=typed)
    assert done.code == 0, done.err
    assert "let the turn go by" in done.out
    assert "Rule 4.1: You do not hold card" in done.out
    record = read(file.read_bytes(), GAMES)
    assert record.outcome is not None
    assert quincunx("verify", str(file)).code == 0


def test_two_people_pass_the_keyboard_and_neither_sees_the_others_cards(quincunx: Command) -> None:
    done = quincunx(
        "play", "trio", "--people", "2", "--first", "1", "--seed", "1", typed="pass\npass\nquit\n"
    )
    turns = done.out.split("-" * 60)
    hands = [turn.split("Your hand: ")[1].split("\n")[0] for turn in turns if "Your hand: " in turn]
    assert len(set(hands[:2])) == 2
    for turn, other in zip(turns[1:3], reversed(hands[:2]), strict=True):
        assert other not in turn


def test_it_speaks_italian(quincunx: Command) -> None:
    done = quincunx("play", "trio", "--first", "1", "--lang", "it", typed="pass\n99\nquit\n")
    assert "La tua mano" in done.out
    assert "passa." in done.out


def test_bots_play_among_themselves_for_programs(quincunx: Command) -> None:
    done = quincunx("play", "trio", "--watch", "--players", "3", "--level", "greedy", "--json", "--seed", "7")
    lines: list[dict[str, Any]] = [json.loads(line) for line in done.out.splitlines()]
    assert lines[0]["options"]["game"] == "trio"
    assert lines[-1]["type"] == "end"
    assert lines[-1]["outcome"]["termination"] == "counted"
    assert lines[-1]["view"]["hands"] == [[], [], []]


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("--players", "4"), "2 or 3 players"),
        (("--most-passes", "9"), "up to 3 times"),
        (("--level", "master"), "casual"),
    ],
)
def test_a_wrong_call_says_what_is_possible(quincunx: Command, flags: tuple[str, ...], sentence: str) -> None:
    done = quincunx("play", "trio", *flags)
    assert done.code == 2
    assert sentence in done.err


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_record_is_replayed(quincunx: Command, tmp_path: Path, lang: str) -> None:
    file = tmp_path / "game.txt"
    record = record_of(TrioOptions(3, 2, 1), 4)
    file.write_text(write(record), "utf-8")
    done = quincunx("replay", str(file), "--lang", lang)
    assert done.code == 0, done.err
    assert "trio." not in done.out
    assert "{{" not in done.out
    as_json = quincunx("replay", str(file), "--json")
    assert len(as_json.out.splitlines()) == 1 + len(record.steps)


def test_bots_meet_in_the_arena(quincunx: Command, tmp_path: Path) -> None:
    words = (
        "arena",
        "trio",
        "--bots",
        "greedy,random",
        "--games",
        "20",
        "--cores",
        "1",
        "--out",
        str(tmp_path),
    )
    done = quincunx(*words, "--players", "3")
    assert done.code == 0, done.err
    assert "greedy" in done.out
    assert "3 players, 1 pass each" in (tmp_path / "report.html").read_text("utf-8")


def test_the_game_has_a_command_of_its_own(quincunx: Command) -> None:
    assert quincunx("odds", "trio").out.splitlines()[-1] == "12: 7.00"


def test_help_names_the_game_its_flags_and_its_levels(quincunx: Command) -> None:
    assert GAME.title in quincunx("--help").out
    out = quincunx("play", "trio", "--help").out
    assert "--most-passes" in out
    assert "casual, expert" in out
