"""A server whose machine's clock is set, or that is away for a while: no player pays for it."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quincunx.server.adapters import JOURNAL, STORE
from quincunx.table.chance.day import date_of, day_at
from tests.examples import mostly_nightly
from tests.server.http.test_tournaments import do, make, sit_and_give_up, until
from tests.server.support import CINCO, Guest, Server, choose, seated
from tests.servers import shifted_clock

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
MOST_LOST = 6_000
"""Most milliseconds that an outage or a step of the clock may cost a player."""
LIVE = {"type": "live", "total": 60, "increment": 5}
DAILY = {"type": "daily", "hours": 12}
WHOLE = {"live": 60_000, "daily": 12 * HOUR * 1_000}


class Machine:
    """A computer with a data folder, whose clock can be set. Its servers are ended with it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._error = folder / "error"
        self._seconds = [0, 0]
        self._servers: list[Server] = []
        self._guests: list[Guest] = []
        self._write()

    @property
    def data(self) -> Path:
        return self._folder / "data"

    @property
    def now(self) -> int:
        """The time on the server's clock, in milliseconds."""
        return round(1_000 * (time.time() + sum(self._seconds)))

    def set_clock(self, seconds: int) -> None:
        """Set the clock by so many seconds."""
        self._seconds[0] += seconds
        self._write()

    def sleep(self, seconds: int) -> None:
        """Be suspended for so long: nothing runs, and all clocks go on."""
        self._seconds[1] += seconds
        self._write()

    def _write(self) -> None:
        # All at once, since the server reads it at any moment.
        new = self._error.with_suffix(".new")
        new.write_text(" ".join(map(str, self._seconds)))
        new.replace(self._error)

    def start(self) -> Server:
        """A server on the data folder."""
        self._servers.append(Server(self.data, **{shifted_clock.FILE: str(self._error)}))
        return self._servers[-1]

    def guest(self, server: Server, before: Guest | None = None) -> Guest:
        """A new guest, or one who was there before, at a server."""
        self._guests.append(Guest(server, None if before is None else before.cookie))
        return self._guests[-1]

    def end(self) -> None:
        for guest in self._guests:
            guest.close()
        for server in self._servers:
            if server.runs:
                server.stop()


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    machine = Machine(tmp_path)
    yield machine
    machine.end()


class Match:
    """A game of Cinco between two guests with a clock, at which it is the first one's turn."""

    def __init__(self, machine: Machine, server: Server, pace: dict[str, Any]) -> None:
        self._machine = machine
        self.guests = [machine.guest(server), machine.guest(server)]
        self.table = seated(*self.guests, settings=CINCO | {"pace": pace})

    def go_to(self, server: Server) -> None:
        """The players come back to a server that was started again."""
        self.guests = [self._machine.guest(server, guest) for guest in self.guests]

    def left(self) -> list[int]:
        """The time that each player has, when all sit where they did."""
        view = self.guests[0].look(self.table)
        assert [seat["kind"] for seat in view["seats"]] == ["person", "person"]
        clock = view["clock"]
        left = list(clock["remaining"])
        if clock["running"] is not None:
            left[clock["running"]] -= clock["now"] - clock["since"]
        return left

    def move(self) -> None:
        """The player whose turn it is moves."""
        seat = self.guests[0].look(self.table)["game"]["to_move"]
        move = choose(self.guests[seat].look(self.table), Random(1), "random")
        answer = self.guests[seat].command(self.table, {"type": "make_move", "seat": seat, "move": move})
        assert answer.status_code == 200, answer.text

    def log(self) -> list[dict[str, Any]]:
        """The absences of the server in the events that a newly connected player receives."""
        with self.guests[0].open(self.table) as socket:
            return [event for event in socket.hello()["events"] if event["type"] == "away"]


class Spent:
    """The time that has really passed since the beginning of a test: a player's time runs meanwhile."""

    def __init__(self) -> None:
        self._begun = time.monotonic()

    def __call__(self) -> int:
        return round(1_000 * (time.monotonic() - self._begun))


