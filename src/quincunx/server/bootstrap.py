"""The one place where everything is wired together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from quincunx import __version__
from quincunx.adapters.bus_memory import MemoryBus
from quincunx.adapters.clock import WallClock
from quincunx.adapters.entropy import SystemEntropy
from quincunx.adapters.journal_sqlite import SqliteJournal
from quincunx.adapters.engines import EnginePool
from quincunx.node.service import Tables
from quincunx.server import errors
from quincunx.server.guests import Guests, load_key
from quincunx.server.routes import ROUTES
from quincunx.server.middleware import Middleware
from quincunx.server.settings import Settings
from quincunx.server.socket import table_socket
from quincunx.server.static import Client, client_file

JOURNAL = "journal.sqlite"


def build(settings: Settings) -> Middleware:
    """The whole server as an ASGI application.

    Raises :class:`~quincunx.node.ports.JournalUnavailable` and ``OSError`` if its files cannot be used.
    """
    settings.data.mkdir(parents=True, exist_ok=True)
    key = load_key(settings.data)
    journal = SqliteJournal(settings.data / JOURNAL)
    engines = EnginePool(settings.bot_workers, settings.bot_seconds)
    tables = Tables(journal, MemoryBus(), SystemEntropy(), WallClock(), engines, settings.bot_pause)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        engines.start()
        await tables.start()
        try:
            yield
        finally:
            await tables.stop()
            await engines.stop()
            journal.close()

    app = Litestar(
        route_handlers=[*ROUTES, table_socket, client_file],
        lifespan=[lifespan],
        state=State({"tables": tables, "guests": Guests(key), "settings": settings, "client": Client()}),
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
    return Middleware(app, settings)
