"""A person's public page, built from the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from msgspec.structs import replace

from quincunx.club.ports import Store
from quincunx.club.puzzles.solving import standings
from quincunx.club.results.results import SeatResult
from quincunx.club.results.statistics import statistics
from quincunx.club.rows import Filter, PersonGame, RatingRow
from quincunx.club.wire import (
    BestPeople,
    BestPerson,
    Curve,
    CurvePoint,
    FinishedGame,
    FinishedGames,
    GameSeat,
    PersonPage,
    PersonRating,
)
from quincunx.core.reason import Refusal, refused
from quincunx.games import GAMES
from quincunx.kit import Cache
from quincunx.node.ports import Clock
from quincunx.server.people.identity import Identity
from quincunx.server.people.inviting import is_program, may_invite
from quincunx.table.chance.day import opens_at
from quincunx.table.seats.person import handle_of

MOST_COUNTED: Final = 2_000
"""The most games of a person that are read for their statistics."""
PAGE: Final = 25
MOST_POINTS: Final = 400
MOST_BEST: Final = 50
FRESH_SECONDS: Final = 5.0
"""Seconds for which a page is cached."""
MOST_KEPT: Final = 200
MOST_CHANGED: Final = 20_000
CHANGED_SECONDS: Final = 600.0
"""Must be much longer than a page is cached."""
_PageKey = tuple[str, str | None, int]
"""Cache key: the page's person, the viewer (it depends on both), and the number of changes."""


def _seconds(clock: Clock) -> float:
    return clock.now() / 1000


def nobody_known() -> Refusal:
    """The refusal for an unknown person."""
    return refused("unknown", "no-such-person", "There is nobody of that name here who has finished a game.")


def viewer_of(person: str, asker: Identity | None) -> tuple[str, ...] | None:
    """The asker's ids, to select the private games with this person that the asker may see.

    ``None`` selects all games, because the asker is the person.
    """
    if asker is None:
        return ()
    return None if asker.row.id == person else tuple(each.id for each in asker.people)


