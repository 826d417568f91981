"""Invitation links to the server."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from quincunx.adapters.store.accounts.people import add_guest
from quincunx.adapters.store.database import Database
from quincunx.adapters.store.schema import INVITATIONS
from quincunx.club.invitations import InvitationRow
from quincunx.club.rows import PersonRow, SessionRow


class InvitationsStore:
    """See :class:`quincunx.club.invitations.InvitationStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_invitation(self, invitation: InvitationRow) -> None:
        await self._database.write(_add, invitation)

    async def invitations(self, now: int) -> Sequence[InvitationRow]:
        return await self._database.read(_invitations, now)

    async def end_invitation(self, id: str) -> bool:
        return await self._database.write(_end, id)

    async def add_invited_guest(self, hash: bytes, now: int, person: PersonRow, session: SessionRow) -> bool:
        return await self._database.write(_add_invited_guest, hash, now, person, session)


def _add(connection: sa.Connection, invitation: InvitationRow) -> None:
    values = {name: getattr(invitation, name) for name in InvitationRow.__struct_fields__}
    connection.execute(INVITATIONS.insert(), values)


def _is_good(now: int) -> sa.ColumnElement[bool]:
    return sa.and_(INVITATIONS.c.uses > 0, INVITATIONS.c.until > now)


def _invitations(connection: sa.Connection, now: int) -> Sequence[InvitationRow]:
    query = INVITATIONS.select().where(_is_good(now)).order_by(INVITATIONS.c.until, INVITATIONS.c.id)
    return [InvitationRow(**row._mapping) for row in connection.execute(query)]


def _end(connection: sa.Connection, id: str) -> bool:
    return connection.execute(INVITATIONS.delete().where(INVITATIONS.c.id == id)).rowcount > 0


def _add_invited_guest(
    connection: sa.Connection, hash: bytes, now: int, person: PersonRow, session: SessionRow
) -> bool:
    # The row is locked until the end of the transaction, so that no use is counted twice.
    use = INVITATIONS.update().where(INVITATIONS.c.hash == hash, _is_good(now))
    if not connection.execute(use.values(uses=INVITATIONS.c.uses - 1)).rowcount:
        return False
    add_guest(connection, person, session)
    return True
