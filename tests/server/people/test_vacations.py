"""Vacations over HTTP: an account's own, and what others see at the table."""

from __future__ import annotations

from typing import Any

import pytest
import pytest_asyncio

from quincunx.club.moderation import acts
from quincunx.club.reach.vacations import DAY
from quincunx.node.ports import JournalUnavailable
from tests.server.people.access.test_sessions import session_sync
from tests.server.people.conftest import Browser, Clubhouse
from tests.server.people.test_results import PROMISE, command

pytestmark = pytest.mark.asyncio(loop_scope="module")
DAILY: dict[str, Any] = {
    "options": {"game": "cinco", "first": 0},
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "pace": {"type": "daily", "hours": 24},
}


@pytest_asyncio.fixture(loop_scope="module")
async def ada(club: Clubhouse) -> Browser:
    browser = club.browser()
    await browser.account("Ada")
    return browser


@pytest_asyncio.fixture(loop_scope="module")
async def bo(club: Clubhouse) -> Browser:
    return await club.browser().hello()


async def table_of(one: Browser, other: Browser, settings: dict[str, Any]) -> str:
    """A table whose game has begun; ``one`` is to move."""
    table = str((await one.ask("POST", "/api/tables", settings, 201))["id"])
    for seat, browser in enumerate((one, other)):
        await command(browser, table, {"type": "sit_down", "seat": seat, "commitment": PROMISE})
    return table


async def test_others_see_a_vacation_and_its_end(club: Clubhouse, ada: Browser, bo: Browser) -> None:
    table = await table_of(ada, bo, DAILY)
    free = await ada.ask("GET", "/api/me/vacation")
    assert (free["days"], free["left"], free["until"]) == (20, 20, None)
    view = await ada.ask("POST", "/api/me/vacation", {"days": 3}, 200)
    assert (view["left"], view["until"]) == (17, club.clock.at + 3 * DAY)
    shown = await bo.ask("GET", f"/api/tables/{table}")
    assert shown["clock"]["vacations"][0] == view["until"]
    club.clock.at += DAY
    ended = await ada.ask("DELETE", "/api/me/vacation", status=200)
    assert (ended["left"], ended["until"], ended["next_at"]) == (19, None, club.clock.at + DAY)
    shown = await bo.ask("GET", f"/api/tables/{table}")
    assert shown["clock"]["vacations"] == []
    assert await ada.ask("DELETE", "/api/me/vacation", status=200) == ended
    assert await ada.refused("POST", "/api/me/vacation", {"days": 1}) == "409 vacation-soon"


async def test_a_vacation_is_an_accounts_own(ada: Browser, bo: Browser) -> None:
    assert await bo.refused("GET", "/api/me/vacation") == "403 vacation-by-account"
    assert await bo.refused("POST", "/api/me/vacation", {"days": 1}) == "403 vacation-by-account"
    for days in (0, 21, 367, "x", None):
        assert (await ada.refused("POST", "/api/me/vacation", {"days": days}))[:3] in ("400", "409")
    assert (await ada.ask("GET", "/api/me/vacation"))["until"] is None


async def test_a_flood_of_starts_and_ends_is_refused(club: Clubhouse, ada: Browser) -> None:
    answers = []
    for _ in range(8):
        answers.append((await ada.http.post("/api/me/vacation", json={"days": 1})).status_code)
        answers.append((await ada.http.delete("/api/me/vacation")).status_code)
        club.clock.at += DAY
    assert answers[:10] == [200] * 10
    assert 429 in answers[10:]


async def test_an_end_that_the_tables_missed_is_told_again(
    club: Clubhouse, bo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = club.browser()
    await eve.account("Eve")
    table = await table_of(eve, bo, DAILY)
    await eve.ask("POST", "/api/me/vacation", {"days": 3}, 200)

    async def missed(people: object) -> None:
        raise JournalUnavailable("The disk is on fire.")

    with monkeypatch.context() as broken:
        broken.setattr(club.state.vacations, "_record", missed)
        await eve.ask("DELETE", "/api/me/vacation", status=200)
    assert (await bo.ask("GET", f"/api/tables/{table}"))["clock"]["vacations"] != []
    await eve.ask("DELETE", "/api/me/vacation", status=200)
    assert (await bo.ask("GET", f"/api/tables/{table}"))["clock"]["vacations"] == []


async def test_a_vacation_ends_with_a_ban_and_with_its_account(club: Clubhouse, bo: Browser) -> None:
    operator = club.browser()
    await operator.account("Root")
    row = await club.store.person(await operator.person())
    assert row is not None
    await acts.set_operator(club.store, row, True, "operator root", club.clock.at)
    club.forget_sessions()
    gil = club.browser()
    await gil.account("Gil")
    table = await table_of(gil, bo, DAILY)
    until = (await gil.ask("POST", "/api/me/vacation", {"days": 3}, 200))["until"]

    async def shown() -> object:
        return (await bo.ask("GET", f"/api/tables/{table}"))["clock"]["vacations"]

    ban = f"/api/moderation/people/{await gil.person()}/ban"
    await operator.ask("POST", ban, {"reason": "rude"}, 200)
    assert await shown() == []
    await operator.ask("DELETE", ban)
    assert await shown() == [until, 0]
    await gil.ask("DELETE", "/api/me", status=204)
    assert await shown() == []


async def test_a_ban_ends_a_vacation_also_where_the_account_sits_as_a_guest(
    club: Clubhouse, bo: Browser
) -> None:
    ivy = await club.browser().hello()
    table = await table_of(ivy, bo, DAILY)
    account = club.browser()
    await account.account("Ivy")
    guest, owner = await ivy.person(), await account.person()
    assert await club.store.merge(guest, owner)
    club.forget_sessions()
    until = (await account.ask("POST", "/api/me/vacation", {"days": 3}, 200))["until"]

    async def shown() -> object:
        return (await bo.ask("GET", f"/api/tables/{table}"))["clock"]["vacations"]

    assert await shown() == [until, 0]
    row = await club.store.person(owner)
    assert row is not None
    await acts.ban(club.store, row, "rude", "operator root", club.clock.at)
    await club.state.vacations.tell_of_ban(owner)
    assert await shown() == []


async def test_a_vacation_ends_with_a_ban_from_the_command_line(club: Clubhouse, bo: Browser) -> None:
    """The command line writes to the store; every node reads there what operators did."""
    hal = club.browser()
    await hal.account("Hal")
    table = await table_of(hal, bo, DAILY)
    until = (await hal.ask("POST", "/api/me/vacation", {"days": 3}, 200))["until"]
    row = await club.store.person(await hal.person())
    assert row is not None
    sync = session_sync(club)
    await sync.hear_operators()

    async def shown() -> object:
        await sync.hear_operators()
        return (await bo.ask("GET", f"/api/tables/{table}"))["clock"]["vacations"]

    assert await shown() == [until, 0]
    await acts.ban(club.store, row, "rude", "operator root", club.clock.at)
    assert await shown() == []
    banned = await club.store.person(row.id)
    assert banned is not None
    await acts.lift_ban(club.store, banned, "operator root", club.clock.at + 1)
    assert await shown() == [until, 0]
