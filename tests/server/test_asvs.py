"""Attacks on a running server, by rows of ASVS 5.0 (``docs/security.md``)."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

import httpx
import pytest
from litestar.handlers import HTTPRouteHandler

from quincunx.club import limits
from quincunx.club.accounts.codes import HOW_MANY
from quincunx.server.http.routes import ROUTES
from quincunx.table.commands import Command
from tests.examples import mostly_nightly
from tests.server.support import (
    CINCO,
    ENTROPY,
    PROMISE,
    Guest,
    Server,
    assert_refused,
    environment,
    seated,
)
from tests.servers import prepared

GOOD = "correct horse battery staple"
DAILY = {"type": "daily", "hours": 24}

COMMANDS: dict[str, dict[str, Any]] = {
    "sit_down": {"seat": 0, "commitment": PROMISE},
    "commit": {"seat": 0, "commitment": PROMISE},
    "reveal": {"seat": 0, "entropy": ENTROPY},
    "stand_up": {"seat": 0},
    "take_back": {"seat": 0},
    "call_bot": {"seat": 0},
    "seat_bot": {"seat": 0, "level": "random"},
    "open_seat": {"seat": 0},
    "cancel_table": {},
    "set_bot_pace": {"pace": "slow"},
    "make_move": {"seat": 0, "move": {"type": "draw"}},
    "offer_draw": {"seat": 0},
    "take_back_offer": {"seat": 0},
    "decline_draw": {"seat": 0},
    "resign": {"seat": 0},
    "say": {"seat": 0, "phrase": "hello"},
    "write": {"seat": 0, "text": "hello"},
    "rematch": {},
}
"""Every command, about the first seat."""


def command(name: str) -> dict[str, Any]:
    return {"type": name, **COMMANDS[name]}


def test_every_command_is_tried() -> None:
    assert set(COMMANDS) == {each.__struct_config__.tag for each in Command.__args__}


# ---- 8.3.1: the server decides, whatever the client says -------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_is_carried_out_for_whom_it_is_not(
    name: str, alice: Guest, bob: Guest, carol: Guest
) -> None:
    """For a spectator, for the other player, and without a cookie; over HTTP and over a socket."""
    table = seated(alice, bob, {**CINCO, "hints": True})
    before = alice.look(table)
    callers = {"spectator": carol, "nobody": Guest(carol.server, hello=False)}
    if name not in ("rematch", "set_bot_pace"):
        callers["other player"] = bob
    for who, guest in callers.items():
        answer = guest.command(table, command(name), version=before["version"])
        assert answer.status_code in (401, 403, 409), (who, answer.text)
        with guest.open(table) as socket:
            if guest.cookie:
                version = socket.hello()["version"]
                assert socket.command(command(name), version, "over-a-socket")["type"] == "refused", who
            else:
                assert socket.closing()[0] == 4401
    after = alice.look(table)
    assert after["version"] == before["version"]
    assert after["game"] == before["game"]
    callers["nobody"].close()


@pytest.fixture(scope="module")
def host_and_token(server: Server) -> Iterator[tuple[Guest, str]]:
    """An account, made once since an address may make few of them, and a token of it that may only read."""
    host = Guest(server)
    # A process may come to this module more than once.
    host.register(f"Reader {token_hex(4)}", GOOD)
    asked = {"name": "Reader", "scopes": ["read"]}
    yield host, host.http.post("/api/account/tokens", json=asked).json()["secret"]
    host.close()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_program_that_may_only_read_says_nothing_over_a_socket_either(
    name: str, server: Server, bob: Guest, host_and_token: tuple[Guest, str]
) -> None:
    """Its person could: by their own seat and table."""
    host, secret = host_and_token
    table = seated(host, bob)
    if name == "rematch":
        host.command(table, command("resign"))
    version = host.look(table)["version"]
    program = Guest(server, hello=False)
    headers = {"authorization": f"Bearer {secret}"}
    with program.open(table, headers) as socket:
        seen = socket.hello()["version"]
        said = socket.command(command(name), seen, "k")
        assert (said["type"], said["reason"]["code"]) == ("refused", "scope")
    with program.connect("/api/me/socket", headers) as socket:
        frame = {"type": "command", "key": "k", "version": version, "command": command(name)}
        socket.say({"type": "at", "table": table, "frame": {"type": "hello", "seen": None}})
        socket.say({"type": "at", "table": table, "frame": frame})
        while (heard := socket.next()).get("frame", {}).get("type") not in ("ack", "refused"):
            pass
        assert heard["frame"]["type"] == "refused"
        assert heard["frame"]["reason"]["code"] == "scope"
    assert host.look(table)["version"] == version
    program.close()


# ---- 2.3.1: steps in their order -------------------------------------------------------------------------

BEFORE_THE_GAME = """
    commit reveal take_back call_bot make_move offer_draw take_back_offer decline_draw resign write rematch
