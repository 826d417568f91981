"""Bad input over plain HTTP: the conventional status with a sentence, and no effect."""

from __future__ import annotations

import json
import socket
from typing import Any
from urllib.parse import unquote

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.support import CINCO, JSON, PROMISE, Guest, Server, assert_refused, seated

DRAW = {"type": "make_move", "seat": 0, "move": {"type": "draw"}}
NESTED = b"[" * 20_000 + b"]" * 20_000

BAD_COMMANDS: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{nonsense",
    "cut off": b'{"key": "a", "version": 1, "command": {"type": "rema',
    "not UTF-8": b'{"key": "\xff\xfe", "version": 1, "command": {"type": "rematch"}}',
    "a lone surrogate": b'{"key": "\\ud800", "version": 1, "command": {"type": "rematch"}}',
    "nested without end": NESTED,
    "null": b"null",
    "a list": b"[]",
    "an unknown command": b'{"key": "a", "version": 1, "command": {"type": "win"}}',
    "no command": b'{"key": "a", "version": 1}',
    "an unknown field": b'{"key": "a", "version": 1, "command": {"type": "rematch"}, "admin": true}',
    "an unknown field inside": b'{"key": "a", "version": 1, "command": {"type": "rematch", "seat": 0}}',
    "a version in words": b'{"key": "a", "version": "one", "command": {"type": "rematch"}}',
    "a fraction": b'{"key": "a", "version": 1.5, "command": {"type": "rematch"}}',
    "an endless number": b'{"key": "a", "version": 1' + b"0" * 5000 + b', "command": {"type": "rematch"}}',
    "a key of another type": b'{"key": 7, "version": 1, "command": {"type": "rematch"}}',
    "an unknown move": b'{"key": "a", "version": 1, "command": '
    b'{"type": "make_move", "seat": 0, "move": {"type": "cheat"}}}',
}


