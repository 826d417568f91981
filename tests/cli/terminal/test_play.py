"""``quincunx play`` as people and programs meet it: whole games through a pipe, garbage, and the way out."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from quincunx.cli.terminal import match as match_module
from quincunx.cli.terminal.match import Match
from quincunx.cli.terminal.typed import normalize_move
from quincunx.core.record import read, verify
from quincunx.core.values import Outcome
from quincunx.engines.bot import Decision
from quincunx.games import GAMES, game_of
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from tests.cli.conftest import Quincunx
from tests.cli.rehearsal import SEED, Rehearsal, rehearse
from tests.examples import mostly_nightly

PROGRAM = (sys.executable, "-c", "from quincunx.cli.main import main; main()", "play")

WHOLE_GAMES: list[tuple[Any, int, tuple[str, ...]]] = [
    (CincoOptions(), 1, ("cinco",)),
    (CincoOptions(4, 2, joker=True, first=2), 2, ("cinco", "--players", "4", "--joker", "--first", "3")),
    (CincoOptions(6, 3), 1, ("cinco", "--players", "6", "--teams", "3")),
    (CinqoOptions(1), 1, ("cinqo", "--players", "1")),
    (CinqoOptions(3, "rounds", 2), 3, ("cinqo", "--players", "3", "--rounds", "2")),
]


@pytest.mark.parametrize(
    ("options", "people", "words"),
    mostly_nightly(WHOLE_GAMES, WHOLE_GAMES[1], WHOLE_GAMES[4]),
    ids=lambda value: str(value)[:40],
)
def test_a_whole_game_through_a_pipe(
    options: Any, people: int, words: tuple[str, ...], tmp_path: Path, quincunx: Quincunx
) -> None:
    """The record of it holds, chance included, and the same seed and lines give it again."""
    typed = rehearse(options, people, "greedy")
    records = []
    for name in ("one", "two"):
        flags = ("--people", str(people), "--level", "greedy", "--seed", SEED)
        done = quincunx("play", *words, *flags, "--record", str(tmp_path / name), typed=typed)
        assert (done.code, done.err) == (0, "")
        records.append((tmp_path / name).read_bytes())
    assert records[0] == records[1]
    record = read(records[0], GAMES)
    assert record.options == options
    assert record.outcome is not None
    assert verify(record) == []


@pytest.mark.parametrize("game", GAMES)
def test_bots_among_themselves(game: str, quincunx: Quincunx) -> None:
    watched = ("play", game, "--watch", "--level", "random")
    first, second = (quincunx(*watched, "--seed", SEED) for _ in range(2))
    assert first.code == 0
    assert first.out == second.out
    assert "wins\nThe seed was" in first.out or "Draw\nThe seed was" in first.out
    assert quincunx(*watched).out != first.out


def test_without_a_game_it_is_the_first_one(quincunx: Quincunx) -> None:
    first = next(iter(GAMES.values()))
    assert quincunx("play", "--seed", SEED, "--first", "1").out.startswith(
        f"{first.title}: Player and Ada.\n"
    )


class Exchanger:
    """Never brings the end nearer."""

    def choose(self, view: Any, random: Random, budget: Any = None) -> Any:
        return Decision(Exchange(), 0.0, ())


@pytest.mark.parametrize("limit", ["MOST_IDLE_TURNS", "MOST_TURNS"])
def test_bots_that_come_to_no_end_are_broken_off(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module, limit, 25)
    match = Match(GAMES["cinco"], CincoOptions(first=0), ("a", "b"), (Exchanger(), Exchanger()), bytes(32))
    match.run(Rehearsal(CincoOptions()))
    assert match.outcome == Outcome("truncated", ())
    assert match.record().outcome == match.outcome
    assert sum(step.seat >= 0 for step in match.record().steps) == 25


def test_people_may_be_idle_as_long_as_they_like(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module, "MOST_IDLE_TURNS", 5)
    monkeypatch.setattr(match_module, "MOST_TURNS", 30)

    class Idle(Rehearsal):
        def ask(self, view: Any) -> Any:
            return Exchange()

    match = Match(GAMES["cinco"], CincoOptions(first=0), ("a", "b"), (None, Exchanger()), bytes(32))
    match.run(Idle(CincoOptions()))
    assert sum(step.seat >= 0 for step in match.record().steps) == 30


def test_levels_are_dealt_out_in_turn(quincunx: Quincunx) -> None:
    """Greedy wins against two random bots wherever it sits."""
    names = ("Uno", "Due", "Tre")
    for place, name in enumerate(names):
        levels = ["random"] * 3
        levels[place] = "greedy"
        flags = [part for level in levels for part in ("--level", level)]
        flags += [part for each in names for part in ("--name", each)]
        done = quincunx("play", "cinco", "--players", "3", "--watch", "--seed", SEED, *flags)
        assert f"{name} wins\n" in done.out


GARBAGE = (
    b"",
    b"\n\n\n",
    b"57>\n>63\n1>1>1\n99999999999999999999>1\n-1>5\n",
    b"rack\nrack 7\nrack 66 rack 66\nbox box\nnothing\nrack 111111111111111111111111111111\n",
    b"lot 1\nshuffle 1 2 3\nroll 1 2 3 4 5 6\nroll\n",
    b"\xff\xfe\x00\x01\x1b[2J\xc3\x28\n\xed\xa0\x80\n",
    b"x" * 100_000 + b"\n",
    "５７>６３\n\u202e57>63\n{}\n[red]57>63[/red]\n".encode(),
    b"help\n?\nhand\nHELP\n" * 3,
)


@pytest.mark.parametrize("flags", mostly_nightly([[], ["--json"], ["--lang", "it"]], []), ids=" ".join)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("typed", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_changes_nothing(
    typed: bytes, game: str, flags: list[str], tmp_path: Path, quincunx: Quincunx
) -> None:
    """Whatever is typed, the end of the input leaves politely, and no move was made."""
    file = tmp_path / "record"
    words = ("play", game, "--first", "1", "--seed", SEED, "--record", str(file), *flags)
    done = quincunx(*words, typed=typed)
    assert (done.code, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert all(len(line) < 4000 for line in done.out.splitlines())
    record = read(file.read_bytes(), GAMES)
    assert record.outcome is None
    assert record.seed is None
    assert [step for step in record.steps if step.seat != -1] == []


def test_refused_moves_name_the_rule(quincunx: Quincunx) -> None:
    words = ("play", "cinco", "--first", "1", "--seed", SEED)
    out = quincunx(*words, typed="draw\n1>-\nquit\n").out
    assert "Rule 4.2: You already hold four cards. You can draw only when you have fewer." in out
    assert "Rule 4.1: You don’t hold card 1." in out
    assert out.count("Your hand:") == 1  # the board is not shown again when nothing has changed


def test_an_invalid_move_is_answered_with_examples(quincunx: Quincunx) -> None:
    words = ("play", "cinco", "--first", "1", "--seed", SEED)
    out = quincunx(*words, typed="castle\x1b\nroll 1\nquit\n").out
    assert "“castle\\u{1B}” isn’t a move in Cinco; moves look like 57>63, 88>-, draw and exchange." in out
    assert "Cards and dice are drawn automatically here." in out


def test_help_and_hand(quincunx: Quincunx) -> None:
    out = quincunx("play", "cinco", "--first", "1", "--seed", SEED, typed="help\nhand\nquit\n").out
    assert "57>63 " in out
    assert "exchange " in out
    assert "–90" in out


def test_json_is_what_the_seat_may_know(quincunx: Quincunx) -> None:
    """Every line is JSON; before the end no view shows a hand that is not the viewer's."""
    typed = rehearse(CincoOptions(), 1, "greedy")
    done = quincunx("play", "cinco", "--seed", SEED, "--level", "greedy", "--json", typed=typed)
    lines = [json.loads(line) for line in done.out.splitlines()]
    kinds = [line["type"] for line in lines]
    assert (kinds[0], kinds[-1]) == ("game", "end")
    assert set(kinds[1:-1]) == {"event", "view"}
    assert lines[0]["options"] == msgspec.to_builtins(CincoOptions())
    views = [line["view"] for line in lines if line["type"] == "view"]
    assert len(views) == len(typed.splitlines())
    assert all(view["hands"] is None and view["viewer"] == 0 for view in views)
    drawn = [line["event"] for line in lines if line["type"] == "event" and line["event"]["type"] == "drew"]
    assert all((event["card"] is None) == (event["seat"] == 1) for event in drawn)
    assert SEED.zfill(64) not in done.out.rsplit("\n", 2)[0]
    assert lines[-1]["seed"] == SEED.zfill(64)
    assert lines[-1]["outcome"]["winners"] in ([0], [1])


