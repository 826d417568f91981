"""uvicorn's server that also serves connections which other processes hand over to it."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, cast

import uvicorn

from quincunx.server.guarded_http import GuardedHttp
from quincunx.server.handover import Handover

if TYPE_CHECKING:
    from collections.abc import Callable


class HandedServer(uvicorn.Server):
    """Give it the same :class:`~quincunx.server.handover.Handover` as its protocols; with none it is as any
    other."""

    def __init__(self, config: uvicorn.Config, homes: Handover | None) -> None:
        super().__init__(config)
        self._homes = homes
        self._arriving: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen; from now on others may hand over."""
        await super().startup(sockets)
        if self._homes is not None:
            self._homes.start(self._take)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take nothing any more, and close what is open."""
        if self._homes is not None:
            self._homes.stop()
        await super().shutdown(sockets)

    def _take(self, connection: socket.socket, head: bytes) -> None:
        task = asyncio.create_task(self._serve_handed(connection, head))
        self._arriving.add(task)
        task.add_done_callback(self._arriving.discard)

    async def _serve_handed(self, connection: socket.socket, head: bytes) -> None:
        make = cast("Callable[..., GuardedHttp]", self.config.http_protocol_class)

        def protocol() -> GuardedHttp:
            made = make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
            made.handed = head
            return made

        try:
            await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)
        except OSError:
            connection.close()  # it was closed on its way
