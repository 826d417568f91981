"""Where somebody loses most, and their luck: the reviews that are kept added up, for whoever may see them.

Nothing is kept of it but for a minute in memory: it follows from the games that were counted and from their
reviews, and a game that is not reviewed yet is not in it yet.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

import msgspec

from quincunx.club.ports import Store
from quincunx.club.results.luck_and_play import PersonPlay, Reviewed, play_of
from quincunx.club.results.reviews import PersonReview
from quincunx.core.game import AnyGame
from quincunx.core.review import Review
from quincunx.games import GAMES
from quincunx.kit import Cache
from quincunx.node.finished.reviews import version_of
from quincunx.node.ports import Clock

MOST_GAMES: Final = 100
"""Of somebody's reviewed games, the newest."""
FRESH_MILLISECONDS: Final = 60_000
MOST_KEPT: Final = 200

MaySee = Callable[[str], Awaitable[bool]]
"""Whether whoever asks may see a finished table open."""


class PersonPlays:
    """Made on demand, and kept for a minute."""

    def __init__(self, store: Store, clock: Clock, games: Mapping[str, AnyGame] = GAMES) -> None:
        self._store = store
        versions = ((name, version_of(game)) for name, game in games.items())
        self._versions = {name: version for name, version in versions if version is not None}
        self._made: Cache[tuple[str, str | None], PersonPlay] = Cache(
            MOST_KEPT, FRESH_MILLISECONDS, timer=clock.now
        )

    async def play(
        self, person: str, asker: str | None, may_see: MaySee, admit: Callable[[], None]
    ) -> PersonPlay:
        """What ``asker`` may see of this person's play. ``admit`` raises if it may not be worked out now."""
        key = (person, asker)
        if self._made.peek(key) is None and not self._made.is_loading(key):
            admit()
        return await self._made.get(key, lambda: self._sum_up(person, may_see))

    async def _sum_up(self, person: str, may_see: MaySee) -> PersonPlay:
        kept = await self._store.reviews_of(person, self._versions, MOST_GAMES)
        seen = [each for each in kept if await may_see(each.table)]
        return await asyncio.to_thread(_summed_up, seen)


def _summed_up(kept: Sequence[PersonReview]) -> PersonPlay:
    read = msgspec.json.Decoder(Review).decode
    return play_of(
        [Reviewed(each.table, each.ended_at, each.seat, read(each.body)) for each in reversed(kept)]
    )
