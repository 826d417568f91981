"""Where evenings are kept, as an interface; a part of :class:`quincunx.club.ports.Store`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from quincunx.club.rows import Authority
from quincunx.club.tournament.state import Evening
from quincunx.club.tournament.wire import EveningSettings, Status


class NewerEvening(Exception):
    """There is an evening of this name, of a kind that this version does not know: nodes of a newer one see
    to it."""


class TooManyEvenings(Exception):
    """A player is in so many evenings already that they can join no other one."""


class EveningRow(msgspec.Struct, frozen=True):
    """An evening in a list."""

    id: str
    name: str
    status: Status
    round: int
    players: int
    """Who plays still."""
    host: str
    made_at: int


class ListedRow(msgspec.Struct, frozen=True):
    """An evening that may be shown to everybody."""

    id: str
    settings: EveningSettings
    players: int
    host: str
    host_name: str
    made_at: int


class EveningStore(Protocol):
    """Every method raises :class:`~quincunx.club.ports.StoreUnavailable`."""

    async def make_evening(self, evening: Evening, most: int, by: Authority | None = None) -> bool:
        """``by`` is checked as by :class:`~quincunx.club.ports.Store`. ``False`` if its host has so many
        already that have not ended."""
        ...

    async def evening(self, id: str) -> Evening | None:
        """It, with what has been counted of its games, and who its people are today. Raises
        :class:`NewerEvening`."""
        ...

    async def keep_evening(
        self,
        before: Evening,
        after: Evening,
        by: Authority | None = None,
        most_joined: int | None = None,
    ) -> bool:
        """``by`` is checked as by :class:`~quincunx.club.ports.Store`. Raises :class:`TooManyEvenings` if a
        player joins who would be in more evenings than ``most_joined``, as their host or as a player.

        Keep what has changed between the two, as the next version; nothing and ``False`` if somebody else
        has changed it meanwhile. So of two who decide at once one is right, and the other decides again."""
        ...

    async def evenings_due(self, now: int, limit: int) -> Sequence[str]:
        """Those at which the system must act by now, the longest overdue first."""
        ...

    async def evening_versions(self, ids: Sequence[str]) -> Mapping[str, int]:
        """How often each of these has changed."""
        ...

    async def evenings_of(self, people: Sequence[str], limit: int) -> Sequence[EveningRow]:
        """Those that have not ended which one of these hosts or plays in, the newest first,
        also those of kinds that are not known here; none of a status that is not."""
        ...

    async def listed_evenings(self, limit: int) -> Sequence[ListedRow]:
        """Those that wait and whose hosts want everybody to find them, the newest first; none of a host who
        has been deleted or shut out, and none of a kind that is not known here."""
        ...
