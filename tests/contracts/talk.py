"""The contract of every store of tournaments' chats."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from quincunx.adapters.store.tournament.tournaments import NEVER_BEGAN
from quincunx.club.ports import Store
from quincunx.club.tournament.state import Known
from quincunx.club.tournament.talk.state import Act, Line, Talk
from tests.contracts.people import NOW, person, session
from tests.contracts.tournaments import new


def line(number: int, person: str = "ada", text: str | None = "hello") -> Line:
    return Line(number, NOW + number, person, "hello" if text is None else None, text)


async def talk_of(store: Store, tournament: str = "tournament") -> Talk:
    talk = await store.tournament_talk(tournament)
    assert talk is not None
    return talk


class TalkContract:
    async def _there(self, store: Store, *people: str) -> None:
        for each in people:
            await store.add_guest(person(each), session(each))
        assert await store.make_tournament(new(), 9)

    async def test_a_chat_is_stored_as_it_is(self, store: Store) -> None:
        assert await store.tournament_talk("tournament") is None
        await self._there(store, "ada", "bo")
        assert await talk_of(store) == Talk()
        added = [line(1), line(2, "bo", None), Act(3, NOW + 3, "ada", "remove", "bo", 2)]
        for each in [*added, Act(4, NOW + 4, "ada", "silence", "bo")]:
            assert await store.add_to_talk("tournament", each, 10)
        talk = await talk_of(store)
        assert (talk.version, talk.lines) == (4, (line(1), line(2, "bo", None)))
        assert [(act.act, act.person, act.line) for act in talk.acts] == [
            ("remove", "bo", 2),
            ("silence", "bo", None),
        ]
        assert talk.people["bo"] == Known(person("bo").name)
        assert dict(await store.talk_versions(["tournament", "none"])) == {"tournament": 4}

    async def test_of_two_lines_at_once_one_is_stored(self, store: Store) -> None:
        await self._there(store, "ada")
        both = (store.add_to_talk("tournament", line(1, text=text), 10) for text in ("one", "two"))
        assert sorted(await asyncio.gather(*both)) == [False, True]
        assert len((await talk_of(store)).lines) == 1
        assert not await store.add_to_talk("tournament", line(1), 10)
        assert not await store.add_to_talk("tournament", line(3), 10)
        assert not await store.add_to_talk("no-such", line(1), 10)

    async def test_new_lines_displace_the_oldest_and_acts_stay(self, store: Store) -> None:
        await self._there(store, "ada")
        assert await store.add_to_talk("tournament", Act(1, NOW, "ada", "silence", "bo"), 3)
        for number in range(2, 8):
            assert await store.add_to_talk("tournament", line(number), 3)
        talk = await talk_of(store)
        assert [each.number for each in talk.lines] == [5, 6, 7]
        assert [each.number for each in talk.acts] == [1]

    async def test_lines_go_with_their_person(self, store: Store) -> None:
        await self._there(store, "ada", "bo")
        for each in (line(1), line(2, "bo"), Act(3, NOW, "ada", "silence", "bo")):
            assert await store.add_to_talk("tournament", each, 10)
        await store.delete("bo", NOW)
        talk = await talk_of(store)
        assert [each.person for each in talk.lines] == ["ada"]
        assert talk.version == 4  # so that followers learn of it
        assert talk.people["bo"].is_gone
        assert await store.add_to_talk("tournament", line(5), 10)

    async def test_a_silenced_person_s_data_do_not_name_the_host(self, store: Store) -> None:
        await self._there(store, "ada", "bo")
        assert await store.add_to_talk("tournament", Act(1, NOW, "ada", "silence", "bo"), 10)
        told = await store.person_data("bo")
        assert [act["act"] for act in told["tournament_acts"]] == ["silence"]
        assert "'ada'" not in str(told)

    async def test_a_chat_goes_with_its_tournament(self, store: Store) -> None:
        await self._there(store, "ada")
        assert await store.add_to_talk("tournament", line(1), 10)
        assert await store.add_to_talk("tournament", Act(2, NOW, "ada", "remove", "ada", 1), 10)
        before = new()
        assert await store.keep_tournament(before, replace(before, status="ended", changed_at=NOW))
        await store.delete_expired(NOW + NEVER_BEGAN)
        assert await store.tournament_talk("tournament") is None
