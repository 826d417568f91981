"""The contract of every store of people about friends."""

from __future__ import annotations

import pytest

from quincunx.club.ports import NoSuchPerson, Store
from quincunx.club.reach.friends import FriendRow
from tests.contracts.people import NOW, digest, person, session


class FriendContract:
    async def _friends(self, store: Store, *ids: str) -> None:
        for id in ids:
            await store.add_guest(person(id, name=id.title()), session(id))

    async def test_friends_are_listed_until_they_are_followed_no_longer(self, store: Store) -> None:
        await self._friends(store, "ada", "cy", "bo")
        for other in ("cy", "bo", "bo"):
            assert await store.follow("ada", other, NOW, 2)
        bo = FriendRow(("bo",), "Bo", is_guest=True, is_hidden=False, since=NOW)
        cy = FriendRow(("cy",), "Cy", is_guest=True, is_hidden=False, since=NOW)
        assert await store.friends("ada") == [bo, cy]
        assert await store.followers("bo") == ["ada"]
        assert await store.unfollow("ada", ("bo", "other"))
        assert not await store.unfollow("ada", ("bo",))
        assert await store.friends("ada") == [cy]

    async def test_friends_are_bounded_and_exist(self, store: Store) -> None:
        await self._friends(store, "ada", "bo", "cy")
        assert await store.follow("ada", "bo", NOW, 1)
        assert not await store.follow("ada", "cy", NOW, 1)
        assert await store.follow("ada", "bo", NOW, 1)
        for one, other in (("ada", "nobody"), ("nobody", "ada"), ("ada", "ada")):
            with pytest.raises(NoSuchPerson):
                await store.follow(one, other, NOW, 9)

    async def test_a_block_ends_following_in_both_directions(self, store: Store) -> None:
        await self._friends(store, "ada", "bo")
        await store.follow("ada", "bo", NOW, 9)
        await store.follow("bo", "ada", NOW, 9)
        await store.block("ada", "bo", "Bo", NOW, 9)
        for one, other in (("ada", "bo"), ("bo", "ada")):
            assert await store.friends(one) == []
            with pytest.raises(NoSuchPerson):
                await store.follow(one, other, NOW, 9)

    async def test_those_who_follow_a_guest_follow_the_account(self, store: Store) -> None:
        await self._friends(store, "ada", "guest", "bo", "cy")
        await store.make_account("bo", "Bo", "bo", "hash", [digest("code")], NOW)
        await store.follow("ada", "guest", NOW, 9)
        await store.follow("bo", "guest", NOW, 9)
        await store.follow("cy", "guest", NOW, 9)
        await store.follow("bo", "cy", NOW, 9)
        await store.block("cy", "guest", "Guest", NOW, 9)
        assert await store.merge("guest", "bo")
        assert await store.friends("ada") == [FriendRow(("bo", "guest"), "Bo", False, False, NOW)]
        assert await store.friends("bo") == [], "a block of the guest holds for the account"
        assert await store.friends("cy") == []

    async def test_presence_may_be_hidden(self, store: Store) -> None:
        await self._friends(store, "ada", "bo")
        await store.follow("ada", "bo", NOW, 9)
        for is_hidden in (True, False, True):
            await store.hide_presence("bo", is_hidden)
            assert await store.hides_presence("bo") is is_hidden
        assert [row.is_hidden for row in await store.friends("ada")] == [True]
        assert not await store.hides_presence("ada")

    async def test_deleted_people_are_nobodys_friends(self, store: Store) -> None:
        await self._friends(store, "ada", "the-id-of-bo")
        await store.follow("ada", "the-id-of-bo", NOW, 9)
        await store.follow("the-id-of-bo", "ada", NOW, 9)
        assert "the-id-of-bo" not in repr(await store.person_data("ada"))
        assert await store.delete("the-id-of-bo", NOW)
        assert await store.friends("ada") == []
        assert await store.followers("ada") == []
