"""Talking at a table, and being left in peace: over HTTP, as strangers would try it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import pytest_asyncio

from quincunx.server.people.safety import Safety
from quincunx.server.transport.limits import Limits
from quincunx.table.seats.person import handle_of
from tests.server.people.conftest import Browser, Clubhouse
from tests.server.people.test_results import PROMISE, command, counted, played

pytestmark = pytest.mark.asyncio(loop_scope="module")
CASUAL: dict[str, Any] = {
    "options": {"game": "cinco", "first": 0},
    "seats": [{"kind": "me"}, {"kind": "open"}],
}


@pytest_asyncio.fixture(loop_scope="module", autouse=True)
async def unthrottled(club: Clubhouse) -> None:
    state = club.state
    state.safety = Safety(club.store, state.sessions, club.clock, club.watch, Limits(1e6))


@pytest_asyncio.fixture(loop_scope="module")
async def ada(club: Clubhouse) -> Browser:
    return await club.browser().hello()


@pytest_asyncio.fixture(loop_scope="module")
async def bo(club: Clubhouse) -> Browser:
    return await club.browser().hello()


async def say(browser: Browser, table: str, seat: int, text: str, key: str) -> str | None:
    """Write at a table; the code of the refusal, if there is one."""
    body = {"key": key, "version": 0, "command": {"type": "write", "seat": seat, "text": text}}
    answer = await browser.http.post(f"/api/tables/{table}/commands", json=body)
    return None if answer.is_success else str(answer.json()["code"])


async def test_a_game_is_talked_about_when_it_is_over(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    table = await played(ada, bo, CASUAL)
    await command(bo, table, {"type": "say", "seat": 1, "phrase": "good-game"})
    assert await say(ada, table, 0, "<img src=x onerror=alert(1)>", "one") is None
    stranger = await club.browser().hello()
    view = await stranger.ask("GET", f"/api/tables/{table}")
    assert [(line["seat"], line["phrase"], line["text"]) for line in view["talk"]] == [
        (1, "good-game", None),
        (0, None, "<img src=x onerror=alert(1)>"),
    ]
    assert view["phrases"] == []
    assert await say(stranger, table, 0, "me too", "two") == "not-your-seat"
    replay = await stranger.ask("GET", f"/api/tables/{table}/replay")
    assert [each["line"] for each in replay["talk"]] == view["talk"]
    record = (await stranger.http.get(f"/api/tables/{table}/record")).text
    assert "onerror" not in record
    assert "good-game" not in record


async def test_an_invalid_text_is_refused(ada: Browser, bo: Browser) -> None:
    table = await played(ada, bo, CASUAL)
    assert await say(ada, table, 0, "x" * 501, "one") == "text-length"
    assert await say(ada, table, 0, "\u202eevil", "two") == "text-unseemly"
    assert await say(ada, table, 0, "x" * 20_000, "three") in ("text-length", "too-large")
    for number in range(6):
        assert await say(ada, table, 0, "hello", f"h-{number}") is None
    body = {"key": "more", "version": 0, "command": {"type": "write", "seat": 0, "text": "hello"}}
    answer = await ada.http.post(f"/api/tables/{table}/commands", json=body)
    assert (answer.status_code, answer.json()["code"]) == (429, "talks-too-fast")
    assert await say(ada, table, 0, "hello", "h-0") is None  # the same again is no more


async def test_words_go_when_their_person_is_deleted(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    table = await played(ada, bo, CASUAL)
    await say(bo, table, 1, "remember me", "one")
    before = await ada.ask("GET", f"/api/tables/{table}/replay")
    assert before["talk"][0]["line"]["text"] == "remember me"
    await bo.ask("DELETE", "/api/me", status=204)
    club.state.tables.forget_names(frozenset(id for id, _ in await club.store.deleted_since(0)))
    for path in ("", "/replay"):
        said = (await ada.http.get(f"/api/tables/{table}{path}")).text
        assert "remember me" not in said
    view = await ada.ask("GET", f"/api/tables/{table}")
    assert (view["talk"][0]["phrase"], view["talk"][0]["text"]) == (None, None)


async def test_a_person_is_blocked_and_unblocked(ada: Browser, bo: Browser) -> None:
    table = await played(ada, bo, CASUAL)
    other = await bo.person()
    made = await ada.ask("POST", "/api/me/blocks", {"table": table, "seat": 1}, 200)
    (blocked,) = made["people"]
    assert blocked["handles"] == [handle_of(other)]
    assert await ada.ask("GET", "/api/me/blocks") == made
    assert other not in msgspec.json.encode(made).decode()
    assert await bo.ask("GET", "/api/me/blocks") == {"people": []}
    assert await bo.refused("DELETE", f"/api/me/blocks/{blocked['handles'][0]}") == "404 not-blocked"
    assert await ada.ask("DELETE", f"/api/me/blocks/{blocked['handles'][0]}") == {"people": []}


async def test_a_blocked_person_cannot_invite(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    table = await played(ada, bo, CASUAL)
    await club.state.tables.results.stop()
    club.clock.at += 10_000
    invited = {"kind": "invited", "handle": handle_of(await ada.person())}
    settings = {**CASUAL, "seats": [{"kind": "me"}, invited]}
    await bo.ask("POST", "/api/tables", settings, 201)
    await ada.ask("POST", "/api/me/blocks", {"table": table, "seat": 1}, 200)
    nobody = {**settings, "seats": [{"kind": "me"}, {"kind": "invited", "handle": "A" * 16}]}
    told = await bo.http.post("/api/tables", json=settings)
    unknown = await bo.http.post("/api/tables", json=nobody)
    assert told.is_error
    assert told.json()["code"] == unknown.json()["code"]
    page = await bo.ask("GET", f"/api/people/{handle_of(await ada.person())}")
    assert not page["may_invite"]
    for browser in (ada, bo):
        assert await browser.ask("GET", "/api/me/met") == {"people": []}


async def test_unknown_people_cannot_be_blocked_or_reported(
    club: Clubhouse, ada: Browser, bo: Browser
) -> None:
    table = await played(ada, bo, CASUAL)
    bots = {**CASUAL, "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "watchable": False}
    closed = str((await bo.ask("POST", "/api/tables", bots, 201))["id"])
    await command(bo, closed, {"type": "sit_down", "seat": 0, "commitment": "c" * 64})
    for path in ("/api/me/blocks", "/api/reports"):
        for body, code in (
            ({"table": table, "seat": 0}, "409 not-yourself"),
            ({"table": table, "seat": 7}, "400 no-such-seat"),
            ({"table": "no-such-table", "seat": 0}, "404 no-such-table"),
            ({"table": closed, "seat": 0}, "403 not-for-watching"),
            ({"table": table}, "400 malformed"),
            ({"table": table, "seat": 1, "person": "x"}, "400 malformed"),
        ):
            assert await ada.refused("POST", path, body) == code
        assert await bo.refused("POST", path, {"table": closed, "seat": 1}) == "409 nobody-there"
        assert await club.browser().refused("POST", path, {"table": table, "seat": 1}) == "401 no-cookie"
    assert await club.store.reports(True, 10) == []


async def test_a_report_brings_what_was_said(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    table = await played(ada, bo, CASUAL)
    await say(bo, table, 1, "something rude", "one")
    await say(ada, table, 0, "not nice", "two")
    body = {"table": table, "seat": 1, "why": "  rude\u0301 "}
    await ada.ask("POST", "/api/reports", body, 204)
    (report,) = await club.store.reports(True, 10)
    assert (report.person, report.reported) == (await ada.person(), await bo.person())
    assert (report.tab, report.why) == (table, "rudé")
    assert [line["text"] for line in msgspec.json.decode(report.said)] == ["something rude"]
    assert "person_reported" in club.events
    assert await ada.refused("POST", "/api/reports", body) == "409 reported-already"
    assert await ada.refused("POST", "/api/reports", {**body, "why": "a\x00"}) == "400 text-unseemly"
    assert await ada.refused("POST", "/api/reports", {**body, "why": "x" * 501}) == "400 text-length"


@pytest.mark.nightly
async def test_reports_are_limited(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    tables = [await played(ada, bo, CASUAL) for _ in range(6)]
    table = tables[0]
    for each in tables[:5]:
        await ada.ask("POST", "/api/reports", {"table": each, "seat": 1}, 204)
    assert await ada.refused("POST", "/api/reports", {"table": tables[5], "seat": 1}) == "429 too-many-tries"
    await bo.ask("POST", "/api/reports", {"table": table, "seat": 0}, 204)
    for _ in range(30):
        await ada.ask("POST", "/api/me/blocks", {"table": table, "seat": 1}, 200)
    assert await ada.refused("POST", "/api/me/blocks", {"table": table, "seat": 1}) == "429 too-many-tries"


async def test_a_read_only_program_blocks_no_person(club: Clubhouse, bo: Browser) -> None:
    account = club.browser()
    await account.account()
    table = await played(account, bo, CASUAL)
    token = await account.ask("POST", "/api/account/tokens", {"name": "Bot", "scopes": ["read"]}, 201)
    program = club.browser()
    program.http.headers["authorization"] = f"Bearer {token['secret']}"
    assert await program.ask("GET", "/api/me/blocks") == {"people": []}
    body = {"table": table, "seat": 1}
    assert (await program.refused("POST", "/api/me/blocks", body)).startswith("403")
    assert (await program.refused("POST", "/api/reports", body)).startswith("403")


@pytest.mark.parametrize("who_asks", ["the blocker", "the blocked"])
async def test_a_blocked_person_does_not_return_by_a_rematch(club: Clubhouse, who_asks: str) -> None:
    ada, bo = await club.browser().hello(), await club.browser().hello()
    table = await played(ada, bo, CASUAL)
    await ada.ask("POST", "/api/me/blocks", {"table": table, "seat": 1})
    asks, other = (ada, bo) if who_asks == "the blocker" else (bo, ada)
    await command(asks, table, {"type": "rematch"})
    again = (await asks.ask("GET", f"/api/tables/{table}"))["rematch"]
    view = await other.ask("GET", f"/api/tables/{again}")
    assert sorted(seat["kind"] for seat in view["seats"]) == ["kept", "open"]
    assert not any(seat["yours"] for seat in view["seats"])
    mine = await other.ask("GET", "/api/me/tables")
    assert again not in [line["id"] for line in mine["tables"]]


async def kinds(browser: Browser, table: str) -> list[str]:
    """The kind of each seat; an exclamation mark follows where an opened page would sit down."""
    seats = (await browser.ask("GET", f"/api/tables/{table}"))["seats"]
    return [f"{seat['kind']}{'!' if seat['yours'] else ''}" for seat in seats]


async def waits(browser: Browser, table: str) -> bool:
    """True if a table is among the browser's own: the dot in the title counts those that wait."""
    return table in [line["id"] for line in (await browser.ask("GET", "/api/me/tables"))["tables"]]


