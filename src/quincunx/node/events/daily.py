"""Daily challenge on one node of many.

There is no leader. The first node to need a day's secret draws it, days ahead, and the store keeps it. The
store also decides on a person's first attempt, before the table is created. So a node may die at any moment:
a person who asks again gets the same secret and the same table.
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
"""Number of days drawn ahead, so that the next day's commitment is visible throughout a day."""
LOOK_SECONDS = 20.0
FRESH_MILLISECONDS: Final = 1_000
"""Shortest interval between two reads of the result counts, whatever the number of viewers."""
MOST_KEPT: Final = 400


def with_deals() -> Mapping[str, AnyGame]:
    """Return the games with a daily challenge."""
    return {name: game for name, game in GAMES.items() if game.day is not None}


class MakeDayTable(Protocol):
    """Creates a table of this name at which this person plays a day's deal. Raises ``Conflict`` if the table
    exists."""

    async def __call__(
        self, table: str, person: Person, game: AnyGame, of_day: OfDay, seed: str
    ) -> object: ...


class Days:
    """The daily challenges, shared by all nodes. The methods raise :class:`~quincunx.core.reason.Refusal`,
    :class:`~quincunx.club.ports.StoreUnavailable` and :class:`~quincunx.node.ports.JournalUnavailable`.

    ``engine`` computes the best bot's results; without it they are not shown.
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
        """True once days drawn by a wrong clock have been deleted."""
        self._loop = Periodic(
            "days", self._prepare, lambda: LOOK_SECONDS, jitter=0.2, expected=(StoreUnavailable,)
        )

    async def start(self) -> None:
        """Start to draw days ahead."""
        self._loop.start()

    async def stop(self) -> None:
        """Stop, and leave long computations to other nodes."""
        await self._loop.stop()

    def forget(self) -> None:
        """Clear the cache, so that everything is read from the store again."""
        self._seeds.clear()
        self._counts.clear()
        self._bests.clear()

    # ---- requests ------------------------------------------------------------------------------------------

    @property
    def today(self) -> int:
        """The current day, counted from 1970 (UTC)."""
        return day_at(self._clock.now())

    def opens_at(self, day: int) -> int:
        """The time from which everything about a day is public: later if the server was away."""
        return opens_at(day, () if self._outages is None else self._outages.recorded)

    async def await_outage_check(self) -> None:
        """Return when it is known whether the server has just been away."""
        if self._outages is not None:
            await self._outages.try_check()

    async def seed(self, day: int) -> DaySeed:
        """A day's secret, for internal use only. It is drawn if necessary, but only for today and days to
        come. Refused for days without one: before this server existed, or too far ahead."""
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
        """The table at which the person with these ids plays a day's deal, and whether it is practice.

        Until the deal opens there is only their first attempt. It starts on the day itself, and can be
        finished for an hour after it, in which time without a server does not count. Practice of a deal
        never starts while an attempt at it can still count.
        """
        game = GAMES.get(name)
        if game is None:
            raise refused("unknown", "no-day-deal", "That game has no daily challenge.")
        deal_of(game)
        await self.await_outage_check()
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
            await self._create_if_missing(kept.table, owner, game, OfDay(day), seed)
            return kept.table, False
        table = self._entropy.name()
        await self._create_if_missing(table, people[0], game, OfDay(day, is_practice=True), seed)
        return table, True

    async def _first_try(self, day: int, name: str, people: Sequence[Person], now: int) -> Attempt | None:
        """This person's first attempt, started now unless the day is over; ``None`` if there is none."""
        ids = [each.id for each in people]
        if now < ends_at(day):
            return await self._store.begin_day(
                Attempt(day, name, people[0].id, self._entropy.name(), now), ids
            )
        known = await self._store.attempts(ids, day, day)
        return next((each for each in known if each.game == name), None)

    async def _create_if_missing(
        self, table: str, person: Person, game: AnyGame, of_day: OfDay, seed: DaySeed
    ) -> None:
        # If a node died before creating the table, the next request creates it.
        with contextlib.suppress(Conflict):
            await self._make(table, person, game, of_day, seed.seed)

    async def counts(self, day: int, game: str, own: int | None) -> Mapping[int, int]:
        """The number of people per result, as of a moment ago, including the caller's own result
        (``own``)."""
        known = self._counts.peek((day, game))
        if known is not None and own is not None and own not in known:
            self._counts.invalidate((day, game))
        return await self._counts.get((day, game), lambda: self._store.day_counts(day, game))

    async def bests(self, day: int) -> Mapping[str, int]:
        """The best bots' results for the day's deals, as far as they are known."""
        cached = {name: self._bests.peek((day, name)) for name in with_deals()}
        known = {name: number for name, number in cached.items() if number is not None}
        if len(known) == len(with_deals()):
            return known
        for (_, name), number in (await self._store.bests(day, day)).items():
            self._bests.put((day, name), number)
            known[name] = number
        return known

    # ---- background work -----------------------------------------------------------------------------------

    async def _prepare(self) -> None:
        await self._draw()
        await self._find_bests()

    async def _draw(self) -> None:
        """Draw the secrets of today and the days to come, where missing."""
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
        """Let the best bots play today's deals, unless they have."""
        if self._engine is None:
            return
        day = self.today
        known = await self.bests(day)
        for name, game in with_deals().items():
            if name in known:
                continue
            # Workers that are not ready or overloaded are asked again in the next round.
            with contextlib.suppress(Busy):
                number = await best_number(self._engine, game, (await self.seed(day)).seed)
                if number is not None:
                    await self._store.keep_best(day, name, number)


def not_open_yet(opens: int) -> Refusal:
    """The refusal of practice while an attempt at the deal can still count."""
    moment = f"{datetime.fromtimestamp(opens / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    sentence = f"Practice of this deal opens at {moment}."
    return refused("conflict", "practice-opens", sentence, moment=moment, opens_at=opens)


def no_such_day() -> Refusal:
    """The refusal of a day without a deal, or without one yet."""
    return refused("unknown", "no-such-day", "There is no deal of that day.")
