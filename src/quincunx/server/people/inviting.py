"""Invitations to a table: for people with whom the host has played, and for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from quincunx.club.ports import Store
from quincunx.club.rows import PersonRow
from quincunx.club.wire import Met, MetPerson
from quincunx.core.reason import refused
from quincunx.table.seats.person import Person, handle_of

MOST_MET: Final = 50
"""The most people in the list to choose from. All others can be invited from their own pages."""
MOST_HANDLE: Final = 32


async def people_met(store: Store, host: str) -> Met:
    """The people with whom this person has played and whom they may invite."""
    found = await store.people_met(host, MOST_MET)
    return Met(tuple(MetPerson(handle_of(row.id), row.name, row.name_key is None) for row in found))


async def may_invite(store: Store, host: str, other: PersonRow) -> bool:
    """True if the host may invite another person."""
    return await _is_there(store, host, other) and await _is_known(store, host, other)


async def invited(store: Store, host: Person, handles: Iterable[str]) -> dict[str, Person]:
    """The invited people by their handles. Handles of people who are unknown, banned or blocked are missing.
    Raises :class:`~quincunx.core.reason.Refusal` for strangers."""
    found: dict[str, Person] = {}
    for handle in handles:
        id = await store.by_handle(handle[:MOST_HANDLE])
        row = None if id is None else await store.person(id)
        if row is None or not await _is_there(store, host.id, row):
            continue
        if not await _is_known(store, host.id, row):
            sentence = f"You can invite {row.name} after you have played together."
            raise refused("forbidden", "not-met", sentence, name=row.name)
        found[handle] = Person(row.id, row.name)
    return found


async def _is_there(store: Store, host: str, other: PersonRow) -> bool:
    if other.deleted_at is not None or other.banned_at is not None:
        return False
    # A block in either direction hides each from the other.
    return not await store.blocked_pairs((host, other.id))


async def _is_known(store: Store, host: str, other: PersonRow) -> bool:
    # Strangers must not be disturbed by invitations.
    return bool(await store.played(host, other.id, 1)) or await is_program(store, other.id)


async def is_program(store: Store, person: str) -> bool:
    """True if a program may play for this person, because they have a token with which it can."""
    return any("play" in token.scopes for token in await store.tokens(person))
