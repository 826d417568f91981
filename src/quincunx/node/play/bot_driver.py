"""Bots at the tables: when a bot must move, the system sends a command as a player does.

A bot's turn is read off the table's state and never remembered. The node that appended the last entry
computes the move. A crash loses nothing, because any node that finds the table later acts. Two nodes may act
at once, because only one append succeeds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from random import Random
from typing import Any, Final, NamedTuple

import structlog

from quincunx.core.day import bot_seed
from quincunx.core.game import encode
from quincunx.core.reason import Refusal
from quincunx.core.values import Seat
from quincunx.kit import end_tasks
from quincunx.node.live.live_table import LiveTable, position
from quincunx.node.ports import Asker, Busy, Engine, Entropy, JournalUnavailable
from quincunx.table.commands import MakeMove
from quincunx.table.live.bot_pace import pause_of
from quincunx.table.seats.person import SYSTEM, Person
from quincunx.table.state import TableState
from quincunx.table.wire.table import Ack, CommandRequest

log = structlog.get_logger("quincunx.bots")


BUSY_SECONDS: Final = 1.0
"""The delay before the next try while the engine's work for one person has reached its limit."""


class BotDriver:
    """The driver that makes bots move.

    ``execute`` is :meth:`quincunx.node.node.Tables.execute`; ``pause`` is the minimum duration of a move in
    seconds. ``entropy`` provides fresh secret dice for each decision. If the dice were known, a move could
    reveal the cards that it was chosen with. In a daily challenge the dice derive from its seed, which is
    secret too, so that the bot is the same for all players.

    A search for a past position is cancelled at once: when a bot's player returns, or another node was
    faster.
    """

    def __init__(
        self,
        engine: Engine,
        execute: Callable[[str, Person, CommandRequest], Awaitable[Ack]],
        pause: float,
        entropy: Entropy,
    ) -> None:
        self._engine = engine
        self._execute = execute
        self._pause = pause
        self._entropy = entropy
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._searches: dict[str, _Search] = {}

    def call(self, live: LiveTable) -> None:
        """Make a bot move if it is a bot's turn and this node caused it; other nodes handle their own. Safe
        to call at any time."""
        if live.state.status == "ended" and live.state.settings.rated:
            self._engine.release(live.state.id)
        search = self._searches.get(live.state.id)
        if search is not None and search.about != position(live.state):
            search.task.cancel()
        elif live.is_ours:
            self.take_up(live)

    def take_up(self, live: LiveTable) -> None:
        """Make a bot move if it is a bot's turn, whichever node caused it."""
        table = live.state.id
        if table not in self._playing and live.state.bot_to_move() is not None and _is_wanted(live):
            self._playing[table] = asyncio.create_task(self._play(live))

    def reserve(self, state: TableState) -> bool:
        """Reserve capacity for the bots of a rated game; false if there is none."""
        return self._engine.reserve(asker(state))

    @property
    def playing(self) -> Collection[str]:
        """The tables at which a bot is about to move."""
        return self._playing.keys()

    def is_playing(self, table: str) -> bool:
        """True if a bot is about to move at this table."""
        return table in self._playing

    async def stop(self) -> None:
        """Cancel all searches."""
        await end_tasks(self._playing.values())

    async def _play(self, live: LiveTable) -> None:
        table = live.state.id
        try:
            await self._play_on(live)
        except Exception:
            log.exception("bot_driver_failed", table=table)  # the sweeper retries
        finally:
            del self._playing[table]

    async def _play_on(self, live: LiveTable) -> None:
        """Move for bots until it is a person's turn, or another node's, or the game is over."""
        here = position(live.state)
        while (seat := live.state.bot_to_move()) is not None and _is_wanted(live):
            if position(live.state) != here and not live.is_ours:
                return
            state, here = live.state, position(live.state)
            move = await self._choose(state, seat)
            if move is None:
                continue  # the table has changed; check again
            try:
                await self._move(state, seat, move, "bot")
            except Refusal as refusal:
                if live.state.version != state.version:
                    continue  # the table has changed
                code, level = refusal.reason.code, state.seats[seat].level
                log.error("bot_refused", table=state.id, code=code, level=level)
                if not await self._any_move(state, seat):
                    return
            except JournalUnavailable as error:
                log.warning("bot_waits", table=state.id, reason=str(error))
                return  # the sweeper retries

    async def _choose(self, state: TableState, seat: Seat) -> Any:
        """The bot's choice, or ``None`` if the position has changed."""
        task = asyncio.create_task(self._search(state, seat))
        self._searches[state.id] = _Search(position(state), task)
        try:
            await asyncio.wait({task})
            return None if task.cancelled() else task.result()
        finally:
            task.cancel()
            del self._searches[state.id]

    async def _search(self, state: TableState, seat: Seat) -> Any:
        """The bot's choice, returned at the end of a pause, because players find instant moves unpleasant.

        A search that outlasts the pause is followed by further pauses. So the move comes at a randomly drawn
        time, which hardly shows how long the search took. That duration depends on the cards.
        """
        thinking = asyncio.create_task(self._decide(state, seat))
        try:
            await asyncio.sleep(self._pause_at(state))
            while self._pause and not thinking.done():  # noqa: ASYNC110  # a random delay, no event
                await asyncio.sleep(self._pause_at(state))
            return await thinking
        finally:
            thinking.cancel()

    async def _decide(self, state: TableState, seat: Seat) -> Any:
        """The bot's choice, or any legal move if the bot fails: a failure must not hold up the game."""
        level = state.seats[seat].level
        assert level is not None
        view = state.game.view(state.position, seat)
        try:
            return await self._think(self._ask(state, seat), level, view, self._dice(state), asker(state))
        except Exception:
            log.exception("bot_failed", table=state.id, level=level)
            return self._legal(state)

    def _dice(self, state: TableState) -> bytes:
        if state.of_day is None:
            return dice(self._entropy)
        turn = state.game.turn(state.position).number
        return bot_seed(bytes.fromhex(state.seed), state.game.name, turn, state.questions)

    def _ask(self, state: TableState, seat: Seat) -> Callable[[str, Any, bytes, Asker], Awaitable[Any]]:
        """The engine's method for this decision.

        Where the result counts, a level plays at full strength or waits; a bot has no clock, so it loses
        nothing. Without workers there are two exceptions. One fallback bot plays a daily challenge, the same
        for all players. A fallback bot also plays a seat that it has taken over from a player. Otherwise
        the seat could never move, and the result is the player's.
        """
        is_rated_itself = state.settings.rated and state.seats[seat].kind == "bot"
        counts = state.settings.rated or state.of_day is not None
        is_sure = is_rated_itself or (counts and self._engine.has_workers)
        return self._engine.choose_surely if is_sure else self._engine.choose

    async def _think(
        self,
        ask: Callable[[str, Any, bytes, Asker], Awaitable[Any]],
        level: str,
        view: Any,
        seed: bytes,
        asked_by: Asker,
    ) -> Any:
        while True:
            try:
                return await ask(level, view, seed, asked_by)
            except Busy:
                await asyncio.sleep(BUSY_SECONDS)

    def _pause_at(self, state: TableState) -> float:
        """The duration of a move in seconds, from public facts and chance alone."""
        return pause_of(self._pause, state.settings.bot_pace, dice(self._entropy))

    def _legal(self, state: TableState) -> Any:
        random = Random(dice(self._entropy))  # noqa: S311  # seeded with secret bytes
        return random.choice(state.game.legal_moves(state.position))

    async def _move(self, state: TableState, seat: Seat, move: Any, key: str) -> None:
        command = MakeMove(seat, encode(move))
        await self._execute(
            state.id, SYSTEM, CommandRequest(f"{key}-{state.version}", state.version, command)
        )

    async def _any_move(self, state: TableState, seat: Seat) -> bool:
        """Play any legal move after the bot's choice was refused. Returns true if it was accepted."""
        try:
            await self._move(state, seat, self._legal(state), "legal")
        except (Refusal, JournalUnavailable):
            return False
        return True


def _is_wanted(live: LiveTable) -> bool:
    """True if a person benefits when bots move.

    A table of bots alone plays only while it has spectators. Otherwise anyone could make the server compute
    at hundreds of unwatched tables. A game with clocks that its players have left is played to its end,
    because others may wait for its result.
    """
    return live.state.is_peopled or live.state.goes_on_alone or bool(live.presence.people)


class _Search(NamedTuple):
    about: tuple[int, Seat | None]
    task: asyncio.Task[Any]


def asker(state: TableState) -> Asker:
    """The table and host for whom the engine computes at this table."""
    return Asker(state.id, state.host, state.is_peopled)


def dice(entropy: Entropy) -> bytes:
    """Secret random bytes for one decision of a bot among equal choices."""
    return bytes.fromhex(entropy.seed())
