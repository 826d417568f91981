"""A tournament over HTTP and sockets: from its link to its last standings."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from tests.server.conftest import NewGuest
from tests.server.support import Guest, assert_refused

PLAN: dict[str, Any] = {
    "name": "Club night",
    "format": "round_robin",
    "options": {"game": "cinco", "first": 1},
    "pace": {"type": "live", "total": 60, "increment": 1},
    "pause": 0,
}
_names = (f"Tournament Host {number}" for number in count(1))


@pytest.fixture
def host(new_guest: NewGuest) -> Guest:
    guest = new_guest()
    guest.register(next(_names), "correct horse battery staple")
    return guest


def make(host: Guest, **changed: Any) -> str:
    answer = host.http.post("/api/tournaments", json=PLAN | changed)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def ask(guest: Guest, tournament: str, kind: str, **more: Any) -> Any:
    return guest.http.post(f"/api/tournaments/{tournament}/commands", json={"type": kind, **more})


def do(guest: Guest, tournament: str, kind: str, **more: Any) -> dict[str, Any]:
    answer = ask(guest, tournament, kind, **more)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def until(guest: Guest, tournament: str, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The tournament as this guest sees it, once it is so."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        shown = dict(guest.http.get(f"/api/tournaments/{tournament}").json())
        if condition(shown):
            return shown
        time.sleep(0.05)
    raise TimeoutError


def sit_and_give_up(guests: list[Guest], table: str) -> None:
    """The invited guests sit down, and the starting player resigns."""
    end = time.monotonic() + 20
    while guests[0].http.get(f"/api/tables/{table}").status_code == 404 and time.monotonic() < end:
        time.sleep(0.05)  # it has its name with its pairing, a moment before it is there
    for guest in guests:
        seats = guest.look(table)["seats"]
        seat = next((n for n, each in enumerate(seats) if each["yours"]), None)
        if seat is not None:
            guest.sit(table, seat)
    view = guests[0].look(table)
    assert view["game"]["to_move"] == 0
    for guest in guests:
        guest.command(table, {"type": "resign", "seat": 0})


@pytest.mark.nightly
def test_a_tournament_from_its_link_to_its_last_standings(
    host: Guest, alice: Guest, bob: Guest, carol: Guest
) -> None:
    guests = [alice, bob, carol]
    tournament = make(host)
    assert_refused(ask(host, tournament, "start"), 409, "tournament-too-few")
    with carol.connect("/api/me/socket") as wall, alice.connect("/api/me/socket") as mine:
        wall.say({"type": "follow_tournament", "tournament": tournament})
        assert wall.wait("tournament")["tournament"]["you"]["may_join"]
        for guest in guests:
            assert do(guest, tournament, "join")["you"]["player"] == 1 + guests.index(guest)
        while len((told := wall.wait("tournament")["tournament"])["standings"]) < 3:
            pass
        assert told["you"] == {
            "is_host": False,
            "is_owner": False,
            "player": 3,
            "table": None,
            "may_join": False,
            "voice": "words",
            "rivals": [],
            "apart": [],
            "breaches": [],
        }
        begun = do(host, tournament, "start")
        assert (begun["round"], begun["rounds"], begun["status"]) == (1, 3, "playing")
        for number in (1, 2, 3):
            shown = until(alice, tournament, lambda each, number=number: each["round"] == number)
            table, free = shown["current"]["games"]
            assert (free["table"], free["points"], len(free["players"])) == (None, [1.0], 1)
            line = None
            while line is None and 1 in table["players"]:  # who has a seat is told on their own socket
                lines = mine.wait("my_tables")["tables"]
                line = next((each for each in lines if each["id"] == table["table"]), None)
            sit_and_give_up([guests[each - 1] for each in table["players"]], table["table"])
        while (told := wall.wait("tournament")["tournament"])["status"] != "ended":
            pass
    last = until(host, tournament, lambda each: each["status"] == "ended")
    assert [line["points"] for line in last["standings"]] == [2.0] * 3
    assert [line["games"] for line in last["standings"]] == [2] * 3
    assert told["standings"] == last["standings"]
    assert told["version"] == last["version"]
    rounds = [host.http.get(f"/api/tournaments/{tournament}/rounds/{number}").json() for number in (1, 2, 3)]
    assert host.http.get(f"/api/tournaments/{tournament}/rounds").json() == {"rounds": rounds}
    firsts = [each["games"][0]["players"][0] for each in rounds]
    assert sorted(firsts) == [1, 2, 3]
    assert all(each["games"][0]["points"] == [0.0, 1.0] for each in rounds)
    assert_refused(host.http.get(f"/api/tournaments/{tournament}/rounds/4"), 404, "no-such-tournament")
    finished = alice.http.get("/api/people/me/games").json()["games"]
    assert {each["table"] for each in finished} >= {
        each["games"][0]["table"] for each in rounds if 1 in each["games"][0]["players"]
    }


def test_permissions_by_role(host: Guest, alice: Guest, new_guest: NewGuest) -> None:
    assert_refused(alice.http.post("/api/tournaments", json=PLAN), 403, "tournament-by-account")
    assert_refused(host.http.post("/api/tournaments", json=PLAN | {"most": 99}), 400, "tournament-most")
    for name in ("x" * 61, "x" * 900):
        assert_refused(host.http.post("/api/tournaments", json=PLAN | {"name": name}), 400, "tournament-name")
    assert_refused(host.http.post("/api/tournaments", json=PLAN | {"secret": 1}), 400, "malformed")
    daily = {"pace": {"type": "daily", "hours": 24}}
    assert_refused(host.http.post("/api/tournaments", json=PLAN | daily), 400, "tournament-days")
    tournament = make(host)
    for kind, more in (
        ("start", {}),
        ("end", {}),
        ("remove", {"player": 1}),
        ("set_by_hand", {"by_hand": True}),
        ("keep_apart", {"players": [1, 2]}),
    ):
        assert_refused(ask(alice, tournament, kind, **more), 403, "tournament-not-host")
    nobody = new_guest(hello=False)
    shown = nobody.http.get(f"/api/tournaments/{tournament}").json()
    assert shown["you"] == {
        "is_host": False,
        "is_owner": False,
        "player": None,
        "table": None,
        "may_join": False,
        "voice": "nothing",
        "rivals": [],
        "apart": [],
        "breaches": [],
    }
    assert_refused(ask(nobody, tournament, "join"), 401)
    assert_refused(ask(alice, "no-such", "join"), 404, "no-such-tournament")
    assert_refused(ask(alice, tournament, "dance"), 400, "malformed")
    do(alice, tournament, "join")
    assert [each["id"] for each in alice.http.get("/api/me/tournaments").json()["tournaments"]] == [
        tournament
    ]
    mine = host.http.get("/api/me/tournaments").json()["tournaments"]
    assert [(each["id"], each["is_host"], each["players"]) for each in mine] == [(tournament, True, 1)]
    assert mine[0]["settings"] == shown["settings"]
    assert (mine[0]["settings"]["pace"], mine[0]["settings"]["most"]) == (PLAN["pace"], 64)
    do(host, tournament, "remove", player=1)
    assert_refused(ask(alice, tournament, "join"), 403, "tournament-removed")
    assert do(host, tournament, "end")["status"] == "ended"
    assert host.http.get("/api/me/tournaments").json() == {"tournaments": []}
    picture = alice.http.get(f"/api/tournaments/{tournament}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert alice.http.get(f"/e/{tournament}").status_code != 404


def test_tables_of_a_tournament_by_the_day_have_days(host: Guest, new_guest: NewGuest) -> None:
    days = {"pace": {"type": "daily", "hours": 24}, "wait": 259_200}
    tournament = make(host, format="swiss", **days)
    players = [new_guest() for _ in range(4)]
    for guest in players:
        do(guest, tournament, "join")
    do(host, tournament, "start")
    shown = until(players[0], tournament, lambda shown: shown["you"]["table"] is not None)
    table = shown["you"]["table"]
    while (answer := players[0].http.get(f"/api/tables/{table}")).status_code != 200:
        time.sleep(0.05)
    assert answer.json()["settings"]["pace"] == days["pace"]
    waits = answer.json()["appointment"]
    assert 259_100_000 < waits["begins_by"] - waits["now"] <= 259_200_000
    assert waits["begins_by"] == shown["current"]["waits_until"]


def test_only_public_tournaments_are_found_by_all(host: Guest, alice: Guest, bob: Guest) -> None:
    def found() -> list[dict[str, Any]]:
        return [
            each
            for each in alice.http.get("/api/tournaments").json()["tournaments"]
            if each["id"] in (open_to_all, own)
        ]

    begins = int(time.time() * 1000) + 3_600_000
    own, open_to_all = make(host), make(host, listed=True, begins=begins)
    assert host.http.get(f"/api/tournaments/{own}").json()["settings"]["listed"] is False
    (line,) = found()
    assert (line["id"], line["players"], line["most"], line["begins"]) == (open_to_all, 0, 64, begins)
    assert line["host"]["name"] == host.http.get("/api/me").json()["name"]
    with alice.connect("/api/me/socket") as socket:
        socket.say({"type": "follow", "lobby": True})

        def told(players: int) -> None:
            while True:
                lines = socket.wait("lobby")["tournaments"] or ()
                assert own not in [each["id"] for each in lines]
                if [each["players"] for each in lines if each["id"] == open_to_all] == [players]:
                    return

        told(0)
        do(bob, open_to_all, "join")
        told(1)
    do(host, open_to_all, "end")
    assert found() == []
    do(host, own, "end")
    late = host.http.post("/api/tournaments", json=PLAN | {"begins": 1})
    assert_refused(late, 400, "tournament-begins")


def test_a_tournament_survives_its_host(host: Guest, alice: Guest, new_guest: NewGuest) -> None:
    other = new_guest()
    other.register("Co-Host of the Club", "correct horse battery staple")
    tournament = make(host)
    assert_refused(
        ask(host, tournament, "add_host", name="Nobody Of This Name"), 404, "tournament-no-account"
    )
    (cohost,) = do(host, tournament, "add_host", name="co-host of the CLUB")["cohosts"]
    assert cohost["name"] == other.name
    do(host, tournament, "hand_over", handle=cohost["handle"])
    for guest in (host, alice, other):
        do(guest, tournament, "join")
    do(other, tournament, "set_begins", begins=int(time.time() * 1000))
    shown = until(other, tournament, lambda each: each["round"] == 1)
    assert (shown["host"]["name"], shown["you"]["is_owner"]) == (other.name, True)
    board = next(game["board"] for game in shown["current"]["games"] if game["table"])
    assert_refused(ask(alice, tournament, "set_result", round=1, board=board, points=[1, 0]), 403)
    ruled = do(host, tournament, "set_result", round=1, board=board, points=[0.5, 0.5])
    assert [(each["before"], each["after"]) for each in ruled["rulings"]] == [(None, [0.5, 0.5])]
    assert until(alice, tournament, lambda each: each["round"] == 2)["rulings"] == ruled["rulings"]
    do(other, tournament, "end")


@pytest.mark.nightly
def test_a_socket_follows_one_tournament_at_a_time(host: Guest, alice: Guest) -> None:
    one, other = make(host), make(host)
    with alice.connect("/api/me/socket") as socket:
        socket.say({"type": "follow_tournament", "tournament": "no-such"})
        assert socket.wait("refused")["reason"]["code"] == "no-such-tournament"
        for id in (one, other):
            socket.say({"type": "follow_tournament", "tournament": id})
            assert socket.wait("tournament")["tournament"]["id"] == id
        do(host, one, "end")
        do(alice, other, "join")
        told = socket.wait("tournament")["tournament"]
        assert (told["id"], told["you"]["player"]) == (other, 1)
        socket.say({"type": "follow_tournament", "tournament": None})
        do(alice, other, "leave")
        with pytest.raises(TimeoutError):
            socket.next(seconds=1.5)
    for id in (one, other):
        do(host, id, "end")


def test_a_caller_with_too_many_requests_is_told_to_wait(host: Guest, new_guest: NewGuest) -> None:
    tournament, guest = make(host), new_guest()
    answers = [ask(guest, tournament, "leave") for _ in range(60)]
    assert answers[0].status_code == 200
    assert_refused(answers[-1], 429, "too-many-tries")
    assert answers[-1].json()["params"]["seconds"] >= 1
    do(host, tournament, "end")


@pytest.mark.nightly
def test_followers_see_the_chat_live(host: Guest, alice: Guest, bob: Guest) -> None:
    tournament = make(host)
    do(alice, tournament, "join")
    with bob.connect("/api/me/socket") as wall, host.connect("/api/me/socket") as mine:
        for socket in (wall, mine):
            socket.say({"type": "follow_tournament", "tournament": tournament})
            assert socket.wait("tournament_talk")["talk"]["lines"] == []
        path = f"/api/tournaments/{tournament}/talk"
        said = alice.http.post(path, json={"type": "write", "text": "Here I am"}).json()["lines"][0]
        told = wall.wait("tournament_talk")["talk"]
        assert [line["text"] for line in told["lines"]] == ["Here I am"]
        mine.wait("tournament_talk")
        answer = host.http.post(path, json={"type": "remove_line", "number": said["number"]})
        assert answer.status_code == 200
        told = wall.wait("tournament_talk")["talk"]
        assert ([line["text"] for line in told["lines"]], told["record"]) == ([None], [])
        assert [act["act"] for act in mine.wait("tournament_talk")["talk"]["record"]] == ["remove"]
    do(host, tournament, "end")
