"""A bot that plays as the owner of a token, at all tables of theirs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Final, Protocol

from quincunx.client.choosers import MoveChooser
from quincunx.client.client import Client
from quincunx.client.commit_reveal import UnfairChance
from quincunx.client.http import Refused
from quincunx.client.table import RemoteTable
from quincunx.core.record import RecordError
from quincunx.core.sentence import Sentence
from quincunx.core.values import Seat
from quincunx.engines.program import Fault
from quincunx.table.commands import StandUp, TakeBack
from quincunx.table.wire.lists import MyTable

MOST_TABLES: Final = 100
PAUSE_SECONDS: Final = 0.6
"""The usual shortest time for a move, so that people can follow the game."""


class Reporter(Protocol):
    """Handlers of what happens to a bot on a server."""

    def ready(self, account: str) -> None:
        """Handle the start: the bot plays as this account, and waits for invitations."""
        ...

    def game_over(self, table: RemoteTable, faults: Sequence[Sentence]) -> None:
        """Handle the end of a game. ``faults`` are those of its chance: see
        :meth:`~quincunx.client.Client.verify`."""
        ...

    def failed(self, table: str, error: Exception) -> None:
        """Handle a table at which the bot cannot play on."""
        ...


class TablePlayer:
    """A bot at all tables of one account. It takes every seat kept for the account, and moves when it is to
    move. ``pause`` is the shortest time for a move, in seconds."""

    def __init__(
        self, client: Client, chooser: MoveChooser, reporter: Reporter, pause: float = PAUSE_SECONDS
    ) -> None:
        self._client = client
        self._chooser = chooser
        self._reporter = reporter
        self._pause = pause
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._fault: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Play until cancelled. Raises :class:`~quincunx.client.Closed`, and
        :class:`~quincunx.engines.program.Fault` for an error of the bot."""
        following = asyncio.create_task(self._follow())
        try:
            await asyncio.wait((following, self._fault), return_when=asyncio.FIRST_COMPLETED)
            await (self._fault if self._fault.done() else following)
        finally:
            self._fault.cancel()
            tasks = (following, *self._playing.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self) -> None:
        async for line in self._client.changes():
            task = self._playing.get(line.id)
            if _wants(line) and (task is None or task.done()) and self._has_room:
                self._playing[line.id] = asyncio.create_task(self._play(line.id))

    @property
    def _has_room(self) -> bool:
        self._playing = {name: task for name, task in self._playing.items() if not task.done()}
        return len(self._playing) < MOST_TABLES

    async def _play(self, name: str) -> None:
        try:
            async with self._client.at(name) as table:
                async for _ in table.updates():
                    await self._act(table)
                self._reporter.game_over(table, await self._client.verify(table))
        except Fault as fault:
            if not self._fault.done():
                self._fault.set_exception(fault)
        except (Refused, UnfairChance, RecordError, OSError) as error:
            self._reporter.failed(name, error)
        finally:
            self._chooser.leave(name)

    async def _act(self, table: RemoteTable) -> None:
        kept, turn = table.kept_for_me, table.my_turn
        if kept is not None and not self._chooser.plays(table.game):
            await table.do(StandUp(kept), seconds=None)
        elif kept is not None:
            await table.sit(kept, seconds=None)
        elif table.held_for_me is not None:
            with contextlib.suppress(Refused):  # withdrawn from a tournament, or the game has just ended
                await table.do(TakeBack(table.held_for_me), seconds=None)
        elif turn is not None:
            await self._move(table, turn)

    async def _move(self, table: RemoteTable, seat: Seat) -> None:
        view = table.view
        assert view is not None
        loop = asyncio.get_running_loop()
        begun = loop.time()
        move = await self._chooser.choose(table.id, table.game, view.game)
        await asyncio.sleep(max(0.0, begun + self._pause - loop.time()))
        try:
            await table.move(seat, move, view, seconds=None)
        except Refused as refused:
            # The game may have gone on: by a bot of the server's, or by an agreed draw.
            if refused.reason.kind == "rule":
                raise Fault(f"illegal: {move!r}: {refused}") from refused


def _wants(line: MyTable) -> bool:
    """Return whether the bot must act at the table, including when a bot of the server's plays in its
    place."""
    return line.waits_for_you or any(seat.yours and seat.kind == "stand_in" for seat in line.seats)
