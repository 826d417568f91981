"""What a table service needs from the world, as small interfaces; ``adapters/`` has the real ones."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Protocol

import msgspec

from quincunx.core.review import Why
from quincunx.engines.bot import Scale
from quincunx.node.messages import Heard, News
from quincunx.table.deadlines.outage import Outage
from quincunx.table.events import Entry
from quincunx.table.my_tables import Notice
from quincunx.table.summary import Summary


class Conflict(Exception):
    """Another entry has this version already: reload and decide again."""


class JournalUnavailable(Exception):
    """The journal cannot be written or read just now. The text is a sentence for people."""


class JournalDamaged(JournalUnavailable):
    """What the journal holds is not what was once stored: asking again is of no use, a backup is. The text is
    a sentence for people."""


class Journal(Protocol):
    """Append-only, keyed by (table, version): the only lock in the system.

    Every method raises :class:`JournalUnavailable` before :meth:`open` and after :meth:`close`.
    """

    async def open(self) -> None:
        """Make ready, schema included. Raises :class:`JournalUnavailable` with a sentence for people."""
        ...

    async def append(self, entry: Entry, summary: Summary) -> None:
        """Return when the entry is on disk. Raises :class:`Conflict` if the version is taken,
        :class:`JournalUnavailable` if it cannot be written.

        A key may be one that is known: whoever appends the next version has read all those before it.

        Beside table, version, key and time it stores :func:`quincunx.table.record.chain.body_of` the
        entry."""
        ...

    async def try_write(self) -> None:
        """Return when something has been written to the disk. Raises :class:`JournalUnavailable`."""
        ...

    async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
        """A table's entries with a version greater than ``after``, in order; empty if there are none.

        Raises :class:`JournalDamaged` if :func:`quincunx.table.record.chain.entry_of` cannot read one."""
        ...

    async def lobby(self, limit: int, of_origin: int) -> Sequence[bytes]:
        """The newest listings of tables that wait, then of those at which people play: so many of each at
        most, so that however many play nobody's search for company is crowded out; and of one origin so many
        at most, so that none crowds out the others."""
        ...

    async def finished(self, since: int, limit: int, of_origin: int) -> Sequence[bytes]:
        """The newest listings of tables that have ended and last changed after this moment, of one origin so
        many at most."""
        ...

    async def due(self, now: int, limit: int) -> Sequence[str]:
        """Tables on which the system must act by ``now``, the longest overdue first."""
        ...

    async def running_out(self, after: int, until: int, limit: int) -> Sequence[tuple[str, int]]:
        """Tables at which somebody's time runs out after one moment and until another, each with that moment,
        the earliest first. Left out are those at which the system must act at once, or some day."""
        ...

    async def settle(self, table: str, version: int) -> None:
        """The system need not act any more on this table, which has ended and is of this version still."""
        ...

    async def tables_of(self, people: Sequence[str], limit: int) -> Sequence[str]:
        """Tables that have not ended at which one of these people has a seat, or for whom one is kept: those
        that wait for them first, then those where something happened last."""
        ...

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The last version of each of these tables that there is."""
        ...

    async def list_tables(self, after: str, limit: int) -> Sequence[Summary]:
        """The rows of tables whose names follow ``after``, in the order of their names."""
        ...

    async def names(self, after: str, limit: int) -> Sequence[tuple[str, int]]:
        """The names of all tables in order, beginning after this one, each with the version that its summary
        has come to (0 if there is none)."""
        ...

    async def beat(self, node: str, now: int, longest: int | None = None) -> None:
        """Store that this node runs now. Where ``longest`` is given and no node has beaten for so many
        milliseconds, the time since the last beat is stored as an outage. What a clock that was ahead has
        left in the future goes then."""
        ...

    async def last_beat(self) -> tuple[str, int] | None:
        """The node that has beaten last, and when; in a journal without beats its last entry, by no node.
        ``None`` in an empty one."""
        ...

    async def outages(self) -> Sequence[Outage]:
        """When no node ran, in order; those that no table can be waiting for any more are forgotten."""
        ...

    async def close(self) -> None:
        """Write what was handed in, then let go of everything; what comes later is refused."""
        ...


