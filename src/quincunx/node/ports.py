"""Interfaces of a table service to the outside world; ``adapters/`` has the implementations."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from quincunx.core.review import Why
from quincunx.engines.bot import Scale
from quincunx.node.messages import Heard, News
from quincunx.table.deadlines.outage import Outage
from quincunx.table.events import Entry
from quincunx.table.my_tables import Notice
from quincunx.table.record.faults import Conflict as Conflict
from quincunx.table.record.faults import JournalDamaged as JournalDamaged
from quincunx.table.record.faults import JournalUnavailable as JournalUnavailable
from quincunx.table.summary import Summary


class Journal(Protocol):
    """Append-only store of entries, keyed by (table, version): the only lock in the system.

    Every method raises :class:`JournalUnavailable` before :meth:`open` and after :meth:`close`.
    """

    async def open(self) -> None:
        """Open the journal, and create or migrate the schema. Raises :class:`JournalUnavailable` with a
        sentence for people."""
        ...

    async def append(self, entry: Entry, summary: Summary) -> None:
        """Append an entry; return when it is on disk. Raises :class:`Conflict` if the version is taken, and
        :class:`JournalUnavailable` if the entry cannot be written.

        Keys are not checked for duplicates: a caller that appends the next version has read all earlier
        entries. Beside table, version, key and time, the journal stores
        :func:`quincunx.table.record.chain.body_of` the entry.
        """
        ...

    async def try_write(self) -> None:
        """Return when something has been written to the disk. Raises :class:`JournalUnavailable`."""
        ...

    async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
        """A table's entries with a version greater than ``after``, in order; empty if there are none.

        Raises :class:`JournalDamaged` if :func:`quincunx.table.record.chain.entry_of` cannot read one.
        """
        ...

    async def lobby(self, limit: int, of_origin: int) -> Sequence[bytes]:
        """The newest listings: first of waiting tables, then of running games. ``limit`` applies to each of
        the two, so that running games never crowd out waiting tables. ``of_origin`` is the maximum number per
        origin, so that no origin crowds out the others."""
        ...

    async def finished(self, since: int, limit: int, of_origin: int) -> Sequence[bytes]:
        """The newest listings of tables that have ended and last changed after ``since``, at most
        ``of_origin`` of one origin."""
        ...

    async def due(self, now: int, limit: int) -> Sequence[str]:
        """Tables on which the system must act by ``now``, longest overdue first."""
        ...

    async def running_out(self, after: int, until: int, limit: int) -> Sequence[tuple[str, int]]:
        """Tables at which a player's time runs out after ``after`` and until ``until``, each with that time,
        earliest first. Tables on which the system must act at once, or only by their expiry, are left out."""
        ...

    async def settle(self, table: str, version: int) -> None:
        """Clear the due time of a table that has ended, if it still has this version."""
        ...

    async def tables_of(self, people: Sequence[str], limit: int, status: str | None = None) -> Sequence[str]:
        """Tables that have not ended and at which one of these people has a seat or a kept seat. Tables that
        wait for them come first, then the most recently changed. ``status``: only tables of this status."""
        ...

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The last version of each of these tables that exists."""
        ...

    async def list_tables(self, after: str, limit: int) -> Sequence[Summary]:
        """The rows of tables whose names follow ``after``, in the order of their names."""
        ...

    async def names(self, after: str, limit: int) -> Sequence[tuple[str, int]]:
        """The names of all tables after ``after``, in order, each with the version of its summary (0 if there
        is none)."""
        ...

    async def beat(self, node: str, now: int, longest: int | None = None) -> None:
        """Store that this node is running. If ``longest`` is given and no node has beaten for that many
        milliseconds, the time since the last beat is stored as an outage. Beats in the future, left by a
        clock that was ahead, are deleted."""
        ...

    async def last_beat(self) -> tuple[str, int] | None:
        """The node with the last beat, and its time. In a journal without beats it is the time of the last
        entry, without a node; in an empty journal ``None``."""
        ...

    async def outages(self) -> Sequence[Outage]:
        """The outages, in order. Outages that no table can be affected by any more are deleted."""
        ...

    async def close(self) -> None:
        """Write all pending entries, then release all resources. Later calls are refused."""
        ...


class Bus(Protocol):
    """Publishes committed entries to every node. Delivery is best effort: nodes notice gaps by the versions,
    and fill them from the journal."""

    async def open(self) -> None:
        """Connect the bus. If it cannot be reached, it is unwell, and reconnects later."""
        ...

    @property
    def is_well(self) -> bool:
        """True while messages of other nodes arrive here, and messages of this node arrive there."""
        ...

    async def publish(self, news: News) -> None:
        """Publish news to every subscriber on every other node; the publisher already knows it. Never waits
        for the subscribers and never fails: news that cannot be sent now is lost."""
        ...

    def subscribe(self) -> AsyncIterator[Heard]:
        """News from other nodes, from the first step of the iteration on, in each publisher's order. A
        :class:`~quincunx.node.messages.Gap` marks possible losses: the bus was away, or the subscriber fell
        far behind."""
        ...

    async def close(self) -> None:
        """Publish pending news, then release all resources. Subscriptions end."""
        ...


