"""A whole game over the network: a real server, a real socket, a bot on the other seat."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import IO

import msgspec
import pytest

from quincunx.cli.main import run
from quincunx.core.record import parse, verify
from quincunx.games import GAMES
from tests.server.support import Guest, Server, assert_refused, choose
from tests.third.game.types import TrioView

COMMAND = (sys.executable, "-m", "tests.third.serve")
SETTINGS = {
    "options": {"game": "trio", "players": 3, "first": 0},
    "seats": [{"kind": "me"}, {"kind": "bot", "level": "expert"}, {"kind": "bot", "level": "random"}],
    "hints": True,
}
TWO = {"options": {"game": "trio", "first": 0}, "seats": [{"kind": "me"}, {"kind": "open"}]}


class OwnServer(Server):
    """One that has the game."""

    def _started(self, words: list[str], variables: dict[str, str], log: IO[bytes]) -> subprocess.Popen[str]:
        command = [*COMMAND, *words]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=variables, text=True)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = OwnServer(tmp_path_factory.mktemp("third") / "data")
    yield running
    running.stop()


@pytest.fixture
def guest(server: Server) -> Iterator[Guest]:
    with closing(Guest(server)) as guest:
        yield guest


def test_a_game_is_played_to_its_end_replayed_and_verified(guest: Guest) -> None:
    table = guest.make(SETTINGS)
    with guest.open(table) as socket:
        view = socket.sit(0, socket.hello())["table"]
        while view["status"] != "ended":
            if view["game"]["to_move"] == 0:
                frame = {"type": "make_move", "seat": 0, "move": choose(view, Random(1), "expert")}
                version = view["version"]
                socket.say({"type": "command", "key": f"k{version}", "version": version, "command": frame})
            view = socket.wait("update")["table"]
        assert not any(b'"refused"' in heard for heard in socket.heard)
    replay = guest.http.get(f"/api/tables/{table}/replay").json()
    assert replay["table"]["outcome"] == view["outcome"]
    assert msgspec.convert(replay["steps"][-1]["view"], TrioView).hands == ((), (), ())
    record = parse(guest.http.get(f"/api/tables/{table}/record").text, GAMES)
    assert len(record.steps) == len(replay["steps"])
    assert verify(record) == []


def test_a_player_may_ask_for_a_hint(guest: Guest) -> None:
    table = guest.make(SETTINGS)
    guest.sit(table, 0)
    hint = guest.hint(table, 0)
    assert hint.status_code == 200, hint.text
    moves = [choice["move"]["type"] for choice in hint.json()["choices"]]
    assert set(moves) <= {"play", "pass"}
    assert moves


def test_a_move_of_another_game_and_one_that_the_rules_refuse(guest: Guest, server: Server) -> None:
    table = guest.make(TWO)
    guest.sit(table, 0)
    cinco = {"type": "make_move", "seat": 0, "move": {"type": "play", "card": 1, "space": 1}}
    with closing(Guest(server)) as other:
        other.sit(table, 1)
        assert_refused(guest.command(table, cinco), 400, "no-such-move")
        passing = {"type": "make_move", "seat": 1, "move": {"type": "pass"}}
        assert_refused(other.command(table, passing), 409, "not-your-turn")
    assert_refused(
        guest.http.post("/api/tables", json={**TWO, "options": {"game": "trios"}}), 400, "bad-options"
    )


@pytest.mark.nightly
def test_a_server_that_starts_again_has_the_game_as_it_was(tmp_path: Path) -> None:
    first = OwnServer(tmp_path / "data")
    with closing(Guest(first)) as guest, closing(Guest(first)) as other:
        table = guest.make(TWO)
        guest.sit(table, 0)
        other.sit(table, 1)
        before = guest.look(table)
        assert len(before["game"]["hand"]) == 3
        cookie = guest.cookie
    first.stop()
    second = OwnServer(tmp_path / "data")
    with closing(Guest(second, cookie)) as guest:
        assert guest.look(table) == before
    second.stop()


def test_the_lobby_names_the_games_levels(guest: Guest) -> None:
    levels = guest.http.get("/api/lobby").json()["levels"]
    assert [level["name"] for level in levels if level["game"] == "trio"] == ["casual", "expert"]


def test_the_server_promises_a_day_and_the_command_says_so(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert run(["day", "--server", server.url]) == 0
    assert "Practice opens at" in capsys.readouterr().out
    assert run(["day", "--server", server.url, "--commitment", "00" * 32]) == 1


@pytest.mark.nightly
def test_the_days_deal_is_played_and_a_lesson_answered(guest: Guest) -> None:
    begun = guest.http.post("/api/days/today/trio").json()
    assert begun["is_practice"] is False
    table = guest.look(begun["table"])
    assert (table["of_day"]["is_practice"], table["game"]["viewer"]) == (False, 0)
    answer = guest.http.post("/api/studies/trio/die/answer", json={"move": {"type": "play", "card": 6}})
    assert answer.json()["right"] is True
    assert guest.http.get("/api/puzzles/next?game=trio").json()["study"]["game"] == "trio"
