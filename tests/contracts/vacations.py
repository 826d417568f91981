"""The contract of every store of vacations."""

from __future__ import annotations

import asyncio

from quincunx.club.ports import Store
from quincunx.club.reach.vacations import KEPT
from quincunx.table.parts import Vacation
from tests.contracts.people import NOW, person, session


class VacationContract:
    async def test_vacations_are_stored_in_order(self, store: Store) -> None:
        await store.add_guest(person("ada"), session("ada"))
        one, two = Vacation(NOW, NOW + 50), Vacation(NOW + 100, NOW + 200)
        assert await store.vacations("ada") == []
        assert await store.keep_vacation("ada", None, one)
        assert await store.keep_vacation("ada", one, two)
        ended = Vacation(two.since, NOW + 150)
        assert await store.keep_vacation("ada", two, ended)
        assert await store.vacations("ada") == [one, ended]
        assert await store.latest_vacations(["ada", "nobody"]) == {"ada": ended}
        assert not await store.keep_vacation("nobody", None, one)

    async def test_of_two_starts_at_once_one_is_stored(self, store: Store) -> None:
        await store.add_guest(person("ada"), session("ada"))
        both = [Vacation(NOW + offset, NOW + 500) for offset in (0, 1)]
        done = await asyncio.gather(*(store.keep_vacation("ada", None, each) for each in both))
        assert sorted(done) == [False, True]
        assert len(await store.vacations("ada")) == 1

    async def test_a_merged_guest_has_the_accounts_vacation(self, store: Store) -> None:
        for each in ("ada", "guest"):
            await store.add_guest(person(each), session(each))
        await store.make_account("ada", "Ada", "ada", "hash", [], NOW)
        assert await store.merge("guest", "ada")
        away = Vacation(NOW, NOW + 50)
        assert await store.keep_vacation("ada", None, away)
        assert await store.latest_vacations(["guest", "ada"]) == {"guest": away, "ada": away}

    async def test_old_vacations_are_let_go(self, store: Store) -> None:
        await store.add_guest(person("ada"), session("ada"))
        one, two = Vacation(NOW, NOW + 50), Vacation(NOW + 51 + KEPT, NOW + 60 + KEPT)
        assert await store.keep_vacation("ada", None, one)
        assert await store.keep_vacation("ada", one, two)
        assert await store.vacations("ada") == [two]

    async def test_vacations_go_with_their_person(self, store: Store) -> None:
        await store.add_guest(person("ada"), session("ada"))
        assert await store.keep_vacation("ada", None, Vacation(NOW, NOW + 50))
        await store.delete("ada", NOW)
        assert await store.vacations("ada") == []
        assert await store.latest_vacations(["ada"]) == {}

    async def test_a_banned_account_has_no_vacation_at_tables(self, store: Store) -> None:
        for each in ("ada", "guest"):
            await store.add_guest(person(each), session(each))
        await store.make_account("ada", "Ada", "ada", "hash", [], NOW)
        assert await store.merge("guest", "ada")
        away = Vacation(NOW, NOW + 50)
        assert await store.keep_vacation("ada", None, away)
        await store.ban("ada", NOW, "spam")
        assert await store.latest_vacations(["guest", "ada"]) == {}
        await store.ban("ada", None, None)
        assert await store.latest_vacations(["guest", "ada"]) == {"guest": away, "ada": away}
