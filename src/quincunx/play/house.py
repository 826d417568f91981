"""The house's bots at the tables: whenever one must move, the house orders it like anybody else.

That a bot must move is read off the state, never remembered. So a crash loses nothing: whoever finds
the table later, on any node, acts; and two who act at once are harmless, because one append wins.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from random import Random

import structlog

from quincunx.games.core import Seat
from quincunx.games.registry import Move, game_of
from quincunx.play.commands import MakeMove
from quincunx.play.live import Live
from quincunx.play.people import HOUSE, Person, Refusal
from quincunx.play.ports import JournalUnavailable, Mind
from quincunx.play.state import TableState
from quincunx.play.wire import Ack, Order

log = structlog.get_logger("quincunx.house")


class House:
    """Sees to it that bots move. ``order`` is :meth:`quincunx.play.service.Tables.order`."""

    def __init__(
        self, mind: Mind, order: Callable[[str, Person, Order], Awaitable[Ack]], pause: float
    ) -> None:
        self._mind = mind
        self._order = order
        self._pause = pause
        self._playing: dict[str, asyncio.Task[None]] = {}

    def call(self, live: Live) -> None:
        """See to it that a bot moves if it is a bot's turn; safe to call at any time."""
        table = live.state.id
        if seat_of_house(live.state) is None or table in self._playing:
            return
        task = asyncio.create_task(self._play(live))
        self._playing[table] = task
        live.house_plays = True

        def stopped(_: object) -> None:
            self._playing.pop(table, None)
            live.house_plays = False

        task.add_done_callback(stopped)

    async def stop(self) -> None:
        """Forget what is being thought about."""
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, live: Live) -> None:
        """Move for bots until it is a person's turn or the game is over."""
        while (seat := seat_of_house(live.state)) is not None:
            state = live.state
            try:
                await self._move(state, seat, await self._thought(state, seat))
            except Refusal as refusal:
                if live.state.version != state.version:
                    continue  # the table has moved on; look again
                log.error("bot_refused", table=state.id, code=refusal.code, level=state.chairs[seat].level)
                if not await self._any_move(state, seat):
                    return
            except JournalUnavailable as error:
                log.warning("bot_waits", table=state.id, reason=str(error))
                return  # the sweeper comes back to it

    async def _thought(self, state: TableState, seat: Seat) -> Move:
        """The bot's choice. A bot that fails must not hold up a game: then any legal move will do."""
        level = state.chairs[seat].level
        assert level is not None
        # People find it pleasant when a move takes a moment; thinking counts towards it.
        pause = asyncio.create_task(asyncio.sleep(self._pause))
        view = game_of(state.settings.options).view(state.game, seat)
        try:
            move = await self._mind.choose(level, view, seat, seed_of(state), state.id)
        except Exception:
            log.exception("bot_failed", table=state.id, level=level)
            move = _legal(state)
        await pause
        return move

    async def _move(self, state: TableState, seat: Seat, move: Move) -> None:
        order = Order(f"house-{state.version}", state.version, MakeMove(seat, move))
        await self._order(state.id, HOUSE, order)

    async def _any_move(self, state: TableState, seat: Seat) -> bool:
        """After a bot's choice was refused: a legal move instead. Whether it was accepted."""
        order = Order(f"house-{state.version}-legal", state.version, MakeMove(seat, _legal(state)))
        try:
            await self._order(state.id, HOUSE, order)
        except (Refusal, JournalUnavailable):
            return False
        return True


def seat_of_house(state: TableState) -> Seat | None:
    """The seat for which the house must move now, if there is one."""
    seat = state.to_move()
    return seat if seat is not None and seat >= 0 and state.chairs[seat].is_house else None


def seed_of(state: TableState) -> bytes:
    """A bot's own dice. They come from public facts: the secret seed must not show in what it does."""
    return hashlib.sha256(f"{state.id} {state.version}".encode()).digest()


def _legal(state: TableState) -> Move:
    moves: tuple[Move, ...] = game_of(state.settings.options).legal_moves(state.game)
    return Random(seed_of(state)).choice(moves)  # noqa: S311  # a makeshift's taste is no secret
