"""Chats of tournaments. Any node serves any of them.

Of two nodes that add a line at once one succeeds, and the other decides again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final
from weakref import WeakValueDictionary

from quincunx.club.ports import StoreUnavailable
from quincunx.club.rows import Authority
from quincunx.club.tournament.state import Tournament
from quincunx.club.tournament.talk import rules
from quincunx.club.tournament.talk.ports import TalkStore
from quincunx.club.tournament.talk.state import Talk
from quincunx.club.tournament.talk.wire import TalkCommand
from quincunx.core.reason import Refusal, refused
from quincunx.core.sentence import sentence
from quincunx.kit import Cache
from quincunx.node.ports import Clock
from quincunx.table.seats.person import Person

FRESH_MILLISECONDS: Final = 5_000
"""Time after which an unchanged chat is read again, since people may have changed their names."""
MOST_KEPT: Final = 100
TRIES: Final = 8


class TournamentTalks:
    """The chats of all tournaments. The methods raise :class:`~quincunx.core.reason.Refusal` and
    :class:`~quincunx.club.ports.StoreUnavailable`."""

    def __init__(self, store: TalkStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._talks: Cache[str, Talk] = Cache(MOST_KEPT, FRESH_MILLISECONDS, timer=clock.now)

    async def current(self, tournament: str) -> Talk:
        """The chat of a tournament, as this node has learned of it last."""
        return await self._talks.get(tournament, lambda: self._read(tournament))

    async def versions(self, tournaments: Sequence[str]) -> dict[str, int]:
        """The current versions of these chats. Older states are dropped here."""
        versions = dict(await self._store.talk_versions(tournaments))
        for id, version in versions.items():
            known = self._talks.peek(id)
            if known is not None and known.version != version:
                self._talks.invalidate(id)
        return versions

    async def command(
        self,
        tournament: Tournament,
        people: Sequence[Person],
        command: TalkCommand,
        by: Authority | None = None,
    ) -> Talk:
        """Execute the command of the person with these ids, on the authority of this session (``None``:
        unchecked). Return the chat."""
        ids = tuple(person.id for person in people)
        # When many people of one node talk at once, they are handled in turn.
        lock = self._locks.setdefault(tournament.id, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                talk = await self._read(tournament.id)
                added = rules.decide(tournament, talk, command, ids, self._clock.now())
                if added is None:
                    return talk
                if await self._store.add_to_talk(tournament.id, added, rules.KEPT, by):
                    self._talks.invalidate(tournament.id)
                    return await self.current(tournament.id)
        raise StoreUnavailable(sentence("That tournament is very busy right now. Please try again."))

    async def _read(self, tournament: str) -> Talk:
        talk = await self._store.tournament_talk(tournament)
        if talk is None:
            raise no_such_tournament()
        return talk


def no_such_tournament() -> Refusal:
    """The refusal of an unknown tournament."""
    return refused("unknown", "no-such-tournament", "There is no such tournament.")
