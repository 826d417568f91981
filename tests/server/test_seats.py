"""Ownership of seats: only the player who sat down ever moves for a seat."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

import pytest

from tests.server.conftest import NewGuest
from tests.server.support import PROMISE, Guest, assert_refused, choose, seated


def first_move(alice: Guest, table: str) -> tuple[dict[str, Any], int]:
    """The command that would move for the first seat, and the version it is decided on."""
    view = alice.look(table)
    return {"type": "make_move", "seat": 0, "move": choose(view, Random(1))}, view["version"]


@pytest.mark.parametrize("thief_sits", [True, False])
def test_another_guest_does_not_move_for_a_seat(
    thief_sits: bool, alice: Guest, bob: Guest, carol: Guest
) -> None:
    table = seated(alice, bob)
    thief = bob if thief_sits else carol
    command, version = first_move(alice, table)
    assert_refused(thief.command(table, command, version=version), 403, "not-your-seat")
    with thief.open(table) as line:
        line.hello()
        refused = line.command(command, version, "theft")
        assert (refused["type"], refused["reason"]["code"]) == ("refused", "not-your-seat")
    for other in ("stand_up", "take_back", "offer_draw", "take_back_offer"):
        assert_refused(thief.command(table, {"type": other, "seat": 0}), 403)
    assert thief.command(table, {"type": "call_bot", "seat": 0}).status_code in (403, 409)
    assert thief.command(table, {"type": "sit_down", "seat": 0, "commitment": PROMISE}).status_code in (
        403,
        409,
    )
    assert alice.look(table)["version"] == version, "nothing has happened"


def altered(guest: Guest) -> list[str]:
    """Cookies that are nearly right."""
    name, value = guest.cookie.split("=", 1)
    wrong = [
        value[:-1],
        value[:-12],
        value + "A",
        value.swapcase(),
        value[:3] + ("A" if value[3] != "A" else "B") + value[4:],
        sha256(value.encode()).hexdigest(),
        guest.identity,
        f".{value}",
        "x" * 2000,
        "%00",
    ]
    return [f"{name}={each}" for each in wrong]


def test_a_foreign_cookie_identifies_no_person(alice: Guest, bob: Guest, new_guest: NewGuest) -> None:
    table = seated(alice, bob)
    command, version = first_move(alice, table)
    for cookie in altered(alice):
        forger = new_guest(cookie=cookie)
        assert_refused(forger.command(table, command, version=version), 401, "no-cookie")
        assert forger.look(table)["point_of_view"] is None
        assert forger.look(table)["game"]["hand"] == []
        with forger.open(table) as line:
            assert line.closing()[0] == 4401
    twin = new_guest(cookie=alice.cookie)
    assert twin.command(table, command, version=version).status_code == 200, "the true cookie is enough"


def test_no_answer_names_anybodys_identity(alice: Guest, bob: Guest) -> None:
    """Journals name people by it, and no other part needs it."""
    table = seated(alice, bob)
    identity = alice.identity
    with bob.open(table) as line, alice.open(table) as hers:
        line.hello()
        hers.hello()
        assert line.is_alive()
        assert not [raw for raw in line.heard if identity.encode() in raw]
    for path in (f"/api/tables/{table}", "/api/lobby", f"/api/tables/{table}/replay"):
        assert identity not in bob.http.get(path).text


def test_a_replayed_frame_of_another_person_is_judged_as_the_sender(
    alice: Guest, bob: Guest, carol: Guest
) -> None:
    table = seated(alice, bob)
    command, version = first_move(alice, table)
    with alice.open(table) as line:
        line.hello()
        assert line.command(command, version, "alices-key")["type"] == "ack"
    after = alice.look(table)["version"]
    for thief in (bob, carol):
        answer = thief.command(table, command, "alices-key", version)
        assert answer.status_code in (403, 409), "not even her acknowledgement is told"
        with thief.open(table) as line:
            line.hello()
            assert line.command(command, version, "alices-key")["type"] == "refused"
    assert alice.look(table)["version"] == after


def test_a_used_key_does_not_block_another_person(alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    command, version = first_move(alice, table)
    assert alice.command(table, command, "k", version).status_code == 200
    view = bob.look(table)
    mine = {"type": "make_move", "seat": 1, "move": choose(view, Random(1))}
    assert bob.command(table, mine, "k", view["version"]).json()["version"] == view["version"] + 1


@pytest.mark.parametrize("seat", [-1, 2, 5, 99, -2])
def test_a_seat_that_is_not_there(seat: int, alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    for kind in ("stand_up", "take_back", "call_bot", "open_seat", "offer_draw"):
        answer = alice.command(table, {"type": kind, "seat": seat})
        assert 400 <= answer.status_code < 500, answer.text
    command, version = first_move(alice, table)
    assert 400 <= alice.command(table, command | {"seat": seat}, version=version).status_code < 500
    assert alice.look(table)["version"] == version


def test_the_server_is_no_guest(alice: Guest, bob: Guest) -> None:
    """A table's bots are moved by the server alone."""
    settings = {
        "options": {"game": "cinqo", "first": 0},
        "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}],
    }
    table = alice.make(settings)
    alice.sit(table, 0)
    for guest in (alice, bob):
        answer = guest.command(table, {"type": "make_move", "seat": 1, "move": {"type": "put"}})
        assert_refused(answer, 403, "not-your-seat")


def test_only_the_host_arranges_seats(alice: Guest, bob: Guest) -> None:
    table = alice.make()
    assert_refused(bob.command(table, {"type": "seat_bot", "seat": 1, "level": "random"}), 403, "only-host")
    assert_refused(bob.command(table, {"type": "open_seat", "seat": 0}), 403, "only-host")
    kept = bob.command(table, {"type": "sit_down", "seat": 0, "commitment": PROMISE})
    assert_refused(kept, 403, "seat-kept")


def test_a_private_table_is_closed_to_onlookers(alice: Guest, bob: Guest, carol: Guest) -> None:
    table = alice.make({"options": {"game": "cinco", "first": 0}, "watchable": False,
                        "seats": [{"kind": "me"}, {"kind": "open"}]})  # fmt: skip
    with carol.open(table) as line:
        line.hello()
        alice.sit(table, 0)
        bob.sit(table, 1)
        assert line.closing()[0] == 4403
    with carol.open(table) as line:
        assert line.closing()[0] == 4403
    for path in ("", "/replay", "/record", "/qr.svg"):
        assert_refused(carol.http.get(f"/api/tables/{table}{path}"), 403, "not-for-watching")
    command, version = first_move(alice, table)
    assert_refused(carol.command(table, command, version=version), 403, "not-for-watching")
