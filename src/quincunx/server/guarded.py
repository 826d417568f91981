"""uvicorn's protocols with this server's bounds."""

from __future__ import annotations

from quincunx.server.connections import Connections
from quincunx.server.guarded_http import GuardedHttp
from quincunx.server.guarded_socket import GuardedSocket
from quincunx.server.handover import Handover
from quincunx.server.together import Together


def guarded(
    connections: Connections, homes: Handover | None = None
) -> tuple[type[GuardedHttp], type[GuardedSocket]]:
    """The classes for HTTP and for WebSockets of one server; its connections are counted together. With
    ``homes`` it hands over those that belong to another process."""

    class Http(GuardedHttp):
        guard = connections
        handover = homes

    class Socket(GuardedSocket):
        guard = connections
        sending = Together()

    return Http, Socket
