"""The one place where everything is wired together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import SystemRandom
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from quincunx import __version__
from quincunx.adapters.bus_memory import MemoryBus
from quincunx.adapters.signing import RecordSigner
from quincunx.node.daily import Days
from quincunx.node.day_best import SureEngine
from quincunx.node.evenings import Evenings
from quincunx.node.pairing import Meeting
from quincunx.node.pictures import Pictures
from quincunx.node.reviews import Reviews
from quincunx.node.service import Tables
from quincunx.node.strengths import Strengths
from quincunx.server import errors
from quincunx.server.again import TryAgain
from quincunx.server.callers import Callers
from quincunx.server.connections import Connections
from quincunx.server.guests import Guests, load_keys
from quincunx.server.hosts import KnownHosts, own_names
from quincunx.server.metrics import Metrics
from quincunx.server.metrics_page import MetricsPage
from quincunx.server.middleware import Middleware, tables_of_one
from quincunx.server.own_socket import own_socket
from quincunx.server.people.accounts import Accounts
from quincunx.server.people.day_pages import DayPages
from quincunx.server.people.day_routes import DayLimits
from quincunx.server.people.duties import PeopleDuties
from quincunx.server.people.evening_routes import EveningLimits
from quincunx.server.people.hashing import Argon2Hashes, PasswordHashes
from quincunx.server.people.newcomers import Newcomers
from quincunx.server.people.pages import PersonPages
from quincunx.server.people.play import PersonPlays
from quincunx.server.people.push import Pushes
from quincunx.server.people.puzzles import Puzzles
from quincunx.server.people.safety import Safety
from quincunx.server.people.sessions import Sessions
from quincunx.server.ports import Grouping, Ports, Workers
from quincunx.server.review_routes import ReviewLimits
from quincunx.server.routes import ROUTES
from quincunx.server.settings import Settings
from quincunx.server.shared_page import table_page
from quincunx.server.socket import Sockets, table_socket
from quincunx.server.static import Client, client_file
from quincunx.server.watch import Watch
from quincunx.table.wire import RecordKey


def build(
    settings: Settings,
    ports: Ports,
    served: str = "127.0.0.1",
    watch: Watch | None = None,
    connections: Connections | None = None,
    hashes: PasswordHashes | None = None,
) -> Callers:
    """The whole server as an ASGI application, on adapters that are open; ``served`` is the name or address
    at which it listens, ``watch`` sees what is done, also on these ``connections``. ``hashes``: of passwords,
    at another cost than in earnest.

    Raises ``OSError`` if the folder of the keys cannot be used, and
    :class:`~quincunx.adapters.secret_file.DamagedSecret` if a key in it is none.
    """
    keys = load_keys(settings.keys_folder)
    signer = RecordSigner(settings.keys_folder)
    watch = watch or Watch()
    sockets = Sockets()
    sessions = Sessions(ports.store, Guests(keys.newest), ports.clock, watch, settings.secure)
    pushes = Pushes(ports.store, ports.courier, ports.clock, watch)
    tables = Tables(
        ports.journal,
        ports.bus,
        ports.entropy,
        ports.clock,
        ports.engine,
        settings.bot_pause,
        signer,
        ports.store,
        None if ports.courier is None else pushes,
        # Where there is one node, nobody reads notes.
        None if isinstance(ports.bus, MemoryBus) else ports.store,
        tables_of_one(settings.requests_per_second),
    )

    people = PeopleDuties(ports.store, sessions, sockets, ports.clock, tables.forget_names)

    meeting = Meeting(ports.store, ports.clock, ports.entropy, tables.make_for)
    evenings = Evenings(ports.store, ports.clock, ports.entropy, tables.make_for)
    limits = ReviewLimits()
    reviews = Reviews(ports.store, ports.reviewer, ports.clock, tables.recorded)
    engine = ports.engine if isinstance(ports.engine, SureEngine) else None
    days = Days(ports.store, ports.clock, ports.entropy, tables.make_for_day, engine)

    pictures = Pictures(ports.painter, tables.recorded, reviews.kept)

    def counted() -> None:
        evenings.wake()
        reviews.wake()

    tables.counting.on_counted = counted
    tables.open_tables.strengths = Strengths(ports.store, ports.clock).of
    tables.open_tables.waiting = evenings.waiting

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await people.start()
        await tables.start()
        await meeting.start()
        await evenings.start()
        await reviews.start()
        await days.start()
        lag = asyncio.create_task(watch.metrics.watch_loop())
        try:
            yield
        finally:
            lag.cancel()
            await days.stop()
            await reviews.stop()
            await evenings.stop()
            await meeting.stop()
            await tables.stop()
            await pushes.stop()
            await people.stop()

    app = Litestar(
        route_handlers=[*ROUTES, table_socket, own_socket, table_page, client_file],
        lifespan=[lifespan],
        state=State(
            {
                "tables": tables,
                "sockets": sockets,
                "watch": watch,
                "store": ports.store,
                "clock": ports.clock,
                "sessions": sessions,
                "accounts": Accounts(ports.store, sessions, hashes or Argon2Hashes(), ports.clock, watch),
                "meeting": meeting,
                "evenings": evenings,
                "days": days,
                "day_limits": DayLimits(),
                "day_pages": DayPages(days, ports.store, ports.clock),
                "evening_limits": EveningLimits(),
                "reviews": reviews,
                "review_limits": limits,
                "try_again": TryAgain(tables, reviews, limits, ports.engine, ports.entropy),
                "pictures": pictures,
                "pages": PersonPages(ports.store, ports.clock),
                "plays": PersonPlays(ports.store, ports.clock),
                "puzzles": Puzzles(ports.store, ports.clock, SystemRandom()),
                "safety": Safety(ports.store, ports.clock, watch),
                "pushes": pushes,
                "newcomers": Newcomers(settings.requests_per_second, watch),
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
    _measure(watch.metrics, ports, tables, sockets, connections)
    guarded = Middleware(_with_metrics(app, settings, watch), settings, watch)
    known = KnownHosts(
        guarded,
        (*settings.hosts, *own_names(served)),
        lambda: watch.security.note("unknown_host"),
    )
    return Callers(known, settings.proxies, watch.metrics)


def _with_metrics(app: Any, settings: Settings, watch: Watch) -> Any:
    return MetricsPage(watch, settings.metrics_token, app) if settings.metrics_token else app


def _measure(
    metrics: Metrics, ports: Ports, tables: Tables, sockets: Sockets, connections: Connections | None
) -> None:
    """What is not counted where it happens, but asked for."""
    metrics.gauge("tables", "Tables in memory.", lambda: tables.in_memory)
    metrics.gauge("sockets", "WebSockets that are open at tables.", lambda: len(sockets))
    metrics.gauge("bus_is_heard", "1 while nodes hear each other.", lambda: float(tables.hears_others))
    if connections is not None:
        metrics.gauge("connections", "Connections of any kind.", lambda: len(connections))
    if isinstance(ports.engine, Workers):
        engine = ports.engine
        metrics.gauge("engine_waiting", "Questions of bots that wait for a worker.", lambda: engine.waiting)
        metrics.gauge("engine_workers", "Workers that think for bots.", lambda: engine.ready)
    if isinstance(ports.journal, Grouping):
        ports.journal.on_group = metrics.group