@pytest.mark.parametrize("who_sits", ["nobody", "the host"])
@pytest.mark.parametrize("who_asks", ["the blocker", "the blocked"])
async def test_a_block_ends_a_rematch_that_was_there_before(
    club: Clubhouse, who_asks: str, who_sits: str
) -> None:
    ada, bo = await club.browser().hello(), await club.browser().hello()
    table = await played(ada, bo, CASUAL)
    host, other = (ada, bo) if who_asks == "the blocker" else (bo, ada)
    await command(host, table, {"type": "rematch"})
    again = (await host.ask("GET", f"/api/tables/{table}"))["rematch"]
    assert await waits(other, again)
    own = (await kinds(host, again)).index("kept!")
    if who_sits == "the host":
        await command(host, again, {"type": "sit_down", "seat": own, "commitment": PROMISE})
    await ada.ask("POST", "/api/me/blocks", {"table": table, "seat": 1})
    expected = ["open", "open"]
    expected[own] = "kept!" if who_sits == "nobody" else "person!"
    assert await kinds(host, again) == expected
    assert not any(kind.endswith("!") for kind in await kinds(other, again))
    assert (await waits(host, again), await waits(other, again)) == (True, False)


async def test_a_block_moves_the_blocker_away_from_a_seated_person(club: Clubhouse) -> None:
    ada, bo = await club.browser().hello(), await club.browser().hello()
    table = await played(ada, bo, CASUAL)
    await command(ada, table, {"type": "rematch"})
    again = (await ada.ask("GET", f"/api/tables/{table}"))["rematch"]
    seat = (await kinds(bo, again)).index("kept!")
    await command(bo, again, {"type": "sit_down", "seat": seat, "commitment": PROMISE})
    await ada.ask("POST", "/api/me/blocks", {"table": table, "seat": 1})
    assert sorted(await kinds(ada, again)) == ["open", "person"]
    assert not await waits(ada, again)


