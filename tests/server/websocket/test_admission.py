"""The admission of a socket: accepted first, so that a refusal has a code and a sentence for its client."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from quincunx.club.ports import StoreUnavailable
from quincunx.club.rows import PersonRow
from quincunx.core.reason import Refusal, refused
from quincunx.node.ports import JournalDamaged, JournalUnavailable
from quincunx.server.errors import DAMAGED, INTERNAL
from quincunx.server.observability.callers import HEADER, caller
from quincunx.server.observability.watch import Watch
from quincunx.server.people.identity import Identity
from quincunx.server.people.open_sockets import MOST_SOCKETS, TOO_MANY, TOO_MANY_GUESTS, Sockets
from quincunx.server.services import KEY
from quincunx.server.transport.socket_transport import SOCKET_TRANSPORT
from quincunx.server.websocket.admission import hang_up, serve, transport_of
from quincunx.server.websocket.connection import AnySocket

GUEST = PersonRow("a-guest", "Gwen", 0, 0)
ACCOUNT = PersonRow("an-account", "Ada", 0, 0, name_key="ada")
HEADERS = [(b"cookie", b"session=secret")]


class Socket:
    """A socket, as Litestar passes it on."""

    def __init__(self, services: Any) -> None:
        self.scope: dict[str, Any] = {"headers": HEADERS, "request_id": "a-request", "extensions": {}}
        self.app = SimpleNamespace(state={KEY: services})
        self.accepted: dict[str, str] | None = None
        self.closed: tuple[int, str] | None = None

    async def accept(self, headers: dict[str, str]) -> None:
        self.accepted = headers

    async def close(self, code: int, reason: str) -> None:
        self.closed = code, reason


class Connection:
    """A connection that runs until its client hangs up, or until it is signed out."""

    def __init__(self) -> None:
        self.served: object = None
        self.is_signed_out = False
        self._end = asyncio.Event()

    async def run(self, socket: object) -> None:
        self.served = socket
        await self._end.wait()

    def sign_out(self) -> None:
        self.is_signed_out = True
        self.hang_up()

    def hang_up(self) -> None:
        self._end.set()


class Door:
    """A server's admission: the credential's identity, and the connection that it leads to."""

    def __init__(self, row: PersonRow = GUEST, of_network: int = 2) -> None:
        self.identity: Identity | None = Identity(b"key", row)
        self.connection = Connection()
        self.headers: object = None
        self.error: Exception | None = None
        self.is_known = True
        self.sockets, self.watch = Sockets(of_network), Watch()
        self.services = SimpleNamespace(
            sockets=self.sockets,
            watch=self.watch,
            budgets=SimpleNamespace(identify=self._identify),
            sessions=SimpleNamespace(is_known=lambda identity: identity is self.identity and self.is_known),
        )

    async def _identify(self, headers: object) -> Identity | None:
        self.headers = headers
        return self.identity

    async def connect(self, identity: Identity) -> Any:
        assert identity is self.identity
        if self.error is not None:
            raise self.error
        return self.connection

    async def serve(self, **log: str) -> Socket:
        """Serve a socket to its end."""
        socket = Socket(self.services)
        await serve(cast(AnySocket, socket), self.connect, **log)
        return socket

    def count(self, metric: str, **labels: str) -> float | None:
        return self.watch.metrics.registry.get_sample_value(f"quincunx_{metric}_total", labels)


async def opened(door: Door) -> asyncio.Task[Socket]:
    """A socket that is being served."""
    serving = asyncio.create_task(door.serve())
    await asyncio.sleep(0.01)
    return serving


async def test_a_person_is_served_and_counted_until_they_hang_up() -> None:
    door = Door()
    serving = await opened(door)
    assert list(door.sockets.ids) == [GUEST.id]
    assert door.sockets.keys() == [b"key"]
    door.connection.hang_up()
    socket = await serving
    assert socket.accepted == {HEADER: "a-request"}
    assert door.connection.served is socket
    assert door.headers is HEADERS
    assert socket.scope["headers"] == [], "thousands of sockets hold no memory for them"
    assert (len(door.sockets), door.sockets.keys(), socket.closed) == (0, [], None)
    assert not door.connection.is_signed_out


async def test_the_end_of_a_session_closes_its_sockets() -> None:
    door = Door()
    serving = await opened(door)
    door.sockets.end(b"key")
    await serving
    assert door.connection.is_signed_out
    assert len(door.sockets) == 0


async def test_a_session_that_ended_while_its_socket_was_opened_closes_it() -> None:
    door = Door()
    door.is_known = False
    await door.serve()
    assert door.connection.is_signed_out


async def test_a_fault_of_the_connection_is_raised_and_its_socket_no_longer_counted() -> None:
    door = Door()
    door.connection.run = _fail  # type: ignore[method-assign]
    with pytest.raises(LookupError):
        await door.serve()
    assert (len(door.sockets), door.sockets.keys()) == (0, [])


async def _fail(socket: object) -> None:
    raise LookupError


async def test_guests_share_the_sockets_of_their_network_and_accounts_do_not() -> None:
    token = caller.set("2001:db8::1")
    try:
        door = Door(of_network=1)
        serving = await opened(door)
        caller.set("2001:db8::2")
        refused = await door.serve()
        assert refused.closed == (1008, TOO_MANY_GUESTS.sentence)
        door.connection.hang_up()
        await serving
        assert (await door.serve()).closed is None, "there is room again"

        door = Door(ACCOUNT, of_network=0)
        door.connection.hang_up()
        assert (await door.serve()).closed is None
    finally:
        caller.reset(token)


async def test_too_many_sockets_of_a_person_are_a_security_event() -> None:
    door = Door(ACCOUNT)
    for _ in range(MOST_SOCKETS):
        door.sockets.enter(ACCOUNT.id)
    socket = await door.serve()
    assert socket.closed == (1008, TOO_MANY.sentence)
    assert door.count("security_events", event="too_many_sockets") == 1
    assert door.count("refusals", kind="too-fast") == 1
    assert len(door.sockets) == MOST_SOCKETS


async def test_a_stranger_and_a_token_that_may_not_read_are_refused() -> None:
    door = Door()
    door.identity = None
    socket = await door.serve()
    assert socket.closed is not None
    assert socket.closed[0] == 4401
    assert "/api/me" in socket.closed[1]
    door.identity = Identity(b"key", ACCOUNT, scopes=("write",))
    socket = await door.serve()
    assert socket.closed is not None
    assert socket.closed[0] == 4403
    assert door.connection.served is None
    assert door.count("security_events", event="too_many_sockets") is None


async def test_a_refusal_closes_the_socket_and_is_counted_but_not_logged() -> None:
    door = Door()
    door.error = refused("unknown", "no-such-table", "There is no such table.")
    with capture_logs() as lines:
        socket = await door.serve(table="a-table")
    assert socket.accepted is not None
    assert socket.closed == (4404, "There is no such table.")
    assert door.count("refusals", kind="unknown") == 1
    assert lines == []


@pytest.mark.parametrize(
    "error", [LookupError("a fault"), JournalUnavailable("away"), StoreUnavailable("away")]
)
async def test_a_fault_of_the_server_is_logged_with_its_table(error: Exception) -> None:
    door = Door()
    door.error = error
    with capture_logs() as lines:
        socket = await door.serve(table="a-table")
    assert socket.closed is not None
    assert socket.closed[0] == (1011 if isinstance(error, LookupError) else 1013)
    (line,) = lines
    assert (line["event"], line["table"], line["exc_info"]) == ("socket_failed", "a-table", error)
    kind = "internal" if isinstance(error, LookupError) else "unavailable"
    assert door.count("refusals", kind=kind) == 1


async def test_a_refusal_as_a_fault_is_counted_and_not_logged() -> None:
    door = Door()
    door.error = Refusal(INTERNAL)
    with capture_logs() as lines:
        socket = await door.serve()
    assert socket.closed == (1011, INTERNAL.sentence)
    assert lines == []


async def test_a_damaged_table_is_neither_logged_nor_counted_for_each_client() -> None:
    """The node has logged it, and a client that knows the code does not come back."""
    door = Door()
    door.error = JournalDamaged("a-table")
    with capture_logs() as lines:
        socket = await door.serve()
    assert socket.closed == (4500, DAMAGED.sentence)
    assert lines == []
    assert door.count("refusals", kind="internal") == 0


async def test_the_transport_of_a_socket_is_in_its_scope() -> None:
    socket, transport = Socket(None), object()
    socket.scope["extensions"][SOCKET_TRANSPORT] = transport
    assert transport_of(cast(AnySocket, socket)) is transport


@pytest.mark.parametrize("error", [OSError(), RuntimeError()])
async def test_a_socket_that_is_closed_already_can_be_closed_again(error: Exception) -> None:
    class Closed(Socket):
        async def close(self, code: int, reason: str) -> None:
            raise error

    await hang_up(cast(AnySocket, Closed(None)), 1008, "Enough.")


async def test_a_socket_is_closed_with_the_whole_reason() -> None:
    socket = Socket(None)
    await hang_up(cast(AnySocket, socket), 1008, "Enough. " * 20)
    assert socket.closed == (1008, "Enough. " * 20), "the transport shortens it"
