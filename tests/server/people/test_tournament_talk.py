"""The chat of a tournament over HTTP: as its people use it, and as strangers would try it."""

from __future__ import annotations

from typing import Any

import pytest
import pytest_asyncio

from quincunx.node.events.tournament_talk import FRESH_MILLISECONDS
from quincunx.server.people.safety import Safety
from quincunx.server.transport.limits import Limits
from quincunx.table.seats.person import handle_of
from tests.server.http.test_tournaments import PLAN
from tests.server.people.conftest import Browser, Clubhouse
from tests.server.people.test_moderation import promote

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", autouse=True)
async def unthrottled(club: Clubhouse) -> None:
    state = club.state
    state.limits = Limits(1e6)
    state.safety = Safety(club.store, state.sessions, club.clock, club.watch, state.limits)


@pytest_asyncio.fixture(loop_scope="module")
async def host(club: Clubhouse) -> Browser:
    browser = club.browser()
    await browser.account("Heidi")
    return browser


@pytest_asyncio.fixture(loop_scope="module")
async def bo(club: Clubhouse) -> Browser:
    return await club.browser().hello()


async def hosted(host: Browser, *players: Browser) -> str:
    """A tournament that waits, with these players."""
    tournament = str((await host.ask("POST", "/api/tournaments", PLAN, 201))["id"])
    for each in players:
        await each.ask("POST", f"/api/tournaments/{tournament}/commands", {"type": "join"}, 200)
    return tournament


async def talk(browser: Browser, tournament: str, kind: str, **more: Any) -> dict[str, Any]:
    """The chat after a command."""
    body = {"type": kind, **more}
    return dict(await browser.ask("POST", f"/api/tournaments/{tournament}/talk", body, 200))


async def refused(browser: Browser, tournament: str, kind: str, **more: Any) -> str:
    return await browser.refused("POST", f"/api/tournaments/{tournament}/talk", {"type": kind, **more})


async def test_players_talk_and_visitors_read(club: Clubhouse, host: Browser, bo: Browser) -> None:
    tournament = await hosted(host, bo)
    await talk(bo, tournament, "say", phrase="hello")
    await talk(host, tournament, "write", text="<b>Welcome</b>")
    visitor = await club.browser().hello()
    view = await visitor.ask("GET", f"/api/tournaments/{tournament}/talk")
    assert [(line["phrase"], line["text"], line["is_host"]) for line in view["lines"]] == [
        ("hello", None, False),
        (None, "<b>Welcome</b>", True),
    ]
    assert await refused(visitor, tournament, "write", text="me too") == "403 tournament-no-voice"
    assert await refused(bo, "no-such", "write", text="hello") == "404 no-such-tournament"
    assert await visitor.refused("GET", "/api/tournaments/no-such/talk") == "404 no-such-tournament"
    assert await bo.person() not in str(view)


async def test_a_report_reaches_the_moderation_page_with_removed_lines(
    club: Clubhouse, host: Browser, bo: Browser
) -> None:
    tournament = await hosted(host, bo)
    view = await talk(bo, tournament, "write", text="something rude")
    line = view["lines"][0]
    await talk(host, tournament, "remove_line", number=line["number"])
    assert "something rude" not in str(await host.ask("GET", f"/api/tournaments/{tournament}/talk"))
    given = {"handle": line["by"]["handle"], "why": "rude"}
    path = f"/api/tournaments/{tournament}/talk/reports"
    await host.ask("POST", path, given, 204)
    assert await host.refused("POST", path, given) == "409 reported-already"
    assert await bo.refused("POST", path, given) == "409 not-yourself"
    assert await host.refused("POST", path, {"handle": "A" * 16}) == "404 tournament-nobody"
    operator = club.browser()
    await promote(club, operator)
    (report,) = (await operator.ask("GET", "/api/moderation/reports"))["reports"]
    assert (report["tournament"], report["table"], report["why"]) == (tournament, "", "rude")
    assert [each["text"] for each in report["said"]] == ["something rude"]
    assert report["reported"]["id"] == await bo.person()
    # In another tournament the same person can be reported again.
    await host.ask("POST", path.replace(tournament, await hosted(host, bo)), given, 204)


async def test_a_person_is_blocked_by_their_line(host: Browser, bo: Browser) -> None:
    tournament = await hosted(host, bo)
    line = (await talk(bo, tournament, "say", phrase="hello"))["lines"][0]
    path = f"/api/tournaments/{tournament}/talk/blocks"
    blocked = await host.ask("POST", path, {"handle": line["by"]["handle"]}, 200)
    assert blocked == await host.ask("GET", "/api/me/blocks")
    assert line["by"]["handle"] in blocked["people"][0]["handles"]
    assert await bo.refused("POST", path, {"handle": line["by"]["handle"]}) == "409 not-yourself"
    assert await bo.ask("GET", "/api/me/blocks") == {"people": []}


async def test_words_go_with_the_account(club: Clubhouse, host: Browser, bo: Browser) -> None:
    tournament = await hosted(host, bo)
    await talk(bo, tournament, "write", text="remember me")
    await bo.ask("DELETE", "/api/me", status=204)
    club.clock.at += FRESH_MILLISECONDS
    assert (await host.ask("GET", f"/api/tournaments/{tournament}/talk"))["lines"] == []


async def test_a_flood_is_refused(club: Clubhouse, host: Browser, bo: Browser) -> None:
    tournament = await hosted(host, bo)
    for _ in range(6):
        await talk(bo, tournament, "say", phrase="hello")
    assert await refused(bo, tournament, "say", phrase="hello") == "429 talks-too-fast"
    assert await refused(bo, tournament, "write", text="x" * 501) == "400 text-length"
    assert await refused(bo, tournament, "write", text="x" * 100_000) in ("400 text-length", "413 too-large")
    # In many tournaments at once, the person's own rate holds.
    codes = []
    for _ in range(2):
        other = await hosted(host, bo)
        codes += [await _said(bo, other) for _ in range(6)]
    assert codes.count(200) < 9
    assert set(codes) == {200, 429}
    club.clock.at += 60_000
    acts = [await refused(host, tournament, "remove_line", number=10**9) for _ in range(3)]
    assert set(acts) == {"404 tournament-no-line"}


async def _said(browser: Browser, tournament: str) -> int:
    body = {"type": "say", "phrase": "hello"}
    return (await browser.http.post(f"/api/tournaments/{tournament}/talk", json=body)).status_code


async def test_a_silenced_person_is_told_and_heard_again(host: Browser, bo: Browser) -> None:
    tournament = await hosted(host, bo)
    handle = handle_of(await bo.person())
    await talk(host, tournament, "silence", handle=handle)
    assert (await bo.ask("GET", f"/api/tournaments/{tournament}/talk"))["is_silenced"]
    assert await refused(bo, tournament, "write", text="hello") == "403 tournament-silenced"
    assert await refused(bo, tournament, "let_speak", handle=handle) == "403 tournament-not-host"
    shown = await talk(host, tournament, "let_speak", handle=handle)
    assert [act["act"] for act in shown["record"]] == ["let_speak", "silence"]
    assert len((await talk(bo, tournament, "say", phrase="thanks"))["lines"]) == 1
