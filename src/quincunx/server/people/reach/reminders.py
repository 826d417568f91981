"""Notifications that no turn causes: little time, a tournament, a challenge, a seeking friend, the week's
games.

Each node looks by itself. An event is claimed in the store before it is sent, so two nodes are harmless.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final, Protocol

from quincunx.club.ports import Store, StoreUnavailable
from quincunx.club.reach.notifications import Event, Target, phrase
from quincunx.club.rows import Filter
from quincunx.core.reason import Refusal
from quincunx.core.values import Phrase
from quincunx.kit import Cache, Periodic, stop_all
from quincunx.node.live.live_table import LiveTable
from quincunx.node.node import Tables
from quincunx.node.ports import Clock, Journal, JournalDamaged, JournalUnavailable
from quincunx.table.events import DailyPace
from quincunx.table.my_tables import waits
from quincunx.table.seats.person import Person

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
LEAD_SHARE: Final = 8
"""A player's time is almost gone when this part of it is left, and at most :data:`LONGEST_LEAD`."""
LONGEST_LEAD: Final = 2 * HOUR
TOURNAMENT_LEAD: Final = 15 * MINUTE
SEEKING_FOR: Final = 10_000
"""Milliseconds for which a person has sought a game before others are notified. Many find one at once."""
FRIEND_SECONDS: Final = 900
WEEKLY_FROM: Final = 7 * HOUR
"""Time of Monday (UTC) from which summaries are sent, for a day."""
PAGE: Final = 200
MOST_AT_ONCE: Final = 500
MOST_REMEMBERED: Final = 20_000
BREATH_SECONDS: Final = 0.005
_OUTAGES: Final = (StoreUnavailable, JournalUnavailable)


class Teller(Protocol):
    """Sends notifications."""

    async def notify_of(self, event: Event) -> bool: ...

    def push(self, to: Target, event: Event) -> None: ...


