"""The house's bots at the tables: whenever one must move, the house orders it like anybody else.

That a bot must move is read off the state, never remembered. So a crash loses nothing: whoever finds
the table later, on any node, acts; and two who act at once are harmless, because one append wins.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from random import Random
from typing import NamedTuple

import structlog

from quincunx.core.game import Seat
from quincunx.games import Move, game_of
from quincunx.table.commands import MakeMove
from quincunx.node.live import LiveTable
from quincunx.table.person import SYSTEM, Person, Refusal
from quincunx.node.ports import JournalUnavailable, Engine
from quincunx.table.state import TableState
from quincunx.table.wire import Ack, CommandRequest

log = structlog.get_logger("quincunx.house")


class BotDriver:
    """Sees to it that bots move. ``order`` is :meth:`quincunx.node.service.Tables.order`.

    A thought about what is past is dropped at once: when the person comes back for whom a bot thinks, or
    another node was faster.
    """

    def __init__(
        self, engine: Engine, order: Callable[[str, Person, CommandRequest], Awaitable[Ack]], pause: float
    ) -> None:
        self._engine = engine
        self._order = order
        self._pause = pause
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._thoughts: dict[str, _Thought] = {}

    def call(self, live: LiveTable) -> None:
        """See to it that a bot moves if it is a bot's turn; safe to call at any time."""
        table = live.state.id
        if table in self._playing:
            thought = self._thoughts.get(table)
            if thought is not None and thought.about != _position(live.state):
                thought.task.cancel()
            return
        if seat_of_bot(live.state) is None:
            return
        self._playing[table] = asyncio.create_task(self._play(live))
        live.bot_plays = True

    async def stop(self) -> None:
        """Forget what is being thought about."""
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, live: LiveTable) -> None:
        table = live.state.id
        try:
            await self._play_on(live)
        except Exception:
            log.exception("bot_driver_failed", table=table)  # the sweeper comes back to it
        finally:
            del self._playing[table]
            live.bot_plays = False

    async def _play_on(self, live: LiveTable) -> None:
        """Move for bots until it is a person's turn or the game is over."""
        while (seat := seat_of_bot(live.state)) is not None:
            state = live.state
            move = await self._think(state, seat)
            if move is None:
                continue  # the table has moved on; look again
            try:
                await self._move(state, seat, move)
            except Refusal as refusal:
                if live.state.version != state.version:
                    continue  # the same
                log.error("bot_refused", table=state.id, code=refusal.code, level=state.seats[seat].level)
                if not await self._any_move(state, seat):
                    return
            except JournalUnavailable as error:
                log.warning("bot_waits", table=state.id, reason=str(error))
                return  # the sweeper comes back to it

    async def _think(self, state: TableState, seat: Seat) -> Move | None:
        """The bot's choice; ``None`` if nobody wants it any more."""
        task = asyncio.create_task(self._thought(state, seat))
        self._thoughts[state.id] = _Thought(_position(state), task)
        try:
            await asyncio.wait({task})
            return None if task.cancelled() else task.result()
        finally:
            task.cancel()
            del self._thoughts[state.id]

    async def _thought(self, state: TableState, seat: Seat) -> Move:
        """The bot's choice. A bot that fails must not hold up a game: then any legal move will do."""
        level = state.seats[seat].level
        assert level is not None
        # People find it pleasant when a move takes a moment; thinking counts towards it.
        pause = asyncio.create_task(asyncio.sleep(self._pause))
        view = game_of(state.settings.options).view(state.game, seat)
        try:
            try:
                move = await self._engine.choose(level, view, seat, seed_of(state), state.id)
            except Exception:
                log.exception("bot_failed", table=state.id, level=level)
                move = _legal(state)
            await pause
            return move
        finally:
            pause.cancel()

    async def _move(self, state: TableState, seat: Seat, move: Move) -> None:
        order = CommandRequest(f"house-{state.version}", state.version, MakeMove(seat, move))
        await self._order(state.id, SYSTEM, order)

    async def _any_move(self, state: TableState, seat: Seat) -> bool:
        """After a bot's choice was refused: a legal move instead. Whether it was accepted."""
        order = CommandRequest(f"house-{state.version}-legal", state.version, MakeMove(seat, _legal(state)))
        try:
            await self._order(state.id, SYSTEM, order)
        except (Refusal, JournalUnavailable):
            return False
        return True


class _Thought(NamedTuple):
    about: tuple[int, Seat | None]
    task: asyncio.Task[Move]


def _position(state: TableState) -> tuple[int, Seat | None]:
    """What a bot's thought is about: talk at the table does not make it stale."""
    return state.moved_at, seat_of_bot(state)


def seat_of_bot(state: TableState) -> Seat | None:
    """The seat for which the house must move now, if there is one."""
    seat = state.to_move()
    return seat if seat is not None and seat >= 0 and state.seats[seat].is_bot_played else None


def seed_of(state: TableState) -> bytes:
    """A bot's own dice. They come from public facts: the secret seed must not show in what it does."""
    return hashlib.sha256(f"{state.id} {state.version}".encode()).digest()


def _legal(state: TableState) -> Move:
    moves: tuple[Move, ...] = game_of(state.settings.options).legal_moves(state.game)
    return Random(seed_of(state)).choice(moves)  # noqa: S311  # a makeshift's taste is no secret
