"""The one place where everything is wired together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from quincunx import __version__
from quincunx.adapters.signing import RecordSigner
from quincunx.node.service import Tables
from quincunx.server import errors
from quincunx.server.guests import Guests, load_keys
from quincunx.server.hosts import KnownHosts, own_names
from quincunx.server.middleware import Middleware
from quincunx.server.ports import Ports
from quincunx.server.routes import ROUTES
from quincunx.server.settings import Settings
from quincunx.server.socket import Sockets, table_socket
from quincunx.server.static import Client, client_file
from quincunx.table.wire import RecordKey


def build(settings: Settings, ports: Ports, served: str = "127.0.0.1") -> KnownHosts:
    """The whole server as an ASGI application, on adapters that are open; ``served`` is the name or address
    at which it listens.

    Raises ``OSError`` if the folder of the keys cannot be used, and
    :class:`~quincunx.adapters.secret_file.DamagedSecret` if a key in it is none.
    """
    keys = load_keys(settings.keys_folder)
    signer = RecordSigner(settings.keys_folder)
    tables = Tables(
        ports.journal, ports.bus, ports.entropy, ports.clock, ports.engine, settings.bot_pause, signer
    )

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await tables.start()
        try:
            yield
        finally:
            await tables.stop()

    app = Litestar(
        route_handlers=[*ROUTES, table_socket, client_file],
        lifespan=[lifespan],
        state=State(
            {
                "tables": tables,
                "sockets": Sockets(),
                "guests": Guests(keys.newest),
                "settings": settings,
                "client": Client(),
                "record_key": RecordKey(signer.public_key, former=signer.former_keys),
            }
        ),
        exception_handlers={Exception: errors.handle},
        openapi_config=OpenAPIConfig(
            title="Quincunx",
            version=__version__,
            path="/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
        debug=False,
    )
    return KnownHosts(Middleware(app, settings), (*settings.hosts, *own_names(served)))
