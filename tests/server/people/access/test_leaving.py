"""Signing in with a guest's seats in hand, being deleted, being banned, and being told all that is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quincunx.club.accounts.names import RESERVED_FOR
from quincunx.club.rows import AuditEntry
from tests.server.people.access.test_sessions import session_sync
from tests.server.people.conftest import GOOD, HOST, Browser, Clubhouse
from tests.server.support import CINCO, PROMISE

pytestmark = pytest.mark.asyncio(loop_scope="module")
WITH_BOT: dict[str, Any] = CINCO | {
    "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}],
    "listed": True,
}


async def sit(browser: Browser, table: str, seat: int, status: int = 200) -> None:
    view = await browser.ask("GET", f"/api/tables/{table}")
    command = {"type": "sit_down", "seat": seat, "commitment": PROMISE}
    body = {"key": f"sit{seat}", "version": view["version"], "command": command}
    await browser.ask("POST", f"/api/tables/{table}/commands", body, status)


async def resign(browser: Browser, table: str, seat: int) -> None:
    view = await browser.ask("GET", f"/api/tables/{table}")
    body = {"key": "r", "version": view["version"], "command": {"type": "resign", "seat": seat}}
    await browser.ask("POST", f"/api/tables/{table}/commands", body)


async def game(one: Browser, other: Browser, **more: Any) -> str:
    """Two have sat down, and the cards are dealt."""
    table = str((await one.ask("POST", "/api/tables", CINCO | {"listed": True} | more))["id"])
    await sit(one, table, 0)
    await sit(other, table, 1)
    return table


# ---- a guest signs in ------------------------------------------------------------------------------------


async def test_a_guest_who_signs_in_brings_their_seats_if_they_say_so(
    club: Clubhouse, browser: Browser
) -> None:
    await browser.account()
    phone, friend = await club.browser().hello(), await club.browser().hello()
    table = await game(phone, friend)
    guest = await phone.person()
    assert (await phone.ask("GET", "/api/me"))["has_played"]
    assert (await phone.sign_in(bring=True))["brought"]
    assert await phone.person() == await browser.person()
    for device in (phone, browser):
        view = await device.ask("GET", f"/api/tables/{table}")
        assert (view["point_of_view"], view["hosted_by_you"]) == (0, True)
        assert view["seats"][0]["yours"]
        assert len(view["game"]["hand"]) > 0
        mine = (await device.ask("GET", "/api/me/tables"))["tables"]
        assert [each["id"] for each in mine] == [table]
    await resign(browser, table, 0)
    assert (await friend.ask("GET", f"/api/tables/{table}"))["status"] == "ended"
    assert await club.store.sessions(guest) == []


async def test_without_a_word_the_seats_stay_the_guests(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    phone, friend = await club.browser().hello(), await club.browser().hello()
    table = await game(phone, friend)
    link = (await phone.ask("POST", "/api/me/links"))["url"].partition("#")[2]
    assert not (await phone.sign_in())["brought"]
    assert (await phone.ask("GET", f"/api/tables/{table}"))["point_of_view"] is None
    assert (await phone.ask("GET", "/api/me/tables"))["tables"] == []
    # A person's other device has them, too.
    tablet = club.browser()
    await tablet.ask("POST", "/api/sign-in/link", {"link": link})
    assert (await tablet.ask("GET", f"/api/tables/{table}"))["point_of_view"] == 0


async def test_a_person_with_two_seats_acts_as_the_account(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    phone = await club.browser().hello()
    table = await game(browser, phone)
    assert (await phone.sign_in(bring=True))["brought"]
    assert (await phone.ask("GET", f"/api/tables/{table}"))["point_of_view"] == 0


async def test_an_account_is_never_part_of_another(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    other = club.browser()
    await other.account("Eve")
    assert not (await other.sign_in(bring=True))["brought"]
    eve = await club.store.by_name("eve")
    assert eve is not None
    assert eve[0].became is None
    await club.browser().sign_in("Eve")


async def test_an_account_gets_no_other_guests_seats(club: Clubhouse, browser: Browser) -> None:
    """One brings the guest of this very device, by its cookie; there is no way to name another."""
    await browser.account()
    victim, friend, thief = [await club.browser().hello() for _ in range(3)]
    table = await game(victim, friend)
    await thief.sign_in(bring=True)
    assert (await thief.ask("GET", f"/api/tables/{table}"))["point_of_view"] is None
    assert (await victim.ask("GET", f"/api/tables/{table}"))["point_of_view"] == 0


async def test_a_link_to_an_account_brings_seats_too(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    phone, friend = await club.browser().hello(), await club.browser().hello()
    table = await game(phone, friend)
    link = (await browser.ask("POST", "/api/me/links"))["url"].partition("#")[2]
    told = await phone.ask("POST", "/api/sign-in/link", {"link": link, "bring": True})
    assert (told["brought"], told["me"]["name"]) == (True, "Ada")
    assert (await browser.ask("GET", f"/api/tables/{table}"))["point_of_view"] == 0


# ---- all that is kept ------------------------------------------------------------------------------------


async def test_all_people_can_export_their_data(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    await club.browser().account("Eve")
    answer = await browser.http.get("/api/me/data")
    assert answer.headers["content-disposition"] == 'attachment; filename="quincunx-me.json"'
    kept = answer.json()
    assert kept["people"][0]["name"] == "Ada"
    assert kept["people_sessions"][0]["device"] == "Firefox on Linux"
    assert "Eve" not in answer.text
    assert "argon2" not in answer.text
    assert browser.cookie not in answer.text


# ---- being deleted ---------------------------------------------------------------------------------------


async def test_a_deleted_person_leaves_anonymous_games(club: Clubhouse, browser: Browser) -> None:
    await browser.account("Adelaide")
    phone, friend = await club.browser().hello(), await club.browser().hello()
    await phone.ask("PUT", "/api/me", {"name": "Adelaide’s phone"})
    running, over = await game(browser, friend), await game(phone, friend)
    await resign(phone, over, 0)
    waiting = (await browser.ask("POST", "/api/tables", CINCO | {"listed": True}))["id"]
    await phone.sign_in("Adelaide", bring=True)
    paths = [
        f"/api/tables/{running}",
        f"/api/tables/{over}",
        f"/api/tables/{waiting}",
        f"/api/tables/{over}/replay",
        f"/api/tables/{over}/record",
        "/api/lobby",
        "/api/me/tables",
    ]
    before = [(await friend.http.get(path)).text for path in paths]
    assert ["Adelaide" in text for text in before] == [True] * 7
    await phone.ask("DELETE", "/api/me", status=204)
    await session_sync(club).hear_deleted()
    await the_lobby_is_asked_anew(club)
    after = [(await friend.http.get(path)).text for path in paths]
    assert ["Adelaide" in text for text in after] == [False] * 7
    assert ["Somebody" in text for text in after] == [True] * 7
    # Also on a node that has nothing of it in memory.
    club.state.tables._memory._live.clear()
    await the_lobby_is_asked_anew(club)
    again = [(await friend.http.get(path)).text for path in paths]
    assert ["Adelaide" in text for text in again] == [False] * 7
    assert ["Somebody" in text for text in again] == [True] * 7
    for device in (browser, phone):
        assert await device.refused("GET", "/api/me/devices") == "401 no-cookie"
    body = {"name": "Adelaide", "password": GOOD}
    assert await club.browser().refused("POST", "/api/sign-in", body) == "401 wrong-sign-in"
    stranger, body = await club.browser().hello(), {"name": "Adelaide", "password": GOOD}
    assert await stranger.refused("POST", "/api/account", body) == "409 name-taken"  # for a while
    club.clock.at += RESERVED_FOR
    await stranger.account("Adelaide")


async def the_lobby_is_asked_anew(club: Clubhouse) -> None:
    club.state.tables.open_tables.forget()


async def test_missed_updates_have_no_names_of_deleted_people(club: Clubhouse, browser: Browser) -> None:
    await browser.hello()
    await browser.ask("PUT", "/api/me", {"name": "Adelaide"})
    friend = await club.browser().hello()
    table = await game(browser, friend)
    tables = club.state.tables
    live = await tables._memory.get(table)
    person = (await club.state.sessions.identify(_cookie(friend))).person
    assert "Adelaide" in tables.update(live, person, None, 0).frame.decode()
    await browser.ask("DELETE", "/api/me", status=204)
    await session_sync(club).hear_deleted()
    for since in (None, 0, 1, live.state.version):
        frame = tables.update(live, person, None, since).frame.decode()
        assert "Adelaide" not in frame
        assert "Somebody" in frame


def _cookie(browser: Browser) -> list[tuple[bytes, bytes]]:
    return [(b"cookie", f"quincunx_session={browser.cookie}".encode())]


async def test_the_journal_is_as_it_was(club: Clubhouse, browser: Browser) -> None:
    """Redaction affects only views: the chain of entries still holds."""
    await browser.hello()
    await browser.ask("PUT", "/api/me", {"name": "Adelaide"})
    friend = await club.browser().hello()
    table = await game(browser, friend)
    before = await club.journal.read(table)
    await browser.ask("DELETE", "/api/me", status=204)
    await session_sync(club).hear_deleted()
    assert list(await club.journal.read(table)) == list(before)
    await resign(friend, table, 1)
    club.state.tables._memory._live.clear()
    assert (await friend.ask("GET", f"/api/tables/{table}"))["status"] == "ended"


async def test_names_that_a_host_gave_on_their_device_go_with_them(club: Clubhouse, browser: Browser) -> None:
    await browser.hello()
    seats = [{"kind": "me", "name": "Adelaide"}, {"kind": "me", "name": "Tim"}]
    plan = CINCO | {"one_device": True, "seats": seats}
    table = (await browser.ask("POST", "/api/tables", plan))["id"]
    await sit(browser, table, 0)
    await sit(browser, table, 1)
    await browser.ask("DELETE", "/api/me", status=204)
    await session_sync(club).hear_deleted()
    told = (await (await club.browser().hello()).http.get(f"/api/tables/{table}")).text
    club.state.tables._memory._live.clear()
    again = (await (await club.browser().hello()).http.get(f"/api/tables/{table}")).text
    for text in (told, again):
        assert "Adelaide" not in text
        assert "Tim" not in text


async def test_an_account_is_not_deleted_on_a_device_that_was_left_open(
    club: Clubhouse, browser: Browser
) -> None:
    await browser.account()
    club.clock.at += 600_000
    assert await browser.refused("DELETE", "/api/me") == "403 sign-in-again"
    await browser.sign_in()
    await browser.ask("DELETE", "/api/me", status=204)
    assert "person_deleted" in club.events


# ---- being banned ----------------------------------------------------------------------------------------


async def test_a_banned_person_is_told_so_and_does_nothing(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    person = await browser.person()
    await club.store.ban(person, club.clock.at, "spam")
    await club.store.add_audit_entry(AuditEntry(club.clock.at, "operator", "ban", person, "spam"))
    club.forget_sessions()
    for method, path, body in (
        ("GET", "/api/me", None),
        ("POST", "/api/tables", CINCO),
        ("GET", "/api/me/data", None),
    ):
        assert await browser.refused(method, path, body) == "403 banned"
    other = club.browser()
    assert await other.refused("POST", "/api/sign-in", {"name": "Ada", "password": GOOD}) == "403 banned"
    assert await other.refused("POST", "/api/sign-in", {"name": "Ada", "password": "x"}) == (
        "401 wrong-sign-in"
    )
    # The device may be another person's from now on.
    await club.browser().account("Eve")
    await browser.sign_in("Eve")
    await browser.ask("GET", "/api/account")
    await club.store.ban(person, None, None)
    club.forget_sessions()
    await other.sign_in()
    assert "spam" not in json.dumps(await other.ask("GET", "/api/me"))


async def test_a_ban_also_holds_against_a_new_guest_of_the_same_browser(
    club: Clubhouse, browser: Browser
) -> None:
    person = await (await browser.hello()).person()
    await club.store.ban(person, club.clock.at, "spam")
    club.forget_sessions()
    assert await browser.refused("GET", "/api/me") == "403 banned"
    browser.http.cookies.delete("quincunx_session")
    assert await browser.refused("GET", "/api/me") == "403 banned"
    forger = club.browser()
    forger.http.cookies.set("quincunx_ban", f"{person}~forged", domain=HOST)
    await forger.hello()
    await club.store.ban(person, None, None)
    assert await (await browser.hello()).person() != person


async def test_an_operators_action_is_in_the_log(
    club: Clubhouse, browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    await browser.account()
    person, sync = await browser.person(), session_sync(club)
    await sync.hear_operators()
    for act in ("ban", "unban"):
        club.clock.at += 1
        await club.store.add_audit_entry(
            AuditEntry(club.clock.at, "operator ada", act, person, "a secret reason")
        )
    capsys.readouterr()
    await sync.hear_operators()
    await sync.hear_operators()
    said = capsys.readouterr()
    lines = [line for line in (said.out + said.err).splitlines() if "operator_acted" in line]
    assert len(lines) == 2
    assert all(person in line and "secret" not in line for line in lines)
