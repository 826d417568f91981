"""The adapters that a server runs on, as its settings name them; opened before it starts, closed after it
ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from quincunx.adapters.bus_memory import MemoryBus
from quincunx.adapters.clock import WallClock
from quincunx.adapters.engines import EnginePool
from quincunx.adapters.entropy import SystemEntropy
from quincunx.adapters.journal_sqlite import SqliteJournal
from quincunx.node.ports import Bus, Clock, Engine, Entropy, Journal
from quincunx.server.settings import BadSetting, Settings

T = TypeVar("T")

JOURNAL: Final = "journal.sqlite"

JOURNALS: Final[dict[str, Callable[[str], Journal]]] = {
    "sqlite": lambda rest: SqliteJournal(Path(rest)),
}
"""What ``QUINCUNX_DATABASE`` may begin with, and the journal that it names."""
BUSES: Final[dict[str, Callable[[str], Bus]]] = {
    "memory": lambda rest: MemoryBus(),
}
"""The same for ``QUINCUNX_BUS``."""


@dataclass(frozen=True, slots=True)
class Ports:
    """All that the service needs of the world, open."""

    journal: Journal
    bus: Bus
    entropy: Entropy
    clock: Clock
    engine: Engine


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Ports]:
    """The adapters of these settings, closed again at the end.

    Raises :class:`~quincunx.server.settings.BadSetting`, :class:`~quincunx.node.ports.JournalUnavailable` and
    ``OSError``, each with a sentence for people.
    """
    journal = journal_of(settings)
    bus = _named("QUINCUNX_BUS", BUSES, settings.bus)
    engine = EnginePool(settings.bot_workers, settings.bot_seconds)
    async with AsyncExitStack() as stack:
        await journal.open()
        stack.push_async_callback(journal.close)
        await bus.open()
        stack.push_async_callback(bus.close)
        engine.start()
        stack.push_async_callback(engine.stop)
        yield Ports(journal, bus, SystemEntropy(), WallClock(), engine)


def journal_of(settings: Settings) -> Journal:
    """The journal of these settings, not open yet. Raises :class:`~quincunx.server.settings.BadSetting`."""
    return _named("QUINCUNX_DATABASE", JOURNALS, settings.database or f"sqlite:{settings.data / JOURNAL}")


def _named(setting: str, kinds: dict[str, Callable[[str], T]], text: str) -> T:
    kind, _, rest = text.partition(":")
    if kind not in kinds:
        known = ", ".join(f"{each}:…" for each in kinds)
        raise BadSetting(f"{setting} cannot be “{text[:60]}”; there are {known}.")
    return kinds[kind](rest)
