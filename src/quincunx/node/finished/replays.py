"""Replays and records of finished games.

They are large and no longer change, so they are cached. They are computed one at a time in a thread, because
games in progress come first.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from quincunx.club.accounts.names import marked
from quincunx.core.record import Record, signed_text, write
from quincunx.core.values import Seat
from quincunx.kit import Cache
from quincunx.node.lists.guests import Guests
from quincunx.node.live.cache import Memory
from quincunx.node.ports import Clock, Journal, Signer
from quincunx.table import view
from quincunx.table.chance import day
from quincunx.table.events import Entry
from quincunx.table.live.frames import PointOfView, point_of_view_of
from quincunx.table.record.game_record import check_over, record_of
from quincunx.table.seats.person import Person, handle_of
from quincunx.table.state import TableState
from quincunx.table.wire.table import Replay

MOST_BYTES: Final = 64 << 20
"""The size of the cache in bytes."""
MOST_AT_ONCE: Final = 1
LEVEL: Final = 6
"""The level of compression: a replay shrinks to a twentieth."""
STEPS_AT_ONCE: Final = 50
"""The number of steps encoded at once. Encoding holds the interpreter: 50 steps take 0.2 ms, and a game of
5,000 turns 20 ms."""

T = TypeVar("T")


class _Key(NamedTuple):
    """Cache key of a replay or record. ``people`` are all whose names or words it may hold, and ``guests``
    the seats whose names are marked."""

    kind: Literal["replay", "record"]
    table: str
    version: int
    point: PointOfView | None
    people: frozenset[str]
    guests: frozenset[Seat] = frozenset()


class FinishedGames:
    """Replays and records. The caller checks permission: see :meth:`Tables.finished`."""

    def __init__(
        self, journal: Journal, memory: Memory, clock: Clock, signer: Signer | None, guests: Guests
    ) -> None:
        self._journal = journal
        self._memory = memory
        self._clock = clock
        self._signer = signer
        self._guests = guests
        self._built: Cache[_Key, bytes] = Cache(MOST_BYTES, size_of=len)
        self._turn = asyncio.Semaphore(MOST_AT_ONCE)

    async def replay(self, state: TableState, person: Person) -> bytes:
        """The JSON of a :class:`~quincunx.table.wire.table.Replay`, as this person may see it, compressed
        with gzip.

        It is compressed once for all requests, and cached only in this form. Its length reveals nothing,
        because all of a finished game is open.
        """
        table, now = state.id, self._clock.now()
        # The version is part of the key, because a rematch and chat lines can still follow.
        key = _Key("replay", table, state.version, point_of_view_of(state, person, None), self._people(state))

        def make(entries: tuple[Entry, ...]) -> bytes:
            return compressed(view.replay(self._memory.redact(entries), state, person, now))

        return await self._built.get(key, lambda: self._build(table, make))

    async def record(self, state: TableState) -> bytes:
        """The game as text, signed; names of guests are marked."""
        table, now = state.id, self._clock.now()
        guests = await self._guest_seats(state)

        def make(entries: tuple[Entry, ...]) -> bytes:
            record = record_of(entries, state, now)
            names = (marked(name) if seat in guests else name for seat, name in enumerate(record.names))
            return self._signed(replace(record, names=tuple(names))).encode()

        key = _Key("record", table, 0, None, self._people(state), guests)
        return await self._built.get(key, lambda: self._build(table, make))

    async def recorded(self, state: TableState) -> Record:
        """The unsigned record. Raises :class:`~quincunx.core.reason.Refusal` while the game runs."""
        check_over(state)
        return await self._build(state.id, lambda entries: record_of(entries, state, day.ALWAYS))

    async def work(self, compute: Callable[[], T]) -> T:
        """Run a long computation about a finished game in a thread, when no other thread runs one: each makes
        the event loop wait for the interpreter."""
        async with self._turn:
            return await asyncio.to_thread(compute)

    def _signed(self, record: Record) -> str:
        if self._signer is None:
            return write(record)
        return write(replace(record, signature=self._signer.sign(signed_text(record))))

    async def _build(self, table: str, make: Callable[[tuple[Entry, ...]], T]) -> T:
        async with self._turn:
            entries = tuple(await self._journal.read(table))
            return await asyncio.to_thread(make, entries)

    async def _guest_seats(self, state: TableState) -> frozenset[Seat]:
        """The seats of guests. There are none where several people play on one device, because the host
        chose their names."""
        if state.settings.one_device:
            return frozenset()
        handles = [None if seat.person is None else handle_of(seat.person) for seat in state.seats]
        guests = await self._guests.guests_among(handles)
        return frozenset(seat for seat, handle in enumerate(handles) if handle in guests)

    def _people(self, state: TableState) -> frozenset[str]:
        live = self._memory.get_live(state.id)
        return frozenset(state.people) if live is None else frozenset(live.named)

    def forget_names(self, gone: frozenset[str]) -> None:
        """Drop all that may hold the names of these people, and results still being computed."""
        self._built.invalidate_if(lambda key: not key.people.isdisjoint(gone))


def compressed(replay: Replay) -> bytes:
    """A replay's JSON, compressed with gzip, encoded in parts so that no part delays other threads."""
    # 31: a gzip header, and the largest window.
    packing = zlib.compressobj(LEVEL, zlib.DEFLATED, 31)
    return b"".join([*map(packing.compress, encoded_parts(replay)), packing.flush()])


def encoded_parts(replay: Replay) -> Iterator[bytes]:
    """The parts of a replay's JSON, in order; each has at most :data:`STEPS_AT_ONCE` steps."""
    # No text has these bytes: its quotation marks are escaped.
    before, empty, after = msgspec.json.encode(replace(replay, steps=())).partition(b'"steps":[]')
    yield before + empty[:-1]
    for first in range(0, len(replay.steps), STEPS_AT_ONCE):
        part = msgspec.json.encode(replay.steps[first : first + STEPS_AT_ONCE])
        yield (b"," if first else b"") + part[1:-1]
    yield empty[-1:] + after
