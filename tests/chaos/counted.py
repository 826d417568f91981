"""Checks of the recorded results: each ended game is recorded once, on whatever node."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from statistics import fmean

from quincunx.club.ports import Store
from quincunx.club.results.ratings import NEWCOMER, of_level, rate, weight
from quincunx.club.results.results import Result, result_of
from quincunx.club.rows import Filter
from quincunx.node.ports import Journal
from quincunx.table.fold import fold

PATIENCE_SECONDS = 60.0
"""Nodes that have just come back find in less what the others left."""


class Counted:
    """The number of ended games, and of rated ones among them."""

    def __init__(self) -> None:
        self.games = 0
        self.rated = 0

    async def check(self, journal: Journal, store: Store, tables: Iterable[str]) -> list[str]:
        """The errors, found while the nodes still run; empty if there are none. Journal and store must be
        open. Each person must have played at one of these tables and nowhere else."""
        wrong: list[str] = []
        for table in sorted(set(tables)):
            state = fold(await journal.read(table))
            result = result_of(state) if state.status == "ended" else None
            if result is not None:
                self.games += 1
                self.rated += result.is_rated
                wrong += await self._check(store, result)
        return wrong

    async def _check(self, store: Store, result: Result) -> list[str]:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while await store.order_of(result.table) is None:  # noqa: ASYNC110  # others count it
                    await asyncio.sleep(0.2)
        except TimeoutError:
            return [f"{result.table} has ended and was not counted"]
        wrong: list[str] = []
        for seat in result.seats:
            if seat.person is not None:
                games = await store.games(seat.person, Filter(), 10)
                if [game.result.table for game in games] != [result.table]:
                    wrong.append(f"{result.table}: somebody has {len(games)} games instead of one")
        return wrong + await self._check_ratings(store, result)

    async def _check_ratings(self, store: Store, result: Result) -> list[str]:
        if result.kind is None:
            return []
        before = {
            seat.seat: NEWCOMER if seat.person else of_level(result.game, result.kind, seat.level or "")
            for seat in result.seats
        }
        # All people play here for the first time.
        weights = {
            mine.seat: fmean(
                1.0
                if other.person is None
                else weight(NEWCOMER, 0, 0, is_near=bool(mine.network) and mine.network == other.network)
                for other in result.seats
                if other.side != mine.side
            )
            for mine in result.seats
        }
        after = rate(result, before, weights)
        return [
            f"{result.table}: a rating changed otherwise than once"
            for seat in result.seats
            if seat.person is not None
            and await store.rating(seat.person, result.game, result.kind) != after.get(seat.seat, NEWCOMER)
        ]
