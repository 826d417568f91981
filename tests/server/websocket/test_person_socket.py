"""A person's own socket: their tables and the lobby, live."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from quincunx.server.errors import NO_COOKIE
from quincunx.server.people.open_sockets import MOST_SOCKETS, TOO_MANY
from quincunx.table.session.close_codes import CLOSE_CODES, POLICY, TOO_BIG
from quincunx.table.session.session import FORGIVEN, LARGEST_FRAME
from tests.server.support import CINCO, Guest, Server, Socket, choose, seated

PATH = "/api/me/socket"


@pytest.fixture
def own(alice: Guest) -> Iterator[Socket]:
    """Alice's own socket."""
    with alice.connect(PATH) as socket:
        yield socket


def until(socket: Socket, table: str, **fields: Any) -> dict[str, Any]:
    """The table's line as soon as it has these fields."""
    while True:
        for line in socket.wait("my_tables")["tables"]:
            if line["id"] == table and all(line[name] == value for name, value in fields.items()):
                return dict(line)


def test_my_tables_are_told_and_then_what_changes(own: Socket, alice: Guest, bob: Guest) -> None:
    first = own.wait("my_tables")
    assert (first["tables"], first["whole"]) == ([], True)
    table = seated(alice, bob)
    line = until(own, table, waits_for_you=True)
    assert (line["status"], line["to_move"]) == ("playing", 0)
    assert [seat["yours"] for seat in line["seats"]] == [True, False]
    assert alice.http.get("/api/me/tables").json()["tables"] == [line]
    move = choose(alice.look(table), Random(1))
    alice.command(table, {"type": "make_move", "seat": 0, "move": move})
    assert until(own, table, waits_for_you=False)["to_move"] == 1
    bob.command(table, {"type": "resign", "seat": 1})
    while table not in own.wait("my_tables")["gone"]:
        pass
    assert alice.http.get("/api/me/tables").json()["tables"] == []


