"""The adapters that the settings of a server name. They are opened before it starts and closed after it
ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol, TypeVar, runtime_checkable

from quincunx.adapters.bus.memory import MemoryBus
from quincunx.adapters.clock import WARN_SECONDS, SteadyClock, check_plausible
from quincunx.adapters.engines import EnginePool
from quincunx.adapters.engines.reviewer import ReviewProcess
from quincunx.adapters.entropy import SystemEntropy
from quincunx.adapters.journal.groups import OnGroup, ignore_group
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.adapters.mail import SmtpPostman
from quincunx.adapters.push.courier import PushCourier
from quincunx.adapters.swapping import planned
from quincunx.adapters.webhooks import WebhookCourier
from quincunx.club.clubs.hooks import HookCourier
from quincunx.club.mail import Postman
from quincunx.club.ports import Store
from quincunx.club.push import Courier
from quincunx.core.sentence import sentence
from quincunx.engines.plain.availability import PICTURES, is_installed
from quincunx.kit import Periodic, stop_all
from quincunx.node.cluster.outages import start_time
from quincunx.node.cluster.store_heartbeat import HeartbeatStore
from quincunx.node.lists.people_here import PeopleBoard
from quincunx.node.ports import Bus, Clock, Engine, Entropy, Journal, PictureMaker, ReviewMaker
from quincunx.server.settings import BadSetting, Settings

T = TypeVar("T")

JOURNAL: Final = "journal.sqlite"
STORE: Final = "people.sqlite"


# Drivers are imported only if they are used.


def _postgres(rest: str, on_group: OnGroup) -> Journal:
    from quincunx.adapters.journal.postgres import PostgresJournal

    return PostgresJournal(f"postgresql:{rest}", on_group)


class NodesStore(Store, HeartbeatStore, PeopleBoard, Protocol):
    """The store of people, and of the notes that nodes leave for one another."""


def _store(place: str) -> NodesStore:
    from quincunx.adapters.store.sql import SqlStore

    return SqlStore(place)


def _redis(url: str) -> Bus:
    from quincunx.adapters.bus.redis import RedisBus

    return RedisBus(url)


def journals(on_group: OnGroup = ignore_group) -> dict[str, Callable[[str], Journal]]:
    """Journal constructors, by the scheme of ``QUINCUNX_DATABASE``."""
    return {
        "sqlite": lambda rest: SqliteJournal(Path(rest), on_group=on_group),
        "postgresql": lambda rest: _postgres(rest, on_group),
    }


JOURNALS: Final = journals()
STORES: Final[dict[str, Callable[[str], NodesStore]]] = {
    "sqlite": lambda rest: _store(f"sqlite:{rest}"),
    "postgresql": lambda rest: _store(f"postgresql:{rest}"),
}
"""Store constructors, by the scheme of ``QUINCUNX_STORE``."""
BUSES: Final[dict[str, Callable[[str], Bus]]] = {
    "memory": lambda rest: MemoryBus(),
    "redis": lambda rest: _redis(f"redis:{rest}"),
    "rediss": lambda rest: _redis(f"rediss:{rest}"),
}
"""Bus constructors, by the scheme of ``QUINCUNX_BUS``."""


@runtime_checkable
class Workers(Protocol):
    """An engine that has workers."""

    @property
    def waiting(self) -> int: ...
    @property
    def ready(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Ports:
    """All adapters that the service needs, open."""

    journal: Journal
    bus: Bus
    entropy: Entropy
    clock: Clock
    engine: Engine
    store: NodesStore
    courier: Courier | None = None
    """``None``: no notifications are sent."""
    hook_courier: HookCourier = field(default_factory=WebhookCourier)
    """Sends clubs' news to webhooks."""
    postman: Postman | None = None
    """``None``: no e-mail is sent."""
    reviewer: ReviewMaker | None = None
    """``None``: games are not reviewed."""
    painter: PictureMaker | None = None
    """``None``: pictures of games are not drawn."""


@asynccontextmanager
async def connected(
    settings: Settings, on_group: OnGroup = ignore_group
) -> AsyncIterator[tuple[Journal, Bus, NodesStore]]:
    """Open the journal, the bus and the store of these settings; close them at the end.

    Raises :class:`~quincunx.server.settings.BadSetting`, :class:`~quincunx.node.ports.JournalUnavailable`,
    :class:`~quincunx.club.ports.StoreUnavailable` and ``OSError``, each with a sentence for people.
    """
    journal, store = journal_of(settings, on_group), store_of(settings)
    bus = named("QUINCUNX_BUS", BUSES, settings.bus)
    async with AsyncExitStack() as stack:
        await journal.open()
        stack.push_async_callback(journal.close)
        stack.push_async_callback(bus.close)
        await bus.open()
        stack.push_async_callback(store.close)
        await store.open()
        yield journal, bus, store


