"""A cached check that this node's journal can be used."""

from __future__ import annotations

from typing import Final, Literal

from quincunx.kit import Cache
from quincunx.node.ports import Clock, Journal, JournalUnavailable

CHECKED_MILLISECONDS: Final = 1_000
"""The time for which a result is reused."""


class Readiness:
    """A check of the journal, whose result or failure is cached for a second. Anyone may request it, and each
    check costs a write."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self._journal = journal
        self._checked: Cache[str, JournalUnavailable | Literal["ready"]] = Cache(
            1, CHECKED_MILLISECONDS, timer=clock.now
        )

    async def check(self) -> None:
        """Return if the journal can be read and written. Raises
        :class:`~quincunx.node.ports.JournalUnavailable`."""
        outcome = await self._checked.get("journal", self._try_out)
        if outcome != "ready":
            raise outcome

    async def _try_out(self) -> JournalUnavailable | Literal["ready"]:
        try:
            await self._journal.lobby(1, 1)
            await self._journal.try_write()
        except JournalUnavailable as error:
            return error
        return "ready"
