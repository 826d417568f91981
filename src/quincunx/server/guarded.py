"""uvicorn's protocols with this server's bounds."""

from __future__ import annotations

from quincunx.server.connections import Connections
from quincunx.server.guarded_http import GuardedHttp
from quincunx.server.guarded_socket import GuardedSocket
from quincunx.server.together import Together


def guarded(connections: Connections) -> tuple[type[GuardedHttp], type[GuardedSocket]]:
    """The classes for HTTP and for WebSockets of one server; its connections are counted together."""

    class Http(GuardedHttp):
        guard = connections

    class Socket(GuardedSocket):
        guard = connections
        sending = Together()

    return Http, Socket
