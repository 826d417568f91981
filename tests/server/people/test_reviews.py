"""The review of a finished game over HTTP: made without a request, shown to all who may see the game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from quincunx.club.results.luck_and_play import PersonPlay
from quincunx.club.results.reviews import ReviewRow
from quincunx.core.record import parse
from quincunx.games import GAMES
from quincunx.kit import Rate, RateLimiter
from quincunx.server.transport.limits import Limits
from quincunx.table.chance.day import GRACE_MILLISECONDS, begins_at, day_at
from quincunx.table.wire.review import ReviewProgress, TableReview
from tests.review.samples import sample
from tests.server.people.conftest import Browser, Clock, Clubhouse
from tests.server.people.test_days import whole
from tests.server.people.test_results import command, played
from tests.server.support import PROMISE
from tests.servers.stores import new_store

pytestmark = pytest.mark.asyncio(loop_scope="module")
PRIVATE: dict[str, Any] = {
    "options": {"game": "cinco", "first": 0},
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "watchable": False,
}


class Maker:
    """Makes reviews when it may."""

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.made = 0

    async def review(self, record: str, simulations: int, on_progress: Callable[[int, int], None]) -> bytes:
        assert parse(record, GAMES).outcome is not None
        on_progress(1, 2)
        await self.may.wait()
        self.made += 1
        return sample(simulations)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def the_club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Clubhouse]:
    """As for the other modules, with a reviewer."""
    folder = tmp_path_factory.mktemp("club")
    one = Clubhouse(folder, Clock(), new_store(folder))
    one.reviewer = Maker()
    async with one.open():
        yield one


@pytest_asyncio.fixture(loop_scope="module")
async def maker(club: Clubhouse) -> Maker:
    assert isinstance(club.reviewer, Maker)
    club.reviewer.may.clear()
    club.state.limits = Limits(1e6)
    club.state.reviews._wanted.clear()
    return club.reviewer


async def got(browser: Browser, table: str, tag: str = "") -> Any:
    return await browser.http.get(f"/api/tables/{table}/review", headers={"if-none-match": tag})


async def until(browser: Browser, table: str, status: int, is_final: bool | None = None) -> Any:
    end = time.monotonic() + 20
    while True:
        answer = await got(browser, table)
        if answer.status_code == status and is_final in (None, answer.json().get("is_final")):
            return answer
        assert time.monotonic() < end, answer.text
        await asyncio.sleep(0.01)


async def test_from_its_end_to_its_last_word(club: Clubhouse, maker: Maker) -> None:
    ada, bo, eve = [await club.browser().hello() for _ in range(3)]
    table = await played(ada, bo)
    progress = ReviewProgress(0.0, 0)
    while progress != ReviewProgress(0.5, 0):
        answer = await until(eve, table, 202)
        progress = msgspec.json.decode(answer.content, type=ReviewProgress)
        await asyncio.sleep(0.01)
    assert answer.headers["retry-after"] == "1"
    maker.may.set()
    answer = await until(eve, table, 200, is_final=True)
    found = msgspec.json.decode(answer.content, type=TableReview)
    names = [seat["name"] for seat in (await ada.ask("GET", f"/api/tables/{table}"))["seats"]]
    assert [seat.name for seat in found.review.seats] == names
    tag = answer.headers["etag"]
    again = await got(eve, table, tag)
    assert (again.status_code, again.content) == (304, b"")
    assert (await got(eve, table, '"another"')).content == answer.content
    nobody = club.browser()
    assert (await got(nobody, table)).content == answer.content, "a link shows the same to everybody"
    row = await club.store.review(table)
    assert row is not None
    assert row.body is not None
    assert names[0].encode() not in row.body, "names are not kept beside it"


async def test_a_game_of_people_is_reviewed_without_being_asked_for(club: Clubhouse, maker: Maker) -> None:
    maker.may.set()
    table = await played(await club.browser().hello(), await club.browser().hello())
    end = time.monotonic() + 20
    while await club.store.review(table) is None:
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


async def test_a_deleted_person_is_not_named(club: Clubhouse, maker: Maker) -> None:
    maker.may.set()
    ada, bo = await club.browser().hello(), await club.browser().hello()
    table = await played(ada, bo)
    mine = (await ada.ask("GET", "/api/me"))["name"]
    await until(bo, table, 200, is_final=True)

    async def first() -> str:
        name: str = (await got(bo, table)).json()["review"]["seats"][0]["name"]
        return name  # Bo's may happen to be the same

    assert await first() == mine
    club.state.tables.forget_names(frozenset({await ada.person()}))
    assert await first() != mine


async def test_a_hidden_game_is_reviewed_for_no_caller(club: Clubhouse, maker: Maker) -> None:
    ada, bo, eve = [await club.browser().hello() for _ in range(3)]
    maker.may.set()
    running = str((await ada.ask("POST", "/api/tables", PRIVATE | {"watchable": True}, 201))["id"])
    path = f"/api/tables/{running}/review"
    assert await ada.refused("GET", path) == "409 not-over"
    for seat, browser in enumerate((ada, bo)):
        await command(browser, running, {"type": "sit_down", "seat": seat, "commitment": PROMISE})
    assert await ada.refused("GET", path) == "409 not-over"
    assert await eve.refused("GET", "/api/tables/no-such-table-at-all/review") == "404 no-such-table"
    private = await played(ada, bo, PRIVATE)
    assert await eve.refused("GET", f"/api/tables/{private}/review") == "403 not-for-watching"
    await until(bo, private, 200)


async def play(club: Clubhouse, browser: Browser, whose: str) -> list[str]:
    """The tables of which this browser is told, once all are counted, a minute later."""
    club.clock.at += 61_000
    found = msgspec.json.decode(
        (await browser.http.get(f"/api/people/{whose}/play")).content, type=PersonPlay
    )
    return [point.table for game in found.games for point in game.points]


async def reviewed(club: Clubhouse, table: str) -> str:
    end = time.monotonic() + 20
    while (await club.store.review(table)) is None or await club.store.order_of(table) is None:
        assert time.monotonic() < end
        await asyncio.sleep(0.01)
    return table


async def test_a_persons_play_is_of_the_games_visible_to_the_caller(club: Clubhouse, maker: Maker) -> None:
    ada, bo, eve = [await club.browser().hello() for _ in range(3)]
    maker.may.set()
    first = await reviewed(club, await played(ada, bo))
    mine = (await ada.ask("GET", f"/api/tables/{first}"))["seats"][0]["handle"]
    club.clock.at += 1_000
    private = await reviewed(club, await played(ada, bo, PRIVATE))
    assert await play(club, ada, "me") == [first, private]
    assert await play(club, bo, mine) == [first, private]
    assert await play(club, eve, mine) == [first]
    assert await play(club, club.browser(), mine) == [first]
    # It is worked out once a minute.
    club.clock.at += 1_000
    third = await reviewed(club, await played(ada, bo))
    body = (await club.browser().http.get(f"/api/people/{mine}/play")).text
    assert first in body
    assert third not in body
    assert await play(club, eve, mine) == [first, third]
    # A review of another time is none; nor is there anything of who has not played.
    await club.store.keep_review(ReviewRow(first, "old", 1, sample()), 1_000)
    assert await play(club, eve, mine) == [third]
    assert await play(club, eve, "me") == []
    assert await eve.refused("GET", "/api/people/nobody/play") == "404 no-such-person"


async def test_a_daily_challenge_counts_for_no_play_before_it_is_over(club: Clubhouse, maker: Maker) -> None:
    ada, bo = await club.browser().hello(), await club.browser().hello()
    maker.may.set()
    known = await reviewed(club, await played(ada, bo))
    mine = (await ada.ask("GET", f"/api/tables/{known}"))["seats"][0]["handle"]
    table = (await whole(club, ada))["table"]
    version = club.state.plays._versions["cinqo"]
    await club.store.keep_review(ReviewRow(table, version, 1, sample()), 1_000)
    whole_day = begins_at(day_at(club.clock.at) + 1) + GRACE_MILLISECONDS
    everybody = ((ada, "me"), (bo, mine), (club.browser(), mine))
    for minutes in (10, 1):
        for who, whose in everybody:
            club.clock.at = whole_day - 61_000 * minutes - 1
            assert await play(club, who, whose) == [known]
    club.clock.at = whole_day
    for who, whose in everybody:
        assert sorted(await play(club, who, whose)) == sorted([known, table])


async def test_adding_up_too_often_waits(
    club: Clubhouse, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await club.browser().hello()
    club.state.limits.sums_of_address = RateLimiter(Rate(1, 1_000.0))
    assert await play(club, ada, "me") == []
    assert (await ada.http.get("/api/people/me/play")).status_code == 200, "it is known already"
    club.clock.at += 61_000
    assert await ada.refused("GET", "/api/people/me/play") == "429 too-many-tries"


async def test_a_caller_with_too_many_requests_waits(
    club: Clubhouse, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club.state.reviews, "wake", lambda: None)
    monkeypatch.setattr(club.state.reviews._loop, "wake", lambda: None)  # none is made
    ada, bo = await club.browser().hello(), await club.browser().hello()
    tables = [await played(ada, bo) for _ in range(3)]
    club.state.limits.reviews = RateLimiter(Rate(2, 1_000.0))
    club.state.limits.reviews_of_address = RateLimiter(Rate(3, 1_000.0))
    for table in (*tables[:2], *tables[:2]):
        assert (await got(ada, table)).status_code == 202, "what is being made already costs nothing"
    assert await ada.refused("GET", f"/api/tables/{tables[2]}/review") == "429 too-many-tries"
    club.state.reviews._wanted.clear()
    nobody, other = club.browser(), club.browser(address="203.0.113.9")
    assert (await got(nobody, tables[0])).status_code == 202
    assert await nobody.refused("GET", f"/api/tables/{tables[1]}/review") == "429 too-many-tries"
    assert (await got(other, tables[1])).status_code == 202
