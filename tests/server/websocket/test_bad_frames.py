"""Bad frames: the right close code with a sentence, and no effect on others at the table."""

from __future__ import annotations

import contextlib
import json
import struct
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.support import Guest, Server, Socket, seated

GARBAGE: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{nonsense",
    "null": b"null",
    "no type": b"{}",
    "an unknown type": b'{"type": "move"}',
    "a server's frame": b'{"type": "pong", "n": 1}',
    "an unknown field": b'{"type": "ping", "n": 1, "x": 2}',
    "a wrong type": b'{"type": "ping", "n": "one"}',
    "a lone surrogate": b'{"type": "\\ud800"}',
    "an endless number": b'{"type": "ping", "n": 1' + b"0" * 5000 + b"}",
    "deep nesting": b"[" * 8_000,
    "deep nesting in a command": b'{"type": "command", "key": ' + b'{"a":' * 2_000,
}


@pytest.mark.parametrize("what", GARBAGE)
@pytest.mark.parametrize("binary", [False, True])
def test_a_frame_that_cannot_be_understood_is_answered_and_forgiven(
    what: str, binary: bool, alice: Guest, bob: Guest
) -> None:
    table = seated(alice, bob)
    with alice.open(table) as line, bob.open(table) as other:
        line.hello()
        other.hello()
        line.socket.send(GARBAGE[what], text=not binary)
        refused = line.wait("refused")
        assert refused["reason"]["code"] == "bad-frame"
        assert refused["reason"]["sentence"].startswith("That frame cannot be understood: ")
        assert line.is_alive()
        assert other.is_alive()