@pytest.mark.parametrize("what", BAD_COMMANDS)
def test_an_order_that_cannot_be_understood(what: str, alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    before = alice.look(table)
    answer = alice.http.post(f"/api/tables/{table}/commands", content=BAD_COMMANDS[what], headers=JSON)
    assert_refused(answer, 400)
    assert alice.look(table) == before


@pytest.mark.parametrize(
    ("key", "version", "code"),
    [
        ("a", -1, "bad-version"),
        ("a", 10**6, "bad-version"),
        ("a", 2**62, "bad-version"),
        ("", 3, "bad-key"),
        ("x" * 65, 3, "bad-key"),
        ("a b", 3, "bad-key"),
        ("system:1", 3, "bad-key"),
        ("ключ", 3, "bad-key"),
    ],
)
def test_keys_and_versions_out_of_bounds(key: str, version: int, code: str, alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    before = alice.look(table)
    body = {"key": key, "version": version, "command": DRAW}
    assert_refused(alice.http.post(f"/api/tables/{table}/commands", json=body), 400, code)
    assert alice.look(table) == before


def test_a_move_out_of_turn(alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    view = bob.look(table)
    move = {"type": "play", "card": view["game"]["hand"][0], "space": None}
    assert_refused(bob.command(table, {"type": "make_move", "seat": 1, "move": move}), 409)
    assert bob.look(table) == view


def test_moves_that_a_rule_refuses_name_it(alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    view = alice.look(table)
    hidden = next(card for card in range(1, 91) if card not in view["game"]["hand"])
    moves: list[dict[str, Any]] = [
        {"type": "play", "card": hidden, "space": hidden},
        {"type": "play", "card": 0, "space": 1},
        {"type": "play", "card": -5, "space": None},
        {"type": "play", "card": view["game"]["hand"][0], "space": 10**9},
        {"type": "play", "card": 2**70, "space": None},
        {"type": "draw"},
    ]
    for move in moves:
        answer = alice.command(table, {"type": "make_move", "seat": 0, "move": move})
        assert 400 <= answer.status_code < 500, answer.text
        if answer.status_code == 409:
            assert answer.json()["rule"], answer.text
    assert alice.look(table) == view


def test_a_move_of_the_other_game(alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    answer = alice.command(table, {"type": "make_move", "seat": 0, "move": {"type": "put", "rack": [6, 6]}})
    assert 400 <= answer.status_code < 500, answer.text


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"game": "chess"}},
        {"options": {"game": "cinco", "players": 5}},
        {"options": {"game": "cinco", "players": -1}},
        {"options": {"game": "cinco", "teams": 10**12}},
        {"options": {"game": "cinco", "first": 2}},
        {"options": {"game": "cinqo", "players": 1000}, "seats": [{"kind": "open"}] * 1000},
        {"options": {"game": "cinqo", "goal": "rounds", "rounds": 10**9}},
        {"options": {"game": "cinqo", "goal": "rounds", "rounds": 0}},
        {"options": {}},
        {"seats": []},
        {"seats": [{"kind": "me"}]},
        {"seats": [{"kind": "me"}, {"kind": "me"}]},
        {"seats": [{"kind": "me"}, {"kind": "bot"}]},
        {"seats": [{"kind": "me"}, {"kind": "bot", "level": "../etc"}]},
        {"seats": [{"kind": "me"}, {"kind": "king"}]},
        {"seed": "00" * 32},
        {"listed": "yes"},
    ],
)
def test_tables_that_cannot_be_made(change: dict[str, Any], alice: Guest) -> None:
    answer = alice.http.post("/api/tables", json=CINCO | change)
    assert answer.status_code in (400, 409), answer.text
    assert_refused(answer, answer.status_code)


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 25, "a\u202eb", "tab\tbed", "line\nbreak", "\x00", "\ue000", "zero\u200bwidth"]
)
def test_names_that_no_person_may_have(name: str, alice: Guest) -> None:
    assert_refused(alice.http.put("/api/me", json={"name": name}), 400)
    assert alice.http.get("/api/me").json()["name"] == alice.name


def test_a_name_with_a_lone_surrogate(alice: Guest) -> None:
    assert_refused(alice.http.put("/api/me", content=b'{"name": "\\udfff"}', headers=JSON), 400)


def test_a_new_name_is_kept_by_the_server(alice: Guest) -> None:
    answer = alice.http.put("/api/me", json={"name": "  Zoë   of  Žižkov "})
    assert answer.json() == {
        "name": "Zoë of Žižkov",
        "is_account": False,
        "has_played": False,
        "operator_link_at": None,
        "has_mail": False,
        "is_operator": False,
    }
    assert answer.headers["set-cookie"].split(";")[0] == alice.cookie
    assert alice.http.get("/api/me").json()["name"] == "Zoë of Žižkov"


@pytest.mark.parametrize("commitment", ["", "ab", "zz" * 32, "AB" * 33, "ab" * 31 + "é"])
def test_a_commitment_that_is_none(commitment: str, alice: Guest) -> None:
    table = alice.make()
    assert_refused(
        alice.command(table, {"type": "sit_down", "seat": 0, "commitment": commitment}), 400, "bad-commitment"
    )


@pytest.mark.parametrize(
    "table",
    [
        "nobodys-table-of-this-name",
        "x",
        "..",
        "%2e%2e%2fjournal.sqlite",
        "a" * 64,
        "a" * 65,
        "%00" * 9,
        "é" * 10,
    ],
)
def test_tables_that_are_not_there(table: str, alice: Guest) -> None:
    for path in ("", "/replay", "/record", "/qr.svg"):
        answer = alice.http.get(f"/api/tables/{table}{path}")
        assert answer.status_code in (400, 404), answer.text
    body = {"key": "a", "version": 1, "command": {"type": "rematch"}}
    assert alice.http.post(f"/api/tables/{table}/commands", json=body).status_code in (400, 404)
    try:
        with alice.open(table) as line:
            assert line.closing()[0] == 4404
    except InvalidStatus as refused:
        # A name with a slash in it is no table's address at all.
        assert ".." in unquote(table)
        assert refused.response.status_code == 403  # noqa: PT017


