"""Guests among people who are named: their names carry a mark, to tell them from members."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container, Iterable, Sequence

import structlog

from quincunx.club.ports import StoreUnavailable

log = structlog.get_logger("quincunx.tables")

Members = Callable[[Sequence[str]], Awaitable[Container[str]]]


class Guests:
    """Tells guests from members. ``members`` selects the handles that belong to accounts
    (:meth:`quincunx.club.ports.Store.members`); without it, no person is known to be a guest."""

    def __init__(self, members: Members | None = None) -> None:
        self._members = members

    async def guests_among(self, handles: Iterable[str | None]) -> frozenset[str]:
        """The handles of guests. While the store is unavailable, no names are marked."""
        asked = sorted({handle for handle in handles if handle is not None})
        if self._members is None or not asked:
            return frozenset()
        try:
            members = await self._members(asked)
        except StoreUnavailable as error:
            log.warning("guests_unknown", reason=str(error))
            return frozenset()
        return frozenset(handle for handle in asked if handle not in members)
