"""A person's own socket: their tables and the lobby, live."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from quincunx.server.errors import CLOSE_CODES, NO_COOKIE
from quincunx.server.socket import MOST_SOCKETS, TOO_MANY
from quincunx.table.session import FORGIVEN, LARGEST_FRAME, POLICY, TOO_BIG
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


def test_who_comes_back_is_told_everything(alice: Guest, bob: Guest) -> None:
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


def test_the_lobby_is_told_to_whoever_follows_it(own: Socket, alice: Guest, bob: Guest) -> None:
    own.say({"type": "follow", "lobby": True})
    assert own.wait("lobby")["whole"]
    table = bob.make({**CINCO, "listed": True})
    news = own.wait("lobby", whole=False)
    assert [line["id"] for line in news["tables"]] == [table]
    own.say({"type": "follow", "lobby": False})
    own.say({"type": "follow", "lobby": True})
    own.say({"type": "follow", "lobby": True})
    assert table in [line["id"] for line in own.wait("lobby", whole=True)["tables"]]
    assert own.is_alive()


@pytest.mark.parametrize(
    "frame", ["", "[]", "{", '{"type":"hello"}', '{"type":"follow"}', '{"type":"follow","lobby":1}']
)
def test_what_cannot_be_understood_is_forgiven_a_few_times(own: Socket, frame: str) -> None:
    own.socket.send(frame)
    assert own.wait("refused")["reason"]["code"] == "bad-frame"
    assert own.is_alive()
    for _ in range(FORGIVEN):
        own.socket.send(frame)
    assert own.closing()[0] == POLICY


def test_a_frame_too_large_ends_it(own: Socket) -> None:
    own.say({"type": "ping", "n": 1, "more": "x" * LARGEST_FRAME})
    assert own.cut() in (None, (TOO_BIG, f"A frame has at most {LARGEST_FRAME} bytes."))


def test_bytes_that_are_no_text_harm_nobody(own: Socket) -> None:
    own.socket.send(b"\xff\xfe")
    assert own.wait("refused")["reason"]["code"] == "bad-frame"
    assert own.is_alive()


def test_without_a_cookie_or_with_a_forged_one_it_is_refused(new_guest: Any) -> None:
    for guest in (new_guest(hello=False), new_guest(cookie="quincunx_session=forged")):
        with guest.connect(PATH) as socket:
            assert socket.closing() == (4401, NO_COOKIE.sentence)
        assert guest.http.get("/api/me/tables").status_code == 401


def test_nobody_has_it_open_without_end(alice: Guest) -> None:
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
