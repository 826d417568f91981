"""A deal a day, as one node of many sees to it.

There is no leader. A day's secret is drawn by whichever node comes first, and kept in the store days ahead;
who has tried a deal first is decided there as well, before the table is made. So a node may die at any
moment: whoever asks again has the same secret, and the same table.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, Protocol

import structlog

from quincunx.club.daily.ports import Attempt, DaySeed, DayStore
from quincunx.club.ports import StoreUnavailable
from quincunx.core.game import AnyGame
from quincunx.core.reason import Refusal, refused
from quincunx.games import GAMES
from quincunx.kit import Cache, Periodic
from quincunx.node.cluster.outages import Outages
from quincunx.node.events.daily_best import SurePlayer, best_number
from quincunx.node.ports import Busy, Clock, Conflict, Entropy
from quincunx.table.chance.day import begins_at, date_of, day_at, deal_of, ends_at, opens_at
from quincunx.table.deadlines.outage import BEHIND_MILLISECONDS
from quincunx.table.events import OfDay
from quincunx.table.seats.person import Person

log = structlog.get_logger("quincunx.tables")

AHEAD: Final = 2
"""So many days are drawn beforehand: at every moment of a day the next one's commitment can be seen."""
LOOK_SECONDS = 20.0
FRESH_MILLISECONDS: Final = 1_000
"""How many have which result is asked this often, however many look at it."""
MOST_KEPT: Final = 400
WITH_DEALS: Final[Mapping[str, AnyGame]] = {
    name: game for name, game in GAMES.items() if game.day is not None
}
"""The games that have a deal of the day."""


class MakeDayTable(Protocol):
    """Makes a table of this name at which this person plays a day's deal. Raises ``Conflict`` if it is
    there."""

    async def __call__(
        self, table: str, person: Person, game: AnyGame, of_day: OfDay, seed: str
    ) -> object: ...