def test_a_move_of_no_game_is_refused_by_the_table(alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    with alice.open(table) as line:
        version = line.hello()["version"]
        command = {"type": "make_move", "seat": 0, "move": {"type": "castle"}}
        reason = line.command(command, version, "k")["reason"]
        assert (reason["kind"], reason["code"]) == ("malformed", "no-such-move")
        assert reason["sentence"].startswith("That isn’t a move in Cinco: ")
        assert line.is_alive()


def test_binary_noise_is_forgiven(alice: Guest) -> None:
    table = alice.make()
    with alice.open(table) as line:
        line.hello()
        line.socket.send(bytes(range(256)))
        assert line.wait("refused")["reason"]["code"] == "bad-frame"
        assert line.is_alive()


def test_text_that_is_no_text_closes_the_line(alice: Guest, bob: Guest) -> None:
    """RFC 6455: a text frame that is not UTF-8 fails the connection with 1007."""
    table = seated(alice, bob)
    with alice.open(table) as line, bob.open(table) as other:
        line.hello()
        other.hello()
        line.socket.send(b'{"type": "ping\xed\xa0\x80"}', text=True)
        assert line.closing()[0] == 1007
        assert other.is_alive()


def test_the_key_of_a_bad_command_is_told(alice: Guest) -> None:
    table = alice.make()
    with alice.open(table) as line:
        line.hello()
        line.say({"type": "command", "key": "mine", "version": 1, "command": {"type": "win"}})
        assert line.wait("refused")["key"] == "mine"


def test_too_much_garbage_closes_the_line(alice: Guest) -> None:
    table = alice.make()
    with alice.open(table) as line:
        line.hello()
        for _ in range(11):
            line.socket.send("?")
        code, reason = line.closing()
        assert code == 1008
        assert reason == "There were too many frames that cannot be understood."


def test_a_flood_closes_the_line_and_not_the_others(alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    with alice.open(table) as line, bob.open(table) as other:
        line.hello()
        other.hello()
        with contextlib.suppress(ConnectionClosed):  # the server may be quicker than the flood
            for number in range(500):
                line.say({"type": "ping", "n": number})
        told = line.cut()
        assert told in (None, (1008, "That was too fast; please slow down."))
        assert len(line.heard) < 100, "most of it was not even answered"
        assert other.is_alive()
    assert alice.look(table)["version"] == bob.look(table)["version"]


@pytest.mark.parametrize("size", [64 * 1024 + 1, 2_000_000])
def test_a_huge_frame_is_not_read_to_its_end(size: int, alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    with alice.open(table) as line, bob.open(table) as other:
        line.hello()
        other.hello()
        _send_all(line, json.dumps({"type": "ping", "n": 1}).ljust(size))
        assert (line.cut() or [1009])[0] == 1009
        assert not any(json.loads(frame).get("type") == "pong" for frame in line.heard)
        assert other.is_alive()


def test_a_huge_frame_is_refused_by_its_head_alone(alice: Guest) -> None:
    """Nothing of what it announces need come, so nothing of it need be kept."""
    table = alice.make()
    with alice.open(table) as line:
        line.hello()
        masked_text, length_in_8_bytes = 0x81, 0xFF
        line.socket.socket.sendall(struct.pack("!BBQ4x", masked_text, length_in_8_bytes, 64 * 1024 + 1))
        assert line.closing()[0] == 1009


@pytest.mark.parametrize("size", [16 * 1024 + 1])
def test_an_oversize_frame_closes_the_line(size: int, alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    with alice.open(table) as line, bob.open(table) as other:
        line.hello()
        other.hello()
        _send_all(line, json.dumps({"type": "ping", "n": 1}).ljust(size))
        assert line.closing()[0] == 1009
        assert other.is_alive()


def test_a_frame_of_the_largest_size_is_taken(alice: Guest) -> None:
    table = alice.make()
    with alice.open(table) as line:
        line.hello()
        line.socket.send(json.dumps({"type": "ping", "n": 77}).ljust(16 * 1024))
        assert line.wait("pong", n=77)


def test_hanging_up_before_the_answer_is_no_error(alice: Guest, bob: Guest, server: Server) -> None:
    table = seated(alice, bob)
    for number in range(20):
        with alice.open(table) as line:
            line.hello()
            for offer in ("offer_draw", "take_back_offer"):
                key = f"{offer}-{number}"
                command = {"type": offer, "seat": 0}
                line.say({"type": "command", "key": key, "version": 1, "command": command})
    assert bob.look(table)["version"] > 3, "commands whose sender has gone are carried out all the same"
    assert "command_failed" not in server.log()


def test_an_oversize_message_in_small_fragments(alice: Guest) -> None:
    table = alice.make()
    with alice.open(table) as line:
        line.hello()
        with pytest.raises(ConnectionClosed):
            line.socket.send(" " * 1024 for _ in range(100_000))
        assert (line.cut() or [1009])[0] == 1009


@pytest.mark.parametrize(
    "frame",
    [{"type": "ping", "n": 1}, {"type": "look", "point_of_view": 0},
     {"type": "command", "key": "k", "version": 1, "command": {"type": "rematch"}}],
)  # fmt: skip
def test_the_first_frame_is_hello(frame: dict[str, Any], alice: Guest) -> None:
    table = alice.make()
    with alice.open(table) as line:
        line.say(frame)
        assert line.closing() == (1008, "The first frame must be hello.")


def test_a_socket_without_a_cookie(alice: Guest) -> None:
    table = alice.make()
    with alice.open(table, headers={"cookie": ""}) as line:
        code, reason = line.closing()
        assert code == 4401
        assert "/api/me" in reason


@pytest.mark.parametrize("seen", [-1, 10**9, -(2**62), 0])
def test_a_past_that_the_table_never_had(seen: int, alice: Guest) -> None:
    table = alice.make()
    with alice.open(table) as line:
        update = line.hello(seen)
        assert update["since"] in (None, 0)
        assert update["version"] == 1


@pytest.mark.parametrize("seat", [-1, 1, 2, 10**6])
def test_looking_into_a_hand_that_is_not_mine(seat: int, alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    with alice.open(table) as line:
        mine = line.hello()["table"]["game"]["hand"]
        line.say({"type": "look", "point_of_view": seat})
        assert line.wait("update")["table"]["game"]["hand"] == mine


@pytest.mark.parametrize("version", [-1, 10**6, -(2**62)])
def test_a_command_on_a_version_that_never_was(version: int, alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    with alice.open(table) as line:
        line.hello()
        command = {"type": "make_move", "seat": 0, "move": {"type": "draw"}}
        assert line.command(command, version, "k")["reason"]["code"] == "bad-version"
        assert line.is_alive()


def _send_all(line: Socket, text: str) -> None:
    with contextlib.suppress(ConnectionClosed):  # it is refused before it is all said
        line.socket.send(text)