""".split()
DURING_THE_GAME = """
    sit_down commit reveal take_back call_bot seat_bot open_seat cancel_table take_back_offer decline_draw
    write rematch
""".split()
AFTER_THE_GAME = """
    sit_down commit reveal stand_up take_back call_bot seat_bot open_seat cancel_table set_bot_pace make_move
    offer_draw take_back_offer decline_draw resign
""".split()


def test_no_step_of_a_game_is_skipped_or_taken_twice(alice: Guest, bob: Guest) -> None:
    """The host and player of the first seat may do all of it, each at its time."""
    table = alice.make()
    for name in BEFORE_THE_GAME:
        assert alice.command(table, command(name)).status_code in (403, 409), name
    assert alice.look(table)["status"] == "waiting"
    alice.sit(table, 0)
    bob.sit(table, 1)
    view = alice.look(table)
    if view["status"] == "waiting":  # devices are still waited for
        for guest, seat in ((alice, 0), (bob, 1)):
            guest.command(table, {"type": "reveal", "seat": seat, "entropy": ENTROPY})
    view = alice.look(table)
    assert (view["status"], view["game"]["to_move"]) == ("playing", 0)
    for name in DURING_THE_GAME:
        assert alice.command(table, command(name)).status_code in (403, 409), name
    assert bob.command(table, {**command("make_move"), "seat": 1}).status_code == 409, "out of turn"
    assert alice.look(table)["version"] == view["version"]
    for path in ("replay", "record", "review"):
        assert_refused(alice.http.get(f"/api/tables/{table}/{path}"), 409)
    assert alice.command(table, command("resign")).status_code == 200
    version = alice.look(table)["version"]
    for name in AFTER_THE_GAME:
        assert alice.command(table, command(name)).status_code in (403, 409), name
    assert alice.look(table)["version"] == version


# ---- 2.3.2, 2.4.1: nothing is created faster than people do ----------------------------------------------


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its usual limits, but for plain requests: those would hide all others."""
    more = {"QUINCUNX_NEW_GUESTS_PER_MINUTE": "120"}
    server = Server(tmp_path_factory.mktemp("limited") / "data", **more)
    yield server
    server.stop()


class Flow(NamedTuple):
    """A limit on creating things: the number at once, and the call that creates one more."""

    most: int
    create: Callable[[Guest, int], httpx.Response]


def person(guest: Guest, number: int) -> None:
    """Make an account of a guest."""
    answer = guest.http.post("/api/account", json={"name": f"Flow {number}", "password": GOOD})
    assert answer.status_code == 201, answer.text
    guest.take_cookie(answer)


CUP = {"name": "Cup", "format": "round_robin", "options": {"game": "cinco", "first": 1}}
CUP |= {"pace": {"type": "live", "total": 60, "increment": 1}}


def cup(guest: Guest, number: int) -> httpx.Response:
    """A tournament, ended at once: no host may have so many open ones."""
    answer = guest.http.post("/api/tournaments", json=CUP)
    if answer.status_code == 201:
        guest.http.post(f"/api/tournaments/{answer.json()['id']}/commands", json={"type": "end"})
    return answer


def token(guest: Guest, number: int) -> httpx.Response:
    """A token, ended at once: so many a person does not have."""
    answer = guest.http.post("/api/account/tokens", json={"name": "Bot", "scopes": ["read"]})
    if answer.is_success:
        guest.http.delete(f"/api/account/tokens/{answer.json()['token']['id']}")
    return answer


