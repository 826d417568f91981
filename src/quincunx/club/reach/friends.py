"""People whom an account follows, as stored, and as its owner sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Protocol

import msgspec

from quincunx.club.rows import Authority

MOST_FOLLOWED: Final = 200
"""Most people whom one account follows."""


class FriendRow(msgspec.Struct, frozen=True):
    """A person whom another person follows."""

    ids: tuple[str, ...]
    """All ids by which seats may name them, their own first."""
    name: str
    is_guest: bool
    is_hidden: bool
    """True if they hide that they are here."""
    since: int


class FriendStore(Protocol):
    """The store of friends; a part of :class:`quincunx.club.ports.Store`."""

    async def follow(self, person: str, other: str, now: int, most: int, by: Authority | None = None) -> bool:
        """Follow another person. Following twice is harmless. ``False`` if ``most`` people are followed
        already. Raises :class:`~quincunx.club.ports.NoSuchPerson` if either does not exist (any more), or
        one of them has blocked the other."""
        ...

    async def unfollow(self, person: str, others: Sequence[str], by: Authority | None = None) -> bool:
        """Stop following the person with one of these ids; ``False`` if none of them was followed."""
        ...

    async def friends(self, person: str) -> Sequence[FriendRow]:
        """The people whom a person follows, in the order of their names. Banned people are left out."""
        ...

    async def followers(self, person: str) -> Sequence[str]:
        """The ids of the people who follow a person."""
        ...

    async def hides_presence(self, person: str) -> bool:
        """True if this person hides that they are here."""
        ...

    async def hide_presence(self, person: str, is_hidden: bool, by: Authority | None = None) -> None:
        """Store whether this person hides that they are here."""
        ...


class Friend(msgspec.Struct, frozen=True):
    """A person whom the caller follows."""

    handle: str
    name: str
    is_guest: bool
    is_here: bool = False
    """True if they have the site open, and do not hide it."""
    table: str | None = None
    """A running game of theirs that the caller may watch."""
    game: str | None = None
    """The game at that table, or the one that they seek."""
    is_seeking: bool = False
    """True if they seek a game right now."""


class Friends(msgspec.Struct, frozen=True):
    """The people whom the caller follows: first those who are here."""

    people: tuple[Friend, ...]
    most: int
    """The most people whom one account follows."""
    is_hidden: bool
    """True if the caller hides that they are here."""


class Follow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Follow the person with this handle."""

    handle: Annotated[str, msgspec.Meta(max_length=32)]


class Hide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hide from followers that the caller is here, or no longer."""

    is_hidden: bool
