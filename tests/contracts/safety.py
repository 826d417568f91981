"""The contract of every store of people about blocking and reporting."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from quincunx.club.ports import NoSuchPerson, Store
from quincunx.club.safety import CLOSED_KEPT, BlockRow, ReportRow
from tests.contracts.people import NOW, digest, person, session


def report(id: str = "r1", **more: Any) -> ReportRow:
    given: dict[str, Any] = {"at": NOW, "person": "ada", "reported": "bo", "name": "Bo", "tab": "table-1"}
    return ReportRow(**{"id": id, "said": "[]", "why": "rude", **given, **more})


class SafetyContract:
    async def _people(self, store: Store, *ids: str) -> None:
        for id in ids:
            await store.add_guest(person(id), session(id))

    async def test_a_blocked_person_is_listed_until_unblocked(self, store: Store) -> None:
        await self._people(store, "ada", "bo", "cy")
        assert await store.block("ada", "bo", "Bo", NOW, 10)
        assert await store.block("ada", "cy", "Cy", NOW + 1, 10)
        assert await store.block("ada", "bo", "Another", NOW + 2, 10)
        assert await store.blocks("ada") == [BlockRow(("cy",), "Cy", NOW + 1), BlockRow(("bo",), "Bo", NOW)]
        assert await store.blocks("bo") == []
        assert await store.unblock("ada", ("bo", "nobody"))
        assert not await store.unblock("ada", ("bo",))
        assert [row.name for row in await store.blocks("ada")] == ["Cy"]

    async def test_blocks_are_limited(self, store: Store) -> None:
        await self._people(store, "ada")
        assert await store.block("ada", "bo", "Bo", NOW, 1)
        assert not await store.block("ada", "cy", "Cy", NOW, 1)
        assert await store.block("ada", "bo", "Bo", NOW, 1)
        with pytest.raises(NoSuchPerson):
            await store.block("nobody", "bo", "Bo", NOW, 1)

    async def test_neither_is_brought_together_with_the_other(self, store: Store) -> None:
        await self._people(store, "ada", "bo", "cy")
        await store.block("cy", "ada", "Ada", NOW, 10)
        await store.block("ada", "cy", "Cy", NOW, 10)
        assert await store.blocked_pairs(("ada", "bo", "cy")) == {("ada", "cy")}
        assert await store.blocked_pairs(("ada", "bo")) == frozenset()
        assert await store.blocked_pairs(()) == frozenset()

    async def test_a_guest_who_becomes_part_of_an_account_is_blocked_still(self, store: Store) -> None:
        await self._people(store, "ada", "guest", "bo")
        await store.make_account("bo", "Bo", "bo", "hash", [digest("code")], NOW)
        await store.block("ada", "guest", "Quiet Heron", NOW, 10)
        assert await store.merge("guest", "bo")
        assert await store.blocks("ada") == [BlockRow(("bo", "guest"), "Quiet Heron", NOW)]
        assert await store.blocked_pairs(("ada", "bo")) == {("ada", "bo")}

    async def test_a_guests_blocks_are_their_accounts(self, store: Store) -> None:
        await self._people(store, "guest", "ada", "bo", "cy")
        await store.make_account("ada", "Ada", "ada", "hash", [digest("code")], NOW)
        await store.block("guest", "bo", "Bo", NOW, 10)
        await store.block("guest", "cy", "Cy", NOW, 10)
        await store.block("guest", "ada", "Ada", NOW, 10)
        await store.block("ada", "cy", "Cy", NOW + 1, 10)
        await store.block("ada", "guest", "Quiet Heron", NOW, 10)
        await store.report(report(person="guest"))
        assert await store.merge("guest", "ada")
        assert [row.name for row in await store.blocks("ada")] == ["Cy", "Bo"]
        assert [row.person for row in await store.reports(True, 10)] == ["ada"]

    async def test_reports_wait_until_they_are_closed(self, store: Store) -> None:
        await self._people(store, "ada", "bo")
        one, other = report(), report("r2", tab="table-2", at=NOW + 1)
        assert await store.report(one)
        assert await store.report(other)
        assert not await store.report(report("r3"))
        assert await store.reports(True, 10) == [one, other]
        assert await store.reports(True, 1) == [one]
        assert await store.close_report("r1", NOW + 5) == replace(one, closed_at=NOW + 5)
        assert await store.close_report("r1", NOW + 6) is None
        assert await store.close_report("nothing", NOW) is None
        assert await store.reports(True, 10) == [other]
        assert await store.reports(False, 10) == [replace(one, closed_at=NOW + 5)]
        await store.delete_expired(NOW + 5 + CLOSED_KEPT - 1)
        assert len(await store.reports(False, 10)) == 1
        await store.delete_expired(NOW + 5 + CLOSED_KEPT)
        assert await store.reports(False, 10) == []
        assert await store.reports(True, 10) == [other]

    async def test_a_deleted_person_is_neither_blocked_nor_reported(self, store: Store) -> None:
        await self._people(store, "ada", "bo", "cy")
        await store.block("ada", "bo", "Bo", NOW, 10)
        await store.block("bo", "cy", "Cy", NOW, 10)
        await store.report(report())
        await store.report(report("r2", person="bo", reported="cy", name="Cy"))
        assert await store.delete("bo", NOW)
        assert await store.blocks("ada") == []
        assert await store.blocks("bo") == []
        (left,) = await store.reports(True, 10)
        assert (left.id, left.person, left.why) == ("r2", None, "")

    async def test_no_person_is_told_the_ids_of_others(self, store: Store) -> None:
        await self._people(store, "ada", "the-id-of-bo")
        await store.block("ada", "the-id-of-bo", "Bo", NOW, 10)
        await store.report(report(reported="the-id-of-bo"))
        everything = await store.person_data("ada")
        assert everything["people_blocks"][0]["name"] == "Bo"
        assert everything["people_reports"][0]["why"] == "rude"
        assert "the-id-of-bo" not in repr(everything)