class Days:
    """The days of all nodes. Its methods raise :class:`~quincunx.core.reason.Refusal`,
    :class:`~quincunx.club.ports.StoreUnavailable` and :class:`~quincunx.node.ports.JournalUnavailable`.

    ``engine`` works out what the best bot makes of a deal; without one nobody is told.
    """

    def __init__(
        self,
        store: DayStore,
        clock: Clock,
        entropy: Entropy,
        make: MakeDayTable,
        engine: SurePlayer | None = None,
        outages: Outages | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._make = make
        self._engine = engine
        self._outages = outages
        self._seeds: Cache[int, DaySeed] = Cache(MOST_KEPT)
        self._counts: Cache[tuple[int, str], Mapping[int, int]] = Cache(
            MOST_KEPT, FRESH_MILLISECONDS, timer=clock.now
        )
        self._bests: Cache[tuple[int, str], int] = Cache(MOST_KEPT)
        self._is_swept = False
        """Whether days of a wrong clock are gone."""
        self._loop = Periodic(
            "days", self._prepare, lambda: LOOK_SECONDS, jitter=0.2, expected=(StoreUnavailable,)
        )

    async def start(self) -> None:
        """Begin to draw days ahead."""
        self._loop.start()

    async def stop(self) -> None:
        """Leave to the others what would take long."""
        await self._loop.stop()

    def forget(self) -> None:
        """Ask the store for everything anew."""
        self._seeds.clear()
        self._counts.clear()
        self._bests.clear()

    # ---- asked by people -----------------------------------------------------------------------------------

    @property
    def today(self) -> int:
        """The day that it is, counted from 1970 (UTC)."""
        return day_at(self._clock.now())

    def opens_at(self, day: int) -> int:
        """The moment from which on everything about a day is open: later where the server was away."""
        return opens_at(day, () if self._outages is None else self._outages.known)

    async def look(self) -> None:
        """Return when it is known whether the server has just been away."""
        if self._outages is not None:
            await self._outages.look()

    async def seed(self, day: int) -> DaySeed:
        """A day's secret, for the program alone; drawn if need be, but only for days to come. Refused for
        days of which there is none: before this server was there, or too far ahead."""
        found = self._seeds.peek(day)
        if found is None and day <= self.today + AHEAD:
            if day >= self.today:
                await self._draw()
            found = next(iter(await self._store.days(day, day)), None)
            if found is not None:
                self._seeds.put(day, found)
        if found is None:
            raise no_such_day()
        return found

    async def play(self, day: int, name: str, people: Sequence[Person]) -> tuple[str, bool]:
        """The table at which a person, who has these ids, plays a day's deal, and whether it is practice.

        Until the deal opens there is only their first try, which begins on the day itself and can be
        finished for an hour after it; time without a server does not count. Practice of a deal never begins
        while a try at it can still count.
        """
        game = GAMES.get(name)
        if game is None:
            raise refused("unknown", "no-day-deal", "There is no deal of the day of that game.")
        deal_of(game)
        await self.look()
        now = self._clock.now()
        if now < begins_at(day):
            raise no_such_day()
        seed = await self.seed(day)
        opens = self.opens_at(day)
        if now < opens:
            kept = await self._first_try(day, name, people, now)
            if kept is None or kept.ended_at is not None:
                raise not_open_yet(opens)
            owner = next(each for each in people if each.id == kept.person)
            await self._put(kept.table, owner, game, OfDay(day), seed)
            return kept.table, False
        table = self._entropy.name()
        await self._put(table, people[0], game, OfDay(day, is_practice=True), seed)
        return table, True

    async def _first_try(self, day: int, name: str, people: Sequence[Person], now: int) -> Attempt | None:
        """This person's first try, begun now unless the day is over; ``None`` if there is none."""
        ids = [each.id for each in people]
        if now < ends_at(day):
            return await self._store.begin_day(
                Attempt(day, name, people[0].id, self._entropy.name(), now), ids
            )
        known = await self._store.attempts(ids, day, day)
        return next((each for each in known if each.game == name), None)

    async def _put(self, table: str, person: Person, game: AnyGame, of_day: OfDay, seed: DaySeed) -> None:
        # Whoever asks again after a node has died in between has it made now.
        with contextlib.suppress(Conflict):
            await self._make(table, person, game, of_day, seed.seed)

    async def counts(self, day: int, game: str, own: int | None) -> Mapping[int, int]:
        """How many people have each result, mine (``own``) among them, as of a moment ago."""
        known = self._counts.peek((day, game))
        if known is not None and own is not None and own not in known:
            self._counts.invalidate((day, game))
        return await self._counts.get((day, game), lambda: self._store.day_counts(day, game))

    async def bests(self, day: int) -> Mapping[str, int]:
        """What the best bots have made of the day's deals, as far as that is known."""
        cached = {name: self._bests.peek((day, name)) for name in WITH_DEALS}
        known = {name: number for name, number in cached.items() if number is not None}
        if len(known) == len(WITH_DEALS):
            return known
        for (_, name), number in (await self._store.bests(day, day)).items():
            self._bests.put((day, name), number)
            known[name] = number
        return known

    # ---- driving -------------------------------------------------------------------------------------------

    async def _prepare(self) -> None:
        await self._draw()
        await self._find_bests()

    async def _draw(self) -> None:
        """Have a secret for today and the days to come."""
        now, today = self._clock.now(), self.today
        if not self._is_swept:
            if await self._store.forget_days_ahead(today, now + BEHIND_MILLISECONDS):
                log.warning("days_of_a_wrong_clock_forgotten", today=date_of(today))
                self.forget()
            self._is_swept = True
        days = range(today, today + AHEAD + 1)
        if all(self._seeds.peek(day) is not None for day in days):
            return
        known = {each.day for each in await self._store.days(today, today + AHEAD)}
        missing = [DaySeed(day, self._entropy.seed(), now) for day in days if day not in known]
        if missing:
            await self._store.keep_days(missing)
        for each in await self._store.days(today, today + AHEAD):
            self._seeds.put(each.day, each)

    async def _find_bests(self) -> None:
        """Have the best bots play today's deals, unless that has been done."""
        if self._engine is None:
            return
        day = self.today
        known = await self.bests(day)
        for name, game in WITH_DEALS.items():
            if name in known:
                continue
            # Workers that are not ready or have much to do are asked again in the next round.
            with contextlib.suppress(Busy):
                number = await best_number(self._engine, game, (await self.seed(day)).seed)
                if number is not None:
                    await self._store.keep_best(day, name, number)


def not_open_yet(opens: int) -> Refusal:
    """Practice of a deal begins when no try at it counts any more."""
    moment = f"{datetime.fromtimestamp(opens / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    sentence = f"Practice of this deal opens at {moment}."
    return refused("conflict", "practice-opens", sentence, moment=moment, opens_at=opens)


def no_such_day() -> Refusal:
    """There is no deal of that day, or not yet."""
    return refused("unknown", "no-such-day", "There is no deal of that day.")