def test_a_returning_client_is_told_everything(alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    with bob.connect(PATH) as socket:
        told = socket.wait("my_tables")
    assert told["whole"]
    assert [(line["id"], line["waits_for_you"]) for line in told["tables"]] == [(table, False)]


def test_nothing_of_the_game_is_told(own: Socket, alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    until(own, table, waits_for_you=True)
    seed, hand = alice.look(table)["commitment"], b'"hand"'
    assert all(hand not in frame and seed.encode() not in frame for frame in own.heard)


def test_the_lobby_is_told_to_its_followers(own: Socket, alice: Guest, bob: Guest) -> None:
    own.say({"type": "follow", "lobby": True})
    assert own.wait("lobby")["whole"]
    table = bob.make({**CINCO, "listed": True})
    # Tables of other tests may leave the list first.
    while not (news := own.wait("lobby", whole=False)["tables"]):
        pass
    assert [line["id"] for line in news] == [table]
    own.say({"type": "follow", "lobby": False})
    own.say({"type": "follow", "lobby": True})
    own.say({"type": "follow", "lobby": True})
    assert table in [line["id"] for line in own.wait("lobby", whole=True)["tables"]]
    assert own.is_alive()


@pytest.mark.parametrize(
    "frame", ["", "[]", "{", '{"type":"hello"}', '{"type":"follow"}', '{"type":"follow","lobby":1}']
)
def test_malformed_frames_are_forgiven_a_few_times(own: Socket, frame: str) -> None:
    own.socket.send(frame)
    assert own.wait("refused")["reason"]["code"] == "bad-frame"
    assert own.is_alive()
    for _ in range(FORGIVEN):
        own.socket.send(frame)
    assert own.closing()[0] == POLICY


def test_a_frame_too_large_ends_it(own: Socket) -> None:
    own.say({"type": "ping", "n": 1, "more": "x" * LARGEST_FRAME})
    assert own.cut() in (None, (TOO_BIG, f"A frame has at most {LARGEST_FRAME} bytes."))


def test_bytes_that_are_no_text_are_harmless(own: Socket) -> None:
    own.socket.send(b"\xff\xfe")
    assert own.wait("refused")["reason"]["code"] == "bad-frame"
    assert own.is_alive()


def test_without_a_cookie_or_with_a_forged_one_it_is_refused(new_guest: Any) -> None:
    for guest in (new_guest(hello=False), new_guest(cookie="quincunx_session=forged")):
        with guest.connect(PATH) as socket:
            assert socket.closing() == (4401, NO_COOKIE.sentence)
        assert guest.http.get("/api/me/tables").status_code == 401


def test_open_sockets_are_limited(alice: Guest) -> None:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(alice.connect(PATH)) for _ in range(MOST_SOCKETS)]
        assert sockets[-1].is_alive()
        with alice.connect(PATH) as more:
            assert more.closing() == (CLOSE_CODES[TOO_MANY.kind], TOO_MANY.sentence)


def test_another_origin_is_refused(alice: Guest) -> None:
    with pytest.raises(Exception, match="403"), alice.connect(PATH, {"origin": "https://evil.example"}):
        pass


def test_when_the_server_ends_it_says_so(tmp_path: Any) -> None:
    server = Server(tmp_path / "data")
    guest = Guest(server)
    with guest.connect(PATH) as socket:
        socket.wait("my_tables")
        server.stop()
        with contextlib.suppress(ConnectionClosed):
            assert socket.closing()[0] == 1012
    guest.close()


# ---- tables over the same socket --------------------------------------------------------------------------


def at(socket: Socket, table: str, frame: dict[str, Any]) -> None:
    socket.say({"type": "at", "table": table, "frame": frame})


def heard_at(socket: Socket, table: str, *kinds: str) -> dict[str, Any]:
    """The next frame of one of these kinds that the table says."""
    while True:
        frame = socket.wait("at", table=table)["frame"]
        if frame["type"] in kinds:
            return dict(frame)


def test_a_game_is_played_over_ones_own_socket(own: Socket, alice: Guest, bob: Guest) -> None:
    tables = [seated(alice, bob) for _ in range(2)]
    random = Random(3)
    for table in tables:
        at(own, table, {"type": "hello"})
        assert heard_at(own, table, "update")["table"] == alice.look(table)
    for table in tables:
        seen = alice.look(table)
        command = {"type": "make_move", "seat": 0, "move": choose(seen, random)}
        at(own, table, {"type": "command", "key": "k", "version": seen["version"], "command": command})
        told = {frame["type"]: frame for frame in (heard_at(own, table, "ack", "update") for _ in range(2))}
        assert told["ack"]["version"] == seen["version"] + 1
        assert told["update"]["since"] == seen["version"]
    at(own, tables[0], {"type": "ping", "n": 7})
    assert heard_at(own, tables[0], "pong")["n"] == 7


def test_a_left_table_sends_nothing_more_and_may_be_joined_again(
    own: Socket, alice: Guest, bob: Guest
) -> None:
    table = seated(alice, bob)
    at(own, table, {"type": "hello"})
    version = heard_at(own, table, "update")["version"]
    own.say({"type": "leave", "table": table})
    own.say({"type": "leave", "table": "never-was-there"})
    assert own.is_alive()
    alice.command(table, {"type": "make_move", "seat": 0, "move": choose(alice.look(table), Random(1))})
    at(own, table, {"type": "hello", "seen": version})
    assert heard_at(own, table, "update")["since"] == version


def test_a_table_that_is_not_there_or_not_for_me_is_left_at_once(
    own: Socket, bob: Guest, carol: Guest
) -> None:
    closed = seated(bob, carol, {**CINCO, "watchable": False})
    for table, kind in (("there-is-none", "unknown"), (closed, "forbidden"), ("?", "unknown")):
        at(own, table, {"type": "hello"})
        assert own.wait("left", table=table)["code"] == CLOSE_CODES[kind]
    assert own.is_alive()


def test_a_refusal_of_one_table_does_not_touch_the_others(own: Socket, alice: Guest, bob: Guest) -> None:
    one, two = seated(alice, bob), seated(alice, bob)
    for table in (one, two):
        at(own, table, {"type": "hello"})
        heard_at(own, table, "update")
    for _ in range(FORGIVEN + 1):
        at(own, one, {"type": "nonsense"})
    assert own.wait("left", table=one)["code"] == POLICY
    at(own, two, {"type": "ping", "n": 1})
    assert heard_at(own, two, "pong")["n"] == 1


def test_without_hello_a_table_says_nothing(own: Socket, alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    at(own, table, {"type": "ping", "n": 1})
    assert own.wait("left", table=table)["sentence"] == "The first frame must be hello."


def test_tables_that_there_are_not_take_no_place(own: Socket, alice: Guest, bob: Guest) -> None:
    tables = [seated(alice, bob) for _ in range(3)]
    for table in tables:
        at(own, table, {"type": "hello"})
        heard_at(own, table, "update")
    for number in range(20):
        at(own, f"unknown-table-{number}", {"type": "hello"})
    assert own.is_alive()
    at(own, tables[0], {"type": "ping", "n": 1})
    assert heard_at(own, tables[0], "pong")


def test_presence_is_that_of_a_socket_of_the_tables_own(alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    with bob.open(table) as other:
        other.hello()
        with alice.connect(PATH) as own:
            at(own, table, {"type": "hello"})
            assert heard_at(own, table, "update")
            while not other.wait("presence")["here"][0]:
                pass
        while other.wait("presence")["here"][0]:
            pass