class PersonPages:
    """People's pages, built on demand and cached for a few seconds. ``day_opens_at`` returns the time from
    which a day's games may be seen."""

    def __init__(self, store: Store, clock: Clock, day_opens_at: Callable[[int], int] = opens_at) -> None:
        self._store = store
        self._clock = clock
        self._day_opens_at = day_opens_at
        self._busy: set[str] = set()
        seconds = partial(_seconds, clock)
        self._best: Cache[tuple[str, str], BestPeople] = Cache(MOST_KEPT, FRESH_SECONDS, timer=seconds)
        self._pages: Cache[_PageKey, PersonPage] = Cache(MOST_KEPT, FRESH_SECONDS, timer=seconds)
        self._changes: Cache[str, int] = Cache(MOST_CHANGED, CHANGED_SECONDS, timer=seconds)

    @contextmanager
    def one_at_a_time(self, person: str) -> Iterator[None]:
        """Allow only one long task of a person at a time. Raises :class:`~quincunx.core.reason.Refusal` while
        one is running."""
        if person in self._busy:
            raise refused("too-fast", "download-under-way", "Your games are being put together already.")
        self._busy.add(person)
        try:
            yield
        finally:
            self._busy.discard(person)

    async def person(self, handle: str, asker: Identity | None) -> str:
        """The id of the person with this handle; ``me`` is the caller. Raises
        :class:`~quincunx.core.reason.Refusal`."""
        if handle == "me" and asker is not None:
            return asker.row.id
        found = await self._store.by_handle(handle)
        if found is None and asker is not None and handle == handle_of(asker.row.id):
            return asker.row.id  # people without a finished game may see their own page
        if found is None:
            raise nobody_known()
        return found

    async def page(self, handle: str, asker: Identity | None) -> PersonPage:
        """A person's page as the caller may see it. Raises :class:`~quincunx.core.reason.Refusal`."""
        person = await self.person(handle, asker)
        viewer = None if asker is None else asker.row.id
        key = (person, viewer, self._changes.peek(person) or 0)
        return await self._pages.get(key, lambda: self._page(person, asker))

    def invalidate(self, person: str) -> None:
        """Invalidate a person's page for all viewers, for example after a new name or a deletion."""
        self._changes.put(person, (self._changes.peek(person) or 0) + 1)

    async def _page(self, person: str, asker: Identity | None) -> PersonPage:
        viewer = None if asker is None else asker.row.id
        is_you, other = viewer == person, None if viewer == person else viewer
        row = await self._store.person(person)
        if row is None or row.deleted_at is not None:
            raise nobody_known()
        played = await self._store.played(person, None, MOST_COUNTED, viewer_of(person, asker))
        together = None if other is None else await self._store.played(other, person, MOST_COUNTED)
        is_invitable = other is not None and await may_invite(self._store, other, row)
        return PersonPage(
            handle=handle_of(person),
            name=row.name,
            since=row.made_at,
            is_account=row.name_key is not None,
            is_you=is_you,
            ratings=tuple(_rating(each) for each in await self._store.ratings(person)),
            statistics=await asyncio.to_thread(statistics, played),
            with_you=None if together is None else await asyncio.to_thread(statistics, together),
            puzzles=standings(await self._store.solvers(person)),
            may_invite=is_invitable,
            may_follow=is_invitable and asker is not None and asker.is_account,
            is_followed=other is not None and await self._is_followed(other, person),
            is_program=await is_program(self._store, person),
        )

    async def _is_followed(self, viewer: str, person: str) -> bool:
        return any(person in row.ids for row in await self._store.friends(viewer))

    async def games(self, person: str, which: Filter, before: str | None) -> FinishedGames:
        """A page of finished games, after the game of table ``before``. Raises
        :class:`~quincunx.core.reason.Refusal`."""
        if before is not None:
            order = await self._store.order_of(before)
            if order is None:
                raise refused("unknown", "no-such-game", "There is no such finished game.")
            which = replace(which, before=order)
        found = await self._store.games(person, which, PAGE + 1)
        now = self._clock.now()
        games = tuple(finished_game(each, now, self._day_opens_at) for each in found[:PAGE])
        return FinishedGames(games, games[-1].table if len(found) > PAGE else None)

    async def curve(self, person: str, game: str, kind: str, asker: Identity | None) -> Curve:
        """The history of a rating, in the games that the caller may see."""
        points = await self._store.curve(person, game, kind, MOST_POINTS, viewer_of(person, asker))
        return Curve(
            tuple(CurvePoint(each.ended_at, each.rating.points, each.rating.margin) for each in points)
        )

    async def strongest(self, game: str, kind: str) -> BestPeople:
        """The strongest people by their conservative ratings."""
        if game not in GAMES:
            raise refused("unknown", "no-such-game", "There is no such game.")
        return await self._best.get((game, kind), lambda: self._strongest(game, kind))

    async def _strongest(self, game: str, kind: str) -> BestPeople:
        lines = []
        for row in await self._store.strongest(game, kind, MOST_BEST):
            person = await self._store.person(row.person)
            if person is not None and not (person.deleted_at or person.banned_at or person.became):
                lines.append(
                    BestPerson(person.name, handle_of(row.person), _rating(row), person.name_key is None)
                )
        return BestPeople(tuple(lines))


def _rating(row: RatingRow) -> PersonRating:
    return PersonRating(row.game, row.kind, row.rating.points, row.rating.margin, row.games)


def finished_game(
    found: PersonGame, now: int = 0, day_opens_at: Callable[[int], int] = opens_at
) -> FinishedGame:
    """A line in a list of finished games."""
    result = found.result
    opens = None if found.day is None else day_opens_at(found.day)
    return FinishedGame(
        table=result.table,
        game=result.game,
        kind=result.kind,
        options=result.options,
        is_rated=result.is_rated,
        ended=result.ended_at,
        termination=result.termination,
        seats=tuple(map(_seat, result.seats)),
        seat=found.seat,
        opens_at=opens if opens is not None and now < opens else None,
    )


def _seat(seat: SeatResult) -> GameSeat:
    handle = handle_of(seat.person) if seat.person is not None and not seat.is_gone else None
    return GameSeat(seat.name, seat.level, handle, seat.side, seat.ending, seat.bot_moves, seat.change)
