"""Contract of a store: e-mail addresses of accounts, and the outbox."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from quincunx.club.mail import LIFETIMES, MOST_WAITING, PAUSES, AddressRow, MailRow, new_mail
from quincunx.club.ports import NoSuchPerson, Store
from quincunx.club.rows import OneTimeSecret
from tests.contracts.people import NOW, digest, person, session

HOME = "Ada@home.example"
KEY = HOME.lower()


def mail(id: str = "m1", person: str | None = "ada", at: int = NOW) -> MailRow:
    return new_mail(id, "confirm", HOME, person, "de", at)


class MailContract:
    """See the module."""

    async def _owner(self, store: Store, id: str = "ada") -> None:
        await store.add_guest(person(id), session(id))
        await store.make_account(id, id.title(), id, "hash", [], NOW)

    async def _confirm(self, store: Store, id: str = "ada", address: str = HOME, number: int = 1) -> None:
        row = replace(mail(f"m-{id}-{number}", id), address=address)
        assert await store.ask_for_address(id, address, row)
        link = OneTimeSecret(digest(f"link-{id}-{number}"), "address", NOW + 50, id, address)
        assert await store.add_mailed_link(link, row.id)
        await store.end_mail(row.id)
        found = await store.confirm_address(link.hash, NOW, f"told-{id}-{number}")
        assert found is not None
        assert found.id == id

    async def test_an_address_waits_for_its_confirmation(self, store: Store) -> None:
        await self._owner(store)
        assert await store.mail_address("ada") is None
        assert await store.ask_for_address("ada", HOME, mail())
        waiting = AddressRow("ada", None, None, HOME, "de")
        assert await store.mail_address("ada") == waiting
        assert list(await store.by_address(KEY)) == []
        link = OneTimeSecret(digest("link"), "address", NOW + 50, "ada", HOME)
        assert await store.add_mailed_link(link, "m1")
        tries = [store.confirm_address(digest("link"), NOW, "told") for _ in range(3)]
        assert [each.id for each in await asyncio.gather(*tries) if each] == ["ada"]
        assert await store.mail_address("ada") == AddressRow("ada", HOME, KEY, None, "de")
        assert [each.id for each in await store.by_address(KEY)] == ["ada"]

    async def test_a_late_or_unknown_link_confirms_nothing(self, store: Store) -> None:
        await self._owner(store)
        await store.ask_for_address("ada", HOME, mail())
        await store.add_mailed_link(OneTimeSecret(digest("late"), "address", NOW, "ada", HOME), "m1")
        await store.add_mailed_link(OneTimeSecret(digest("other"), "mail", NOW + 9, "ada"), "m1")
        for secret in ("late", "other", "none"):
            assert await store.confirm_address(digest(secret), NOW, "told") is None
        found = await store.mail_address("ada")
        assert found is not None
        assert found.address is None

    async def test_guests_and_banned_people_have_no_address(self, store: Store) -> None:
        await store.add_guest(person("guest"), session("guest"))
        await self._owner(store)
        await store.ban("ada", NOW, "spam")
        for each in ("guest", "ada", "nobody"):
            with pytest.raises(NoSuchPerson):
                await store.ask_for_address(each, HOME, mail(person=each))
        assert list(await store.take_mail(NOW, 9)) == []

    async def test_a_former_address_is_told_and_its_links_end(self, store: Store) -> None:
        await self._owner(store)
        await self._confirm(store)
        await store.add_mail(mail("ask", None))
        await store.add_mailed_link(OneTimeSecret(digest("in"), "mail", NOW + 50, "ada"), "ask")
        await store.end_mail("ask")
        await self._confirm(store, address="new@home.example", number=2)
        [row] = await store.take_mail(NOW, 9)
        assert (row.id, row.kind, row.address, row.person) == ("told-ada-2", "moved", HOME, "ada")
        assert await store.take_link(digest("in"), "mail", NOW) is None
        assert list(await store.by_address(KEY)) == []

    async def test_an_address_is_removed_with_its_links(self, store: Store) -> None:
        await self._owner(store)
        assert not await store.remove_address("ada", NOW, "told")
        await self._confirm(store)
        await store.add_mail(mail("ask", None))
        await store.add_mailed_link(OneTimeSecret(digest("in"), "mail", NOW + 50, "ada"), "ask")
        await store.end_mail("ask")
        assert await store.remove_address("ada", NOW, "told")
        [row] = await store.take_mail(NOW, 9)
        assert (row.kind, row.address) == ("removed", HOME)
        assert await store.mail_address("ada") is None
        assert await store.take_link(digest("in"), "mail", NOW) is None

    async def test_a_person_who_wants_no_links_gets_none(self, store: Store) -> None:
        for each in ("ada", "bob", "eve"):
            await self._owner(store, each)
            await self._confirm(store, each)
        await store.choose_mail("bob", signs_in=False, tells_changes=True)
        await store.ban("eve", NOW, "spam")
        assert [each.id for each in await store.by_address(KEY)] == ["ada"]
        found = await store.mail_address("bob")
        assert found is not None
        assert (found.signs_in, found.tells_changes) == (False, True)

    async def test_a_message_is_taken_by_one_node_until_its_pause_is_over(self, store: Store) -> None:
        for number in range(6):
            assert await store.add_mail(mail(f"m{number}", None))
        taken = await asyncio.gather(*(store.take_mail(NOW, 4) for _ in range(3)))
        assert sorted(row.id for rows in taken for row in rows) == [f"m{number}" for number in range(6)]
        await store.end_mail("m0")
        assert list(await store.take_mail(NOW + PAUSES[0] - 1, 9)) == []
        again = await store.take_mail(NOW + PAUSES[0], 9)
        assert [(row.id, row.tries) for row in again] == [(f"m{number}", 1) for number in range(1, 6)]

    async def test_a_message_is_dropped_after_its_time_or_its_tries(self, store: Store) -> None:
        await store.add_mail(mail("late", None))
        assert list(await store.take_mail(NOW + LIFETIMES["confirm"], 9)) == []
        await store.add_mail(replace(mail("often", None), tries=len(PAUSES)))
        assert list(await store.take_mail(NOW, 9)) == []
        await store.add_mail(mail("stale", None))
        await store.delete_expired(NOW + LIFETIMES["confirm"])
        link = OneTimeSecret(digest("a"), "mail", NOW + 9, "ada")
        for id in ("late", "often", "stale"):
            assert not await store.add_mailed_link(link, id)

    async def test_no_link_is_made_for_a_message_or_person_that_is_gone(self, store: Store) -> None:
        await self._owner(store)
        await self._confirm(store)
        await store.add_mail(mail("ask", None))
        link = OneTimeSecret(digest("in"), "mail", NOW + 50, "ada")
        assert not await store.add_mailed_link(link, "none")
        await store.delete("ada", NOW)
        assert not await store.add_mailed_link(link, "ask")
        assert list(await store.by_address(KEY)) == []
        everything = await store.person_data("ada")
        assert (everything["people_addresses"], everything["people_outbox"]) == ([], [])

    async def test_the_outbox_is_bounded(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        assert MOST_WAITING >= 1_000
        monkeypatch.setattr("quincunx.adapters.store.accounts.mail.MOST_WAITING", 2)
        await self._owner(store)
        added = [await store.add_mail(mail(f"m{number}", None)) for number in range(3)]
        assert added == [True, True, False]
        assert not await store.ask_for_address("ada", HOME, mail("more"))
        assert await store.mail_address("ada") is None
