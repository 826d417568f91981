"""How many people are here, as a server tells anybody."""

from __future__ import annotations

import time

from tests.server.support import Guest


def count(guest: Guest) -> int:
    return int(guest.http.get("/api/here").json()["people"])


def test_people_are_counted_while_a_window_is_open(alice: Guest, bob: Guest) -> None:
    before = count(bob)
    with alice.connect("/api/me/socket") as one, alice.connect("/api/me/socket") as other:
        for socket in (one, other):
            socket.say({"type": "ping", "n": 1})
            socket.wait("pong")
        assert count(bob) == before + 1, "two windows of one person are one person"
    until = time.monotonic() + 20
    while count(bob) != before and time.monotonic() < until:
        time.sleep(0.05)
    assert count(bob) == before