class Entropy(Protocol):
    def seed(self) -> str:
        """A fresh seed: 32 secret bytes, as 64 hex digits."""
        ...

    def name(self) -> str:
        """A fresh unguessable name for a table: 22 URL-safe characters or more."""
        ...


class Signer(Protocol):
    """Signs data that the server publishes."""

    @property
    def public_key(self) -> str:
        """The Ed25519 public key, 64 lower-case hex digits."""
        ...

    def sign(self, text: bytes) -> str:
        """The signature of a text, 128 lower-case hex digits."""
        ...


class Clock(Protocol):
    def now(self) -> int:
        """The time in milliseconds since 1970, UTC."""
        ...


class Notifier(Protocol):
    """Notifies absent people that a table waits for them.

    Its methods raise :class:`~quincunx.club.ports.StoreUnavailable`.
    """

    async def notify(self, notice: Notice) -> None:
        """Notify a person once per turn of a table, however often and on whatever nodes this is called. It
        does not wait for the delivery."""
        ...

    async def reachable(self, after: str, limit: int) -> Sequence[str]:
        """The ids, in order after ``after``, of people who can be notified."""
        ...


class SearchResult(Protocol):
    """Ranked choices, best first: ``values[i]`` is the value of ``moves[i]`` on ``scale``, and
    ``errors[i]`` its standard error, ``None`` if unknown. ``reasons`` say why the best one is better, as far
    as reasons can be given. ``is_fallback`` is true if a fallback engine answered."""

    @property
    def moves(self) -> tuple[Any, ...]: ...
    @property
    def values(self) -> tuple[float, ...]: ...
    @property
    def errors(self) -> tuple[float | None, ...]: ...
    @property
    def scale(self) -> Scale: ...
    @property
    def reasons(self) -> tuple[Why, ...]: ...
    @property
    def is_fallback(self) -> bool: ...


class Asker(msgspec.Struct, frozen=True):
    """The table and the host for whom an engine computes, so that all hosts are served in turn."""

    table: str
    host: str
    """The id of the table's host."""
    is_peopled: bool
    """True if people play there, and not only bots."""


class Busy(Exception):
    """The engine's work for this person's tables has reached its limit. Further work must wait."""


class NoReview(Exception):
    """The game cannot be reviewed."""


class ReviewMaker(Protocol):
    """Computes reviews, which separate luck from play, apart from all other work."""

    async def review(self, record: str, simulations: int, on_progress: Callable[[int, int], None]) -> bytes:
        """The JSON of the :class:`~quincunx.core.review.Review` of a record. Cancelling the caller stops the
        work. ``on_progress`` is called with the work done and the total. Raises :class:`NoReview`, and
        ``OSError`` if no worker is available at the moment."""
        ...


class PictureMaker(Protocol):
    """Draws pictures of finished games, apart from all other work."""

    async def picture(self, record: str, names: tuple[str, ...], review: bytes | None) -> bytes:
        """A PNG of 1200 × 630: the last position, the names, and, with a review, the course of the winning
        chances. Raises like :meth:`ReviewMaker.review`."""
        ...


class Engine(Protocol):
    """Chooses moves for bots. It sees only a view, which names the seat to move."""

    async def choose(self, level: str, view: Any, seed: bytes, asker: Asker) -> Any:
        """A move. Raises ``KeyError`` for a level that the game lacks, and :class:`Busy`."""
        ...

    async def choose_surely(self, level: str, view: Any, seed: bytes, asker: Asker) -> Any:
        """A move by the level's own bot at full strength, however long it takes. Unlike :meth:`choose`, it
        uses no fallback engine and is not faster under load. Raises :class:`Busy` if no worker is available
        now."""
        ...

    @property
    def has_workers(self) -> bool:
        """True if this server has workers; otherwise a fallback engine plays every level."""
        ...

    def reserve(self, asker: Asker) -> bool:
        """Reserve capacity for a rated game of this table; ``False`` if there is none. It is released at the
        end of the game, or when it has been unused for long."""
        ...

    def release(self, table: str) -> None:
        """Release the capacity reserved for a table, if any."""
        ...

    async def advise(self, view: Any, seed: bytes, asker: Asker) -> SearchResult:
        """The best bot's values of all choices that it considered, best first."""
        ...


@dataclass(frozen=True)
class World:
    """The adapters that every node runs on, open."""

    journal: Journal
    bus: Bus
    entropy: Entropy
    clock: Clock
    engine: Engine
