"""``quincunx bot LEVEL --server URL``: a bot at the tables of a remote server."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Any, Final

from quincunx.adapters.engines import EnginePool
from quincunx.cli.files import say
from quincunx.cli.language import error_in_words, spoken
from quincunx.client import FAULTS, Client, Refused, RemoteTable, UnfairChance
from quincunx.core.record import RecordError
from quincunx.core.speech import in_words, t
from quincunx.core.values import Phrase, Seat
from quincunx.engines.levels import names
from quincunx.node.play.bot_driver import BUSY_SECONDS
from quincunx.node.ports import Asker, Busy
from quincunx.table.commands import StandUp, TakeBack
from quincunx.table.wire.lists import MyTable

PAUSE_SECONDS: Final = 0.6
"""The shortest time for a move, so that people can follow the game."""
MOST_TABLES: Final = 100


class RemoteBot:
    """A bot of one level that plays as the owner of a token. It takes every seat kept for that account, and
    moves when it is to move."""

    def __init__(self, client: Client, engines: EnginePool, level: str) -> None:
        self._client = client
        self._engines = engines
        self._level = level
        self._playing: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Play until cancelled. Raises :class:`quincunx.client.Closed`."""
        sentence = "{{name}} plays as {{level}}, and waits for invitations."
        say(t(sentence, name=await self._client.me(), level=self._level))
        try:
            async for line in self._client.changes():
                task = self._playing.get(line.id)
                if _wants(line) and (task is None or task.done()) and self._has_room:
                    self._playing[line.id] = asyncio.create_task(self._play(line.id))
        finally:
            for task in self._playing.values():
                task.cancel()
            await asyncio.gather(*self._playing.values(), return_exceptions=True)

    @property
    def _has_room(self) -> bool:
        self._playing = {name: task for name, task in self._playing.items() if not task.done()}
        return len(self._playing) < MOST_TABLES

    async def _play(self, name: str) -> None:
        try:
            async with self._client.at(name) as table:
                async for _ in table.updates():
                    await self._act(table)
                say(t("{{table}} is over.", table=name))
                for fault in await self._faults(table):
                    say(f"{name}: {fault}")
        except (Refused, UnfairChance, RecordError, OSError) as error:
            say(f"{name}: {error_in_words(error)}")

    async def _faults(self, table: RemoteTable) -> list[str]:
        """Return the faults in the chance of a game that has ended."""
        faults = [in_words(fault) for fault in await self._client.verify(table)]
        if (verdict := table.verdict) in FAULTS:
            faults.insert(0, spoken().say(Phrase(f"result.verdict.{verdict}")))
        return faults

    async def _act(self, table: RemoteTable) -> None:
        kept, turn = table.kept_for_me, table.my_turn
        if kept is not None and self._level not in names(table.game.bots):
            await table.do(StandUp(kept), seconds=None)  # there is no such bot for this game
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
        move = await self._choose(table.id, view.game)
        await asyncio.sleep(max(0.0, begun + PAUSE_SECONDS - loop.time()))
        # The game may have gone on: by a bot of the server's, or by an agreed draw.
        with contextlib.suppress(Refused):
            await table.move(seat, move, view, seconds=None)

    async def _choose(self, table: str, view: Any) -> Any:
        """Return the level's own move, however long it takes: no weaker bot moves under its name."""
        asker = Asker(table, "somebody", is_peopled=True)
        while True:
            with contextlib.suppress(Busy):
                return await self._engines.choose_surely(self._level, view, secrets.token_bytes(32), asker)
            await asyncio.sleep(BUSY_SECONDS)


def _wants(line: MyTable) -> bool:
    """Return whether this bot must act at the table, including when a bot of the server's plays in its
    place."""
    return line.waits_for_you or any(seat.yours and seat.kind == "stand_in" for seat in line.seats)


async def play(
    server: str, token: str, level: str, workers: int | None, tournament: str | None = None
) -> None:
    """Connect a bot of this level to a server, and to a tournament there, until cancelled. Raises
    :class:`quincunx.client.Closed`, :class:`quincunx.client.Refused` and ``OSError``."""
    engines = EnginePool(workers)
    engines.start()
    try:
        # Compile before connecting, so that no clock runs meanwhile.
        await engines.has_started(level)
        async with Client(server, token) as client:
            if tournament is not None:
                await client.join(tournament)
            await RemoteBot(client, engines, level).run()
    finally:
        await engines.stop()
