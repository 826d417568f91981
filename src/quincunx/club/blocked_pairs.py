"""Pairs of people who must be kept apart, because one has blocked the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from quincunx.club.ports import Store


async def blocked_pairs_at_table(store: Store, seats: Sequence[str]) -> frozenset[tuple[str, str]]:
    """The pairs of people in these seats who must be kept apart, no matter which of them has blocked the
    other.

    A seat may name the guest that an account's owner was when they sat down. Raises
    :class:`~quincunx.club.ports.StoreUnavailable`.
    """
    rows = {seat: await store.person(seat) for seat in seats}
    now = {seat: row.became or seat for seat, row in rows.items() if row is not None}
    apart = await store.blocked_pairs(tuple(dict.fromkeys(now.values())))
    return frozenset(
        (one, other)
        for one, other in combinations(sorted(now), 2)
        if (min(now[one], now[other]), max(now[one], now[other])) in apart
    )
