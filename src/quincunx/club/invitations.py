"""Invitation links to a server that admits newcomers by invitation only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from quincunx.club.rows import PersonRow, SessionRow

MOST_USES: Final = 1_000
MOST_DAYS: Final = 366
DAY: Final = 24 * 3_600_000


class InvitationRow(msgspec.Struct, frozen=True):
    """An invitation link, by the hash of its secret. Times are milliseconds since 1970."""

    id: str
    hash: bytes
    uses: int
    """Uses that are left: people who can still come by it."""
    until: int
    made_at: int


class InvitationStore(Protocol):
    """The part of the store of people that is about invitations."""

    async def add_invitation(self, invitation: InvitationRow) -> None: ...

    async def invitations(self, now: int) -> Sequence[InvitationRow]:
        """The invitations that can still be used, in the order in which they end."""
        ...

    async def end_invitation(self, id: str) -> bool:
        """Delete an invitation. ``False`` if there is none with this id."""
        ...

    async def add_invited_guest(self, hash: bytes, now: int, person: PersonRow, session: SessionRow) -> bool:
        """Use an invitation once, and add a new guest with their first session. ``False`` if the invitation
        is unknown, used up or over."""
        ...
