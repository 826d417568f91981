"""A person's luck, and where they lose most: the sum of their reviews, as far as the viewer may see the
games.

The sum follows from the counted games and their reviews, so it is only cached for a minute. Games without a
review are left out.
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
"""The most reviewed games of a person that are summed up, the newest."""
FRESH_MILLISECONDS: Final = 60_000
MOST_KEPT: Final = 200

MaySee = Callable[[str], Awaitable[bool]]
"""True if the viewer may see this finished table open."""


class PersonPlays:
    """Sums of luck and play, computed on demand and cached for a minute."""

    def __init__(self, store: Store, clock: Clock, games: Mapping[str, AnyGame] = GAMES) -> None:
        self._store = store
        versions = ((name, version_of(game)) for name, game in games.items())
        self._versions = {name: version for name, version in versions if version is not None}
        self._summaries: Cache[tuple[str, str | None], PersonPlay] = Cache(
            MOST_KEPT, FRESH_MILLISECONDS, timer=clock.now
        )

    async def play(
        self, person: str, asker: str | None, may_see: MaySee, admit: Callable[[], None]
    ) -> PersonPlay:
        """The sum of the person's reviews that ``asker`` may see. ``admit`` raises if it may not be computed
        now."""
        key = (person, asker)
        if self._summaries.peek(key) is None and not self._summaries.is_loading(key):
            admit()
        return await self._summaries.get(key, lambda: self._sum_up(person, may_see))

    async def _sum_up(self, person: str, may_see: MaySee) -> PersonPlay:
        kept = await self._store.reviews_of(person, self._versions, MOST_GAMES)
        seen = [each for each in kept if await may_see(each.table)]
        return await asyncio.to_thread(_summed_up, seen)


def _summed_up(kept: Sequence[PersonReview]) -> PersonPlay:
    read = msgspec.json.Decoder(Review).decode
    return play_of(
        [Reviewed(each.table, each.ended_at, each.seat, read(each.body)) for each in reversed(kept)]
    )
