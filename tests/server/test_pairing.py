"""Strangers find each other over their own sockets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.conftest import NewGuest
from tests.server.support import Guest, Socket

PATH = "/api/me/socket"
QUICK = {"type": "live", "total": 180, "increment": 5}


def seek(socket: Socket, game: str = "cinco", **more: Any) -> dict[str, Any]:
    """Start to look for a game, and return the server's answer."""
    options = {"game": game, **more.pop("options", {})}
    socket.say({"type": "seek", "options": options, "pace": QUICK} | more)
    return socket.wait("seeking", "refused")


def found(socket: Socket) -> dict[str, Any]:
    """The row of the table with a kept seat for this person, once their search has ended."""
    lines, is_on = [], True
    while is_on or not lines:
        frame = socket.wait("my_tables", "seeking")
        is_on = frame.get("is_on", is_on)
        lines += [line for line in frame.get("tables", ()) if line["waits_for_you"]]
    return dict(lines[0])


def test_two_who_look_for_the_same_meet_at_a_rated_table(alice: Guest, bob: Guest) -> None:
    with alice.connect(PATH) as a, bob.connect(PATH) as b:
        first = seek(a, options={"first": 1})
        assert first["is_on"]
        assert first["level"] in ("keen", "skilled")
        assert seek(b)["is_on"]
        lines = [found(socket) for socket in (a, b)]
        assert lines[0]["id"] == lines[1]["id"]
        settings = lines[0]["settings"]
        assert (settings["rated"], settings["pace"]) == (True, QUICK)
        table = lines[0]["id"]
    # No player waits for ever for an absent opponent.
    appointment = alice.look(table)["appointment"]
    assert 0 < appointment["begins_by"] - appointment["now"] <= 60_000
    for guest in (alice, bob):
        seat = next(n for n, each in enumerate(guest.look(table)["seats"]) if each["yours"])
        guest.sit(table, seat)
    assert alice.look(table)["status"] == "playing"


def test_by_the_day_there_is_as_much_time_to_come_as_to_move(alice: Guest, bob: Guest) -> None:
    daily = {"type": "daily", "hours": 24}
    with alice.connect(PATH) as a, bob.connect(PATH) as b:
        for socket in (a, b):
            assert seek(socket, pace=daily)["is_on"]
        table = found(a)["id"]
    appointment = bob.look(table)["appointment"]
    assert 23.9 < (appointment["begins_by"] - appointment["now"]) / 3_600_000 <= 24


@pytest.mark.nightly
def test_a_seeker_who_goes_or_changes_their_mind_is_not_paired(new_guest: NewGuest) -> None:
    gone, undecided, alone = (new_guest() for _ in range(3))
    with gone.connect(PATH) as socket:
        assert seek(socket, "cinqo")["is_on"]
    with undecided.connect(PATH) as socket, alone.connect(PATH) as other:
        assert seek(socket, "cinqo")["is_on"]
        socket.say({"type": "stop_seeking"})
        assert not socket.wait("seeking")["is_on"]
        assert seek(other, "cinqo")["is_on"]
        with pytest.raises(TimeoutError):  # it is looked for others every second
            other.next(seconds=2.5)
        other.say({"type": "stop_seeking"})
        assert not other.wait("seeking")["is_on"]


def test_an_indecisive_seeker_is_told_so(new_guest: NewGuest) -> None:
    with new_guest().connect(PATH) as socket:
        told = [seek(socket, "cinqo", options={"players": 3}) for _ in range(14)]
        assert told[-1]["reason"]["code"] == "too-fast"
        assert told[0]["is_on"]
        assert socket.is_alive()


def test_an_unplayable_search_is_refused(alice: Guest) -> None:
    with alice.connect(PATH) as socket:
        assert seek(socket, "chess")["reason"]["code"] == "bad-options"
        assert seek(socket, "cinqo", options={"players": 1})["reason"]["code"] == "rated-alone"
        assert seek(socket, pace={"type": "live", "total": -1, "increment": 0})["type"] == "refused"
        assert socket.is_alive()