def kill(server: Server) -> None:
    """The machine loses its power."""
    os.kill(server.pid, signal.SIGKILL)
    server.wait()


@pytest.mark.parametrize("pace", mostly_nightly([LIVE, DAILY], LIVE), ids=["live", "daily"])
@pytest.mark.parametrize("step", mostly_nightly([HOUR, -HOUR], -HOUR))
def test_a_clock_that_is_set_while_people_play_costs_them_nothing(
    machine: Machine, pace: dict[str, Any], step: int
) -> None:
    spent, whole = Spent(), WHOLE[pace["type"]]
    match = Match(machine, machine.start(), pace)
    machine.set_clock(step)
    for _ in range(2):
        assert min(match.left()) >= whole - spent() - MOST_LOST
        match.move()
    machine.set_clock(-step)
    assert min(match.left()) >= whole - spent() - MOST_LOST
    match.move()
    assert max(match.left()) <= whole + 3 * 5_000, "nobody has gained by it, either"
    assert match.log() == []


@pytest.mark.nightly
@pytest.mark.parametrize("pace", mostly_nightly([LIVE, DAILY], LIVE), ids=["live", "daily"])
@pytest.mark.parametrize("step", mostly_nightly([HOUR, -HOUR], -HOUR))
def test_a_clock_that_is_set_between_two_starts_costs_no_player_anything(
    machine: Machine, pace: dict[str, Any], step: int
) -> None:
    spent, whole = Spent(), WHOLE[pace["type"]]
    server = machine.start()
    match = Match(machine, server, pace)
    server.stop()
    machine.set_clock(step)
    match.go_to(machine.start())
    for _ in range(2):
        assert min(match.left()) >= whole - spent() - MOST_LOST
        match.move()
    assert max(match.left()) <= whole + 2 * 5_000
    view = match.guests[0].look(match.table)
    assert abs(view["clock"]["now"] - machine.now) < MINUTE * 1_000


@pytest.mark.nightly
@pytest.mark.parametrize("pace", [LIVE, DAILY], ids=["live", "daily"])
@pytest.mark.parametrize("end", [Server.stop, kill], ids=["stopped", "killed"])
def test_ten_minutes_without_a_server_cost_no_player_anything(
    machine: Machine, pace: dict[str, Any], end: Callable[[Server], None]
) -> None:
    spent, whole = Spent(), WHOLE[pace["type"]]
    server = machine.start()
    match = Match(machine, server, pace)
    match.move()
    end(server)
    machine.set_clock(10 * MINUTE)
    match.go_to(machine.start())
    (away,) = match.log()
    assert 10 * MINUTE * 1_000 <= away["until"] - away["since"] <= 10 * MINUTE * 1_000 + spent() + MOST_LOST
    assert min(match.left()) >= whole - spent() - MOST_LOST
    match.move()
    match.move()
    assert min(match.left()) >= whole - spent() - MOST_LOST
    assert max(match.left()) <= whole + 3 * 5_000


@pytest.mark.nightly
def test_a_machine_that_was_suspended_for_ten_minutes_costs_no_player_anything(machine: Machine) -> None:
    spent = Spent()
    match = Match(machine, machine.start(), LIVE)
    machine.sleep(10 * MINUTE)
    assert min(match.left()) >= 60_000 - spent() - MOST_LOST
    match.move()
    assert min(match.left()) >= 60_000 - spent() - MOST_LOST


