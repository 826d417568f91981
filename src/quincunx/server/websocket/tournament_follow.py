"""An evening that somebody follows on their own socket."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from quincunx.club.ports import StoreUnavailable
from quincunx.club.tournament.view import you
from quincunx.core.reason import Refusal
from quincunx.node.events.tournament_views import ShownEvenings
from quincunx.node.ports import Clock
from quincunx.table.seats.person import Person
from quincunx.table.wire.lists import EveningNews
from quincunx.table.wire.table import Refused

LONGEST_ID = 64


class EveningFollow:
    """One evening at a time; ``on_news`` is called when there is something to be told."""

    def __init__(
        self, evenings: ShownEvenings, clock: Clock, people: tuple[Person, ...], on_news: Callable[[], None]
    ) -> None:
        self._evenings = evenings
        self._clock = clock
        self._people = tuple(person.id for person in people)
        self._on_news = on_news
        self._followed: str | None = None
        self._told = 0
        """The version that the client knows."""
        self._is_new = False

    def follow(self, evening: str | None) -> None:
        """Follow this one, and no other."""
        if self._followed is not None:
            self._evenings.unfollow(self._followed, self)
        self._followed = None if evening is None else evening[:LONGEST_ID]
        self._told = 0
        if self._followed is not None:
            self._evenings.follow(self._followed, self)

    def evening_changed(self) -> None:
        """See :class:`quincunx.node.events.tournament_views.EveningFollower`."""
        self._is_new = True
        self._on_news()

    async def news(self) -> bytes | None:
        """The frame that the client does not know yet, if there is one. Raises
        :class:`~quincunx.club.ports.StoreUnavailable`."""
        asked = self._followed
        if asked is None or not self._is_new:
            return None
        self._is_new = False  # what changes from here on is told next
        try:
            evening, shown = await self._evenings.look(asked)
        except Refusal as refusal:
            if self._followed == asked:
                self.follow(None)
            return msgspec.json.encode(Refused(None, refusal.reason))
        except StoreUnavailable:
            self._is_new = True
            raise
        if self._followed != asked:
            return None  # the client has turned to another one meanwhile
        if evening.version == self._told:
            return None
        self._told = evening.version
        mine = replace(shown, you=you(evening, self._people), now=self._clock.now())
        return msgspec.json.encode(EveningNews(msgspec.Raw(msgspec.json.encode(mine))))
