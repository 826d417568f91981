"""``quincunx play`` as people and programs meet it: whole games through a pipe, garbage, and the way out."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from quincunx.cli.terminal.loop import Match
from quincunx.games.levels import DEFAULT_LEVEL, bot_for

from quincunx.cli.terminal.typed import tidy
from quincunx.core.game import Outcome
from quincunx.core.record import read, verify
from quincunx.games import Move, Options, View, game_of
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions

PROGRAM = (sys.executable, "-c", "from quincunx.cli.main import main; main()", "play")
SEED = "5eed"


def run(*arguments: str, typed: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """The command with what is typed on its standard input. Nothing may ever end in a traceback."""
    data = typed if isinstance(typed, bytes) else typed.encode()
    done = subprocess.run([*PROGRAM, *arguments], input=data, capture_output=True, timeout=60, check=False)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err
    return subprocess.CompletedProcess(arguments, done.returncode, out, err)


class Rehearsal:
    """Plays the people's seats at random and writes down what to type."""

    def __init__(self, options: Options) -> None:
        self.lines: list[str] = []
        self._game = game_of(options)
        self._bot = bot_for(self._game.name, "random")
        self._random = Random(1)

    def tell(self, viewer: object, stories: object) -> None:
        pass

    def moved(self, view: View) -> None:
        pass

    def refuse(self, error: Exception) -> None:
        raise AssertionError(error)

    def ask(self, view: View) -> Move:
        move: Move = self._bot.choose(view, self._random).action
        self.lines.append(self._game.write_move(move))
        return move


def rehearse(options: Options, people: int, level: str = DEFAULT_LEVEL) -> str:
    """What people who play at random would type in a whole game from :data:`SEED`."""
    game = game_of(options)
    players = game.players(options)
    bots = tuple(None if seat < people else bot_for(game.name, level) for seat in range(players))
    names = tuple(f"N{seat}" for seat in range(players))
    match = Match(options, names, bots, bytes.fromhex(SEED.zfill(64)))
    rehearsal = Rehearsal(options)
    match.run(rehearsal)
    return "\n".join(rehearsal.lines) + "\n"


GAMES: list[tuple[Options, int, tuple[str, ...]]] = [
    (CincoOptions(), 1, ("cinco",)),
    (CincoOptions(4, 2, joker=True, first=2), 2, ("cinco", "--players", "4", "--joker", "--first", "3")),
    (CincoOptions(6, 3), 1, ("cinco", "--players", "6", "--teams", "3")),
    (CinqoOptions(1), 1, ("cinqo", "--players", "1")),
    (CinqoOptions(3, "rounds", 2), 3, ("cinqo", "--players", "3", "--rounds", "2")),
]


