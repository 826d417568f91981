"""uvicorn's protocols with this server's bounds."""

from __future__ import annotations

from quincunx.server.transport.batch import Together
from quincunx.server.transport.connections import Connections
from quincunx.server.transport.http_protocol import GuardedHttp
from quincunx.server.transport.websocket_protocol import GuardedSocket


def guarded(connections: Connections) -> tuple[type[GuardedHttp], type[GuardedSocket]]:
    """The classes for HTTP and for WebSockets of one server; its connections are counted together."""

    class Http(GuardedHttp):
        guard = connections

    class Socket(GuardedSocket):
        guard = connections
        sending = Together()

    return Http, Socket
