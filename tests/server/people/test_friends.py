"""Friends over HTTP: who may follow whom, who is here, and what a block ends."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import pytest_asyncio

from quincunx.club.matchmaking import Seeker
from quincunx.node.lists.people_here import PeopleHere
from quincunx.server.people.reach.friends import FriendService
from quincunx.table.seats.person import handle_of
from tests.server.people.conftest import Browser, Clubhouse
from tests.server.people.test_results import RATED, command, counted, played
from tests.server.support import PROMISE

pytestmark = pytest.mark.asyncio(loop_scope="module")
CASUAL: dict[str, Any] = {
    "options": {"game": "cinco", "first": 0},
    "seats": [{"kind": "me"}, {"kind": "open"}],
}


@pytest_asyncio.fixture(loop_scope="module")
async def ada(club: Clubhouse) -> Browser:
    browser = club.browser()
    await browser.account("Ada")
    return browser


@pytest_asyncio.fixture(loop_scope="module")
async def bo(club: Clubhouse) -> Browser:
    browser = club.browser()
    await browser.account("Bo")
    return browser


async def handle(browser: Browser) -> str:
    return handle_of(await browser.person())


async def follow(one: Browser, other: Browser) -> Any:
    return await one.ask("POST", "/api/me/friends", {"handle": await handle(other)}, 200)


async def test_people_follow_those_whom_they_have_met(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    guest = await club.browser().hello()
    await played(ada, bo, CASUAL)
    await played(ada, guest, CASUAL)
    await counted(club)
    ask = {"handle": await handle(ada)}
    assert await club.browser().refused("POST", "/api/me/friends", ask) == "401 no-cookie"
    assert await guest.refused("POST", "/api/me/friends", ask) == "403 follow-by-account"
    assert await ada.refused("POST", "/api/me/friends", ask) == "409 not-yourself"
    assert await ada.refused("POST", "/api/me/friends", {"handle": "A" * 16}) == "404 no-such-person"
    stranger = club.browser()
    await stranger.account("Eve")
    assert await stranger.refused("POST", "/api/me/friends", ask) in (
        "404 no-such-person",
        "403 follow-not-met",
    )
    made = await follow(ada, bo)
    made = await follow(ada, guest)
    assert [made["people"][0][key] for key in ("name", "is_here", "is_guest")] == ["Bo", False, False]
    assert [each["is_guest"] for each in made["people"]] == [False, True]
    assert await bo.person() not in repr(made)
    page = await ada.ask("GET", f"/api/people/{await handle(bo)}")
    assert (page["may_follow"], page["is_followed"]) == (True, True)
    assert not (await guest.ask("GET", f"/api/people/{await handle(ada)}"))["may_follow"]
    assert await bo.refused("DELETE", f"/api/me/friends/{await handle(ada)}") == "404 not-followed"
    left = await ada.ask("DELETE", f"/api/me/friends/{await handle(bo)}", status=200)
    assert [each["is_guest"] for each in left["people"]] == [True]
    page = await ada.ask("GET", f"/api/people/{await handle(bo)}")
    assert not page["is_followed"]


async def test_the_limit_is_named(
    club: Clubhouse, ada: Browser, bo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(ada, bo, CASUAL)
    await counted(club)
    monkeypatch.setattr("quincunx.server.people.reach.friends.MOST_FOLLOWED", 0)
    ask = {"handle": await handle(bo)}
    told = await ada.http.post("/api/me/friends", json=ask)
    assert (told.status_code, told.json()["code"]) == (409, "too-many-friends")
    assert told.json()["params"] == {"most": 0}


async def test_friends_are_found_on_all_nodes(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    await played(ada, bo, CASUAL)
    await counted(club)
    await follow(ada, bo)
    state, store = club.state, club.store
    person = await bo.person()
    here, there = set[str](), {person}
    one = PeopleHere(store, club.clock, "one", lambda: here)
    other = PeopleHere(store, club.clock, "other", lambda: there)
    before = state.friends
    presence = one, state.matchmaker
    state.friends = FriendService(store, state.sessions, state.tables, presence, club.clock, lambda _: None)

    async def friend() -> Any:
        await other.exchange()
        await one.exchange()
        (found,) = (await ada.ask("GET", "/api/me/friends"))["people"]
        return found

    try:
        assert (await friend())["is_here"]
        # A game that may be watched is named, and one that may not is not.
        running = {**RATED, "watchable": False}
        for settings, is_named in ((running, False), (RATED, True)):
            table = str((await bo.ask("POST", "/api/tables", settings, 201))["id"])
            for seat, browser in enumerate((bo, await club.browser().hello())):
                await command(browser, table, {"type": "sit_down", "seat": seat, "commitment": PROMISE})
            assert ((await friend())["table"] == table) is is_named
        assert (await friend())["game"] == "cinco"
        await bo.ask("PUT", "/api/me/presence", {"is_hidden": True})
        hidden = await friend()
        assert (hidden["is_here"], hidden["table"], hidden["is_seeking"]) == (False, None, False)
        assert (await bo.ask("GET", "/api/me/friends"))["is_hidden"]
        await bo.ask("PUT", "/api/me/presence", {"is_hidden": False})
        there.clear()
        assert not (await friend())["is_here"]
    finally:
        state.friends = before


async def test_a_friend_who_seeks_a_game_is_shown(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    await played(ada, bo, CASUAL)
    await counted(club)
    await follow(ada, bo)
    person = await bo.person()
    club.state.sockets.enter(person)
    try:
        pool = {"settings": {**RATED, "seats": [{"kind": "open"}, {"kind": "open"}]}}
        seeker = Seeker(person, "Bo", msgspec.json.encode(pool).decode(), 2, 1500, 50, club.clock.now())
        await club.store.add_seeker(seeker)
        (found,) = (await ada.ask("GET", "/api/me/friends"))["people"]
        assert (found["is_here"], found["is_seeking"], found["game"]) == (True, True, "cinco")
    finally:
        club.state.sockets.leave(person)
        await club.store.stop_seeking(person)


async def test_a_block_closes_every_door_in_both_directions(
    club: Clubhouse, ada: Browser, bo: Browser
) -> None:
    table = await played(ada, bo, CASUAL)
    await counted(club)
    for one, other in ((ada, bo), (bo, ada)):
        await follow(one, other)
        seats = [{"kind": "me"}, {"kind": "invited", "handle": await handle(other)}]
        await one.ask("POST", "/api/tables", {**CASUAL, "seats": seats}, 201)
        assert len((await other.ask("GET", "/api/me/tables"))["tables"]) >= 1
    await command(ada, table, {"type": "rematch"})
    rematch = (await ada.ask("GET", f"/api/tables/{table}"))["rematch"]
    await ada.ask("POST", "/api/me/blocks", {"table": table, "seat": 1}, 200)
    club.clock.at += 10_000
    kept = (await ada.ask("GET", f"/api/tables/{rematch}"))["seats"]
    assert "kept" not in {seat["kind"] for seat in kept if not seat["yours"]}, "of the rematch"
    for one, other in ((ada, bo), (bo, ada)):
        ask = {"handle": await handle(other)}
        assert (await one.ask("GET", "/api/me/friends"))["people"] == []
        assert await one.refused("POST", "/api/me/friends", ask) in (
            "403 follow-not-met",
            "404 no-such-person",
        )
        page = await one.ask("GET", f"/api/people/{ask['handle']}")
        assert not any(page[key] for key in ("may_invite", "may_follow", "is_followed"))
        assert (await one.ask("GET", "/api/me/met"))["people"] == []
        seats = [{"kind": "me"}, {"kind": "invited", **ask}]
        assert (await one.http.post("/api/tables", json={**CASUAL, "seats": seats})).is_error
    # Neither is waited for at a table of the other: so neither is notified of one.
    mine, theirs = await ada.person(), await bo.person()
    for person, host in ((mine, theirs), (theirs, mine)):
        for name in await club.state.tables.mine.waiting_tables([person]):
            state = (await club.state.tables._memory.get(name)).state
            assert state.host != host