def test_json_refuses_in_json(quincunx: Quincunx) -> None:
    words = ("play", "cinco", "--first", "1", "--seed", SEED, "--json")
    done = quincunx(*words, typed="draw\nhm\nroll 1\nquit\n")
    refused = [json.loads(line) for line in done.out.splitlines() if '"refused"' in line]
    assert [line["code"] for line in refused] == ["hand-full", "unparseable", "unparseable"]
    assert [line["kind"] for line in refused] == ["rule", "malformed", "malformed"]
    assert refused[0]["rule"] == "4.2"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("cinco --players 5", "Rule 2: Cinco is for 2, 3, 4 or 6 players."),
        (
            "cinco --players 4 --teams 3",
            "That number of teams (3) isn’t possible with this number of players (4).",
        ),
        ("cinco --first 3", "Seat 3 can’t start: it doesn’t exist."),
        ("cinco --first 0", "Seat 0 can’t start: it doesn’t exist."),
        ("cinco --rounds 5", "--rounds"),
        ("cinqo --rounds 0", "Rule 5.2: A game has 1 to 20 rounds."),
        ("cinqo --rounds 21", "A game has 1 to 20 rounds."),
        ("cinqo --first 0", "Seat 0 can’t start: it doesn’t exist."),
        ("cinqo --players 0", "Cinq-O is for 1 to 6 players."),
        ("cinqo --players 1 --rounds 3", "Solitaire is always played to 100 points."),
        ("cinqo --joker", "--joker"),
        ("cinco --no-joker", "--no-joker"),
        ("cinco --people 3", "The number of people must be 0 to 2, not 3."),
        ("cinco --people -1", "not -1."),
        ("cinco --level oracle", "Unknown bot “oracle”. Choose from random, greedy, novice, "),
        ("cinco --name Ann --name Ann", "Every player needs a different name."),
        ("cinco --name =", "Names must be 1 to 24 characters long."),
        ("cinco --name \x1b[31mAnn", "Names can’t contain invisible characters."),
        ("cinco --name a --name b --name c", "Too many names (3); the number of seats is 2."),
        ("cinco --seed xyz", "A seed must be 1 to 64 hexadecimal digits."),
        (f"cinco --seed {'0' * 65}", "A seed must be 1 to 64 hexadecimal digits."),
        ("cinco --lang tlh", "Unknown language “tlh”. Choose from en, de, es, fr, it, nl and zh."),
        ("chess", "chess"),
        ("cinco --nonsense", "--nonsense"),
    ],
)
def test_wrong_calls(words: str, why: str, quincunx: Quincunx) -> None:
    done = quincunx("play", *("" if word == "=" else word for word in words.split(" ")))
    assert done.code == 2
    assert done.out == ""
    assert why in " ".join(done.err.split())


