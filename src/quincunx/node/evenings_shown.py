"""Evenings as they are shown: worked out once for all who look, and those who follow are told of what has
changed on whatever node."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from typing import Final, NamedTuple, Protocol

from quincunx.club.evening.ports import EveningStore, NewerEvening
from quincunx.club.evening.state import Evening
from quincunx.club.evening.view import view
from quincunx.club.evening.wire import EveningView
from quincunx.club.ports import StoreUnavailable
from quincunx.core.reason import Refusal, refused
from quincunx.node.ports import Clock

FOLLOW_SECONDS = 1.0
"""How often it is looked whether what is followed has changed."""
FRESH_MILLISECONDS: Final = 5_000
"""What has not changed is read again after so long: people may be called something else by then."""
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
    at: int


class ShownEvenings:
    """Its methods raise :class:`~quincunx.core.reason.Refusal` for what there is not, and
    :class:`~quincunx.club.ports.StoreUnavailable`."""

    def __init__(self, store: EveningStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._followers: dict[str, list[EveningFollower]] = {}
        self._told: dict[str, int] = {}
        """Of what is followed: the version of which followers know."""
        self._kept: OrderedDict[str, Shown] = OrderedDict()
        self._turn = asyncio.Lock()
        """Of many who look at once one has it worked out."""

    async def look(self, id: str) -> Shown:
        """The evening as it is now."""
        async with self._turn:
            version = (await self._store.evening_versions([id])).get(id)
            kept, now = self._kept.get(id), self._clock.now()
            if kept is None or kept.evening.version != version or not 0 <= now - kept.at < FRESH_MILLISECONDS:
                kept = await self._read(id, now)
            return kept

    async def _read(self, id: str, now: int) -> Shown:
        evening = await read(self._store, id)
        shown = self._kept[id] = Shown(evening, await asyncio.to_thread(view, evening, (), now), now)
        self._kept.move_to_end(id)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return shown

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

    async def compare(self, ended: asyncio.Event) -> None:
        """Look whether what is followed has changed, until the end."""
        while not ended.is_set():
            if self._followers:
                with contextlib.suppress(StoreUnavailable, Refusal):  # the next look finds it
                    for id, version in (await self._store.evening_versions(list(self._followers))).items():
                        self._tell(id, version)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FOLLOW_SECONDS):
                    await ended.wait()

    def _tell(self, id: str, version: int) -> None:
        if id in self._followers and self._told.get(id) != version:
            self._told[id] = version
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
