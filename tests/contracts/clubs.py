"""The contract of every store of people, as far as clubs are concerned."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from quincunx.club.clubs import commands
from quincunx.club.clubs.hooks import MOST_FAILURES, HookRow
from quincunx.club.clubs.ports import ClubTaken, TooManyClubs
from quincunx.club.clubs.rules import MOST_OWNED
from quincunx.club.clubs.state import Actor, Announcement, Club, Link, Member, Night, Season
from quincunx.club.clubs.wire import ClubSettings, JoinClub
from quincunx.club.ports import Store
from tests.contracts.people import NOW, person, session
from tests.contracts.results import result


def club(name: str = "cafe", owner: str = "ada", **more: Any) -> Club:
    made = Club(name, ClubSettings("Café"), NOW, "key", (Member(owner, "owner", NOW),))
    return replace(made, seasons=(Season(1, "1", NOW),), **more)


def joined(club: Club, *people: str, standing: Any = "member") -> Club:
    added = tuple(Member(each, standing, NOW + 1 + n) for n, each in enumerate(people))
    return replace(club, members=(*club.members, *added))


class ClubContract:
    async def _accounts(self, store: Store, *ids: str) -> None:
        for id in ids:
            await store.add_guest(person(id), session(id))
            await store.make_account(id, id.title(), id, "hash", [], NOW)

    async def test_news_for_a_webhook_is_claimed_once(self, store: Store) -> None:
        await self._accounts(store, "ada")
        hook = HookRow("cafe", "https://chat.example/hook", "en", True, True, False, NOW, NOW)
        assert not await store.set_club_hook(hook), "there is no such club"
        await store.add_club(club())
        assert await store.set_club_hook(hook)
        assert await store.club_hook("cafe") == hook
        assert await store.club_hooks("", 9) == [hook]
        claimed = replace(hook, results_until=NOW + 5, night="n/1")
        tries = await asyncio.gather(*(store.claim_hook(hook, claimed) for _ in range(3)))
        assert sorted(tries) == [False, False, True]
        for _ in range(MOST_FAILURES):
            assert await store.club_hooks("", 9) != []
            await store.record_hook("cafe", hook.url, False, False, NOW)
        assert await store.club_hooks("", 9) == []
        assert not await store.claim_hook(claimed, replace(claimed, week="w"))
        await store.change_club("cafe", lambda club: None)
        assert await store.club_hook("cafe") is None

    async def test_a_club_is_kept_whole(self, store: Store) -> None:
        await self._accounts(store, "ada", "bob")
        whole = replace(
            joined(club(), "bob", standing="asking"),
            announcements=(Announcement("a1", NOW, "ada", "Hello"),),
            nights=(Night("n1", "Club night", NOW + 5, 60),),
            links=(Link("l1", b"hash", "ada", 3, NOW + 9),),
        )
        await store.add_club(whole)
        found = await store.club("cafe")
        assert found == replace(whole, names={"ada": "Ada", "bob": "Bob"})
        assert await store.club("none") is None
        with pytest.raises(ClubTaken):
            await store.add_club(club(owner="bob"))
        (mine,) = await store.clubs_of("bob", NOW)
        assert (mine.standing, mine.count, mine.asking, mine.next_night) == ("asking", 1, 1, NOW + 5)
        (listed,) = await store.listed_clubs(9, NOW + 5)
        assert (listed.name, listed.standing, listed.next_night) == ("cafe", None, None)
        assert await store.change_club("cafe", lambda club: None) is None
        assert await store.club("cafe") is None
        assert list(await store.clubs_of("ada", NOW)) == []

    async def test_changes_at_once_lose_nothing(self, store: Store) -> None:
        people = [f"p{number}" for number in range(6)]
        await self._accounts(store, "ada", *people)
        link = Link("l1", commands.secret_hash("secret"), "ada", 4, NOW + 9)
        await store.add_club(club(links=(link,)))

        def join(person: str) -> Any:
            actor = Actor(person, is_account=True)
            return store.change_club(
                "cafe", lambda club: commands.decide(club, JoinClub("secret"), actor, NOW, lambda: "id")
            )

        done = await asyncio.gather(*map(join, people), return_exceptions=True)
        assert sum(isinstance(each, Club) for each in done) == 4
        found = await store.club("cafe")
        assert found is not None
        assert len(found.belonging) == 5
        assert [each.uses for each in found.links] == [0]

    async def test_an_owner_has_so_many_clubs_and_no_more(self, store: Store) -> None:
        await self._accounts(store, "ada")
        for number in range(MOST_OWNED):
            await store.add_club(club(f"club-{number}"))
        with pytest.raises(TooManyClubs):
            await store.add_club(club("one-more"))
        assert await store.club("one-more") is None

    async def test_the_club_of_a_deleted_owner_has_another(self, store: Store) -> None:
        await self._accounts(store, "ada", "bob", "eve")
        here = joined(joined(club(), "bob"), "eve", standing="organiser")
        await store.add_club(replace(here, announcements=(Announcement("a1", NOW, "ada", "Hello"),)))
        await store.add_club(club("alone"))
        await store.delete("ada", NOW + 9)
        found = await store.club("cafe")
        assert found is not None
        assert [(each.person, each.standing) for each in found.belonging] == [
            ("eve", "owner"),
            ("bob", "member"),
        ]
        assert found.announcements == ()
        assert await store.club("alone") is None

    async def test_members_of_a_club_are_known_also_as_former_guests(self, store: Store) -> None:
        await self._accounts(store, "ada", "bob", "eve")
        await store.add_guest(person("guest"), session("guest"))
        await store.merge("guest", "bob")
        await store.add_club(joined(joined(club(), "bob"), "eve", standing="removed"))
        belongs = [await store.belongs_to_club(each, "cafe") for each in ("ada", "bob", "guest", "eve")]
        assert belongs == [True, True, True, False]
        assert not await store.belongs_to_club("ada", "other")

    async def test_games_between_members(self, store: Store) -> None:
        await self._accounts(store, "ada", "bob", "eve")
        await store.add_guest(person("guest"), session("guest"))
        await store.merge("guest", "bob")
        await store.add_club(joined(club(), "bob"))
        games = [
            result(1, "ada", "bob", at=NOW - 1),
            result(2, "ada", "guest", at=NOW + 1),
            result(3, "ada", "eve", at=NOW + 2),
            result(4, "ada", "bob", at=NOW + 3, is_watchable=False),
            result(5, "bob", "ada", at=NOW + 4),
        ]
        for game in games:
            await store.count(game)
        played = await store.club_played("cafe", NOW, None, 99)
        assert [(each.table, each.person, each.ending) for each in played] == [
            ("table-0005", "bob", "won"),
            ("table-0005", "ada", "lost"),
            ("table-0002", "ada", "won"),
            ("table-0002", "bob", "lost"),
        ]
        assert [each.table for each in await store.club_played("cafe", NOW, NOW + 4, 99)] == [
            "table-0002",
            "table-0002",
        ]
        assert {each.table for each in await store.club_played("cafe", 0, None, 1)} == {"table-0005"}
        listed = await store.club_games("cafe", None, 2)
        assert [each.result.table for each in listed] == ["table-0005", "table-0002"]
        rest = await store.club_games("cafe", listed[-1].result.order, 9)
        assert [each.result.table for each in rest] == ["table-0001"]
        assert set(await store.club_ratings("cafe")) == {"ada", "bob"}

    async def test_only_the_newest_tables_of_a_club_are_kept(self, store: Store) -> None:
        await self._accounts(store, "ada")
        await store.add_club(club())
        for number in range(4):
            await store.add_club_table("cafe", f"t{number}", NOW + number, 3)
        assert list(await store.club_tables("cafe", 9)) == ["t3", "t2", "t1"]
