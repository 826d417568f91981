"""Names of guests, which never equal the name of an account.

A guest's name is made once, in the guest's own language. It is stored and shown as it is, like a name that
people choose: two players at one table call each other the same, and records name them alike.
"""

from __future__ import annotations

import secrets
from typing import Final

from quincunx.club.accounts.friendly_names import friendly_name
from quincunx.club.accounts.names import key_of, with_suffix
from quincunx.club.ports import Store

TRIES: Final = 4


async def free_guest_name(store: Store, name: str, now: int) -> str:
    """Return the name, with a suffix if it is an account's or resembles one."""
    return with_suffix(name) if await store.is_taken(key_of(name), now) else name


async def new_guest_name(store: Store, now: int, language: str = "en") -> str:
    """Return a random name for a new guest, in this language."""
    name = friendly_name(language, secrets.choice)
    for _ in range(TRIES):
        if not await store.is_taken(key_of(name), now):
            return name
        name = friendly_name(language, secrets.choice)
    return with_suffix(name)