def renamed(guest: Guest, number: int) -> httpx.Response:
    return guest.http.put("/api/me", json={"name": f"Renamed {number}"})


FLOWS = {
    "links": Flow(20, lambda guest, _: guest.http.post("/api/me/links")),
    "tokens": Flow(20, token),
    "tournaments": Flow(10, cup),
    "daily challenges": Flow(20, lambda guest, _: guest.http.post("/api/days/today/cinqo")),
    "names given up": Flow(5, renamed),
}


@pytest.mark.parametrize("name", mostly_nightly(FLOWS, "tournaments"))
def test_a_program_creates_no_more_than_people_do(name: str, limited: Server) -> None:
    flow, guest = FLOWS[name], Guest(limited)
    person(guest, list(FLOWS).index(name))
    answers = [flow.create(guest, number) for number in range(flow.most + 5)]
    statuses = [answer.status_code for answer in answers]
    created = sum(status < 300 for status in statuses)
    assert flow.most <= created <= flow.most + 1, statuses
    assert set(statuses[flow.most + 1 :]) == {429}
    assert int(answers[-1].headers["retry-after"]) >= 1
    guest.close()


@pytest.mark.nightly
def test_a_program_makes_no_more_guests_and_accounts_than_people_do(limited: Server) -> None:
    at_once = int(limits.ACCOUNTS_OF_ADDRESS.burst)
    guests = [Guest(limited) for _ in range(at_once + 5)]
    answers = [
        guest.http.post("/api/account", json={"name": f"Crowd {number}", "password": GOOD})
        for number, guest in enumerate(guests)
    ]
    made = [answer.status_code for answer in answers]
    assert made.count(201) <= at_once
    assert made[-1] == 429
    assert int(answers[-1].headers["retry-after"]) >= 1
    nobody = Guest(limited, hello=False)
    newcomers = []
    for _ in range(130):
        nobody.http.cookies.clear()
        newcomers.append(nobody.http.get("/api/me"))
    assert sum(answer.status_code == 200 for answer in newcomers) <= 120
    assert newcomers[-1].status_code == 429
    assert int(newcomers[-1].headers["retry-after"]) >= 1
    for guest in (nobody, *guests):
        guest.close()


# ---- 7.4.1, 7.4.2, 7.4.3: sockets end with what opened them ------------------------------------------------


def end_by(act: str, owner: Guest, name: str) -> None:
    """End what stands for an account, in one of four ways."""
    if act == "signing out everywhere":
        assert owner.http.post("/api/me/sign-out-everywhere").status_code == 204
    elif act == "deletion":
        assert owner.http.delete("/api/me").status_code == 204
    elif act == "a new password":
        body = {"password": "seven quiet herons at dawn", "present": GOOD, "sign_out_others": True}
        assert owner.http.put("/api/account/password", json=body).status_code == 204
    else:
        words = [
            *prepared.COMMAND,
            "admin",
            "ban",
            name,
            "--reason",
            "spam",
            "--data",
            str(owner.server.data),
        ]
        subprocess.run(words, check=True, env=environment(100), capture_output=True, timeout=60)


@pytest.mark.parametrize(
    "act",
    mostly_nightly(
        ["signing out everywhere", "deletion", "a new password", "a ban"], "a new password", "a ban"
    ),
)
def test_no_socket_outlives_what_opened_it(act: str, server: Server, alice: Guest) -> None:
    """Of two devices and a program: at a table, and the person's own."""
    name = f"Socket {act}"[:24]
    owner, phone = Guest(server), Guest(server)
    owner.register(name, GOOD)
    phone.take_cookie(phone.http.post("/api/sign-in", json={"name": name, "password": GOOD}))
    asked = {"name": "Program", "scopes": ["read", "play"]}
    secret = owner.http.post("/api/account/tokens", json=asked).json()["secret"]
    table = seated(owner, alice)
    program, headers = Guest(server, hello=False), {"authorization": f"Bearer {secret}"}
    paths = (f"/api/tables/{table}/socket", "/api/me/socket")
    everybody = ((owner, None), (phone, None), (program, headers))
    with contextlib.ExitStack() as stack:
        sockets = []
        for guest, shown in everybody:
            for path in paths:
                sockets.append(stack.enter_context(guest.connect(path, shown)))
                if table in path:
                    sockets[-1].hello()
                assert sockets[-1].is_alive()
        end_by(act, owner, name)
        for socket in sockets:  # 1012: come back, and be told what you are now
            assert socket.closing()[0] in (1012, 4401, 4403)
    for guest, shown in everybody:
        for path in paths:
            with guest.connect(path, shown) as socket:
                if act == "a new password" and guest is owner:
                    assert socket.hello() if table in path else socket.is_alive()
                else:
                    assert socket.closing()[0] in (4401, 4403)
    assert program.http.get("/api/me/tables", headers=headers).status_code in (401, 403)
    for guest in (owner, phone, program):
        guest.close()


