"""Views of tournaments: computed once for all viewers. Followers are notified of changes made on any node."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from typing import Final, NamedTuple, Protocol

from quincunx.club.ports import StoreUnavailable
from quincunx.club.tournament.attendance import FindSeatings, Seatings, no_seatings
from quincunx.club.tournament.ladder.order import Ladder
from quincunx.club.tournament.ladder.view import ladder_if_any
from quincunx.club.tournament.ports import NewerTournament, TournamentStore
from quincunx.club.tournament.state import Tournament
from quincunx.club.tournament.talk.ports import TalkStore
from quincunx.club.tournament.view import view, waiting_tables
from quincunx.club.tournament.wire import TournamentView
from quincunx.core.reason import refused
from quincunx.kit import Cache, Periodic
from quincunx.node.events.tournament_talk import TournamentTalks, no_such_tournament
from quincunx.node.ports import Clock
from quincunx.table.deadlines.outage import Outage

FOLLOW_SECONDS = 1.0
"""Interval of the check for changes of followed tournaments."""
FRESH_MILLISECONDS: Final = 5_000
"""Time after which an unchanged tournament is read again, since people may have changed their names."""
VERSION_MILLISECONDS: Final = 100
"""Time for which a version is trusted that another node may have replaced."""
MOST_KEPT: Final = 100


class Store(TournamentStore, TalkStore, Protocol):
    """The stores of tournaments and of their chats."""


class TournamentFollower(Protocol):
    """A follower of a tournament."""

    def tournament_changed(self) -> None:
        """Handle a change of the tournament."""
        ...


class Shown(NamedTuple):
    """A tournament, and a spectator's view of it."""

    tournament: Tournament
    view: TournamentView
    seatings: Seatings
    """Those of the current round."""
    ladder: Ladder | None
    """The state of a running ladder."""
    mark: int
    """Differs for any two views of a tournament that differ."""


class TournamentViews:
    """Cached views of tournaments. The methods raise :class:`~quincunx.core.reason.Refusal` for an unknown
    tournament, and :class:`~quincunx.club.ports.StoreUnavailable`."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        outages: Callable[[], Sequence[Outage]] = lambda: (),
        find_seatings: FindSeatings = no_seatings,
    ) -> None:
        self._store = store
        self._clock = clock
        self._outages = outages
        self._find_seatings = find_seatings
        self.talks = TournamentTalks(store, clock)
        """The chats of the tournaments."""
        self._marks = count(1)
        self._last: dict[str, Shown] = {}
        """The view of each followed tournament that was read last."""
        self._followers: dict[str, list[TournamentFollower]] = {}
        self._notified_versions: dict[str, tuple[int, int]] = {}
        """For each followed tournament, the versions of it and its chat of which followers were notified."""
        self._versions: Cache[str, int] = Cache(MOST_KEPT, VERSION_MILLISECONDS, timer=clock.now)
        self._views: Cache[tuple[str, int], Shown] = Cache(MOST_KEPT, FRESH_MILLISECONDS, timer=clock.now)
        self._loop = Periodic(
            "followed tournaments", self._compare, lambda: FOLLOW_SECONDS, expected=(StoreUnavailable,)
        )

    def start(self) -> None:
        """Notify followers of changes, until :meth:`stop`."""
        self._loop.start()

    async def stop(self) -> None:
        """Undo :meth:`start`."""
        await self._loop.stop()

    async def current_view(self, id: str) -> Shown:
        """The current state of a tournament."""
        version = await self._versions.get(id, lambda: self._version(id))
        return await self._views.get((id, version), lambda: self._read(id))

    def invalidate(self, id: str) -> None:
        """Discard the cached version of a tournament that has changed, here or elsewhere."""
        self._versions.invalidate(id)

    async def _version(self, id: str) -> int:
        version = (await self._store.tournament_versions([id])).get(id)
        if version is None:
            raise no_such_tournament()
        return version

    async def _read(self, id: str) -> Shown:
        tournament = await read(self._store, id)
        now, outages = self._clock.now(), self._outages()
        seatings = await self.seatings(tournament)
        shown = await asyncio.to_thread(view, tournament, (), now, outages, seatings)
        ladder = await asyncio.to_thread(ladder_if_any, tournament)
        last = self._last.get(id)
        is_same = last is not None and last.seatings == seatings and last.view.version == shown.version
        mark = last.mark if last is not None and is_same else next(self._marks)
        found = Shown(tournament, shown, seatings, ladder, mark)
        if id in self._followers:
            self._last[id] = found
        return found

    async def seatings(self, tournament: Tournament) -> Seatings:
        """The seatings of the tables of the current round."""
        return await self._find_seatings(waiting_tables(tournament))

    # ---- following ---------------------------------------------------------------------------------------

    def follow(self, id: str, follower: TournamentFollower) -> None:
        """Notify this follower of the current state and of every change from now on."""
        self._followers.setdefault(id, []).append(follower)
        follower.tournament_changed()

    def unfollow(self, id: str, follower: TournamentFollower) -> None:
        """Undo :meth:`follow`."""
        left = self._followers.get(id, [])
        if follower in left:
            left.remove(follower)
        if not left:
            self._followers.pop(id, None)
            self._notified_versions.pop(id, None)
            self._last.pop(id, None)

    async def _compare(self) -> None:
        """Check the followed tournaments for changes, and their tables for players who have come."""
        for id, shown in list(self._last.items()):
            if await self.seatings(shown.tournament) != shown.seatings:
                self._views.invalidate((id, shown.tournament.version))
                for follower in self._followers.get(id, ()):
                    follower.tournament_changed()
        if self._followers:
            followed = list(self._followers)
            versions = await self._store.tournament_versions(followed)
            talks = await self.talks.versions(followed)
            for id, version in versions.items():
                self._notify_followers(id, (version, talks.get(id, 0)))

    def _notify_followers(self, id: str, versions: tuple[int, int]) -> None:
        if id in self._followers and self._notified_versions.get(id) != versions:
            self._notified_versions[id] = versions
            self.invalidate(id)
            for follower in self._followers[id]:
                follower.tournament_changed()


async def read(store: TournamentStore, id: str) -> Tournament:
    """Read the current state of a tournament. Raises :class:`~quincunx.core.reason.Refusal` and
    :class:`~quincunx.club.ports.StoreUnavailable`."""
    try:
        found = await store.tournament(id)
    except NewerTournament:
        sentence = (
            "This tournament was made by a newer version of the server; please try again in a few minutes."
        )
        raise refused("unavailable", "tournament-newer", sentence) from None
    if found is None:
        raise no_such_tournament()
    return found
