"""Hints: what the best bot would do on a person's seat, worked out from what that seat may know alone.

Hints are no events: nothing of them is kept, and nobody else is told. That a table allows them stands in its
settings, where everybody who sits down can read it.
"""

from __future__ import annotations

import asyncio

from quincunx.core.game import Seat
from quincunx.games import game_of
from quincunx.node.bot_driver import seed_of
from quincunx.node.live import LiveTable
from quincunx.table.person import Person, Refusal
from quincunx.node.ports import Engine
from quincunx.table.state import TableState
from quincunx.table.decide import check_hint
from quincunx.table.wire import Hint, HintedMove


class Hints:
    """One position is thought about once, however often it is asked about; a person asks at one table at a
    time. The thinking stops when the game goes on, and when nobody waits for it any more."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._asking: dict[str, str] = {}
        """Person → the table where they wait for a hint."""

    async def hint(self, live: LiveTable, person: Person, seat: Seat) -> Hint:
        """The choices of the seat to move, which must be this person's. Raises :class:`Refusal`."""
        check_hint(live.state, seat, person)
        if self._asking.setdefault(person.id, live.state.id) != live.state.id:
            raise Refusal("one-hint", "You are waiting for a hint at another table already.")
        task = live.hint
        if task is None:
            task = live.hint = asyncio.create_task(self._think(live.state, seat))
        live.hint_wanted += 1
        try:
            await asyncio.wait({task})
        finally:
            self._asking.pop(person.id, None)
            if live.hint is task:
                live.hint_wanted -= 1
                if not live.hint_wanted and not task.done():
                    live.drop_hint()
        if task.cancelled():
            raise Refusal("stale", "The game has moved on in the meantime.", stale=True)
        if task.exception() is not None and live.hint is task:
            live.drop_hint()  # or it would fail for ever
        return task.result()

    async def _think(self, state: TableState, seat: Seat) -> Hint:
        view = game_of(state.settings.options).view(state.game, seat)
        advice = await self._engine.advise(view, seed_of(state), state.id)
        choices = tuple(map(HintedMove, advice.moves, advice.values))
        return Hint(state.version, advice.scale, choices)