# ---- 14.2.2: private answers are not cached -------------------------------------------------------

FOR_EVERYBODY = re.compile(r"GET /api/(studies/(cinco|cinqo)/[a-z-]+|schemas/[a-z-]+)")
"""Answers that do not depend on who asks, and say how long they are good for."""


def _filled(known: dict[str, str], parameter: re.Match[str]) -> str:
    return known[parameter[1]]


def addresses(table: str, tournament: str, handle: str, private: str) -> Iterator[tuple[str, str]]:
    """Every route under ``/api`` and every page of a table, each filled in with what there is."""
    known = {
        "tournament": tournament,
        "club": "kept-by-nobody",
        "name": "cinco-view",
        "handle": handle,
        "date": "today",
        "kind": "2",
        "ply": "1",
        "number": "1",
        "puzzle": "none",
        "study": "none",
        "device_id": "none",
        "token": "none",
        "token_id": "none",
        "passkey_id": "none",
        "person": "none",
        "report": "1",
    }
    for handler in ROUTES:
        assert isinstance(handler, HTTPRouteHandler)
        for path in handler.paths:
            for method in handler.http_methods:
                for its_table in (table, private):
                    for game in ("cinco", "cinqo"):
                        filled = known | {"table": its_table, "game": game}
                        yield str(method), re.sub(r"\{(\w+):\w+\}", partial(_filled, filled), path)
    for its_table in (table, private):
        yield "GET", f"/t/{its_table}/picture.png"


def test_no_answer_is_cached_but_public_ones(alice: Guest, bob: Guest, server: Server) -> None:
    table = seated(alice, bob)
    alice.command(table, command("resign"))
    private = seated(alice, bob, {**CINCO, "watchable": False, "listed": False})
    alice.command(private, command("resign"))
    host = Guest(server)
    host.register("Kept By Nobody", GOOD)
    tournament = host.http.post("/api/tournaments", json=CUP).json()["id"]
    club = {"name": "kept-by-nobody", "settings": {"title": "Nobody's"}}
    assert host.http.post("/api/clubs", json=club).status_code == 201
    handle = alice.look(table)["seats"][0]["handle"]
    nobody = Guest(server, hello=False)
    kept, seen = set(), set()
    for method, path in dict.fromkeys(addresses(table, tournament, handle, private)):
        leaving = Guest(server)  # whom some of these sign out, or delete
        for guest in (alice, host, nobody) if method == "GET" else (leaving, nobody):
            said = guest.http.request(method, path)
            seen.add(f"{method} {path}")
            if said.headers["cache-control"] == "no-store":
                continue
            assert FOR_EVERYBODY.fullmatch(f"{method} {path}"), (method, path, said.headers)
            assert "set-cookie" not in said.headers
            assert said.content == nobody.http.get(path).content, path
            kept.add(path)
        leaving.close()
    assert kept == {"/api/schemas/cinco-view", "/api/studies/cinco/lessons", "/api/studies/cinqo/lessons"}
    assert len(seen) > 90
    for each in (host, nobody):
        each.close()