async def test_a_block_withdraws_an_invitation(club: Clubhouse) -> None:
    ada, bo = await club.browser().hello(), await club.browser().hello()
    table = await played(ada, bo, CASUAL)
    await counted(club)
    invited = {"kind": "invited", "handle": handle_of(await ada.person())}
    settings = {**CASUAL, "seats": [{"kind": "me"}, invited]}
    asked = str((await bo.ask("POST", "/api/tables", settings, 201))["id"])
    assert await waits(ada, asked)
    await ada.ask("POST", "/api/me/blocks", {"table": table, "seat": 1})
    assert (await kinds(ada, asked))[1] == "open"
    assert not await waits(ada, asked)


async def test_a_block_leaves_others_where_they_are(club: Clubhouse) -> None:
    ada, bo, cay = [await club.browser().hello() for _ in range(3)]
    table = await played(ada, bo, CASUAL)
    other = await played(ada, cay, CASUAL)
    await command(ada, other, {"type": "rematch"})
    again = (await ada.ask("GET", f"/api/tables/{other}"))["rematch"]
    await ada.ask("POST", "/api/me/blocks", {"table": table, "seat": 1})
    assert await waits(cay, again)
    assert sorted(kind.rstrip("!") for kind in await kinds(cay, again)) == ["kept", "kept"]
