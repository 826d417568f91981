"""What a table service needs from the world, as small interfaces; ``adapters/`` has the real ones."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

import msgspec

from quincunx.engines.bot import Scale
from quincunx.core.game import Seat
from quincunx.games import Move, View
from quincunx.table.events import Entry


class Conflict(Exception):
    """Another entry has this version already: reload and decide again."""


class JournalUnavailable(Exception):
    """The journal cannot be written or read just now. The text is a sentence for people."""


class Summary(msgspec.Struct, frozen=True):
    """What the lists show of a table: projected from its state, kept beside its last entry.

    ``bot_to_move``: somebody in the house (a bot) must act next, so a sweeper must find it.
    ``listing`` is the JSON of the lobby's line, or ``None`` when the table is not shown there.
    """

    table: str
    version: int
    status: str
    bot_to_move: bool
    listing: bytes | None
    changed: int


class Journal(Protocol):
    """Append-only, keyed by (table, version): the only lock in the system."""

    async def append(self, entry: Entry, summary: Summary) -> None:
        """Return when the entry is on disk. Raises :class:`Conflict` if the version is taken or the
        key is known, :class:`JournalUnavailable` if it cannot be written."""
        ...

    async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
        """A table's entries with a version greater than ``after``, in order; empty if there are none."""
        ...

    async def find(self, table: str, key: str) -> Entry | None:
        """The entry that a command with this key brought about."""
        ...

    async def lobby(self, limit: int) -> Sequence[bytes]:
        """The newest listings of tables that have not ended."""
        ...

    async def waiting_for_bots(self, limit: int) -> Sequence[str]:
        """Tables on which the house must act."""
        ...


class Bus(Protocol):
    """Tells every node what was committed. Best effort: gaps are noticed by version, and mended from the
    journal."""

    async def publish(self, entry: Entry) -> None: ...

    def subscribe(self) -> AsyncIterator[Entry]: ...


class Entropy(Protocol):
    def seed(self) -> str:
        """32 fresh secret bytes, as 64 hex digits."""
        ...

    def name(self) -> str:
        """A fresh unguessable name for a table: 22 URL-safe characters or more."""
        ...


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970, UTC."""
        ...


class Advice(Protocol):
    """Ranked choices: ``values[i]`` is what ``moves[i]`` is worth, best first, on this scale."""

    @property
    def moves(self) -> tuple[Move, ...]: ...
    @property
    def values(self) -> tuple[float, ...]: ...
    @property
    def scale(self) -> Scale: ...


class Engine(Protocol):
    """The house's bots. A view is all that they are given."""

    async def choose(self, level: str, view: View, seat: Seat, seed: bytes, table: str) -> Move:
        """A move. ``table`` is told so that tables can be served in turn."""
        ...

    async def advise(self, view: View, seed: bytes, table: str) -> Advice:
        """What the best bot thinks of every choice it looked at, best first."""
        ...