@pytest.mark.parametrize(("options", "people", "arguments"), GAMES, ids=lambda value: str(value)[:40])
def test_a_whole_game_through_a_pipe(
    options: Options, people: int, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    """The record of it holds, chance included, and the same seed and lines give it again."""
    typed = rehearse(options, people)
    records = []
    for name in ("one", "two"):
        file = tmp_path / name
        done = run(*arguments, "--people", str(people), "--seed", SEED, "--record", str(file), typed=typed)
        assert done.returncode == 0
        assert done.stderr == ""
        assert done.stdout.rstrip().endswith(f"The seed was {SEED.zfill(64)}.")
        records.append(file.read_bytes())
    assert records[0] == records[1]
    record = read(records[0])
    assert record.options == options
    assert record.outcome is not None
    assert verify(record) == []


@pytest.mark.parametrize("game", ["cinco", "cinqo"])
def test_bots_among_themselves(game: str) -> None:
    first, second = (run(game, "--watch", "--seed", SEED, "--level", "random") for _ in range(2))
    assert first.returncode == 0
    assert first.stdout == second.stdout
    assert "won." in first.stdout or "drawn." in first.stdout
    assert run(game, "--watch", "--level", "random").stdout != first.stdout


def test_bots_that_never_place_a_token_are_broken_off() -> None:
    class Exchanger:
        def choose(self, view: Any, random: Random, budget: Any = None) -> Any:
            from quincunx.engines.bot import Decision
            from quincunx.games.cinco.types import Exchange

            return Decision(Exchange(), 0.0, ())

    match = Match(CincoOptions(first=0), ("a", "b"), (Exchanger(), Exchanger()), bytes(32))
    match.run(Rehearsal(CincoOptions()))
    assert match.outcome == Outcome("truncated", ())
    assert match.record().outcome == match.outcome


def test_levels_are_dealt_out_in_turn() -> None:
    """Greedy wins against two random bots wherever it sits."""
    for place in range(3):
        levels = ["random"] * 3
        levels[place] = "greedy"
        flags = [part for level in levels for part in ("--level", level)]
        names = [part for name in ("Uno", "Due", "Tre") for part in ("--name", name)]
        done = run("cinco", "--players", "3", "--watch", "--seed", SEED, *flags, *names)
        assert f"{('Uno', 'Due', 'Tre')[place]} has won." in done.stdout


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


@pytest.mark.parametrize("flags", [(), ("--json",)])
@pytest.mark.parametrize("game", ["cinco", "cinqo"])
@pytest.mark.parametrize("typed", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_changes_nothing(typed: bytes, game: str, flags: tuple[str, ...], tmp_path: Path) -> None:
    """Whatever is typed, the end of the input leaves politely, and no move was made."""
    file = tmp_path / "record"
    done = run(game, "--first", "1", "--seed", SEED, "--record", str(file), *flags, typed=typed)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert all(len(line) < 4000 for line in done.stdout.splitlines())
    record = read(file.read_bytes())
    assert record.outcome is None
    assert record.seed is None
    assert [step for step in record.steps if step.seat != -1] == []


def test_refused_moves_name_the_rule() -> None:
    out = run("cinco", "--first", "1", "--seed", SEED, typed="draw\n1>-\nquit\n").stdout
    assert "Rule 4.2: You hold four cards already; draw only with fewer." in out
    assert "Rule 4.1: You do not hold card 1." in out
    assert out.count("Your hand:") == 1  # the board is not shown again when nothing has changed


def test_help_and_hand() -> None:
    out = run("cinco", "--first", "1", "--seed", SEED, typed="help\nhand\nquit\n").stdout
    assert "57>63 " in out
    assert "exchange " in out
    assert "–90" in out


def test_json_is_what_the_seat_may_know() -> None:
    """Every line is JSON; before the end no view shows a hand that is not the viewer's."""
    typed = rehearse(CincoOptions(), 1)
    done = run("cinco", "--seed", SEED, "--json", typed=typed)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = [line["type"] for line in lines]
    assert kinds[0] == "game"
    assert kinds[-1] == "end"
    assert set(kinds[1:-1]) == {"story", "view"}
    views = [line["view"] for line in lines if line["type"] == "view"]
    assert len(views) == len(typed.splitlines())
    assert all(view["hands"] is None and view["viewer"] == 0 for view in views)
    drawn = [line["story"] for line in lines if line["type"] == "story" and line["story"]["type"] == "drew"]
    assert all((story["card"] is None) == (story["seat"] == 1) for story in drawn)
    assert SEED.zfill(64) not in done.stdout.rsplit("\n", 2)[0]
    assert lines[-1]["seed"] == SEED.zfill(64)
    assert lines[-1]["outcome"]["winners"] in ([0], [1])


def test_json_refuses_in_json() -> None:
    done = run("cinco", "--first", "1", "--seed", SEED, "--json", typed="draw\nhm\nroll 1\nquit\n")
    refused = [json.loads(line) for line in done.stdout.splitlines() if '"refused"' in line]
    assert [line["code"] for line in refused] == ["hand-full", "unparseable", "unparseable"]
    assert refused[0]["rule"] == "4.2"


@pytest.mark.parametrize(
    "arguments",
    [
        ("cinco", "--players", "5"),
        ("cinco", "--players", "4", "--teams", "3"),
        ("cinco", "--first", "3"),
        ("cinco", "--first", "0"),
        ("cinco", "--rounds", "5"),
        ("cinqo", "--rounds", "0"),
        ("cinqo", "--rounds", "21"),
        ("cinqo", "--first", "0"),
        ("cinqo", "--players", "0"),
        ("cinqo", "--players", "1", "--rounds", "3"),
        ("cinqo", "--joker"),
        ("cinco", "--people", "3"),
        ("cinco", "--people", "-1"),
        ("cinco", "--level", "oracle"),
        ("cinco", "--name", "Ann", "--name", "Ann"),
        ("cinco", "--name", ""),
        ("cinco", "--name", "\x1b[31mAnn"),
        ("cinco", "--name", "a", "--name", "b", "--name", "c"),
        ("cinco", "--seed", "xyz"),
        ("cinco", "--seed", "0" * 65),
        ("chess",),
        ("cinco", "--nonsense"),
    ],
    ids=" ".join,
)
def test_wrong_calls(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_text("precious")
    done = run("cinqo", "--watch", "--record", str(file))
    assert done.returncode == 1
    assert "exists already" in done.stderr
    assert file.read_text() == "precious"


def test_a_record_that_cannot_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    done = run("cinqo", "--watch", "--record", str(tmp_path / "no" / "folder"))
    assert done.returncode == 1
    assert done.stdout == ""


def test_control_c_leaves_with_130_and_the_record(tmp_path: Path) -> None:
    file = tmp_path / "record"
    command = [*PROGRAM, "cinco", "--first", "1", "--record", str(file)]
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
    assert read(file.read_bytes()).outcome is None


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("cinco", " 57 63 ", "57>63"),
        ("cinco", "57 > 63", "57>63"),
        ("cinco", "57 to 63", "57>63"),
        ("cinco", "D", "draw"),
        ("cinco", "x", "exchange"),
        ("cinco", "88>-", "88>-"),
        ("cinqo", "Rack 6 6  bank 5", "rack 66 bank 5"),
        ("cinqo", "rack 6, 6, 6 box", "rack 666 box"),
        ("cinqo", "rack 6 from 3", "rack 6 from 3"),
    ],
)
def test_what_is_plain_is_understood(game: str, typed: str, meant: str) -> None:
    assert tidy(game, typed) == meant
