"""The contract of every store of people about notifications."""

from __future__ import annotations

import asyncio

import pytest

from quincunx.club.matchmaking import Seeker
from quincunx.club.ports import NoSuchPerson, Store
from quincunx.club.reach.notifications import KEPT_FOR, NotificationChoices, Target
from tests.contracts.mail import HOME, MailContract
from tests.contracts.people import NOW, person, session
from tests.contracts.pushes import push


class NotificationContract(MailContract):
    async def _with_device(self, store: Store, *ids: str) -> None:
        for id in ids:
            await store.add_guest(person(id), session(id))
            await store.keep_push(push(id))

    async def test_an_event_is_claimed_once_by_the_chosen_way(self, store: Store) -> None:
        await self._with_device(store, "ada")
        assert await store.notification_choices("ada") == NotificationChoices()
        assert await store.take_event("ada", "friend", "one", NOW) is None, "off, until it is chosen"
        await store.choose_notifications("ada", NotificationChoices(friend="push", time="off"))
        assert await store.take_event("ada", "time", "one", NOW) is None
        tries = await asyncio.gather(*(store.take_event("ada", "friend", "one", NOW) for _ in range(4)))
        (target,) = [each for each in tries if each is not None]
        assert [each.session for each in target.devices] == ["ada-1"]
        assert await store.take_event("ada", "friend", "one", NOW) is None
        assert await store.take_event("ada", "friend", "other", NOW) is not None
        await store.delete_expired(NOW + KEPT_FOR)
        assert (await store.person_data("ada"))["people_events"] == []
        with pytest.raises(NoSuchPerson):
            await store.choose_notifications("nobody", NotificationChoices())

    async def test_mails_need_a_confirmed_address_and_end_by_kind(self, store: Store) -> None:
        await self._owner(store)
        await store.choose_notifications("ada", NotificationChoices(turn="mail", weekly="mail"))
        assert await store.take_event("ada", "weekly", "1", NOW) is None
        assert await store.take_notice("ada", "table", 1, "turn", NOW) is None
        await self._confirm(store)
        assert await store.take_event("ada", "weekly", "1", NOW) == Target("ada", address=HOME, language="de")
        notice = await store.take_notice("ada", "table", 1, "turn", NOW)
        assert notice is not None
        assert notice.address == HOME
        assert await store.wanting("weekly", "", 9) == ["ada"]
        assert await store.wanting("weekly", "ada", 9) == []
        assert await store.stop_mails("ada", "weekly")
        assert await store.stop_mails("ada", "weekly")
        assert not await store.stop_mails("nobody", "weekly")
        assert await store.notification_choices("ada") == NotificationChoices(turn="mail")
        assert await store.wanting("weekly", "", 9) == []

    async def test_an_alert_is_claimed_once_and_not_by_those_apart(self, store: Store) -> None:
        await self._with_device(store, "ada", "bo", "cy", "dora", "eve")
        for id in ("ada", "bo", "cy", "dora"):
            await store.set_alert(id, NOW + 10)
        await store.block("cy", "eve", "Eve", NOW, 9)
        await store.set_alert("dora", None)
        await store.add_seeker(Seeker("bo", "Bo", "pool", 2, 1500, 50, NOW))
        assert await store.alert_until("ada", NOW) == NOW + 10
        tries = await asyncio.gather(*(store.take_alerts("eve", NOW, 9) for _ in range(3)))
        assert [each.person for found in tries for each in found] == ["ada"]
        assert await store.alert_until("ada", NOW) is None
        assert await store.take_alerts("dora", NOW + 10, 9) == ()
