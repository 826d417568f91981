"""The journal of one device outlives its windows: nothing is lost, and nothing is doubled."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest

from quincunx.core.record import read, verify
from quincunx.games import GAMES
from quincunx.local.browser import create
from quincunx.table.summary import Summary
from tests.contracts.local_play import ALONE, BOTS, Game
from tests.local.support import Device, Disk, run


def versions(disk: Disk, table: str) -> list[int]:
    return sorted(version for name, version in disk.entries if name == table)


def move(game: Game) -> None:
    """Make an own move, and hear of it."""
    done = game.send({"type": "make_move", "seat": game.wait_for_turn(), "move": game.a_move()})
    assert done["type"] == "ack", done
    game.catch_up(done["version"])


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
    move(game)
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


def test_a_full_disk_holds_a_bot_up_and_is_asked_again_after_a_pause() -> None:
    disk = Disk()
    device = Device(disk)
    game = Game(device, BOTS)
    move(game)
    disk.is_broken = True
    for _ in range(3):
        device.wait()
    assert (device.server.wait() or 0.0) >= 1.0
    disk.is_broken = False
    assert game.wait_for_turn() == 0


def test_a_clock_that_runs_out_over_a_full_disk_is_noticed_again_after_a_pause() -> None:
    disk = Disk()
    device = Device(disk)
    game = Game(device, {**BOTS, "pace": {"type": "live", "total": 60, "increment": 5}})
    assert game.wait_for_turn() == 0
    disk.is_broken = True
    waits = []
    for _ in range(3):
        device.wait()
        waits.append(device.server.wait() or 0.0)
    assert min(waits) >= 1.0
    disk.is_broken = False
    game.note(game.line.hear("update"))
    assert game.view["seats"][0]["kind"] == "stand_in"


def test_a_full_disk_costs_no_player_their_time() -> None:
    disk = Disk()
    device = Device(disk)
    game = Game(device, {**BOTS, "pace": {"type": "live", "total": 60, "increment": 5}})
    assert game.wait_for_turn() == 0
    later = Device(disk, seed=2)
    later.now = device.now + 3_600_000
    disk.is_broken = True
    assert later.open(f"/api/tables/{game.id}/socket").closed is not None
    disk.is_broken = False
    game.player = later
    game.line = game.connect()
    assert game.line.hear("update")["table"]["seats"][0]["kind"] == "person"


@pytest.mark.parametrize("jump", [-86_400_000, -5_000, 5_000])
def test_a_clock_that_is_set_while_a_bot_thinks_holds_nothing_up(jump: int) -> None:
    device = Device()
    game = Game(device, BOTS)
    tables = device.open("/api/me/socket")
    tables.hear("my_tables")
    move(game)
    device.now += jump
    since = device.steady
    assert game.wait_for_turn() == 0
    assert tables.hear("my_tables")["tables"][0]["id"] == game.id
    move(game)
    assert device.steady - since < 10.0


@pytest.mark.parametrize(
    "more",
    [
        {"seats": [{"kind": "me"}, {"kind": "open"}]},
        {"listed": True},
        {"club": "the-club"},
        {"rated": True, "hints": False, "pace": {"type": "live", "total": 300, "increment": 5}},
    ],
)
def test_shared_features_need_a_server(more: dict[str, object]) -> None:
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


def test_players_and_solved_puzzles_stay_on_the_device() -> None:
    disk = Disk()
    device = Device(disk)
    device.ask("PUT", "/api/me", {"name": "Ada"})
    puzzle = device.ask("GET", "/api/puzzles/next?game=cinqo")[1]["study"]["id"]
    for own in (None, {"move": {"type": "put", "rack": [1], "bank": [], "from_bank": [], "box": False}}):
        assert device.ask("POST", f"/api/puzzles/cinqo/{puzzle}/solution", own)[1]["judgement"]["solution"]
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


class Tabs:
    """A browser's database, as a worker offers it."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk

    async def append(self, table: str, version: int, key: str, at: int, body: str, row: str) -> str:
        if self.disk.is_broken:
            raise OSError("QuotaExceededError")
        if (table, version) in self.disk.entries:
            return "conflict"
        self.disk.entries[table, version] = key, at, body.encode()
        self.disk.summaries[table] = msgspec.json.decode(row, type=Summary)
        return "stored"

    async def read(self, table: str, after: int) -> str:
        found = sorted(at for at in self.disk.entries if at[0] == table and at[1] > after)
        lines = [(version, *self.disk.entries[table, version]) for _, version in found]
        names = ("version", "key", "at", "body")
        return json.dumps([dict(zip(names, (*line[:3], line[3].decode()), strict=True)) for line in lines])

    async def rows(self) -> str:
        return msgspec.json.encode([*self.disk.summaries.values()]).decode()

    async def get(self, name: str) -> str | None:
        value = self.disk.values.get(name)
        return None if value is None else value.decode()

    async def put(self, name: str, value: str) -> None:
        self.disk.values[name] = value.encode()


class Page:
    """The messages that a worker sends to its page."""

    def __init__(self) -> None:
        self.frames: list[tuple[int, str]] = []
        self.closed: list[tuple[int, int]] = []
        self._random = Random(1)

    def seed(self) -> str:
        return self._random.randbytes(32).hex()

    def now(self) -> float:
        return 1_800_000_000_000.5

    def steady(self) -> float:
        return 5.0

    def send(self, socket: int, frame: str) -> None:
        self.frames.append((socket, frame))

    def close(self, socket: int, code: int, reason: str) -> None:
        self.closed.append((socket, code))


def test_a_browsers_worker_speaks_in_text() -> None:
    disk, page = Disk(), Page()
    server = create(Tabs(disk), page, "en")
    status, text, is_text = run(server.ask("POST", "/api/tables", json.dumps(ALONE)))
    table = json.loads(text)["id"]
    assert (status, is_text, versions(disk, table)) == (201, False, [1])
    assert run(server.open(7, f"/api/tables/{table}/socket?changes"))
    run(server.receive(7, '{"type":"hello"}'))
    assert [socket for socket, _ in page.frames] == [7] * len(page.frames) != []
    assert not run(server.open(8, "/api/tables/local-none/socket"))
    assert page.closed == [(8, 4404)]
    later = create(Tabs(disk), Page(), "en")
    lines = json.loads(run(later.ask("GET", "/api/me/tables", ""))[1])["tables"]
    assert [line["id"] for line in lines] == [table]
    disk.is_broken = True
    assert run(server.ask("POST", "/api/tables", json.dumps(ALONE)))[0] == 503
    run(server.close(7))
    assert server.wait() == -1
