"""The one place where everything is wired together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from random import SystemRandom
from typing import Any, NamedTuple

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from quincunx import __version__
from quincunx.adapters.bus.memory import MemoryBus
from quincunx.adapters.signing import RecordSigner
from quincunx.club.blocked_pairs import apart_at_table
from quincunx.club.results.results import Result
from quincunx.kit import Periodic, stop_all
from quincunx.node.events.daily import Days
from quincunx.node.events.matchmaking import Meeting
from quincunx.node.events.tournaments import Evenings
from quincunx.node.finished.pictures import Pictures
from quincunx.node.finished.reviews import Reviews
from quincunx.node.lists.strengths import Strengths
from quincunx.node.node import Tables
from quincunx.server import errors
from quincunx.server.adapters import Grouping, Ports, Workers
from quincunx.server.http.middleware import Middleware
from quincunx.server.http.pages.metrics_page import MetricsPage
from quincunx.server.http.pages.shared_page import table_page
from quincunx.server.http.pages.static import Client, client_file
from quincunx.server.http.routes import ROUTES
from quincunx.server.http.try_again import TryAgain
from quincunx.server.observability.callers import Callers
from quincunx.server.observability.metrics import Metrics
from quincunx.server.observability.watch import Watch
from quincunx.server.people.access.accounts import Accounts
from quincunx.server.people.access.hashing import Argon2Hashes, PasswordHashes
from quincunx.server.people.access.known_devices import KnownDevices, load_keys
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.budgets import Budgets
from quincunx.server.people.day_pages import DayPages
from quincunx.server.people.luck_and_play import PersonPlays
from quincunx.server.people.pages import PersonPages
from quincunx.server.people.push import Pushes
from quincunx.server.people.puzzles import Puzzles
from quincunx.server.people.safety import Safety
from quincunx.server.people.upkeep import PeopleDuties
from quincunx.server.settings import Settings
from quincunx.server.transport.connections import Connections
from quincunx.server.transport.hosts import KnownHosts, own_names
from quincunx.server.transport.limits import Limits, tables_rate
from quincunx.server.websocket.open_sockets import Sockets
from quincunx.server.websocket.person_socket import own_socket
from quincunx.server.websocket.table_socket import table_socket
from quincunx.table.wire.table import RecordKey

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


class _People(NamedTuple):
    """Who asks, and how those are told who are not here."""

    sessions: Sessions
    pushes: Pushes
    keys: Callable[[], Sequence[str]]


class _Node(NamedTuple):
    """The tables, and what brings people together at them."""

    tables: Tables
    meeting: Meeting
    evenings: Evenings
    reviews: Reviews
    days: Days


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
    watch = watch or Watch()
    people = _people(settings, ports, watch)
    signer = RecordSigner(settings.keys_folder)
    node = _node(settings, ports, people.pushes, signer)
    sockets = Sockets(settings.sockets_per_address)
    limits = Limits(settings.requests_per_second, settings.new_guests_per_minute)
    budgets = Budgets(limits, people.sessions.who, settings.secure)
    state = {
        "settings": settings,
        "watch": watch,
        "store": ports.store,
        "clock": ports.clock,
        "sockets": sockets,
        "client": Client(),
        **_about_people(ports, people, watch, hashes or Argon2Hashes(), limits),
        "limits": limits,
        "budgets": budgets,
        **_about_games(ports, node, limits),
        "record_key": RecordKey(signer.public_key, former=signer.former_keys),
    }
    duties = PeopleDuties(ports.store, people.sessions, sockets, ports.clock, node.tables.forget_names)
    people.sessions.announce = node.tables.exchange_of_people(duties.hear)
    app = _app(state, _lifespan(duties, people.pushes, node, watch.metrics))
    _measure(watch.metrics, ports, node.tables, sockets, connections)
    return _guarded(app, settings, served, watch, budgets)


def _people(settings: Settings, ports: Ports, watch: Watch) -> _People:
    keys = load_keys(settings.keys_folder).newest
    return _People(
        Sessions(ports.store, ports.clock, watch, settings.secure),
        Pushes(ports.store, ports.courier, ports.clock, watch),
        keys,
    )


def _node(settings: Settings, ports: Ports, pushes: Pushes, signer: RecordSigner) -> _Node:
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
        tables_rate(settings.requests_per_second),
    )
    world = (ports.store, ports.clock, ports.entropy)
    evenings = Evenings(*world, tables.make_for, lambda: tables.outages.known)
    reviews = Reviews(ports.store, ports.reviewer, ports.clock, tables.recorded)
    engine = ports.engine if ports.engine.has_workers else None

    def counted(result: Result) -> None:
        evenings.counted(result)
        reviews.wake()

    tables.counting.on_counted = counted
    tables.keep_apart(partial(apart_at_table, ports.store))
    tables.open_tables.strengths = Strengths(ports.store, ports.clock).of
    tables.open_tables.waiting = evenings.waiting
    tables.guests.members = ports.store.members
    return _Node(
        tables,
        Meeting(*world, tables.make_for),
        evenings,
        reviews,
        Days(*world, tables.make_for_day, engine),
    )


def _about_people(
    ports: Ports, people: _People, watch: Watch, hashes: PasswordHashes, limits: Limits
) -> dict[str, Any]:
    """What the routes about people ask."""
    store, clock = ports.store, ports.clock
    pages = PersonPages(store, clock)
    people.sessions.on_change = pages.changed
    return {
        "sessions": people.sessions,
        "known_devices": KnownDevices(people.keys),
        "accounts": Accounts(store, people.sessions, hashes, clock, watch),
        "pages": pages,
        "plays": PersonPlays(store, clock),
        "puzzles": Puzzles(store, clock, SystemRandom(), limits.puzzle_answers),
        "safety": Safety(store, people.sessions, clock, watch, limits),
        "pushes": people.pushes,
    }


def _about_games(ports: Ports, node: _Node, limits: Limits) -> dict[str, Any]:
    """What the routes about games ask, and how often each may be asked."""
    tables, meeting, evenings, reviews, days = node
    return {
        "tables": tables,
        "meeting": meeting,
        "evenings": evenings,
        "days": days,
        "day_pages": DayPages(days, ports.store, ports.clock),
        "reviews": reviews,
        "try_again": TryAgain(tables, reviews, limits, ports.engine, ports.entropy),
        "pictures": Pictures(ports.painter, tables.recorded, reviews.kept),
    }


def _lifespan(duties: PeopleDuties, pushes: Pushes, node: _Node, metrics: Metrics) -> Lifespan:
    """Starts everything in an order in which each part finds those that it needs, and stops it the other way
    round."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        lag = Periodic("event loop lag", metrics.measure_lag, 0.0)
        await duties.start()
        for part in node:
            await part.start()
        lag.start()
        try:
            yield
        finally:
            await stop_all(lag.stop, *(part.stop for part in reversed(node)), pushes.stop, duties.stop)

    return lifespan


def _app(state: Mapping[str, Any], lifespan: Lifespan) -> Litestar:
    return Litestar(
        route_handlers=[*ROUTES, table_socket, own_socket, table_page, client_file],
        lifespan=[lifespan],
        state=State(dict(state)),
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


def _guarded(app: Any, settings: Settings, served: str, watch: Watch, budgets: Budgets) -> Callers:
    """The application, behind all that looks at a request before it does."""
    guarded = Middleware(_with_metrics(app, settings, watch), settings, watch, budgets)
    names = (*settings.hosts, *own_names(served))
    known = KnownHosts(guarded, names, lambda: watch.security.note("unknown_host"))
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
