"""Names of guests, which never equal the name of an account."""

from __future__ import annotations

from quincunx.club.accounts.names import key_of, with_suffix
from quincunx.club.ports import Store
from quincunx.server.people.guests import friendly_name

TRIES = 4


async def free_guest_name(store: Store, name: str, now: int) -> str:
    """The name, with a suffix if it is an account's or resembles one."""
    return with_suffix(name) if await store.is_taken(key_of(name), now) else name


async def newcomers_name(store: Store, now: int) -> str:
    """A random name for a new guest."""
    name = friendly_name()
    for _ in range(TRIES):
        if not await store.is_taken(key_of(name), now):
            return name
        name = friendly_name()
    return with_suffix(name)
