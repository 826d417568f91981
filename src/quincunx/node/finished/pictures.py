"""Pictures of finished games for shared links, drawn on request and cached."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from quincunx.club.limits import too_fast
from quincunx.core.game import AnyGame
from quincunx.core.reason import Refusal, refused
from quincunx.core.record import Record
from quincunx.kit import Cache
from quincunx.node.finished.reviews import text_without_names
from quincunx.node.ports import NoReview, PictureMaker

MOST_BYTES: Final = 16 << 20
"""The size of the cache; the least recently used pictures are evicted first."""
MOST_WAITING: Final = 16
"""The maximum number of waiting requests. A longer queue would take longer than its last reader would
wait."""
BUSY_SECONDS: Final = 5.0
"""The time in seconds after which a client should retry while the queue is full."""

Key = tuple[str, tuple[str, ...], bool]


class Pictures:
    """The pictures of this node's games. ``maker`` is ``None`` if the node draws none; ``reviewed`` returns a
    table's review, if there is one."""

    def __init__(
        self,
        maker: PictureMaker | None,
        recorded: Callable[[str], Awaitable[Record]],
        reviewed: Callable[[str, AnyGame], Awaitable[bytes | None]],
    ) -> None:
        self._maker = maker
        self._recorded = recorded
        self._reviewed = reviewed
        self._drawings: Cache[Key, bytes] = Cache(MOST_BYTES, size_of=len)

    @property
    def are_made(self) -> bool:
        """True if this node draws pictures."""
        return self._maker is not None

    async def picture(
        self, table: str, game: AnyGame, names: tuple[str, ...], admit: Callable[[], None]
    ) -> bytes:
        """The PNG of a finished game. ``names`` are the present names of its seats; ``admit`` raises if the
        caller has requested too many.

        Raises :class:`~quincunx.core.reason.Refusal`, :class:`~quincunx.club.ports.StoreUnavailable` and
        :class:`~quincunx.node.ports.JournalUnavailable`.
        """
        if self._maker is None:
            raise no_picture()
        review = await self._reviewed(table, game)
        key = (table, names, review is not None)
        if self._drawings.peek(key) is None and not self._drawings.is_loading(key):
            if self._drawings.loading >= MOST_WAITING:
                raise too_fast(BUSY_SECONDS)
            admit()
        maker = self._maker
        try:
            return await self._drawings.get(key, lambda: self._draw(maker, key, review))
        except (NoReview, OSError):
            raise no_picture() from None

    async def _draw(self, maker: PictureMaker, key: Key, review: bytes | None) -> bytes:
        table, names, _ = key
        record = await self._recorded(table)
        return await maker.picture(await asyncio.to_thread(text_without_names, record), names, review)


def no_picture() -> Refusal:
    """The refusal for a game without a picture."""
    return refused("unknown", "no-picture", "There’s no picture of this game.")
