"""The contract of stores for operators: reports, people, bans and the record."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from quincunx.club.moderation import acts
from quincunx.club.moderation.ports import ActsQuery, OperatorProtected, PeopleQuery
from quincunx.club.ports import NotConfirmed, Store
from quincunx.club.rows import AuditEntry, Authority
from tests.contracts.people import NOW, digest, person, session
from tests.contracts.safety import report


class ModerationContract:
    """Tests of the store's part for operators; ``store`` is a fixture of subclasses."""

    async def _people(self, store: Store, *ids: str) -> None:
        for number, id in enumerate(ids):
            row = replace(person(id), name=f"Person {id}", seen_at=NOW - number // 2)
            await store.add_guest(row, session(id))

    async def _operator(self, store: Store, id: str) -> Authority:
        await store.make_account(id, id.title(), id, "hash", [], NOW)
        row = await store.person(id)
        assert row is not None
        assert await acts.set_operator(store, row, True, "operator root", NOW)
        return Authority(digest(f"{id}-1"), id, is_operator=True)

    async def test_people_come_in_pages(self, store: Store) -> None:
        await self._people(store, "a", "b", "c", "d", "e")
        await self._operator(store, "b")
        await store.ban("c", NOW, "spam")
        await store.delete("d", NOW)

        async def found(**query: Any) -> list[str]:
            return [row.id for row in await store.list_people(PeopleQuery(**query), 2)]

        assert await found() == ["a", "b"]
        assert await found(after=(NOW, "b")) == ["c", "e"]
        assert await found(text="PERSON E") == ["e"]
        assert await found(text="a") == ["a"]
        assert await found(text="%") == []
        kinds = ("accounts", "operators", "banned")
        assert [await found(which=which) for which in kinds] == [["b"], ["b"], ["c"]]
        assert await found(which="guests", after=(NOW, "a")) == ["c", "e"]

    async def test_reports_and_acts_come_in_pages(self, store: Store) -> None:
        await self._people(store, "ada", "bo")
        by = await self._operator(store, "ada")
        for number in range(3):
            await store.report(report(f"r{number}", tab=f"t{number}", at=NOW))
        assert [row.id for row in await store.list_reports(True, None, 2)] == ["r0", "r1"]
        assert [row.id for row in await store.list_reports(True, (NOW, "r1"), 2)] == ["r2"]
        for number in range(2):
            assert await acts.close_report(store, f"r{number}", "operator account ada", NOW + number, by)
        assert await acts.close_report(store, "r0", "operator account ada", NOW, by) is None
        assert [row.id for row in await store.list_reports(False, None, 1)] == ["r1"]
        assert [row.id for row in await store.list_reports(False, (NOW + 1, "r1"), 1)] == ["r0"]
        await store.add_audit_entry(AuditEntry(NOW, "self", "password", "ada"))
        first = await store.list_acts(ActsQuery(), 2)
        assert [each.entry.note for each in first] == ["r1", "r0"]
        (last,) = await store.list_acts(ActsQuery(before=first[-1].number), 2)
        assert (last.entry.act, last.entry.actor) == ("operator", "operator root")

    async def test_acts_are_found_by_kind_and_person(self, store: Store) -> None:
        await self._people(store, "ada", "bo")
        await self._operator(store, "ada")
        for number, (act, who) in enumerate(
            (("ban", "bo"), ("unban", "bo"), ("ban", "gone"), ("link", "ada"))
        ):
            await store.add_audit_entry(AuditEntry(NOW + number, "operator root", act, who, str(number)))

        async def found(**query: Any) -> list[str]:
            return [each.entry.note for each in await store.list_acts(ActsQuery(**query), 2)]

        assert await found(act="ban") == ["2", "0"]
        assert await found(person="bo") == ["1", "0"]
        assert await found(person="PERSON B") == ["1", "0"]
        assert await found(person="gone") == ["2"]
        assert await found(act="ban", person="bo") == ["0"]
        assert await found(person="%") == []
        (number,) = [each.number for each in await store.list_acts(ActsQuery("unban"), 9)]
        assert await found(person="bo", before=number) == ["0"]

    async def test_only_operators_ban_and_never_each_other(self, store: Store) -> None:
        await self._people(store, "ada", "bo", "cy")
        by = await self._operator(store, "ada")
        other = await self._operator(store, "cy")
        with pytest.raises(NotConfirmed):
            await store.ban("cy", NOW, "", None, Authority(digest("bo-1"), "bo", is_operator=True))
        with pytest.raises(OperatorProtected):
            await store.ban("cy", NOW, "", None, by)
        assert await store.ban("bo", NOW, "loud", AuditEntry(NOW, "operator account ada", "ban", "bo"), by)
        assert (await store.list_acts(ActsQuery(), 1))[0].entry.person == "bo"
        # The command line may: then they are no operator any more, also after the ban.
        await store.ban("cy", NOW, "", None)
        await store.ban("cy", None, None)
        with pytest.raises(NotConfirmed):
            await store.ban("bo", None, None, None, other)

    async def test_banned_people_and_guests_are_no_operators(self, store: Store) -> None:
        await self._people(store, "ada", "bo")
        await self._operator(store, "ada")
        entry = AuditEntry(NOW, "operator root", "operator", "x")
        assert not await store.set_operator("bo", NOW, entry)
        assert not await store.set_operator("ada", NOW, entry)
        assert await store.set_operator("ada", None, entry)
        await store.ban("ada", NOW, "")
        assert not await store.set_operator("ada", NOW, entry)
        people = await store.persons(["ada", "bo", "nobody"])
        assert {id: row.operator_at for id, row in people.items()} == {"ada": None, "bo": None}
