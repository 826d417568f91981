"""Bots at the tables: whenever one must move, the system sends a command like anybody else.

That a bot must move is read off the state, never remembered. The node that appended last thinks; a crash
loses nothing, because whoever finds the table later, on any node, acts; and two who act at once are harmless,
because one append wins.
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
from quincunx.node.live.live_table import LiveTable, position
from quincunx.node.ports import Asker, Busy, Engine, Entropy, JournalUnavailable
from quincunx.table.commands import MakeMove
from quincunx.table.events import BotPace
from quincunx.table.seats.person import SYSTEM, Person
from quincunx.table.state import TableState
from quincunx.table.wire.table import Ack, CommandRequest

log = structlog.get_logger("quincunx.bots")


PACES: Final[dict[BotPace, float]] = {"quick": 0.5, "normal": 1.0, "slow": 2.5}
"""By how much the usual pause is multiplied. Also the shortest is longer than a search usually takes."""
BUSY_SECONDS: Final = 1.0
"""Where much is thought about for one person already, it is tried again after so long."""
SPREAD: Final = 0.5
"""A pause is drawn at random, up to so much longer."""


class BotDriver:
    """Sees to it that bots move. ``execute`` is :meth:`quincunx.node.node.Tables.execute`; ``pause`` is
    how many seconds a move takes at least, and ``entropy`` gives the bots their own dice: fresh secret ones
    for each decision, or whoever knew them could tell from a move which cards it was chosen with. In the deal
    of a day they follow from its seed, which is as secret: the bot is to be the same for everybody.

    A search about what is past is dropped at once: when the person comes back for whom a bot plays, or
    another node was faster.
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
        """The table has changed. If it is a bot's turn, and this node has brought that about, see to it that
        the bot moves; another node sees to its own. Safe to call at any time."""
        if live.state.status == "ended" and live.state.settings.rated:
            self._engine.release(live.state.id)
        search = self._searches.get(live.state.id)
        if search is not None and search.about != position(live.state):
            search.task.cancel()
        elif live.is_ours:
            self.take_up(live)

    def take_up(self, live: LiveTable) -> None:
        """See to it that a bot moves if it is a bot's turn, whoever brought that about."""
        table = live.state.id
        if table not in self._playing and live.state.bot_to_move() is not None and _is_wanted(live):
            self._playing[table] = asyncio.create_task(self._play(live))

    def reserve(self, state: TableState) -> bool:
        """Reserve capacity for the bots of a rated game; whether there is any."""
        return self._engine.reserve(asker(state))

    @property
    def playing(self) -> Collection[str]:
        """The tables at which a bot is at it."""
        return self._playing.keys()

    def is_playing(self, table: str) -> bool:
        """Whether a bot is at it on this table."""
        return table in self._playing

    async def stop(self) -> None:
        """Forget what is being searched."""
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

    async def _play_on(self, live: LiveTable) -> None:
        """Move for bots until it is a person's turn, another node's, or the game is over."""
        here = position(live.state)
        while (seat := live.state.bot_to_move()) is not None and _is_wanted(live):
            if position(live.state) != here and not live.is_ours:
                return
            state, here = live.state, position(live.state)
            move = await self._choose(state, seat)
            if move is None:
                continue  # the table has moved on; look again
            try:
                await self._move(state, seat, move, "bot")
            except Refusal as refusal:
                if live.state.version != state.version:
                    continue  # the same
                code, level = refusal.reason.code, state.seats[seat].level
                log.error("bot_refused", table=state.id, code=code, level=level)
                if not await self._any_move(state, seat):
                    return
            except JournalUnavailable as error:
                log.warning("bot_waits", table=state.id, reason=str(error))
                return  # the sweeper comes back to it

    async def _choose(self, state: TableState, seat: Seat) -> Any:
        """The bot's choice; ``None`` if nobody wants it any more."""
        task = asyncio.create_task(self._search(state, seat))
        self._searches[state.id] = _Search(position(state), task)
        try:
            await asyncio.wait({task})
            return None if task.cancelled() else task.result()
        finally:
            task.cancel()
            del self._searches[state.id]

    async def _search(self, state: TableState, seat: Seat) -> Any:
        """The bot's choice, when a pause is over. People find it pleasant when a move takes a moment. And a
        search that outlasts the pause is waited for by another one: so a move comes at a moment that was
        drawn at random, and how long the search took, which depends on the cards, shows no closer."""
        thinking = asyncio.create_task(self._decide(state, seat))
        try:
            await asyncio.sleep(self._pause_at(state))
            while self._pause and not thinking.done():  # noqa: ASYNC110  # a moment that nobody tells
                await asyncio.sleep(self._pause_at(state))
            return await thinking
        finally:
            thinking.cancel()

    async def _decide(self, state: TableState, seat: Seat) -> Any:
        """A bot that fails must not hold up a game: then any legal move will do."""
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
        """How the engine is asked. Where the result counts, a level plays as itself or waits: a bot has no
        clock, so it loses nothing by that. A server without workers has one bot for a day's deal, the same
        against everybody, and for a player whose seat a bot has taken: nobody could ever move there
        otherwise, and the result is the player's."""
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
        """How long a move takes, by what everybody knows and by chance."""
        drawn = int.from_bytes(dice(self._entropy)[:4], "big") / (1 << 32)
        return self._pause * PACES[state.settings.bot_pace] * (1 + SPREAD * drawn)

    def _legal(self, state: TableState) -> Any:
        random = Random(dice(self._entropy))  # noqa: S311  # seeded by what nobody knows
        return random.choice(state.game.legal_moves(state.position))

    async def _move(self, state: TableState, seat: Seat, move: Any, key: str) -> None:
        command = MakeMove(seat, encode(move))
        await self._execute(
            state.id, SYSTEM, CommandRequest(f"{key}-{state.version}", state.version, command)
        )

    async def _any_move(self, state: TableState, seat: Seat) -> bool:
        """After a bot's choice was refused: a legal move instead. Whether it was accepted."""
        try:
            await self._move(state, seat, self._legal(state), "legal")
        except (Refusal, JournalUnavailable):
            return False
        return True


def _is_wanted(live: LiveTable) -> bool:
    """Whether anybody has something of it that bots move. A table of bots alone plays while it is watched:
    else anybody could have the server think for nobody, at hundreds of tables. A game with clocks that people
    have left is played to its end: there may be those who wait for its result."""
    return live.state.is_peopled or live.state.goes_on_alone or bool(live.presence.people)


class _Search(NamedTuple):
    about: tuple[int, Seat | None]
    task: asyncio.Task[Any]


def asker(state: TableState) -> Asker:
    """For whom is thought at this table."""
    return Asker(state.id, state.host, state.is_peopled)


def dice(entropy: Entropy) -> bytes:
    """What a bot decides by, where it is a matter of taste: secret, and used once."""
    return bytes.fromhex(entropy.seed())
