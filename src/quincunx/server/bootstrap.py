"""The composition root: the one place where the parts of the server are wired together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
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
from quincunx.club.blocked_pairs import blocked_pairs_at_table
from quincunx.club.limits import charge_answer
from quincunx.club.puzzles.solving import Puzzles
from quincunx.club.results.results import Result
from quincunx.club.tournament.wire import OpenTournament
from quincunx.kit import Periodic, stop_all
from quincunx.node.companions import Companions
from quincunx.node.events.daily import Days
from quincunx.node.events.matchmaking import Matchmaker
from quincunx.node.events.tournaments import Tournaments
from quincunx.node.finished.pictures import Pictures
from quincunx.node.finished.reviews import Reviews
from quincunx.node.lists.people_here import PeopleHere
from quincunx.node.lists.strengths import Strengths
from quincunx.node.messages import Gap, OfPeople
from quincunx.node.node import Tables
from quincunx.node.ports import World
from quincunx.server.adapters import Ports, Workers
from quincunx.server.built_client import DOCUMENTS, Client, files_in
from quincunx.server.http.error_handler import handle
from quincunx.server.http.middleware import Middleware
from quincunx.server.http.pages.metrics_page import MetricsPage
from quincunx.server.http.pages.shared_page import table_page
from quincunx.server.http.pages.static import client_file, document, local_sources
from quincunx.server.http.routes import ROUTES
from quincunx.server.local_code import LocalFiles
from quincunx.server.observability.callers import Callers
from quincunx.server.observability.metrics import Metrics
from quincunx.server.observability.watch import Watch
from quincunx.server.operations.state_metrics import StateMetrics
from quincunx.server.people.access.accounts.accounts import Accounts
from quincunx.server.people.access.admission import Admission
from quincunx.server.people.access.ban_marks import BanMarks
from quincunx.server.people.access.hashing import Argon2Hashes, PasswordHashes
from quincunx.server.people.access.known_devices import KnownDevices, load_keys
from quincunx.server.people.access.mails import Mails
from quincunx.server.people.access.sessions import SessionHooks, Sessions
from quincunx.server.people.budgets import Budgets
from quincunx.server.people.clubs.hooks import ClubHooks
from quincunx.server.people.clubs.service import ClubService
from quincunx.server.people.day_pages import DayPages
from quincunx.server.people.luck_and_play import PersonPlays
from quincunx.server.people.moderation import Moderation
from quincunx.server.people.open_sockets import Sockets
from quincunx.server.people.pages import PersonPages
from quincunx.server.people.push import Pushes
from quincunx.server.people.reach.friends import FriendService
from quincunx.server.people.reach.notifying import NotificationService
from quincunx.server.people.reach.reminders import Reminders
from quincunx.server.people.reach.unsubscribing import Unsubscribing
from quincunx.server.people.reach.vacations import VacationService
from quincunx.server.people.safety import Safety
from quincunx.server.people.session_sync import SessionSync
from quincunx.server.people.try_again import TryAgain
from quincunx.server.services import KEY, Services
from quincunx.server.settings import Settings
from quincunx.server.site.site import read_site
from quincunx.server.transport.connections import Connections
from quincunx.server.transport.hosts import KnownHosts, own_names
from quincunx.server.transport.limits import Limits, tables_rate
from quincunx.server.websocket.person_socket import own_socket
from quincunx.server.websocket.table_socket import table_socket
from quincunx.table.wire.lists import OpenSeek
from quincunx.table.wire.table import RecordKey

Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


class _Node(NamedTuple):
    """The tables and the services around them: matchmaking, tournaments, reviews and daily challenges."""

    tables: Tables
    matchmaker: Matchmaker
    tournaments: Tournaments
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
    """The whole server as an ASGI application, on open adapters. ``served`` is the name or address at which
    it listens. ``watch`` gets metrics and security events, and also counts ``connections``. ``hashes``
    replaces the password hashes in tests, at a lower cost.

    Raises ``OSError`` if the folder of the keys or a file of the site cannot be used,
    :class:`~quincunx.server.settings.BadSetting` if such a file is wrong, and
    :class:`~quincunx.adapters.secret_file.DamagedSecret` if a key is damaged.
    """
    watch = watch or Watch()
    site = read_site(settings)

    def on_people(news: OfPeople | Gap) -> None:
        sync.apply_news(news)  # nothing is heard before the start

    cookie_keys = load_keys(settings.keys_folder).newest
    unsubscribing = Unsubscribing(cookie_keys)
    mails = Mails(ports.store, ports.postman, settings.address_of_pages, ports.clock, watch, unsubscribing)
    pushes = Pushes(ports.store, ports.courier, mails, ports.clock, watch)
    signer = RecordSigner(settings.keys_folder)
    node = _node(settings, ports, pushes, signer, on_people)
    sockets = Sockets(settings.sockets_per_address)
    # A single node has its own people alone.
    board = None if isinstance(ports.bus, MemoryBus) else ports.store
    people_here = PeopleHere(board, ports.clock, ports.entropy.name(), lambda: sockets.ids)
    pages = PersonPages(ports.store, ports.clock, node.days.opens_at)
    hooks = SessionHooks(
        on_end=sockets.end,
        on_end_of=sockets.end_of,
        on_change=pages.invalidate,
        announce=node.tables.publish_people,
    )
    sessions = Sessions(ports.store, ports.clock, watch, settings.secure, hooks)
    accounts = Accounts(ports.store, sessions, hashes or Argon2Hashes(), ports.clock, watch, mails)
    limits = Limits(settings.requests_per_second, settings.new_guests_per_minute)
    budgets = Budgets(limits, sessions.identify, settings.secure)
    clubs = ClubService(ports.store, sessions, node.tables, ports.clock, settings.club)
    pages_at = settings.address_of_pages
    club_hooks = ClubHooks(ports.store, sessions, clubs, ports.hook_courier, ports.clock, pages_at)
    services = Services(
        settings=settings,
        watch=watch,
        clock=ports.clock,
        limits=limits,
        budgets=budgets,
        store=ports.store,
        sessions=sessions,
        admission=Admission(settings.access, sessions),
        known_devices=KnownDevices(cookie_keys),
        ban_marks=BanMarks(cookie_keys),
        accounts=accounts,
        mails=mails,
        pages=pages,
        plays=PersonPlays(ports.store, ports.clock),
        puzzles=Puzzles(
            ports.store, ports.clock.now, SystemRandom().choice, partial(charge_answer, limits.puzzle_answers)
        ),
        moderation=Moderation(ports.store, sessions, ports.clock),
        safety=Safety(ports.store, sessions, ports.clock, watch, limits),
        friends=FriendService(
            ports.store,
            sessions,
            node.tables,
            (people_here, node.matchmaker),
            ports.clock,
            pages.invalidate,
        ),
        notifications=NotificationService(ports.store, sessions, (pushes, mails), unsubscribing, ports.clock),
        vacations=VacationService(
            ports.store, sessions, ports.clock, settings.vacation_days, node.tables.record_vacation
        ),
        clubs=clubs,
        club_hooks=club_hooks,
        pushes=pushes,
        sockets=sockets,
        people_here=people_here,
        tables=node.tables,
        matchmaker=node.matchmaker,
        tournaments=node.tournaments,
        days=node.days,
        day_pages=DayPages(node.days, ports.store, ports.clock),
        reviews=node.reviews,
        try_again=TryAgain(node.tables, node.reviews, limits, ports.engine, ports.entropy),
        pictures=Pictures(ports.painter, node.tables.recorded, node.reviews.stored_review),
        record_key=RecordKey(signer.public_key, former=signer.former_keys),
        client=Client(metas=site.metas, title=settings.site_name, logo=site.logo),
        site_texts=site.texts,
        documents=files_in(DOCUMENTS),
        local_files=LocalFiles(),
    )
    sync = SessionSync(
        ports.store, sessions, sockets, ports.clock, node.tables.forget_names, services.vacations.tell_of_ban
    )
    reminders = Reminders(
        ports.store, ports.journal, node.tables, node.matchmaker.games_sought, pushes, ports.clock
    )
    measuring = StateMetrics(watch.metrics, settings, ports.store)
    app = _app(
        services,
        _lifespan(sync, mails, pushes, (people_here, reminders, club_hooks), node, watch.metrics, measuring),
    )
    _measure(watch.metrics, ports, node.tables, sockets, connections)
    return _guarded(app, settings, served, watch, budgets)


def _node(
    settings: Settings,
    ports: Ports,
    pushes: Pushes,
    signer: RecordSigner,
    on_people: Callable[[OfPeople | Gap], None],
) -> _Node:
    def on_counted(result: Result) -> None:
        tournaments.on_result(result)  # nothing is counted before the start
        reviews.wake()

    async def waiting() -> tuple[OpenTournament, ...]:
        return await tournaments.open_tournaments()

    async def looking() -> tuple[OpenSeek, ...]:
        return await matchmaker.waiting_seekers()

    companions = Companions(
        signer=signer,
        counter=ports.store,
        notifier=pushes if pushes.is_on else None,
        # A single node has no use for notes.
        board=None if isinstance(ports.bus, MemoryBus) else ports.store,
        apart=partial(blocked_pairs_at_table, ports.store),
        belongs=ports.store.belongs_to_club,
        vacations=ports.store.latest_vacations,
        members=ports.store.members,
        strengths=Strengths(ports.store, ports.clock).of,
        waiting=waiting,
        looking=looking,
        on_counted=on_counted,
        on_people=on_people,
    )
    run_on = World(ports.journal, ports.bus, ports.entropy, ports.clock, ports.engine)
    tables = Tables(run_on, companions, settings.bot_pause, tables_rate(settings.requests_per_second))
    world = (ports.store, ports.clock, ports.entropy)
    tournaments = Tournaments(*world, tables.make_for, lambda: tables.outages.recorded, tables.seatings)
    reviews = Reviews(ports.store, ports.reviewer, ports.clock, tables.recorded)
    engine = ports.engine if ports.engine.has_workers else None
    matchmaker = Matchmaker(*world, tables.make_for)
    return _Node(
        tables,
        matchmaker,
        tournaments,
        reviews,
        Days(*world, tables.make_for_day, engine, tables.outages),
    )


def _lifespan(
    sync: SessionSync,
    mails: Mails,
    pushes: Pushes,
    looking: tuple[PeopleHere, Reminders, ClubHooks],
    node: _Node,
    metrics: Metrics,
    measuring: StateMetrics,
) -> Lifespan:
    """Starts all parts in the order of their dependencies, and stops them in reverse."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        lag = Periodic("event loop lag", metrics.measure_lag, 0.0)
        await sync.start()
        for part in node:
            await part.start()
        await mails.start()
        people_here, reminders, club_hooks = looking
        people_here.start()
        club_hooks.start()
        if pushes.is_on:
            reminders.start()
        lag.start()
        measuring.start()
        try:
            yield
        finally:
            await stop_all(
                measuring.stop,
                lag.stop,
                *(part.stop for part in reversed(node)),
                club_hooks.stop,
                reminders.stop,
                people_here.stop,
                pushes.stop,
                mails.stop,
                sync.stop,
            )

    return lifespan


