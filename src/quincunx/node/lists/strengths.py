"""Average ratings of the players at the tables of the lobby, so that the best games are shown first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

import structlog

from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.ratings import Rating
from quincunx.core.game import decode_options, name_in
from quincunx.core.reason import Unparseable
from quincunx.games import GAMES
from quincunx.kit import Cache
from quincunx.node.ports import Clock
from quincunx.table.wire.lists import OpenTable

log = structlog.get_logger("quincunx.tables")

KEPT_MILLISECONDS: Final = 60_000
"""Time for which a rating is cached. Ratings change only at the end of a game, and the list need not be
exact."""
MOST_ASKED: Final = 200
"""Most people whose ratings are read per check; the others follow at the next one."""
MOST_KEPT: Final = 10_000


class Ratings(Protocol):
    """The store of ratings."""

    async def strengths(self, handles: Sequence[str], game: str, kind: str) -> Mapping[str, Rating]:
        """See :meth:`quincunx.club.ports.Store.strengths`."""
        ...


class Strength(NamedTuple):
    """The rating of a person, or the average rating of a table's people, in points."""

    rating: int
    conservative: int
    """The conservative rating: see :attr:`quincunx.club.results.ratings.Rating.conservative`."""


class _Seating(NamedTuple):
    """The game and kind of seating of a rating."""

    game: str
    kind: str


class Strengths:
    """Cached ratings, read from the store only when outdated."""

    def __init__(self, ratings: Ratings, clock: Clock) -> None:
        self._ratings = ratings
        self._cached: Cache[tuple[_Seating, str], tuple[Strength | None]] = Cache(
            MOST_KEPT, KEPT_MILLISECONDS, timer=clock.now
        )

    async def of(self, tables: Sequence[OpenTable]) -> dict[str, Strength]:
        """The average rating of the people at each table; tables of people without ratings are left out. If
        the store is unavailable, the cached ratings are used."""
        seatings = {table.id: _seating(table) for table in tables if any(table.handles)}
        people = {
            table.id: [(seating, handle) for handle in table.handles if handle is not None]
            for table in tables
            if (seating := seatings.get(table.id)) is not None
        }
        await self._ask([key for keys in people.values() for key in keys])
        return {table: mean for table, keys in people.items() if (mean := self._mean(keys)) is not None}

    async def _ask(self, keys: Sequence[tuple[_Seating, str]]) -> None:
        unknown: dict[_Seating, list[str]] = defaultdict(list)
        missing = [key for key in dict.fromkeys(keys) if self._cached.peek(key) is None]
        for seating, handle in missing[:MOST_ASKED]:
            unknown[seating].append(handle)
        for seating, handles in unknown.items():
            try:
                found = await self._ratings.strengths(handles, *seating)
            except StoreUnavailable as error:
                log.warning("strengths_unknown", reason=str(error))
                return
            for handle in handles:
                rating = found.get(handle)
                strength = None if rating is None else Strength(rating.points, rating.conservative)
                self._cached.put((seating, handle), (strength,))

    def _mean(self, keys: Sequence[tuple[_Seating, str]]) -> Strength | None:
        known = [self._cached.peek(key) or (None,) for key in keys]
        found = [strength for (strength,) in known if strength is not None]
        if not found:
            return None
        return Strength(*(round(sum(each) / len(found)) for each in zip(*found, strict=True)))


def _seating(table: OpenTable) -> _Seating | None:
    try:
        options = decode_options(GAMES, table.settings.options)
    except Unparseable:
        return None  # a game that no longer exists
    game = GAMES[name_in(options)]
    kind = game.rating_kind(options)
    return None if kind is None else _Seating(game.name, kind)