class Bus(Protocol):
    """Tells every node what was committed. Best effort: gaps are noticed by version, and mended from the
    journal."""

    async def open(self) -> None:
        """Make ready. A bus that cannot be reached now is one that is not well, and is tried again."""
        ...

    @property
    def is_well(self) -> bool:
        """Whether what other nodes say is heard just now, and what is said here is heard there."""
        ...

    async def publish(self, news: News) -> None:
        """Tell every subscriber on every other node; whoever says something knows it already. Never waits for
        them, and never fails: what cannot be said just now is lost."""
        ...

    def subscribe(self) -> AsyncIterator[Heard]:
        """What other nodes publish from the first step of the iteration on, in the order of publishing from
        each. Where something may be missing, because the bus was away or somebody fell far behind, there is
        a gap."""
        ...

    async def close(self) -> None:
        """Say what is still to be said, and let go of everything; subscriptions end."""
        ...


class Entropy(Protocol):
    def seed(self) -> str:
        """32 fresh secret bytes, as 64 hex digits."""
        ...

    def name(self) -> str:
        """A fresh unguessable name for a table: 22 URL-safe characters or more."""
        ...


class Signer(Protocol):
    """Signs what the server gives out."""

    @property
    def public_key(self) -> str:
        """Ed25519, 64 lower-case hex digits."""
        ...

    def sign(self, text: bytes) -> str:
        """128 lower-case hex digits."""
        ...


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970, UTC."""
        ...


class Notifier(Protocol):
    """Whoever tells people, where they are, that a table waits for them.

    Its methods raise :class:`~quincunx.club.ports.StoreUnavailable`."""

    async def tell(self, notice: Notice) -> None:
        """Once for each turn of a table and each person, whatever node asks and however often. It does not
        wait until they have been told."""
        ...

    async def reachable(self, after: str, limit: int) -> Sequence[str]:
        """The ids, following this one in their order, of people who can be told."""
        ...


class SearchResult(Protocol):
    """Ranked choices: ``values[i]`` is what ``moves[i]`` is worth, best first, on this scale; ``reasons`` say
    why the best is better, as far as there are words for it."""

    @property
    def moves(self) -> tuple[Any, ...]: ...
    @property
    def values(self) -> tuple[float, ...]: ...
    @property
    def scale(self) -> Scale: ...
    @property
    def reasons(self) -> tuple[Why, ...]: ...


class Asker(msgspec.Struct, frozen=True):
    """For whom an engine thinks: it is told so that all can be served in turn."""

    table: str
    host: str
    """The id of the person whose table it is."""
    is_peopled: bool
    """Whether people play there, or bots among themselves."""


class Busy(Exception):
    """So much is being thought about at the tables of this person that another one has to wait."""


class NoReview(Exception):
    """This game cannot be reviewed, by whatever fault."""


class ReviewMaker(Protocol):
    """Whoever works out what was luck and what was play, aside from everything else."""

    async def review(self, record: str, simulations: int, on_progress: Callable[[int, int], None]) -> bytes:
        """The JSON of the :class:`~quincunx.core.review.Review` of a record. Whoever stops waiting (cancels)
        has the work stopped. ``on_progress`` hears what is done of how much. Raises :class:`NoReview`, and
        ``OSError`` if there is nobody to do the work just now."""
        ...


class PictureMaker(Protocol):
    """Whoever draws finished games, aside from everything else."""

    async def picture(self, record: str, names: tuple[str, ...], review: bytes | None) -> bytes:
        """A PNG of 1200 × 630: the last position, the names, and how the chances went if there is a review.
        Raises as :meth:`ReviewMaker.review`."""
        ...


class Engine(Protocol):
    """Whoever thinks for the bots. A view is all that it is given, and the view says whose turn it is."""

    async def choose(self, level: str, view: Any, seed: bytes, asker: Asker) -> Any:
        """A move. Raises ``KeyError`` for a level that the game has not, and :class:`Busy`."""
        ...

    async def choose_surely(self, level: str, view: Any, seed: bytes, asker: Asker) -> Any:
        """As :meth:`choose`, by the level's own bot and at its full strength, however long that takes: never
        by a fallback engine, and not faster because many wait. Raises :class:`Busy` where no worker answers
        now."""
        ...

    @property
    def has_workers(self) -> bool:
        """Whether this server thinks by workers at all; else every level is played by a fallback engine."""
        ...

    def reserve(self, asker: Asker) -> bool:
        """Reserve capacity for a rated game of this table; ``False`` if there is none. It is released with
        the game's end, or when nothing has been asked for long."""
        ...

    def release(self, table: str) -> None:
        """Give back what is reserved for a table, if anything."""
        ...

    async def advise(self, view: Any, seed: bytes, asker: Asker) -> SearchResult:
        """What the best bot thinks of every choice it looked at, best first."""
        ...
