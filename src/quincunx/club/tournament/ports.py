"""Interface of the store of tournaments; a part of :class:`quincunx.club.ports.Store`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from quincunx.club.rows import Authority
from quincunx.club.tournament.state import Tournament
from quincunx.club.tournament.wire import Status, TournamentSettings


class NewerTournament(Exception):
    """A tournament of a kind that this version does not know. Nodes of a newer version handle it."""


class TooManyTournaments(Exception):
    """A player is in too many tournaments already to join another one."""


class TournamentRow(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    id: str
    name: str
    status: Status
    round: int
    players: int
    """The number of active players."""
    is_host: bool
    """True if one of those who asked is the host or a co-host."""
    is_ladder: bool
    made_at: int
    settings: TournamentSettings | None = None
    """``None`` if they are of a kind that is unknown here."""


class ListedRow(msgspec.Struct, frozen=True):
    """A tournament that may be listed publicly."""

    id: str
    settings: TournamentSettings
    players: int
    host: str
    host_name: str
    made_at: int
    is_running: bool = False
    """True for a ladder that has begun."""


class NewChallenge(msgspec.Struct, frozen=True):
    """A challenge on a ladder that has not been answered."""

    tournament: str
    name: str
    """The tournament's name."""
    number: int
    challenger: str
    """The challenger's present name."""
    person: str
    """The challenged person."""


class TournamentStore(Protocol):
    """The store of tournaments. Every method raises :class:`~quincunx.club.ports.StoreUnavailable`."""

    async def make_tournament(self, tournament: Tournament, most: int, by: Authority | None = None) -> bool:
        """Store a new tournament. ``by`` is checked as by :class:`~quincunx.club.ports.Store`. ``False`` if
        its host already has ``most`` tournaments that have not ended."""
        ...

    async def tournament(self, id: str) -> Tournament | None:
        """A tournament, with the recorded scores of its games and the current data of its people. Raises
        :class:`NewerTournament`."""
        ...

    async def keep_tournament(
        self,
        before: Tournament,
        after: Tournament,
        by: Authority | None = None,
        most_joined: int | None = None,
    ) -> bool:
        """Store the changes from ``before`` to ``after`` as the next version. If the tournament has changed
        meanwhile, store nothing and return ``False``. So of two concurrent decisions one succeeds, and the
        other is made again.

        ``by`` is checked as by :class:`~quincunx.club.ports.Store`. Raises :class:`TooManyTournaments` if a
        joining player or a new co-host would be in more than ``most_joined`` tournaments, as host or player.
        """
        ...

    async def tournaments_beginning(
        self, after: int, until: int, limit: int
    ) -> Sequence[tuple[str, str, int, tuple[str, ...]]]:
        """The waiting tournaments that begin by themselves after ``after`` and until ``until``: their ids,
        names, starts and active players."""
        ...

    async def new_challenges(self, after: int, limit: int) -> Sequence[NewChallenge]:
        """The challenges on running ladders that were made after ``after`` and have not been answered, the
        oldest first."""
        ...

    async def possible_host(self, key: str, people: Sequence[str]) -> str | None:
        """The account with this name key. ``None`` if there is none, if it is banned, or if it must be kept
        apart from these people, because one has blocked the other."""
        ...

    async def tournaments_due(self, now: int, limit: int) -> Sequence[str]:
        """The tournaments at which the system must act by now, longest overdue first."""
        ...

    async def running_tournaments(self) -> int:
        """The number of tournaments that have started and not ended."""
        ...

    async def tournament_versions(self, ids: Sequence[str]) -> Mapping[str, int]:
        """The versions of these tournaments; a version counts changes."""
        ...

    async def tournaments_of(self, people: Sequence[str], limit: int) -> Sequence[TournamentRow]:
        """The tournaments that have not ended and that one of these people hosts or plays in, newest first.
        Unknown kinds are included, unknown statuses are not."""
        ...

    async def listed_tournaments(self, limit: int) -> Sequence[ListedRow]:
        """Tournaments that their hosts have listed publicly: those that wait, newest first, then the ladders
        that run. Those of deleted or banned hosts, and those of unknown kinds, are left out."""
        ...
