"""Updates about a followed tournament on a person's own socket."""

from __future__ import annotations

from typing import Any, cast

import msgspec
import pytest

from quincunx.club.ports import StoreUnavailable
from quincunx.club.tournament import commands
from quincunx.club.tournament.view import view
from quincunx.node.events.tournament_views import Shown, ShownEvenings, no_such_evening
from quincunx.server.websocket.tournament_follow import EveningFollow
from quincunx.table.seats.person import Person
from tests.club.tournament.support import plan
from tests.node.fakes import StillClock


class Evenings:
    """Evenings by hand, and who follows which."""

    def __init__(self) -> None:
        self.followed: list[str] = []
        self.versions: dict[str, int] = {}
        self.is_away = False

    def follow(self, id: str, follower: EveningFollow) -> None:
        self.followed.append(id)
        follower.evening_changed()

    def unfollow(self, id: str, follower: EveningFollow) -> None:
        self.followed.remove(id)

    async def look(self, id: str) -> Shown:
        if self.is_away:
            raise StoreUnavailable("The store is away.")
        if id not in self.versions:
            raise no_such_evening()
        evening = msgspec.structs.replace(commands.make(id, "ada", plan(), 1), version=self.versions[id])
        return Shown(evening, view(evening, (), 1))


class Desk:
    """One client that follows."""

    def __init__(self) -> None:
        self.evenings = Evenings()
        self.woken = 0
        shown = cast(ShownEvenings, self.evenings)
        self.follow = EveningFollow(shown, StillClock(), (Person("ada", "Ada"),), self.wake)

    def wake(self) -> None:
        self.woken += 1

    async def told(self) -> dict[str, Any] | None:
        frame = await self.follow.news()
        return None if frame is None else dict(msgspec.json.decode(frame))


async def test_each_version_is_told_once_and_says_what_one_is() -> None:
    desk = Desk()
    assert await desk.told() is None
    desk.evenings.versions["one"] = 1
    desk.follow.follow("one")
    assert desk.woken == 1
    told = await desk.told()
    assert told is not None
    assert (told["type"], told["evening"]["id"], told["evening"]["you"]["is_host"]) == (
        "evening",
        "one",
        True,
    )
    desk.follow.evening_changed()
    assert await desk.told() is None
    desk.evenings.versions["one"] = 2
    assert await desk.told() is None
    desk.follow.evening_changed()
    assert (await desk.told() or {})["evening"]["version"] == 2


async def test_who_turns_to_another_one_follows_the_first_no_longer() -> None:
    desk = Desk()
    desk.evenings.versions |= {"one": 1, "other": 1}
    desk.follow.follow("one")
    desk.follow.follow("other")
    assert desk.evenings.followed == ["other"]
    assert (await desk.told() or {})["evening"]["id"] == "other"
    desk.follow.follow("one")
    assert (await desk.told() or {})["evening"]["id"] == "one"
    desk.follow.follow(None)
    assert desk.evenings.followed == []
    assert await desk.told() is None


async def test_what_there_is_not_is_refused_once_and_followed_no_longer() -> None:
    desk = Desk()
    desk.follow.follow("x" * 1_000)
    assert [len(id) for id in desk.evenings.followed] == [64]
    assert (await desk.told() or {})["reason"]["code"] == "no-such-evening"
    assert desk.evenings.followed == []
    assert await desk.told() is None


async def test_what_could_not_be_read_is_told_later() -> None:
    desk = Desk()
    desk.evenings.versions["one"] = 1
    desk.evenings.is_away = True
    desk.follow.follow("one")
    with pytest.raises(StoreUnavailable):
        await desk.follow.news()
    desk.evenings.is_away = False
    assert (await desk.told() or {})["evening"]["version"] == 1