def _app(services: Services, lifespan: Lifespan) -> Litestar:
    return Litestar(
        route_handlers=[*ROUTES, table_socket, own_socket, table_page, document, local_sources, client_file],
        lifespan=[lifespan],
        state=State({KEY: services}),
        exception_handlers={Exception: handle},
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
    """The application inside the layers that check every request first."""
    guarded = Middleware(_with_metrics(app, settings, watch), settings, watch, budgets)
    names = (*settings.hosts, *own_names(served))
    known = KnownHosts(guarded, names, lambda: watch.security.record_event("unknown_host"))
    return Callers(known, settings.proxies, watch.metrics)


def _with_metrics(app: Any, settings: Settings, watch: Watch) -> Any:
    return MetricsPage(watch, settings.metrics_token, app) if settings.metrics_token else app


def _measure(
    metrics: Metrics, ports: Ports, tables: Tables, sockets: Sockets, connections: Connections | None
) -> None:
    """Add the gauges."""
    metrics.gauge("tables", "Tables in memory.", lambda: tables.in_memory)
    metrics.gauge("sockets", "Open WebSockets of tables.", lambda: len(sockets))
    metrics.gauge("people", "People with an open WebSocket.", lambda: sockets.people)
    metrics.gauge(
        "bus_is_heard", "1 while messages between nodes arrive, else 0.", lambda: float(tables.hears_others)
    )
    if connections is not None:
        metrics.gauge("connections", "Open connections of any kind.", lambda: len(connections))
    if isinstance(ports.engine, Workers):
        engine = ports.engine
        metrics.gauge("engine_waiting", "Bot moves that wait for a worker.", lambda: engine.waiting)
        metrics.gauge("engine_workers", "Workers that are ready to compute bot moves.", lambda: engine.ready)
