"""The tournament that a person follows on their own socket."""

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
    """Follows one tournament at a time; ``on_news`` is called when there is news to send."""

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
        """Follow this tournament instead of any other; ``None``: no tournament."""
        if self._followed is not None:
            self._evenings.unfollow(self._followed, self)
        self._followed = None if evening is None else evening[:LONGEST_ID]
        self._told = 0
        if self._followed is not None:
            self._evenings.follow(self._followed, self)

    def evening_changed(self) -> None:
        """Note that the tournament has changed."""
        self._is_new = True
        self._on_news()

    async def news(self) -> bytes | None:
        """The frame that the client does not know yet, or ``None``. A refusal is a frame too.

        Raises :class:`~quincunx.club.ports.StoreUnavailable`.
        """
        asked = self._followed
        if asked is None or not self._is_new:
            return None
        self._is_new = False  # reset first: changes from here on are sent next time
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
            return None  # the client has switched to another tournament in the meantime
        if evening.version == self._told:
            return None
        self._told = evening.version
        mine = replace(shown, you=you(evening, self._people), now=self._clock.now())
        return msgspec.json.encode(EveningNews(msgspec.Raw(msgspec.json.encode(mine))))
