"""Interface of the store of tournaments' chats; a part of :class:`quincunx.club.ports.Store`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from quincunx.club.rows import Authority
from quincunx.club.tournament.talk.state import Act, Line, Talk


class TalkStore(Protocol):
    """The store of chats. Every method raises :class:`~quincunx.club.ports.StoreUnavailable`."""

    async def tournament_talk(self, tournament: str) -> Talk | None:
        """The chat of a tournament, with the current data of its people; ``None`` if there is no such
        tournament."""
        ...

    async def add_to_talk(
        self, tournament: str, added: Line | Act, kept: int, by: Authority | None = None
    ) -> bool:
        """Store a new line or act, whose number is the next version, and no more than ``kept`` lines. If the
        chat has changed meanwhile, store nothing and return ``False``. ``by`` is checked as by
        :class:`~quincunx.club.ports.Store`."""
        ...

    async def talk_versions(self, tournaments: Sequence[str]) -> Mapping[str, int]:
        """The versions of the chats of these tournaments."""
        ...
