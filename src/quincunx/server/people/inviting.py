"""Whom somebody may invite to a table: people with whom they have played, and programs."""

from __future__ import annotations

from quincunx.club.ports import Store
from quincunx.club.rows import PersonRow


async def is_there_for(store: Store, person: PersonRow, host: str) -> bool:
    """Whether they can be invited by this host at all. Who has blocked the other is not there for them."""
    if person.deleted_at is not None or person.banned_at is not None:
        return False
    return not await store.apart((host, person.id))


async def have_met(store: Store, person: PersonRow, host: str) -> bool:
    """Whether the two have finished a game together, or whoever is invited has made a token for a program:
    strangers are not called away from what they do."""
    return bool(await store.played(host, person.id, 1) or await store.tokens(person.id))