def test_a_record_is_never_written_over(tmp_path: Path, quincunx: Quincunx) -> None:
    file = tmp_path / "kept"
    file.write_text("precious")
    done = quincunx("play", "cinqo", "--watch", "--record", str(file))
    assert done.code == 1
    assert "already exists" in done.err
    assert file.read_text() == "precious"


def test_a_record_that_cannot_be_written_is_refused_before_the_game(
    tmp_path: Path, quincunx: Quincunx
) -> None:
    done = quincunx("play", "cinqo", "--watch", "--record", str(tmp_path / "no" / "folder"))
    assert done.code == 1
    assert done.out == ""
    assert done.err.startswith("quincunx: Can’t write the record: ")


def test_control_c_leaves_with_130_and_the_record(tmp_path: Path) -> None:
    """A real process, for a real signal."""
    file = tmp_path / "record"
    command = [*PROGRAM, "cinco", "--first", "1", "--lang", "en", "--record", str(file)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as game:
        assert game.stdout is not None
        while b"Your hand" not in game.stdout.readline():
            pass
        game.send_signal(signal.SIGINT)
        out, err = game.communicate(timeout=30)
    assert game.returncode == 130
    assert err == b""
    assert b"unfinished" in out
    assert read(file.read_bytes(), GAMES).outcome is None


@pytest.mark.parametrize("unbuffered", mostly_nightly(["1", ""], ""))
def test_a_closed_output_gives_no_traceback(tmp_path: Path, unbuffered: str) -> None:
    """A real process, for a real broken pipe: it is met by the first sentence, or by the last position.

    What was played until then has a record.
    """
    file = tmp_path / "record"
    command = [*PROGRAM, "cinqo", "--watch", "--rounds", "3", "--level", "random", "--record", str(file)]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as game:
        assert game.stdout is not None
        assert game.stderr is not None
        game.stdout.close()
        err = game.stderr.read()
    assert game.returncode == 0
    assert err == b""
    read(file.read_bytes(), GAMES)


@pytest.mark.parametrize(
    ("options", "typed", "meant"),
    [
        (CincoOptions(), " 57 63 ", "57>63"),
        (CincoOptions(), "57 > 63", "57>63"),
        (CincoOptions(), "57 to 63", "57>63"),
        (CincoOptions(), "D", "draw"),
        (CincoOptions(), "x", "exchange"),
        (CincoOptions(), "88>-", "88>-"),
        (CinqoOptions(), "Rack 6 6  bank 5", "rack 66 bank 5"),
        (CinqoOptions(), "rack 6, 6, 6 box", "rack 666 box"),
        (CinqoOptions(), "rack 636", "rack 366"),
        (CinqoOptions(), "rack 6 from 3", "rack 6 from 3"),
    ],
)
def test_plain_input_is_understood(options: Any, typed: str, meant: str) -> None:
    assert normalize_move(game_of(options), typed) == meant
