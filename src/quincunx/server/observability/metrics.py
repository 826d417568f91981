"""Metrics for Prometheus. Each application has its own, and every label comes from a closed list."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Callable
from typing import Any, Final, Literal, get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from quincunx import __version__
from quincunx.club.mail import MailOutcome
from quincunx.club.push import Outcome
from quincunx.core.reason import Kind
from quincunx.table.commands import Command

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
LAG_SECONDS: Final = 0.25
"""Seconds between measurements of the event loop's delay."""
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
OUTCOMES: Final = (*get_args(Outcome), "given_up")
COMMANDS: Final = tuple(str(each.__struct_config__.tag) for each in get_args(Command))


class Metrics:
    """All metrics of one application. Methods that count may be called in any thread."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        # The counter of each label is looked up here once, rather than under the library's lock.
        self._refused = self._by("refusals", "kind", "Refused requests, commands and sockets.")
        self._events = self._by(
            "security_events", "event", "Security events, which the log reports at a limited rate."
        )
        self._answered = self._by("responses", "status", "HTTP responses.")
        self._acknowledged = self._by(
            "commands_acknowledged", "command", "Commands of people that are on disk."
        )
        self._notifications = self._by("notices", "outcome", "Push notifications, by outcome.")
        for outcome in OUTCOMES:
            self._notifications(outcome, 0)
        self._mailed = self._by("mails", "outcome", "Attempts to send an e-mail, by outcome.")
        for outcome in get_args(MailOutcome):
            self._mailed(outcome, 0)
        for kind in get_args(Kind):
            self._refused(kind, 0)
        for command in COMMANDS:
            self._acknowledged(command, 0)
        self._append = Histogram(
            "quincunx_journal_append_seconds",
            "Seconds from the arrival of a group's first entry until the group is on disk.",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._group = Histogram(
            "quincunx_journal_group_entries",
            "Entries per committed group.",
            buckets=_SIZES,
            registry=self.registry,
        )
        self._failures = Counter(
            "quincunx_journal_failures", "Groups that could not be committed.", registry=self.registry
        )
        self._lag = Histogram(
            "quincunx_event_loop_lag_seconds",
            "Seconds by which the event loop runs a due call late.",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._databases = Gauge(
            "quincunx_database_bytes", "Size of a database on disk.", ["database"], registry=self.registry
        )
        build = Gauge("quincunx_build", "Always 1.", ["version", "python"], registry=self.registry)
        build.labels(__version__, platform.python_version()).set(1)
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)

    def _by(self, name: str, label: str, about: str) -> Callable[[str, int], None]:
        counter = Counter(f"quincunx_{name}", about, [label], registry=self.registry)
        children: dict[str, Any] = {}

        def count(value: str, number: int = 1) -> None:
            child = children.get(value)
            if child is None:
                child = children[value] = counter.labels(value)
            child.inc(number)

        return count

    # ---- counting ---------------------------------------------------------------------------------------

    def refused(self, kind: Kind) -> None:
        """Count a refusal."""
        self._refused(kind, 1)

    def security_event(self, event: str) -> None:
        """Count a security event, one of :data:`quincunx.server.observability.security_log.Event`."""
        self._events(event, 1)

    def answered(self, status: int) -> None:
        """Count an HTTP response that begins."""
        self._answered(str(status), 1)

    def acknowledged(self, command: str) -> None:
        """Count a person's command that is on disk."""
        self._acknowledged(command, 1)

    def count_notification(self, outcome: str) -> None:
        """Count a notification's outcome, one of :data:`OUTCOMES`."""
        self._notifications(outcome, 1)

    def count_mail(self, outcome: MailOutcome) -> None:
        """Count an attempt to send an e-mail."""
        self._mailed(outcome, 1)

    def group(self, entries: int, seconds: float, is_on_disk: bool) -> None:
        """Record an attempt of the journal to commit so many entries together."""
        if not is_on_disk:
            self._failures.inc()
        elif entries:
            self._append.observe(seconds)
            self._group.observe(entries)

    def set_database_bytes(self, database: Literal["journal", "store"], size: int) -> None:
        """Set the size of a database."""
        self._databases.labels(database).set(size)

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is computed when the metrics are read."""
        Gauge(f"quincunx_{name}", about, registry=self.registry).set_function(value)

    async def measure_lag(self) -> None:
        """Measure once how late the event loop is."""
        loop = asyncio.get_running_loop()
        due = loop.time() + LAG_SECONDS
        await asyncio.sleep(LAG_SECONDS)
        self._lag.observe(max(0.0, loop.time() - due))

    def page(self) -> bytes:
        """All metrics in the format :data:`CONTENT_TYPE`."""
        return generate_latest(self.registry)
