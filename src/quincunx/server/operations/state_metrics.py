"""Metrics of what is stored. Databases are asked once a minute, not at every look."""

from __future__ import annotations

from typing import Final, Literal

from quincunx.adapters.database_size import database_bytes
from quincunx.club.ports import StoreUnavailable
from quincunx.club.tournament.ports import TournamentStore
from quincunx.kit import Periodic
from quincunx.node.ports import JournalUnavailable
from quincunx.server.adapters import place_of_store
from quincunx.server.observability.metrics import Metrics
from quincunx.server.operations.backups import place_of
from quincunx.server.operations.nightly import last_backup
from quincunx.server.settings import Settings

MEASURE_SECONDS: Final = 60.0


class StateMetrics:
    """The sizes of the databases, the running tournaments, and the time of the last backup."""

    def __init__(self, metrics: Metrics, settings: Settings, store: TournamentStore) -> None:
        self._metrics = metrics
        self._store = store
        self._places: dict[Literal["journal", "store"], str] = {
            "journal": ":".join(place_of(settings)),
            "store": place_of_store(settings),
        }
        self._tournaments = 0
        self._loop = Periodic(
            "state metrics", self.measure, MEASURE_SECONDS, expected=(StoreUnavailable, JournalUnavailable)
        )
        metrics.gauge("tournaments", "Running tournaments.", lambda: self._tournaments)
        metrics.gauge(
            "last_backup_timestamp_seconds",
            "Time of the last backup made on this machine, in seconds since 1970; 0 without one.",
            lambda: last_backup(settings),
        )

    def start(self) -> None:
        """Start to measure."""
        self._loop.start()

    async def stop(self) -> None:
        """Stop to measure."""
        await self._loop.stop()

    async def measure(self) -> None:
        """Ask the databases once."""
        self._tournaments = await self._store.running_tournaments()
        for name, place in self._places.items():
            self._metrics.set_database_bytes(name, await database_bytes(place))
