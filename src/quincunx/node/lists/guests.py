"""Guests among people who are named: their names carry a mark, to tell them from members."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container, Iterable, Sequence

import structlog

from quincunx.club.ports import StoreUnavailable

log = structlog.get_logger("quincunx.tables")


class Guests:
    """Tells guests from members. Without a store of accounts, no person is known to be a guest."""

    def __init__(self) -> None:
        self.members: Callable[[Sequence[str]], Awaitable[Container[str]]] | None = None
        """Selects the handles that belong to accounts: :meth:`quincunx.club.ports.Store.members`."""

    async def among(self, handles: Iterable[str | None]) -> frozenset[str]:
        """The handles of guests. While the store is unavailable, no names are marked."""
        asked = sorted({handle for handle in handles if handle is not None})
        if self.members is None or not asked:
            return frozenset()
        try:
            members = await self.members(asked)
        except StoreUnavailable as error:
            log.warning("guests_unknown", reason=str(error))
            return frozenset()
        return frozenset(handle for handle in asked if handle not in members)
