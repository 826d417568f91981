"""Daily challenges that are over, on this device: each deal once, and with results that only this device has.

Pages hand in the days that a server has shown to be over, with their seeds. Nothing here is sent to a server.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

import msgspec

from quincunx.club.daily.streak import Streak
from quincunx.club.daily.wire import (
    DayArchive,
    DayGame,
    DayLine,
    DayLineGame,
    DayTable,
    DayView,
    MyAttempt,
)
from quincunx.core.day import SEAT
from quincunx.core.game import AnyGame
from quincunx.core.randomness import commitment
from quincunx.core.reason import Refusal, refused
from quincunx.games import GAMES
from quincunx.local.ports import LocalWorld
from quincunx.local.tables import PREFIX, LocalTables, needs_server
from quincunx.table.chance.day import create_day_table, day_of, deal_of, ends_at, opens_at
from quincunx.table.events import OfDay
from quincunx.table.seats.person import Person
from quincunx.table.state import TableState

NAME: Final = "days"
"""The name of the stored value."""
MOST_KEPT: Final = 60


class PastDay(msgspec.Struct, frozen=True):
    """A day that is over, as a server has shown it. ``seed`` has 64 hex digits; times are milliseconds since
    1970."""

    date: str
    seed: str
    committed_at: int
    opens_at: int


class LocalDays:
    """The days that this device knows, and the games of their deals."""

    def __init__(self, world: LocalWorld, tables: LocalTables) -> None:
        self._world = world
        self._tables = tables
        self._days: dict[str, PastDay] | None = None

    async def store_days(self, days: Sequence[PastDay]) -> None:
        """Keep days. One whose seed is still secret, or no seed at all, is left out."""
        known = await self._all()
        found = {each.date: each for each in days if self._is_over(each)}
        newest = sorted((found | known).items())[-MOST_KEPT:]
        if dict(newest) != known:
            self._days = dict(newest)
            await self._world.values.put(NAME, msgspec.json.encode(self._days))

    def _is_over(self, past: PastDay) -> bool:
        day = day_of(past.date)
        try:
            commitment(bytes.fromhex(past.seed))
        except ValueError:
            return False
        return day is not None and self._world.now() >= max(opens_at(day), past.opens_at)

    async def archive(self) -> DayArchive:
        """All days, the newest first, with this device's results."""
        lines = [
            DayLine(
                date,
                tuple(
                    [DayLineGame(game.name, _number(await self._attempt(date, game))) for game in _games()]
                ),
            )
            for date in sorted(await self._all(), reverse=True)
        ]
        return DayArchive(tuple(lines), None)

    async def view(self, date: str) -> DayView:
        """A day. Raises :class:`~quincunx.core.reason.Refusal` for one that this device does not know."""
        past, day = await self._day(date)
        return DayView(
            date=date,
            now=self._world.now(),
            ends_at=ends_at(day),
            opens_at=past.opens_at,
            commitment=commitment(bytes.fromhex(past.seed)),
            committed_at=past.committed_at,
            seed=past.seed,
            tomorrow=None,
            games=tuple([await self._game(date, game) for game in _games()]),
            streak=Streak(0, 0),
        )

    async def _game(self, date: str, game: AnyGame) -> DayGame:
        deal = deal_of(game)
        mine = await self._attempt(date, game)
        people = int(_number(mine) is not None)
        return DayGame(game.name, deal.fewer_is_better, people, mine, None, None, deal.average)

    async def play(self, date: str, name: str, person: Person) -> DayTable:
        """The table at which the device's person plays a deal: always the same. Raises
        :class:`~quincunx.core.reason.Refusal`."""
        past, day = await self._day(date)
        game = GAMES.get(name)
        if game is None:
            raise refused("unknown", "no-day-deal", "That game has no daily challenge.")
        table = _table(date, game)
        try:
            await self._tables.get(table)
        except Refusal:
            events = create_day_table(table, person, game, OfDay(day, is_practice=True), past.seed)
            await self._tables.create_once(table, events)
        return DayTable(table, is_practice=True)

    async def _all(self) -> dict[str, PastDay]:
        if self._days is None:
            kept = await self._world.values.get(NAME)
            self._days = {} if kept is None else msgspec.json.decode(kept, type=dict[str, PastDay])
        return self._days

    async def _day(self, date: str) -> tuple[PastDay, int]:
        past, day = (await self._all()).get(date), day_of(date)
        if past is None or day is None:
            raise needs_server()
        return past, day

    async def _attempt(self, date: str, game: AnyGame) -> MyAttempt | None:
        try:
            state = (await self._tables.get(_table(date, game))).state
        except Refusal:
            return None
        if state.outcome is None:
            return MyAttempt(state.id, "playing")
        number = _result(state)
        return MyAttempt(state.id, "void" if number is None else "counted", number)


def _games() -> list[AnyGame]:
    return [game for game in GAMES.values() if game.day is not None]


def _table(date: str, game: AnyGame) -> str:
    """The name of the table of a deal: the same on every try."""
    return PREFIX + hashlib.sha256(f"{date} {game.name}".encode()).hexdigest()[:32]


def _number(mine: MyAttempt | None) -> int | None:
    return None if mine is None else mine.number


def _result(state: TableState) -> int | None:
    """The result of a game that has ended; ``None`` if it counts for nothing, as at a server."""
    outcome, own = state.outcome, state.seats[SEAT]
    if outcome is None or outcome.termination == "truncated" or own.kind != "person" or own.bot_moves:
        return None
    return deal_of(state.game).result(state.position, outcome)
