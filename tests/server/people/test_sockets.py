"""Sessions and tokens on sockets, on a real server."""

from __future__ import annotations

from tests.server.conftest import NewGuest
from tests.server.people.conftest import GOOD
from tests.server.support import CINCO, PROMISE, Guest, Server, assert_refused

SIT = {"type": "sit_down", "seat": 0, "commitment": PROMISE}


def end_this_device(guest: Guest) -> None:
    devices = guest.http.get("/api/me/devices").json()["devices"]
    (mine,) = [each["id"] for each in devices if each["is_this"]]
    assert guest.http.delete(f"/api/me/devices/{mine}").status_code == 204


def test_sockets_of_a_device_that_is_signed_out_are_closed_at_once(alice: Guest) -> None:
    table = alice.make()
    with alice.open(table) as line, alice.connect("/api/me/socket") as own:
        line.hello()
        own.wait("my_tables")
        end_this_device(alice)
        assert line.closing() == (1012, "Your session has changed; please come back.")
        assert own.closing()[0] == 1012
    with alice.open(table) as line:
        assert line.closing()[0] == 4401
    with alice.connect("/api/me/socket") as own:
        assert own.closing()[0] == 4401


def test_a_guest_who_signs_in_comes_back_as_the_account(server: Server, new_guest: NewGuest) -> None:
    alice, phone = new_guest(), new_guest()
    name = f"Adelaide {len(alice.cookie)}"
    made = alice.http.post("/api/account", json={"name": name, "password": GOOD})
    alice.take_cookie(made)
    table = phone.make()
    with phone.open(table) as line:
        assert line.hello()["table"]["hosted_by_you"]
        answer = phone.http.post("/api/sign-in", json={"name": name, "password": GOOD, "bring": True})
        assert answer.json()["brought"]
        assert line.closing()[0] == 1012
    phone.take_cookie(answer)
    with phone.open(table) as line, alice.open(table) as other, alice.connect("/api/me/socket") as own:
        assert line.hello()["table"]["hosted_by_you"]
        assert other.hello()["table"]["hosted_by_you"]
        assert [each["id"] for each in own.wait("my_tables")["tables"]] == [table]
        # At a table where only the guest was, the account sits down as the guest: one person stays one.
        version = line.hello()["version"]
        assert line.command(SIT, version, "sit")["type"] == "ack"
        assert other.hello()["table"]["seats"][0]["yours"]
        assert own.wait("my_tables")["tables"][0]["id"] == table
    # A read-only program may watch, and is told why it may do nothing else.
    secrets = []
    for scope in ("read", "play"):
        body = {"name": "Bot", "scopes": [scope]}
        secrets.append(alice.http.post("/api/account/tokens", json=body).json()["secret"])
    program = new_guest(hello=False)
    reading, playing = ({"authorization": f"Bearer {each}"} for each in secrets)
    with program.open(table, reading) as line:
        version = line.hello()["version"]
        refused = line.command({"type": "stand_up", "seat": 0}, version, "up")
        assert (refused["type"], refused["reason"]["code"]) == ("refused", "scope")
    with program.open(table, playing) as line:
        version = line.hello()["version"]
        assert line.command({"type": "stand_up", "seat": 0}, version, "up")["type"] == "ack"
    with program.open(table, {"authorization": "Bearer qx_nonsense"}) as line:
        assert line.closing() == (4401, "That token is none, or is good no longer.")
    assert_refused(program.http.post("/api/tables", json=CINCO, headers=reading), 403, "scope")
    assert program.http.post("/api/tables", json=CINCO, headers=playing).status_code == 201