class Reminders:
    """The reminders of one node. ``games_sought`` returns the game that each seeking person seeks."""

    def __init__(
        self,
        store: Store,
        journal: Journal,
        tables: Tables,
        games_sought: Callable[[], Awaitable[Mapping[str, str]]],
        teller: Teller,
        clock: Clock,
    ) -> None:
        self._store = store
        self._games_sought = games_sought
        self._journal = journal
        self._tables = tables
        self._teller = teller
        self._clock = clock
        self._done: Cache[str, bool] = Cache(MOST_REMEMBERED, 24 * 3_600.0, timer=lambda: clock.now() / 1000)
        """Events that this node need not look at again."""
        self._loops = (
            self._loop("short times", self.look_at_times, 60.0),
            self._loop("tournaments that begin", self.look_at_tournaments, 30.0),
            self._loop("challenges", self.look_at_challenges, 10.0),
            self._loop("people who seek", self.look_at_seekers, 5.0),
            self._loop("weekly summaries", self.look_at_week, 1_800.0),
        )

    def _loop(self, name: str, work: Callable[[], Awaitable[None]], seconds: float) -> Periodic:
        return Periodic(name, work, seconds, jitter=0.2, expected=_OUTAGES, waits_first=True)

    def start(self) -> None:
        """Start to look."""
        for loop in self._loops:
            loop.start()

    async def stop(self) -> None:
        """Stop; other nodes go on."""
        await stop_all(*(loop.stop for loop in self._loops))

    async def look_at_times(self) -> None:
        """Notify players of turn-based games whose time is almost gone."""
        now = self._clock.now()
        for table, until in await self._journal.running_out(now, now + LONGEST_LEAD, MOST_AT_ONCE):
            if self._done.peek(f"{table} {until}") is None:
                with suppress(Refusal, JournalDamaged):
                    await self._look_at_time(await self._tables.live_table(table), until, now)
            await asyncio.sleep(BREATH_SECONDS)

    async def _look_at_time(self, live: LiveTable, until: int, now: int) -> None:
        state = live.state
        pace = state.settings.pace
        if not isinstance(pace, DailyPace):
            self._done.put(f"{state.id} {until}", True)
            return
        left = until - now
        if left > min(LONGEST_LEAD, pace.hours * HOUR // LEAD_SHARE):
            return  # it is looked at again
        game = Phrase(f"{state.game.name}.name")
        for wait in waits(state):
            if live.presence.is_present(wait.person):
                continue
            event = Event(
                person=wait.person,
                kind="time",
                id=f"{state.id}/{wait.turn}",
                title=phrase("time", game=game),
                body=(phrase("minutes", count=max(1, left // MINUTE)),),
                path=f"/t/{state.id}",
                seconds=max(1, left // 1_000),
            )
            await self._tell_once(f"{state.id} {until}", event)

    async def look_at_tournaments(self) -> None:
        """Notify the players of tournaments that begin soon."""
        now = self._clock.now()
        found = await self._store.tournaments_beginning(now, now + TOURNAMENT_LEAD, MOST_AT_ONCE)
        for id, name, begins, people in found:
            left = begins - now
            for person in people:
                event = Event(
                    person=person,
                    kind="tournament",
                    id=f"{id}/{begins}",
                    title=phrase("tournament", name=name),
                    body=(phrase("begins", count=max(1, round(left / MINUTE))),),
                    path=f"/e/{id}",
                    seconds=max(1, left // 1_000),
                )
                await self._tell_once(f"{id} {begins} {person}", event)

    async def look_at_challenges(self) -> None:
        """Notify the players of ladders who have been challenged lately."""
        for each in await self._store.new_challenges(self._clock.now() - HOUR, MOST_AT_ONCE):
            event = Event(
                person=each.person,
                kind="invitation",
                id=f"{each.tournament}/{each.number}",
                title=phrase("challenge", name=each.challenger),
                body=(phrase("ladder", name=each.name),),
                path=f"/e/{each.tournament}",
                seconds=HOUR // 1_000,
            )
            await self._tell_once(f"challenge {each.tournament} {each.number}", event)

    async def look_at_seekers(self) -> None:
        """Notify the followers of people who seek a game, and people who wait for anybody to seek one."""
        now = self._clock.now()
        rows = await self._store.seekers(now, MOST_AT_ONCE)
        seeking = {row.person for row in rows}
        sought = await self._games_sought() if rows else {}
        for row in rows:
            if row.since > now - SEEKING_FOR or row.person not in sought:
                continue
            game = Phrase(f"{sought[row.person]}.name")
            title = phrase("friend", name=row.name, game=game)
            for to in await self._store.take_alerts(row.person, now, PAGE):
                self._teller.push(to, _seeking(to.person, row.person, row.since, title))
            key = f"{row.person} {row.since}"
            if self._done.peek(key) is not None or await self._store.hides_presence(row.person):
                continue
            for person in await self._store.followers(row.person):
                if person not in seeking:
                    await self._teller.notify_of(_seeking(person, row.person, row.since, title))
            self._done.put(key, True)

    async def look_at_week(self) -> None:
        """Send the weekly summaries, once on a Monday."""
        now = self._clock.now()
        day = datetime.fromtimestamp(now / 1000, UTC)
        if not WEEKLY_FROM <= day.weekday() * DAY + now % DAY < DAY + WEEKLY_FROM:
            return
        year, week, _ = day.isocalendar()
        after = ""
        while people := await self._store.wanting("weekly", after, PAGE):
            for person in people:
                if self._done.peek(f"week {year} {week} {person}") is None:
                    await self._summarize(person, f"{year}-{week}", now)
                    self._done.put(f"week {year} {week} {person}", True)
                await asyncio.sleep(BREATH_SECONDS)
            after = people[-1]

    async def _summarize(self, person: str, week: str, now: int) -> None:
        known = await self._store.person(person)
        if known is None:
            return
        own = await self._tables.mine.tables(Person(known.id, known.name))
        daily = [line for line in own.lines if isinstance(line.settings.pace, DailyPace)]
        waiting = sum(line.waits_for_you for line in daily)
        ended = await self._store.games(person, Filter(), PAGE)
        finished = sum(each.result.ended_at > now - 7 * DAY for each in ended)
        if not daily and not finished:
            return
        counts = {"running": len(daily), "waiting": waiting, "finished": finished}
        body = tuple(phrase(key, count=count) for key, count in counts.items() if count)
        await self._teller.notify_of(Event(person, "weekly", week, phrase("weekly"), body, "/", 24 * 3_600))

    async def _tell_once(self, key: str, event: Event) -> None:
        if self._done.peek(key) is None:
            await self._teller.notify_of(event)
            self._done.put(key, True)


def _seeking(person: str, seeker: str, since: int, title: Phrase) -> Event:
    # A friend who starts and stops is told of once in an hour.
    return Event(person, "friend", f"{seeker}/{since // HOUR}", title, (), "/community", FRIEND_SECONDS)
