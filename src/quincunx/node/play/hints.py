"""Hints: the best bot's choices for a player's seat, computed only from what that seat may know.

Hints are not events: they are not stored, and no other player is told. The table's settings say that hints
are allowed, and every player can read them.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from quincunx.core.reason import refused
from quincunx.core.values import Seat
from quincunx.node.live.live_table import LiveTable
from quincunx.node.play.bot_driver import asker, dice
from quincunx.node.ports import Engine, Entropy
from quincunx.table.decide import check_hint
from quincunx.table.seats.person import Person
from quincunx.table.state import TableState
from quincunx.table.wire.table import Hint, HintedMove


class Hints:
    """Searches for hints. Each position is searched once for all requests, but again while a fallback engine
    answers for a worker. A person waits for a hint at one
    table at a time. A search is cancelled when the game continues, and when no request waits for it."""

    def __init__(self, engine: Engine, entropy: Entropy) -> None:
        self._engine = engine
        self._entropy = entropy
        self._asking: dict[str, list[str]] = {}
        """Person → the table where they wait for a hint, once per request."""
        self._searches: dict[str, _Search] = {}
        """Table → the running or finished search for its present position."""

    async def hint(self, live: LiveTable, person: Person, seat: Seat) -> Hint:
        """The choices of the seat to move, which must be this person's.

        Raises :class:`~quincunx.core.reason.Refusal`.
        """
        state = live.state
        check_hint(state, seat, person)
        asked = self._asking.setdefault(person.id, [])
        if asked and asked[0] != state.id:
            raise refused("conflict", "one-hint", "You are waiting for a hint at another table already.")
        asked.append(state.id)
        search = self._search(state, seat)
        waiting = object()
        search.waiting.add(waiting)
        try:
            await asyncio.wait({search.task})
        finally:
            asked.pop()
            if not asked:
                del self._asking[person.id]
            search.waiting.discard(waiting)
            if not search.waiting and not search.task.done():
                self._drop(state.id, search)
        if search.task.cancelled():
            raise refused("stale", "stale", "The game has moved on in the meantime.")
        if search.task.exception() is not None:
            self._drop(state.id, search)  # otherwise every later request would fail
        return search.task.result()

    def on_state(self, state: TableState) -> None:
        """Drop the search if the table's position has changed."""
        search = self._searches.get(state.id)
        if search is not None and search.moved_at != state.moved_at:
            self._drop(state.id, search)

    def is_searching(self, table: str) -> bool:
        """True if a request waits for a hint at this table."""
        search = self._searches.get(table)
        return search is not None and not search.task.done()

    def forget(self, table: str) -> None:
        """Drop the search of a table that is evicted from memory."""
        self._searches.pop(table, None)

    def _search(self, state: TableState, seat: Seat) -> _Search:
        search = self._searches.get(state.id)
        if search is None:
            task = asyncio.create_task(self._think(state, seat))
            search = self._searches[state.id] = _Search(state.moved_at, task, set())
        return search

    def _drop(self, table: str, search: _Search) -> None:
        """Cancel the search; the next request starts a new one."""
        search.task.cancel()
        if self._searches.get(table) is search:
            del self._searches[table]

    async def _think(self, state: TableState, seat: Seat) -> Hint:
        view = state.game.view(state.position, seat)
        found = await self._engine.advise(view, dice(self._entropy), asker(state))
        if found.is_fallback and self._engine.has_workers:
            self._searches.pop(state.id, None)  # a worker may answer the next request
        choices = tuple(map(HintedMove, found.moves, found.values, found.errors))
        return Hint(state.version, found.scale, choices, found.reasons)


class _Search(NamedTuple):
    moved_at: int
    task: asyncio.Task[Hint]
    waiting: set[object]