@pytest.mark.parametrize("point_of_view", ["-1", "6", "x", "1e99", "0x1", ""])
def test_looking_through_no_seat(point_of_view: str, alice: Guest) -> None:
    table = alice.make()
    answer = alice.http.get(f"/api/tables/{table}", params={"point_of_view": point_of_view})
    assert answer.status_code in (200, 400)
    if answer.status_code == 400:
        assert_refused(answer, 400)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/xml"])
def test_a_body_of_another_kind(kind: str, alice: Guest) -> None:
    answer = alice.http.post("/api/tables", content=json.dumps(CINCO), headers={"content-type": kind})
    assert_refused(answer, 415)


def test_a_huge_body(alice: Guest) -> None:
    assert_refused(
        alice.http.post("/api/tables", content=b"[" + b" " * 70_000, headers=JSON), 413, "too-large"
    )


def test_a_huge_body_that_does_not_say_so(alice: Guest) -> None:
    def pieces() -> Any:
        for _ in range(80):
            yield b" " * 1024

    assert_refused(alice.http.post("/api/tables", content=pieces(), headers=JSON), 413, "too-large")


@pytest.mark.parametrize("length", ["-1", "1_000", "9" * 30, "ten"])
def test_a_length_that_is_none(length: str, server: Server) -> None:
    host, port = server.host.split(":")
    with socket.create_connection((host, int(port)), 5) as line:
        line.sendall(
            f"POST /api/tables HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: {length}\r\n\r\n".encode()
        )
        assert line.recv(4096).split()[1] == b"400"


def test_methods_that_no_route_offers(alice: Guest) -> None:
    for method in ("DELETE", "PATCH", "PUT", "TRACE"):
        answer = alice.http.request(method, "/api/lobby")
        assert answer.status_code == 405, (method, answer.text)


def test_without_a_cookie_one_only_looks(alice: Guest, bob: Guest, server: Server) -> None:
    table = seated(alice, bob)
    nobody = Guest(server, hello=False)
    assert nobody.look(table)["game"]["hand"] == []
    assert_refused(nobody.http.post("/api/tables", json=CINCO), 401)
    answer = nobody.command(table, {"type": "sit_down", "seat": 0, "commitment": PROMISE}, version=1)
    assert_refused(answer, 401)
    nobody.close()


def test_the_game_is_told_only_when_it_has_ended(alice: Guest, bob: Guest, carol: Guest) -> None:
    waiting, playing = alice.make(), seated(alice, bob)
    for guest in (alice, bob, carol):
        for table in (waiting, playing):
            for path in ("replay", "record"):
                assert_refused(guest.http.get(f"/api/tables/{table}/{path}"), 409, "not-over")


def test_a_flood_is_slowed_down_and_others_are_not(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = Server(
        tmp_path_factory.mktemp("flood") / "data", requests_per_second=5, QUINCUNX_TRUST_PROXY="1"
    )
    flooder, other = {"x-forwarded-for": "192.0.2.7"}, {"x-forwarded-for": "192.0.2.8"}
    guest = Guest(server)
    answers = [guest.http.get("/api/lobby", headers=flooder) for _ in range(60)]
    assert {answer.status_code for answer in answers} == {200, 429}
    refused = [answer for answer in answers if answer.status_code == 429]
    assert_refused(refused[0], 429, "too-fast")
    assert int(refused[0].headers["retry-after"]) >= 1
    assert guest.http.get("/api/lobby", headers=other).status_code == 200
    assert guest.http.get("/health/live", headers=flooder).status_code == 200, "health is never refused"
    guest.close()
    server.stop()
