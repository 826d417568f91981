"""Finished games, whole: the replay that is looked at, and the record that can be checked and kept."""

from __future__ import annotations

import asyncio

import msgspec
from msgspec.structs import replace

from quincunx.core.reason import refused
from quincunx.core.record import Record, signed_text, write
from quincunx.node.archive import Archive
from quincunx.node.memory import Memory
from quincunx.node.ports import Clock, Journal, Signer
from quincunx.node.shown import point_of_view_of
from quincunx.table import day, view
from quincunx.table.person import Person
from quincunx.table.record import record_of
from quincunx.table.state import TableState


class FinishedGames:
    """What is made of them. Who may see what is asked before: see :meth:`Tables.finished`."""

    def __init__(self, journal: Journal, memory: Memory, clock: Clock, signer: Signer | None) -> None:
        self._journal = journal
        self._memory = memory
        self._clock = clock
        self._signer = signer
        self._archive = Archive(journal)

    async def replay(self, state: TableState, person: Person) -> bytes:
        """The JSON of a :class:`~quincunx.table.wire.Replay`, as this person may see it."""
        table, now = state.id, self._clock.now()
        # A rematch is still to come, and what people say.
        key = ("replay", table, state.version, point_of_view_of(state, person, None))
        return await self._archive.get(
            key,
            table,
            lambda entries: msgspec.json.encode(
                view.replay(self._memory.without_names(entries), state, person, now)
            ),
        )

    async def record(self, state: TableState) -> bytes:
        """The game as text, signed."""
        table, now = state.id, self._clock.now()
        return await self._archive.get(
            ("record", table), table, lambda entries: self._signed(record_of(entries, state, now)).encode()
        )

    async def recorded(self, state: TableState) -> Record:
        """The record, unsigned. Raises :class:`~quincunx.core.reason.Refusal` while the game runs."""
        check_over(state)
        entries = tuple(await self._journal.read(state.id))
        return await asyncio.to_thread(record_of, entries, state, day.ALWAYS)

    def _signed(self, record: Record) -> str:
        if self._signer is None:
            return write(record)
        return write(replace(record, signature=self._signer.sign(signed_text(record))))

    def forget(self) -> None:
        """Make everything anew: people's names have changed."""
        self._archive.forget()


def check_over(state: TableState) -> None:
    """Raises :class:`~quincunx.core.reason.Refusal` unless a game has been played here to its end."""
    if state.status != "ended":
        raise refused("conflict", "not-over", "The game is not over yet.")
    if state.position is None:
        raise refused("conflict", "never-began", "That game never began.")
