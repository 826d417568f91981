"""One server for all tests of the folder, and guests who come and go."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

from tests.server.support import Guest, Server

CLIENTS_FAULTS = ("Invalid HTTP request received.", "Invalid UTF-8 sequence received from client.")
NewGuest = Callable[..., Guest]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without rate limits, so that many tests may share it. It must survive them all, silently."""
    running = Server(tmp_path_factory.mktemp("server") / "data", QUINCUNX_TRUST_PROXY="127.0.0.1")
    yield running
    assert running.runs
    running.stop()
    for line in running.log().splitlines():
        said = json.loads(line)  # each line is one object, whatever wrote it
        assert said["event"] in CLIENTS_FAULTS or said.get("topic") == "security", line


@pytest.fixture
def new_guest(server: Server) -> Iterator[NewGuest]:
    """Makes guests whose lines are closed when the test ends."""
    guests: list[Guest] = []

    def make(cookie: str | None = None, hello: bool = True, at: Server = server) -> Guest:
        guests.append(Guest(at, cookie, hello))
        return guests[-1]

    yield make
    for guest in guests:
        guest.close()


@pytest.fixture
def alice(new_guest: NewGuest) -> Guest:
    return new_guest()


@pytest.fixture
def bob(new_guest: NewGuest) -> Guest:
    return new_guest()


@pytest.fixture
def carol(new_guest: NewGuest) -> Guest:
    """She has no seat."""
    return new_guest()
