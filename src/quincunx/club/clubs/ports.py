"""Interface of the store of clubs; a part of :class:`quincunx.club.ports.Store`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from quincunx.club.clubs.standings import Played
from quincunx.club.clubs.state import Club, Standing
from quincunx.club.clubs.wire import ClubSettings
from quincunx.club.rows import Authority, PersonGame


class ClubTaken(Exception):
    """Another club has this name."""


class ClubRow(msgspec.Struct, frozen=True):
    """A club in a list."""

    name: str
    settings: ClubSettings
    count: int
    """The number of members."""
    standing: Standing | None = None
    """The standing of the person for whom the list is made."""
    next_night: int | None = None
    asking: int = 0
    """The number of requests to join."""


class TooManyClubs(Exception):
    """A person has too many clubs already, as their owner or as a member."""


class ClubStore(Protocol):
    """The store of clubs. Members are named by the ids of their accounts."""

    async def add_club(self, club: Club, by: Authority | None = None) -> None:
        """Store a new club. Raises :class:`ClubTaken`, and :class:`TooManyClubs` for its owner."""
        ...

    async def club(self, name: str) -> Club | None:
        """A club with everything that belongs to it."""
        ...

    async def change_club(
        self, name: str, change: Callable[[Club], Club | None], by: Authority | None = None
    ) -> Club | None:
        """Change a club in one transaction that nothing else interferes with. ``change`` is pure; ``None``
        from it deletes the club. Returns the changed club, and ``None`` if there is none (any more). Raises
        what ``change`` raises, and :class:`TooManyClubs` for a new member or owner."""
        ...

    async def clubs_of(self, person: str, now: int) -> Sequence[ClubRow]:
        """The clubs that a person belongs to or has asked to join, in the order of their titles."""
        ...

    async def listed_clubs(self, limit: int, now: int) -> Sequence[ClubRow]:
        """The clubs that are listed publicly, the largest first."""
        ...

    async def belongs_to_club(self, person: str, club: str) -> bool:
        """True for a member of any role; the person may be given as a guest merged into the account."""
        ...

    async def add_club_table(self, club: str, table: str, now: int, most: int) -> None:
        """Store that a table is for members of a club. Only the newest ``most`` tables are kept."""
        ...

    async def club_tables(self, club: str, limit: int) -> Sequence[str]:
        """The newest tables for members of a club."""
        ...

    async def club_played(self, club: str, since: int, until: int | None, limit: int) -> Sequence[Played]:
        """The parts of members in games that ended in this time, newest first. Only public games with two
        members or more."""
        ...

    async def club_games(self, club: str, before: tuple[int, str] | None, limit: int) -> Sequence[PersonGame]:
        """Public games between members, newest first, after the game of this order
        (:attr:`~quincunx.club.results.results.Result.order`). The seat is that of one of the members."""
        ...

    async def club_ratings(self, club: str) -> Mapping[str, int]:
        """The rating in points of each member for the kind of game that they have most rated games of."""
        ...