@asynccontextmanager
async def opened(settings: Settings, on_group: OnGroup = ignore_group) -> AsyncIterator[Ports]:
    """Open all adapters of these settings; close them at the end. The journal reports its commits to
    ``on_group``. Raises what :func:`connected` does, and
    :class:`~quincunx.adapters.secret_file.DamagedSecret` if the key for push services is damaged."""
    engine = EnginePool(settings.bot_workers, settings.bot_seconds)
    when = settings.reviewing
    makes_reviews = when != "off" and is_installed()
    reviewer = ReviewProcess(is_idle=when == "idle") if makes_reviews else None
    draws = when != "off" and is_installed(PICTURES)
    painter = ReviewProcess(is_idle=False) if draws else None  # a caller waits, and it is soon done
    postman = None if settings.mail is None else SmtpPostman(settings.mail, settings.mail_from or "")
    async with connected(settings, on_group) as (journal, bus, store), _push_courier(settings) as courier:
        clock = SteadyClock()
        check_plausible(clock.now())
        clock.begin_at(await start_time(journal, clock.now(), isinstance(bus, MemoryBus)))
        watching = Periodic("system clock", clock.warn, WARN_SECONDS, waits_first=True)
        watching.start()
        engine.start()
        try:
            world = (journal, bus, SystemEntropy(), clock, engine, store)
            yield Ports(*world, courier=courier, postman=postman, reviewer=reviewer, painter=painter)
        finally:
            if postman is not None:
                postman.close()
            started = [process for process in (reviewer, painter, engine) if process is not None]
            await stop_all(watching.stop, *(process.stop for process in started))


@asynccontextmanager
async def _push_courier(settings: Settings) -> AsyncIterator[Courier | None]:
    if not settings.push:
        yield None
        return
    courier = PushCourier(settings.keys_folder, settings.contact)
    courier.start()
    try:
        yield courier
    finally:
        await courier.stop()


def journal_of(settings: Settings, on_group: OnGroup = ignore_group) -> Journal:
    """The journal of these settings, not open yet. Raises :class:`~quincunx.server.settings.BadSetting`, also
    while an interrupted restore has to be completed."""
    if planned(settings.data) is not None:
        raise BadSetting(
            sentence(
                "A restore was interrupted. Start the server or restore again, and it’s completed first."
            )
        )
    place = settings.database or f"sqlite:{settings.data / JOURNAL}"
    return named("QUINCUNX_DATABASE", journals(on_group), place)


def file_of_journal(settings: Settings) -> Path | None:
    """The journal's file; ``None`` if the journal is in a database server."""
    kind, _, rest = (settings.database or f"sqlite:{settings.data / JOURNAL}").partition(":")
    return Path(rest) if kind == "sqlite" else None


def place_of_store(settings: Settings) -> str:
    """The address of the store of people: beside the journal, unless a setting says otherwise."""
    return settings.store or store_beside(settings.database or f"sqlite:{settings.data / JOURNAL}")


def store_beside(journal: str) -> str:
    """The address of the store that belongs to a journal at this address."""
    kind, _, rest = journal.partition(":")
    return f"sqlite:{Path(rest).with_name(STORE)}" if kind == "sqlite" else journal


def store_of(settings: Settings) -> NodesStore:
    """The store of these settings, not open yet. Raises :class:`~quincunx.server.settings.BadSetting`."""
    return named("QUINCUNX_STORE", STORES, place_of_store(settings))


def named(setting: str, kinds: dict[str, Callable[[str], T]], text: str) -> T:
    """The adapter that a text of the form ``kind:rest`` names. Raises
    :class:`~quincunx.server.settings.BadSetting`, whose text contains no password."""
    kind, _, rest = text.partition(":")
    if kind not in kinds:
        known = tuple(f"{each}:…" for each in kinds)
        raise BadSetting(
            sentence("{{1}} can’t begin with “{{2}}”. Choose from {{3}}.", setting, kind[:20], known)
        )
    try:
        return kinds[kind](rest)
    except ValueError:  # the error's own text may contain a password
        raise BadSetting(
            sentence("Can’t read the address in {{1}}. Check its port, and what follows the “?”.", setting)
        ) from None