def test_a_page_with_names_is_not_kept_and_a_private_table_has_none(
    alice: Guest, bob: Guest, carol: Guest
) -> None:
    """The pages themselves are the same for all callers."""
    private = seated(alice, bob, {**CINCO, "watchable": False, "listed": False})
    pages = [guest.http.get(f"/t/{private}") for guest in (alice, bob, carol)]
    assert len({page.content for page in pages}) == 1
    assert alice.name not in pages[0].text
    assert all(page.headers["cache-control"] in ("no-cache", "no-store") for page in pages)


# ---- 16.2.1, 16.2.5: what the log says, and what it never does -------------------------------------------


@pytest.fixture
def logged(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data", requests_per_second=50)
    yield server
    if server.runs:
        server.stop()


@pytest.mark.parametrize("codes", mostly_nightly([2, HOW_MANY], 2))
def test_no_secret_is_in_the_log_however_it_was_sent(logged: Server, codes: int) -> None:
    """Right and wrong secrets, at their places and at others, with everything that is noted provoked."""
    guest, secrets = Guest(logged), set[str]()
    secrets |= {guest.cookie.partition("=")[2], GOOD, ENTROPY}
    made = guest.http.post("/api/account", json={"name": "Log", "password": GOOD})
    secrets |= set(made.json()["codes"][:codes])
    guest.take_cookie(made)
    secrets.add(guest.cookie.partition("=")[2])
    link = guest.http.post("/api/me/links").json()["url"].partition("#")[2]
    issued = guest.http.post("/api/account/tokens", json={"name": "Bot", "scopes": ["play"]}).json()["secret"]
    secrets |= {link, issued, "a-wrong-password-of-mine", "what somebody said 4711"}
    # Made before: the requests with the guest's own cookie and token use up their budget.
    table = guest.make()
    guest.sit(table, 0)
    with guest.open(table) as socket:
        socket.say(
            {"type": "command", "key": "k", "version": 1, "command": {"type": "write", "text": ENTROPY}}
        )
        socket.socket.send("what somebody said 4711")
    stranger = Guest(logged, hello=False)
    for secret in sorted(secrets):
        for body in (
            {"name": "Log", "password": secret},
            {"name": secret, "password": "x" * 20},
            {"name": "Log", "code": secret},
            {"link": secret},
        ):
            for path in ("/api/sign-in", "/api/sign-in/link", "/api/account", "/api/nowhere"):
                stranger.http.post(path, json=body)
        for headers in (
            {"authorization": f"Bearer {secret}"},
            {"authorization": f"Bearer {issued[:4]}{secret}"},
            {"cookie": f"quincunx_session={secret}"},
            {"origin": f"https://{secret[:8]}.example"},
            {"x-request-id": secret},
        ):
            stranger.http.post("/api/tables", json=CINCO, headers=headers)
            stranger.http.get("/api/me/devices", headers=headers)
    for _ in range(400):
        stranger.http.get("/api/lobby", params={"secret": GOOD})
    guest.close()
    stranger.close()
    logged.stop()
    log = logged.log()
    events = {json.loads(line)["event"] for line in log.splitlines()}
    assert events >= {"signed_in", "sign_in_failed", "bad_token", "foreign_origin", "too_fast", "link_made"}
    assert [secret for secret in secrets if secret in log] == []
    assert table not in log


def test_every_security_line_says_when_where_what_and_by_which_request(logged: Server) -> None:
    guest = Guest(logged)
    made = guest.http.post("/api/account", json={"name": "Lines", "password": GOOD})
    guest.take_cookie(made)
    wrong = guest.http.post("/api/sign-in", json={"name": "Lines", "password": "quite another phrase"})
    guest.http.post("/api/tables", json=CINCO, headers={"origin": "https://elsewhere.example"})
    guest.close()
    logged.stop()
    lines = [json.loads(line) for line in logged.log().splitlines()]
    lines = [line for line in lines if line.get("topic") == "security"]
    assert {line["event"] for line in lines} >= {"account_changed", "sign_in_failed", "foreign_origin"}
    for line in lines:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", line["timestamp"])
        assert line["address"] == "127.0.0.1"
        assert line["level"] in ("info", "warning")
        assert line.get("request") or line.get("connection"), line
    (failed,) = (line for line in lines if line["event"] == "sign_in_failed")
    assert failed["request"] == wrong.headers["x-request-id"]
