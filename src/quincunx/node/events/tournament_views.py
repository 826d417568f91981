"""Evenings as they are shown: worked out once for all who look, and those who follow are told of what has
changed on whatever node."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

from quincunx.club.ports import StoreUnavailable
from quincunx.club.tournament.ports import EveningStore, NewerEvening
from quincunx.club.tournament.state import Evening
from quincunx.club.tournament.view import view
from quincunx.club.tournament.wire import EveningView
from quincunx.core.reason import Refusal, refused
from quincunx.kit import Cache, Periodic
from quincunx.node.ports import Clock
from quincunx.table.deadlines.outage import Outage

FOLLOW_SECONDS = 1.0
"""How often it is looked whether what is followed has changed."""
FRESH_MILLISECONDS: Final = 5_000
"""What has not changed is read again after so long: people may be called something else by then."""
VERSION_MILLISECONDS: Final = 100
"""How long a version is believed that another node may just have replaced."""
MOST_KEPT: Final = 100


class EveningFollower(Protocol):
    """Somebody who wants to know of an evening."""

    def evening_changed(self) -> None:
        """Something has happened there."""
        ...


class Shown(NamedTuple):
    """An evening, and what a spectator sees of it."""

    evening: Evening
    view: EveningView


class ShownEvenings:
    """Its methods raise :class:`~quincunx.core.reason.Refusal` for what there is not, and
    :class:`~quincunx.club.ports.StoreUnavailable`."""

    def __init__(
        self,
        store: EveningStore,
        clock: Clock,
        outages: Callable[[], Sequence[Outage]] = lambda: (),
    ) -> None:
        self._store = store
        self._clock = clock
        self._outages = outages
        self._followers: dict[str, list[EveningFollower]] = {}
        self._told: dict[str, int] = {}
        """Of what is followed: the version of which followers know."""
        self._versions: Cache[str, int] = Cache(MOST_KEPT, VERSION_MILLISECONDS, timer=clock.now)
        self._shown: Cache[tuple[str, int], Shown] = Cache(MOST_KEPT, FRESH_MILLISECONDS, timer=clock.now)
        self._loop = Periodic(
            "followed evenings", self._compare, lambda: FOLLOW_SECONDS, expected=(StoreUnavailable,)
        )

    def start(self) -> None:
        """Tell followers of changes, until :meth:`stop`."""
        self._loop.start()

    async def stop(self) -> None:
        """Undo :meth:`start`."""
        await self._loop.stop()

    async def look(self, id: str) -> Shown:
        """The evening as it is now."""
        version = await self._versions.get(id, lambda: self._version(id))
        return await self._shown.get((id, version), lambda: self._read(id))

    def changed(self, id: str) -> None:
        """Believe no version that was read before now: the evening has been changed, here or elsewhere."""
        self._versions.invalidate(id)

    async def _version(self, id: str) -> int:
        version = (await self._store.evening_versions([id])).get(id)
        if version is None:
            raise no_such_evening()
        return version

    async def _read(self, id: str) -> Shown:
        evening = await read(self._store, id)
        now, outages = self._clock.now(), self._outages()
        return Shown(evening, await asyncio.to_thread(view, evening, (), now, outages))

    # ---- following ---------------------------------------------------------------------------------------

    def follow(self, id: str, follower: EveningFollower) -> None:
        """Tell this follower whenever something has changed there, from now on, beginning with what it is."""
        self._followers.setdefault(id, []).append(follower)
        follower.evening_changed()

    def unfollow(self, id: str, follower: EveningFollower) -> None:
        """Undo :meth:`follow`."""
        left = self._followers.get(id, [])
        if follower in left:
            left.remove(follower)
        if not left:
            self._followers.pop(id, None)
            self._told.pop(id, None)

    async def _compare(self) -> None:
        """Look whether what is followed has changed."""
        if self._followers:
            for id, version in (await self._store.evening_versions(list(self._followers))).items():
                self._tell(id, version)

    def _tell(self, id: str, version: int) -> None:
        if id in self._followers and self._told.get(id) != version:
            self._told[id] = version
            self.changed(id)
            for follower in self._followers[id]:
                follower.evening_changed()


async def read(store: EveningStore, id: str) -> Evening:
    """The evening as it is now. Raises :class:`~quincunx.core.reason.Refusal` and
    :class:`~quincunx.club.ports.StoreUnavailable`."""
    try:
        found = await store.evening(id)
    except NewerEvening:
        sentence = (
            "This evening was made by a newer version of the server; please try again in a few minutes."
        )
        raise refused("unavailable", "evening-newer", sentence) from None
    if found is None:
        raise no_such_evening()
    return found


def no_such_evening() -> Refusal:
    """There is none of that name."""
    return refused("unknown", "no-such-evening", "There is no such evening.")
