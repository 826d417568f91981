"""What a node has to say while the bus carries nothing: it leaves a note in the store, where others find it.

A node that is cut off from the bus but not from the store goes on serving its people. Without a word of it
the others would take it for dead after ten seconds and its people for gone, and a bot might be called in for
somebody who sits at their table. So as long as the bus is away for it, it writes every few seconds
who is connected to it, and the others believe what is written anew. A note that stays as it was says nothing:
its node may have died. Whoever hears a node on the bus needs no note of it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace

from quincunx.club.ports import StoreUnavailable
from quincunx.kit import Periodic
from quincunx.node.cluster import membership as others
from quincunx.node.cluster.membership import Neighbours
from quincunx.node.live.live_table import LiveTable
from quincunx.node.messages import Here
from quincunx.node.ports import Bus, Clock

MOST_NOTED: Final = 2_000
"""Tables in a note."""
FRESH_MILLISECONDS: Final = 10_000
"""What is older when it is first seen may be of a node that has died."""
_DECODER: Final = msgspec.json.Decoder(tuple[Here, ...])


class Note(msgspec.Struct, frozen=True):
    """What a node has left: ``number`` grows with each time."""

    node: str
    number: int
    at: int
    """Milliseconds since 1970."""
    said: str


class NoteBoard(Protocol):
    """Every method raises :class:`~quincunx.club.ports.StoreUnavailable`."""

    async def leave_note(self, note: Note) -> None:
        """Instead of this node's last one. Those that are an hour old go."""
        ...

    async def take_note_away(self, node: str) -> None:
        """There is none of it any more."""
        ...

    async def notes(self) -> Sequence[Note]:
        """Those of all nodes."""
        ...


class NodeNotes:
    """This node's note, and what it reads in others'. ``live`` are the tables in memory; with no ``board``
    there is nobody to be told."""

    def __init__(
        self,
        board: NoteBoard | None,
        bus: Bus,
        clock: Clock,
        neighbours: Neighbours,
        live: Callable[[], Iterable[LiveTable]],
    ) -> None:
        self._board = board
        self._bus = bus
        self._clock = clock
        self._neighbours = neighbours
        self._live = live
        self._number = 0
        self._has_left = False
        self._seen: dict[str, int] = {}
        """The number of each note that was seen last."""
        self._loop = Periodic(
            "node notes", self._exchange, lambda: others.BEAT_SECONDS, expected=(StoreUnavailable,)
        )

    def start(self) -> None:
        """Write and read, until :meth:`stop`."""
        if self._board is not None:
            self._loop.start()

    async def stop(self) -> None:
        """This node's people are gone with it."""
        await self._loop.stop()
        if self._board is not None:
            with contextlib.suppress(StoreUnavailable):
                await self._take_away(self._board)

    async def _exchange(self) -> None:
        """Write what this node has to say, or read what others have."""
        board = self._board
        assert board is not None
        if not self._bus.is_well:
            self._number += 1
            self._has_left = True
            said = msgspec.json.encode(self._said()).decode()
            await board.leave_note(Note(self._neighbours.name, self._number, self._clock.now(), said))
            return
        await self._take_away(board)
        found = {note.node: note for note in await board.notes() if note.node != self._neighbours.name}
        for note in found.values():
            if self._is_new(note) and not self._neighbours.is_heard(note.node):
                said_at = {here.table: here for here in _DECODER.decode(note.said)}
                self._neighbours.read(note.node, said_at)
        self._seen = {node: note.number for node, note in found.items()}

    def _is_new(self, note: Note) -> bool:
        if note.node in self._seen:
            return note.number != self._seen[note.node]
        return abs(self._clock.now() - note.at) < FRESH_MILLISECONDS

    async def _take_away(self, board: NoteBoard) -> None:
        if self._has_left:
            await board.take_note_away(self._neighbours.name)
            self._has_left = False

    def _said(self) -> list[Here]:
        """Who sits at the tables here; those who only look on lose nothing."""
        said: list[Here] = []
        for live in self._live():
            here = live.presence.here(self._neighbours.name, live.state)
            seated = {seat.person for seat in live.state.seats}
            here = replace(here, people=tuple(each for each in here.people if each in seated), more=0)
            if here.people or here.asking:
                said.append(here)
            if len(said) == MOST_NOTED:
                break
        return said
