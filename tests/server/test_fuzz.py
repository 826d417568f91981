"""Requests made from the API's own description, and frames made from nothing sensible at all."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from secrets import token_hex
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.config import SchemathesisConfig
from websockets.exceptions import ConnectionClosed

from quincunx.server.http.routes import ROUTES
from tests.examples import mostly_nightly
from tests.server.support import CINCO, ENTROPY, PROMISE, Guest, Server, seated

QUIET = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much]
CLOSE_CODES = {1000, 1002, 1007, 1008, 1009, 4401, 4403, 4404}


GOOD = "correct horse battery staple"
LEAVING = {
    "DELETE /api/me",
    "POST /api/me/sign-out",
    "POST /api/me/sign-out-everywhere",
    "POST /api/account",
    "POST /api/sign-in",
    "POST /api/sign-in/link",
}
"""Operations that may sign the caller out, or sign in as another account."""


@pytest.fixture(scope="module")
def api(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json", config=SchemathesisConfig())


@pytest.fixture(scope="module")
def player(server: Server) -> Iterator[Guest]:
    """A guest with a cookie and a table, so that requests get past the first checks."""
    guest = Guest(server)
    yield guest
    guest.close()


@pytest.fixture(scope="module")
def member(server: Server) -> Iterator[Guest]:
    """A person with an account who has just signed in."""
    guest = Guest(server)
    guest.register(f"Fuzzy {token_hex(4)}", GOOD)
    yield guest
    guest.close()


@pytest.fixture(scope="module")
def tables(server: Server, player: Guest) -> Iterator[list[str]]:
    other = Guest(server)
    yield [seated(player, other, {**CINCO, "hints": True}), player.make(), "nobodys-table-of-this-name"]
    other.close()


@pytest.mark.parametrize(
    "mode",
    mostly_nightly([GenerationMode.POSITIVE, GenerationMode.NEGATIVE], GenerationMode.POSITIVE),
)
@pytest.mark.parametrize("examples", mostly_nightly([1, 10], 1))
def test_whatever_the_description_allows_or_forbids(
    mode: GenerationMode, examples: int, api: Any, player: Guest, member: Guest, tables: list[str]
) -> None:
    """Ask each operation at least so many times, and those of tables three times as often."""
    asked: Counter[str] = Counter()
    faults: list[str] = []
    for found in api.get_all_operations():
        operation = found.ok()
        name = f"{operation.method.upper()} {operation.path}"
        try:
            people = [player] if "/api/tables" in name else [player, member]
            cases = operation.as_strategy(generation_mode=mode)
            times = examples * (3 if len(people) == 1 else 1)
            ask_often(cases, times, name, people, tables, asked, faults)
        except Unsatisfiable:
            # An operation without parameters or body has nothing that could be wrong.
            assert mode is GenerationMode.NEGATIVE, name
    assert not faults, faults[:5]
    expected = offered() if mode is GenerationMode.POSITIVE else {n for n in offered() if "/api/tables" in n}
    assert expected <= set(asked), expected - set(asked)


def ask_often(
    cases: Any,
    times: int,
    name: str,
    people: list[Guest],
    tables: list[str],
    asked: Counter[str],
    faults: list[str],
) -> None:
    """Ask one operation with many cases; what is wrong with the answers is added to ``faults``."""

    @seed(1)  # otherwise Hypothesis reads the source for one, each time
    @settings(
        max_examples=times,
        database=None,
        suppress_health_check=QUIET,
        phases=[Phase.generate],
    )
    @given(case=cases)
    def ask(case: Case) -> None:
        if "table" in (case.path_parameters or {}) and asked[name] % 4:
            case.path_parameters["table"] = tables[asked[name] % 3]
        if "tournament" in (case.path_parameters or {}) and asked[name] % 4:
            case.path_parameters["tournament"] = tournament_of(people[-1])
        if "club" in (case.path_parameters or {}) and asked[name] % 4:
            case.path_parameters["club"] = club_of(people[-1])
        asked[name] += 1
        who = people[asked[name] % len(people)]
        if name in LEAVING:
            who = Guest(who.server)
            who.close()
        answer = case.call(headers={"cookie": who.cookie})
        if answer.status_code >= 500:
            faults.append(f"{name}: {answer.status_code} {answer.text[:300]}")
        elif answer.status_code >= 400 and "sentence" not in answer.text:
            faults.append(f"{name}: {answer.status_code} without a sentence: {answer.text[:300]}")

    ask()


@cache
def tournament_of(host: Guest) -> str:
    """One of theirs: who asks about it comes further than the door."""
    made = host.http.post(
        "/api/tournaments",
        json={
            "name": "Fuzzy night",
            "format": "swiss",
            "options": CINCO["options"],
            "pace": {"type": "live", "total": 60, "increment": 1},
        },
    )
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


@cache
def club_of(owner: Guest) -> str:
    """Create a club of theirs, and return its name."""
    name = f"fuzzy-{token_hex(4)}"  # a process may come to this module more than once
    made = owner.http.post("/api/clubs", json={"name": name, "settings": {"title": "Fuzzy Club"}})
    assert made.status_code == 201, made.text
    return name


def offered() -> set[str]:
    """Every operation that the routes have."""
    return {
        f"{method} {path.replace(':str', '').replace(':int', '')}"
        for route in ROUTES
        if route.include_in_schema is not False  # what is for browsers, and described nowhere
        for method in route.http_methods
        for path in route.paths
        if method not in ("HEAD", "OPTIONS")
    }


# ---- the socket ---------------------------------------------------------------------------------------

numbers = st.integers() | st.integers(-3, 8) | st.floats() | st.text(max_size=3) | st.none() | st.booleans()
anything = st.recursive(
    numbers,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
kinds = st.sampled_from(
    ["sit_down", "commit", "reveal", "stand_up", "take_back", "call_bot", "seat_bot", "open_seat",
     "cancel_table",
     "make_move", "offer_draw",
     "take_back_offer", "rematch", "win"]
)  # fmt: skip
moves = st.fixed_dictionaries(
    {"type": st.sampled_from(["play", "draw", "exchange", "put", "cheat"])},
    optional={"card": numbers, "space": numbers, "rack": anything, "bank": anything, "box": anything},
)
commands = st.fixed_dictionaries(
    {"type": kinds},
    optional={
        "seat": numbers,
        "entropy": st.just(ENTROPY) | anything,
        "commitment": st.just(PROMISE) | anything,
        "level": anything,
        "move": moves,
    },
)
frames = st.fixed_dictionaries(
    {"type": st.sampled_from(["hello", "command", "look", "ping", "update"])},
    optional={
        "key": st.text(max_size=70), "version": numbers, "command": commands | anything, "seen": numbers,
        "point_of_view": numbers, "n": numbers,
    },
)  # fmt: skip
raw = (
    frames.map(lambda frame: json.dumps(frame).encode())
    | anything.map(lambda value: json.dumps(value).encode())
    | st.binary(max_size=300)
    | frames.flatmap(lambda frame: st.integers(0, 200).map(lambda at: json.dumps(frame).encode()[:at]))
)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@settings(max_examples=60, derandomize=True, database=None, suppress_health_check=QUIET)
@given(said=st.lists(st.tuples(raw, st.booleans()), min_size=1, max_size=12), greets=st.booleans())
def test_whatever_is_said_on_a_socket(
    said: list[tuple[bytes, bool]], greets: bool, player: Guest, tables: list[str]
) -> None:
    table = tables[len(said) % 2]
    with player.open(table) as line:
        try:
            if greets:
                line.hello()
            for data, text in said:
                line.socket.send(data, text=text)
            line.hello()
            assert line.is_alive()
        except ConnectionClosed:
            close = line.socket.protocol.close_rcvd
            # A client that sends more after invalid text may lose the last message to a reset.
            lost = close is None and any(text and not _is_utf8(data) for data, text in said)
            assert lost or (close is not None and close.code in CLOSE_CODES), (close, said)
    assert player.http.get(f"/api/tables/{table}").status_code == 200


def test_a_game_goes_on_as_if_nothing_had_been(player: Guest) -> None:
    table = player.make(CINCO)
    with player.open(table) as line:
        assert line.hello()["version"] == 1
    assert player.http.get("/health/ready").status_code == 200
