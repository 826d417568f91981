"""Admission of sockets: accept one, identify its person, count it, and serve it or refuse it."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, cast

from litestar.exceptions import WebSocketDisconnect

from quincunx.core.reason import Refusal
from quincunx.node.ports import JournalDamaged
from quincunx.server.errors import NO_COOKIE, STATUS, log_failure, reason_of
from quincunx.server.observability.callers import HEADER, caller
from quincunx.server.observability.watch import Watch
from quincunx.server.people.identity import Identity
from quincunx.server.people.open_sockets import TOO_MANY
from quincunx.server.services import services_of
from quincunx.server.transport.connections import network_of
from quincunx.server.transport.socket_transport import SOCKET_TRANSPORT, SocketTransport
from quincunx.server.websocket.connection import AnySocket, Connection
from quincunx.table.session.close_codes import close_code


async def serve(
    socket: AnySocket, connect: Callable[[Identity], Awaitable[Connection[Any]]], **log: str
) -> None:
    """Accept a socket, and serve it by the connection that ``connect`` makes; refuse it if that fails. The
    fields of ``log`` are logged with a fault of the server."""
    await socket.accept(headers={HEADER: cast("dict[str, str]", socket.scope)["request_id"]})
    services = services_of(socket)
    sockets = services.sockets
    try:
        identity = await _introduced(socket)
        connection = await connect(identity)
        # An account pays for its own sockets, a guest's network for those of all its guests.
        network = None if identity.is_account else network_of(caller.get())
        sockets.enter(identity.row.id, network)
    except Exception as error:
        # Litestar would close with 4500 for any error, and after that no client reconnects.
        await _refuse(socket, services.watch, error, log)
        return
    try:
        with sockets.registered(identity, connection.sign_out):
            if not services.sessions.is_known(identity):
                connection.sign_out()  # the session ended while the socket was being opened
            await connection.run(socket)
    finally:
        sockets.leave(identity.row.id, network)


async def _introduced(socket: AnySocket) -> Identity:
    """Identify the person who opens a socket. Raises :class:`~quincunx.core.reason.Refusal` for an unknown
    person, and :class:`~quincunx.club.ports.StoreUnavailable`."""
    headers = socket.scope["headers"]
    socket.scope["headers"] = []  # free them: they are not needed again, and thousands may watch
    identity = await services_of(socket).budgets.identify(headers)
    if identity is None:
        raise Refusal(NO_COOKIE)
    identity.check("read")
    return identity


async def _refuse(socket: AnySocket, watch: Watch, error: Exception, log: dict[str, str]) -> None:
    reason = reason_of(error)
    if not isinstance(error, JournalDamaged):
        if STATUS[reason.kind] >= 500 and not isinstance(error, Refusal):
            log_failure(watch, "socket_failed", error, **log)
        watch.denied(reason)
    if reason.code == TOO_MANY.code:
        watch.security.record_event("too_many_sockets")
    await socket.close(close_code(reason), reason.sentence)


def transport_of(socket: AnySocket) -> SocketTransport:
    """The transport of an accepted socket."""
    return cast(dict[str, SocketTransport], socket.scope["extensions"])[SOCKET_TRANSPORT]


async def hang_up(socket: AnySocket, code: int, reason: str) -> None:
    """Close a socket, unless its client has closed it meanwhile, or has violated the protocol."""
    with contextlib.suppress(OSError, RuntimeError, WebSocketDisconnect):
        await socket.close(code, reason)
