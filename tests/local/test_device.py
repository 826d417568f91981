"""What one device keeps, whatever happens to its windows."""

from __future__ import annotations

import pytest

from quincunx.core.record import read, verify
from quincunx.games import GAMES
from tests.contracts.local_play import ALONE, BOTS, Game
from tests.local.support import Device, Disk, run


def versions(disk: Disk, table: str) -> list[int]:
    return sorted(version for name, version in disk.entries if name == table)


def test_a_killed_tab_loses_nothing_and_doubles_nothing() -> None:
    disk = Disk()
    game = Game(Device(disk), BOTS)
    move = {"type": "make_move", "seat": game.wait_for_turn(), "move": game.a_move()}
    before = game.view["version"]
    disk.dies_after = 1
    with pytest.raises(KeyboardInterrupt):
        game.send(move, "once")
    disk.dies_after = None
    # The page that is opened next has the key of what was not answered, and sends it again.
    game.player = Device(disk, seed=2)
    game.line = game.connect(before)
    game.note(game.line.hear("update"))
    assert game.send(move, "once", before) == {
        "type": "ack",
        "key": "once",
        "version": before + 1,
        "table": None,
    }
    game.play()
    assert versions(disk, game.id) == [*range(1, game.view["version"] + 1)]


def test_a_bot_whose_tab_was_killed_moves_when_the_table_is_opened() -> None:
    disk = Disk()
    game = Game(Device(disk), BOTS)
    game.send({"type": "make_move", "seat": game.wait_for_turn(), "move": game.a_move()})
    game.player = Device(disk, seed=2)
    game.line = game.connect()
    game.note(game.line.hear("update"))
    assert game.wait_for_turn() == 0


def test_two_windows_of_a_device_decide_one_after_the_other() -> None:
    disk = Disk()
    one, other = Device(disk), Device(disk, seed=2)
    game = Game(one, BOTS)
    there = Game.__new__(Game)
    there.__dict__ = {**game.__dict__, "player": other}
    there.line = there.connect()
    there.note(there.line.hear("update"))
    move = {"type": "make_move", "seat": 0, "move": game.a_move()}
    first = game.send(move, "from-one")
    late = there.send(move, "from-the-other")
    assert (first["type"], late["reason"]["kind"]) == ("ack", "stale")
    run(other.server.on_appended(game.id))
    assert versions(disk, game.id) == [*range(1, first["version"] + 1)]


def test_nothing_is_shown_that_could_not_be_stored() -> None:
    disk = Disk()
    game = Game(Device(disk), ALONE)
    move = {"type": "make_move", "seat": 0, "move": game.a_move()}
    disk.is_broken = True
    assert game.send(move, "again")["reason"]["code"] == "unavailable"
    disk.is_broken = False
    assert game.send(move, "again")["type"] == "ack"


@pytest.mark.parametrize(
    "more",
    [
        {"seats": [{"kind": "me"}, {"kind": "open"}]},
        {"listed": True},
        {"club": "the-club"},
        {"rated": True, "hints": False, "pace": {"type": "live", "total": 300, "increment": 5}},
    ],
)
def test_what_others_take_part_in_needs_a_server(more: dict[str, object]) -> None:
    status, reason = Device().ask("POST", "/api/tables", {**BOTS, **more})
    assert (status, reason["code"]) == (503, "needs-server")


def test_a_search_for_opponents_needs_a_server() -> None:
    line = Device().open("/api/me/socket")
    pace = {"type": "live", "total": 300, "increment": 5}
    line.say({"type": "seek", "options": {"game": "cinco"}, "pace": pace})
    assert line.hear("refused")["reason"]["code"] == "needs-server"
    line.say({"type": "follow", "lobby": True})
    assert line.hear("lobby")["tables"] == []


def test_a_clock_stands_still_while_no_window_is_open() -> None:
    disk = Disk()
    device = Device(disk)
    pace = {"type": "live", "total": 60, "increment": 5}
    game = Game(device, {**BOTS, "pace": pace})
    assert game.wait_for_turn() == 0
    later = Device(disk, seed=2)
    later.now = device.now + 3_600_000
    game.player = later
    game.line = game.connect()
    update = game.line.hear("update")
    assert update["table"]["seats"][0]["kind"] == "person"
    assert update["events"][-1]["type"] == "away"


def test_who_plays_and_what_was_solved_stay_on_the_device() -> None:
    disk = Disk()
    device = Device(disk)
    device.ask("PUT", "/api/me", {"name": "Ada"})
    puzzle = device.ask("GET", "/api/puzzles/next?game=cinqo")[1]["study"]["id"]
    device.ask("POST", f"/api/puzzles/cinqo/{puzzle}/solution")
    later = Device(disk, seed=2)
    assert later.ask("GET", "/api/me")[1]["name"] == "Ada"
    found = later.ask("GET", "/api/puzzles")[1]["games"]
    assert {each["game"]: each["mine"]["tries"] for each in found}["cinqo"] == 1


def test_a_record_file_is_verified_and_replayed() -> None:
    device = Device()
    game = Game(device, ALONE)
    game.play_by_requests()
    text = device.ask("GET", f"/api/tables/{game.id}/record")[1]
    assert verify(read(text.encode(), GAMES)) == []
    status, found = device.ask("POST", "/api/records", text.encode())
    assert (status, found["faults"], found["game"]) == (200, [], "cinqo")
    replay = device.ask("GET", f"/api/tables/{found['id']}/replay")[1]
    there = device.ask("GET", f"/api/tables/{game.id}/replay")[1]
    assert replay["steps"] == there["steps"]
    assert device.ask("GET", f"/api/tables/{found['id']}/record")[1] == text
    changed = text.replace(replay["table"]["seed"], "0" * 64)
    assert device.ask("POST", "/api/records", changed.encode())[1]["faults"]
    assert device.ask("POST", "/api/records", b"no record")[1]["code"] == "bad-record"
