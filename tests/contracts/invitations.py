"""Contract of a store: invitation links to the server."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from quincunx.club.invitations import InvitationRow
from quincunx.club.ports import Store
from tests.contracts.people import NOW, digest, person, session


def invitation(id: str = "i1", uses: int = 2, until: int = NOW + 100) -> InvitationRow:
    return InvitationRow(id, digest(id), uses, until, NOW)


class InvitationContract:
    """See the module."""

    async def _comes(self, store: Store, who: str, id: str = "i1", now: int = NOW) -> bool:
        is_in = await store.add_invited_guest(digest(id), now, person(who), session(who))
        assert (await store.person(who) is not None) == is_in
        return is_in

    async def test_an_invitation_is_used_as_often_as_it_says(self, store: Store) -> None:
        await store.add_invitation(invitation())
        came = await asyncio.gather(*(self._comes(store, f"guest-{number}") for number in range(4)))
        assert sorted(came) == [False, False, True, True]
        assert await store.invitations(NOW) == []
        assert not await self._comes(store, "eve", "unknown")

    async def test_an_invitation_ends_by_itself_or_when_it_is_ended(self, store: Store) -> None:
        first, second = invitation(), invitation("i2", until=NOW + 50)
        for each in (first, second):
            await store.add_invitation(each)
        assert await store.invitations(NOW) == [second, first]
        assert not await self._comes(store, "late", "i2", NOW + 50)
        assert await store.invitations(NOW + 50) == [first]
        assert await self._comes(store, "ada")
        assert await store.invitations(NOW) == [second, replace(first, uses=1)]
        assert await store.end_invitation("i1")
        assert not await store.end_invitation("i1")
        assert not await self._comes(store, "bob")
        await store.delete_expired(NOW + 50)
        assert await store.invitations(NOW) == []