@pytest.mark.nightly
def test_a_tournament_goes_on_where_it_was(machine: Machine) -> None:
    server = machine.start()
    host, *guests = (machine.guest(server) for _ in range(3))
    given = {"name": "Time Host", "password": "correct horse battery staple"}
    host.take_cookie(host.http.post("/api/account", json=given))
    tournament = make(host, pause=300, wait=60)
    for guest in (host, *guests):
        do(guest, tournament, "join")
    do(host, tournament, "start")
    first = until(host, tournament, lambda seen: seen["round"] == 1)
    playing = [host, *guests]
    (table,) = [game["table"] for game in first["current"]["games"] if game["table"]]

    # The players of the first round are awaited when the server goes away, and still are when it is back.
    time.sleep(0.5)
    kill(server)
    machine.set_clock(10 * MINUTE)
    server = machine.start()
    host, *guests = playing = [machine.guest(server, guest) for guest in playing]
    view = host.look(table)
    assert [seat["kind"] for seat in view["seats"]] == ["kept", "kept"]
    # Until when they are awaited is said alike at the table and on the tournament's pages.
    page = f"/api/tournaments/{tournament}"
    said = [host.http.get(page).json()["current"], host.http.get(f"{page}/rounds/1").json()]
    for each in (*said, *host.http.get(f"{page}/rounds").json()["rounds"]):
        assert abs(each["waits_until"] - view["appointment"]["begins_by"]) < MOST_LOST
    sit_and_give_up(playing, table)

    # The pause between two rounds is as long as it was.
    pause = until(host, tournament, lambda seen: seen["next_at"] is not None)
    rest = pause["next_at"] - pause["now"]
    spent = Spent()
    server.stop()
    machine.set_clock(10 * MINUTE)
    server = machine.start()
    host = machine.guest(server, host)
    seen = until(host, tournament, lambda seen: seen["next_at"] is not None and seen["next_at"] > seen["now"])
    assert seen["round"] == 1
    assert rest - spent() - MOST_LOST <= seen["next_at"] - seen["now"] <= rest


@pytest.mark.nightly
def test_a_daily_challenge_has_its_hour_after_midnight(machine: Machine) -> None:
    """However long the server is away then."""
    until_midnight = DAY - machine.now // 1_000 % DAY
    machine.set_clock(until_midnight - 10 * MINUTE)
    server = machine.start()
    guest = machine.guest(server)
    date = guest.http.get("/api/days/today").json()["date"]
    table = guest.http.post("/api/days/today/cinqo").json()["table"]
    kill(server)
    machine.set_clock(10 * MINUTE + 90 * MINUTE)
    spent = Spent()
    server = machine.start()
    guest, other = machine.guest(server, guest), machine.guest(server)
    day = guest.http.get(f"/api/days/{date}").json()
    assert HOUR * 1_000 - spent() - MOST_LOST <= day["opens_at"] - day["now"] <= HOUR * 1_000
    assert day["seed"] is None
    assert guest.look(table)["of_day"]["opens_at"] == day["opens_at"]
    assert guest.http.post(f"/api/days/{date}/cinqo").json() == {"table": table, "is_practice": False}
    refused = other.http.post(f"/api/days/{date}/cinqo")
    assert (refused.status_code, refused.json()["code"]) == (409, "practice-opens")
    assert refused.json()["params"]["opens_at"] == day["opens_at"]


@pytest.mark.nightly
@pytest.mark.parametrize("ahead", [3 * DAY, 365 * DAY])
def test_a_clock_that_was_days_ahead_leaves_nothing_in_the_future(machine: Machine, ahead: int) -> None:
    spent = Spent()
    machine.set_clock(ahead)
    server = machine.start()
    match = Match(machine, server, LIVE)
    match.move()
    today = date_of(day_at(machine.now))
    assert match.guests[0].http.post(f"/api/days/{today}/cinqo").status_code in (200, 201)
    server.stop()
    machine.set_clock(-ahead)
    match.go_to(machine.start())
    assert min(match.left()) >= 60_000 - spent() - MOST_LOST
    match.move()
    later = dated_after(machine.data, machine.now + MINUTE * 1_000)
    assert later <= {"entries.at", "summaries.due"}, "what has happened, and what is to happen"


def dated_after(data: Path, moment: int) -> set[str]:
    """The columns of the data folder that hold a time after this moment."""
    found: set[str] = set()
    for name in (JOURNAL, STORE):
        with closing(sqlite3.connect(data / name)) as file:
            tables = [row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for table in tables:
                for _, column, *_ in file.execute(f"PRAGMA table_info({table})").fetchall():
                    later = f"SELECT 1 FROM {table} WHERE typeof({column}) = 'integer' AND {column} > ?"
                    if file.execute(later, (moment,)).fetchone():
                        found.add(f"{table}.{column}")
    return found
