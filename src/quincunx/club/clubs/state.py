"""State of a club. Times are milliseconds since 1970."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from quincunx.club.clubs.wire import ClubSettings, Role
from quincunx.table.seats.person import handle_of

Standing = Literal["owner", "organiser", "member", "asking", "removed"]
"""A person's standing in a club: a member's role, a request to join, or a removal."""
STAFF: Final = ("owner", "organiser")
ROLES: Final[tuple[Role, ...]] = ("owner", "organiser", "member")


class Member(msgspec.Struct, frozen=True):
    """A person's standing in a club. ``since`` is when it began, for members the time of joining."""

    person: str
    standing: Standing
    since: int

    @property
    def role(self) -> Role | None:
        """The role; ``None`` for people who do not belong to the club."""
        return next((role for role in ROLES if role == self.standing), None)


class Announcement(msgspec.Struct, frozen=True):
    """An announcement by a member."""

    id: str
    at: int
    person: str
    text: str


class Night(msgspec.Struct, frozen=True):
    """A club night."""

    id: str
    title: str
    begins: int
    minutes: int

    @property
    def ends(self) -> int:
        """The time of its end."""
        return self.begins + self.minutes * 60_000


class Season(msgspec.Struct, frozen=True):
    """A season, which lasts until the next one begins. Seasons are numbered from 1."""

    number: int
    name: str
    began: int


class Link(msgspec.Struct, frozen=True):
    """A link to join, by the hash of its secret. ``person`` has made it."""

    id: str
    hash: bytes
    person: str
    uses: int
    """Uses that are left."""
    until: int

    def is_good(self, now: int) -> bool:
        """True if it can still be used."""
        return self.uses > 0 and now < self.until


class Club(msgspec.Struct, frozen=True):
    """A club with everything that belongs to it. ``name`` is the last part of its address."""

    name: str
    settings: ClubSettings
    made_at: int
    key: str
    """The key of the calendar feed, if the club is private."""
    members: tuple[Member, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    nights: tuple[Night, ...] = ()
    seasons: tuple[Season, ...] = ()
    links: tuple[Link, ...] = ()
    names: Mapping[str, str] = {}
    """The current names of people, by id. Deleted and banned people have none."""

    def member(self, person: str) -> Member | None:
        """The standing of a person, if they have one."""
        return next((each for each in self.members if each.person == person), None)

    def by_handle(self, handle: str) -> Member | None:
        """The standing of the person with this handle, if they have one."""
        return next((each for each in self.members if handle_of(each.person) == handle), None)

    def is_staff(self, person: str) -> bool:
        """True for the owner and for organisers."""
        found = self.member(person)
        return found is not None and found.standing in STAFF

    def belongs(self, person: str) -> bool:
        """True for members of any role."""
        found = self.member(person)
        return found is not None and found.role is not None

    @property
    def belonging(self) -> tuple[Member, ...]:
        """The members of any role: the owner first, then organisers, each in the order of joining."""
        found = [each for each in self.members if each.role is not None]
        return tuple(sorted(found, key=lambda each: (ROLES.index(each.role or "member"), each.since)))


class Actor(msgspec.Struct, frozen=True):
    """The person who acts on a club. Only accounts can belong to one."""

    person: str
    is_account: bool
    is_apart: bool = False
    """True if they and the owner or an organiser must be kept apart, because one has blocked the other."""
