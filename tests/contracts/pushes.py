"""The contract of every store of devices that get push notifications."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from quincunx.club.ports import NoSuchPerson, Store
from quincunx.club.push import KEPT_FOR, PushRow
from tests.contracts.people import NOW, digest, person, session


def push(person: str, session: str | None = None, **more: Any) -> PushRow:
    session = session or f"{person}-1"
    given: dict[str, Any] = {
        "endpoint": f"https://push.example/{session}",
        "point": b"point",
        "auth": b"auth",
        "key": b"key",
        "language": "en",
        "made_at": NOW,
    }
    return PushRow(**{"session": session, "person": person, **given, **more})


async def told(store: Store, person: str, turn: int, table: str = "table", now: int = NOW) -> list[str]:
    target = await store.take_notice(person, table, turn, "turn", now)
    return [] if target is None else [each.session for each in target.devices]


class PushContract:
    """One notice a turn, to devices that are there."""

    async def _two_devices(self, store: Store) -> None:
        await store.add_guest(person("ada"), session("ada"))
        await store.add_session(session("ada", "ada-2"))
        await store.keep_push(push("ada"))
        await store.keep_push(push("ada", "ada-2", made_at=NOW + 1))

    async def test_each_device_is_told_once_of_each_turn(self, store: Store) -> None:
        await self._two_devices(store)
        assert await told(store, "ada", 1) == ["ada-1", "ada-2"]
        assert await told(store, "ada", 1) == []
        assert await told(store, "ada", 0) == []
        assert await told(store, "ada", 4) == ["ada-1", "ada-2"]
        assert await told(store, "ada", 1, "other") == ["ada-1", "ada-2"]
        assert await told(store, "eve", 1) == []

    async def test_of_many_nodes_one_tells(self, store: Store) -> None:
        await self._two_devices(store)
        for turn in (1, 2):
            tries = await asyncio.gather(*(told(store, "ada", turn) for _ in range(4)))
            assert sorted(map(len, tries)) == [0, 0, 0, 2]

    async def test_a_person_without_a_device_at_first_is_notified_once_there_is_one(
        self, store: Store
    ) -> None:
        await store.add_guest(person("ada"), session("ada"))
        assert await told(store, "ada", 1) == []
        await store.keep_push(push("ada"))
        assert await told(store, "ada", 1) == ["ada-1"]

    async def test_a_device_has_one_address_and_an_address_one_device(self, store: Store) -> None:
        await self._two_devices(store)
        renewed = push("ada", endpoint="https://push.example/new", language="it")
        await store.keep_push(renewed)
        assert await store.push_of("ada-1") == renewed
        # Another person has signed in with the same browser.
        await store.add_guest(person("eve"), session("eve"))
        taken = push("eve", endpoint="https://push.example/new")
        await store.keep_push(taken)
        assert (await store.push_of("ada-1"), await store.push_of("eve-1")) == (None, taken)
        await asyncio.gather(*(store.keep_push(taken) for _ in range(4)))
        await store.end_push(taken.endpoint)
        assert await store.push_of("eve-1") is None
        assert await store.push_of("ada-2") is not None

    async def test_only_for_a_session_of_ones_own(self, store: Store) -> None:
        await self._two_devices(store)
        for wrong in (push("ada", "gone"), push("eve", "ada-1")):
            with pytest.raises(NoSuchPerson):
                await store.keep_push(wrong)

    async def test_a_device_goes_with_its_session_and_its_person(self, store: Store) -> None:
        await self._two_devices(store)
        await store.end_session("ada", "ada-1")
        assert await told(store, "ada", 1) == ["ada-2"]
        await store.end_sessions("ada")
        assert await store.push_of("ada-2") is None
        await store.add_session(session("ada", "ada-3"))
        await store.keep_push(push("ada", "ada-3"))
        assert await store.delete("ada", NOW)
        assert await store.push_of("ada-3") is None
        everything = await store.person_data("ada")
        assert (everything["people_pushes"], everything["people_notices"]) == ([], [])

    async def test_a_banned_person_is_not_notified(self, store: Store) -> None:
        await self._two_devices(store)
        await store.ban("ada", NOW, "spam")
        assert await told(store, "ada", 1) == []

    async def test_a_guest_who_is_part_of_an_account_is_told_by_its_devices(self, store: Store) -> None:
        await self._two_devices(store)
        await store.make_account("ada", "Ada", "ada", "hash", [digest("code")], NOW)
        await store.add_guest(person("guest"), session("guest"))
        await store.keep_push(push("guest"))
        assert await store.pushed("", 10) == ["ada", "guest"]
        await store.merge("guest", "ada")
        assert await store.push_of("guest-1") is None
        assert await told(store, "guest", 1) == ["ada-1", "ada-2"]
        assert await told(store, "ada", 1) == []
        assert await store.pushed("", 10) == ["ada", "guest"]
        assert await store.pushed("ada", 10) == ["guest"]
        assert await store.pushed("", 1) == ["ada"]

    async def test_notifications_sent_are_forgotten_in_time(self, store: Store) -> None:
        await self._two_devices(store)
        await store.has_played("ada")
        await told(store, "ada", 1)
        await told(store, "ada", 1, "later", NOW + 1)
        await store.delete_expired(NOW + KEPT_FOR)
        assert await told(store, "ada", 1) == ["ada-1", "ada-2"]
        assert await told(store, "ada", 1, "later") == []

    async def test_an_export_holds_no_secrets(self, store: Store) -> None:
        await self._two_devices(store)
        (row, _) = (await store.person_data("ada"))["people_pushes"]
        assert row == {"session": "ada-1", "person": "ada", "language": "en", "made_at": NOW}
