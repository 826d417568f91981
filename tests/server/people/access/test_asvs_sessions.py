"""Attacks on sessions and on what opens an account, by rows of ASVS 5.0 (``docs/security.md``)."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from quincunx.club.rows import AuditEntry
from tests.server.people.conftest import BETTER, GOOD, HOST, NOW, Browser, Clubhouse
from tests.server.people.passkey import SoftPasskey

pytestmark = pytest.mark.asyncio(loop_scope="module")

MINUTE = 60_000
CINCO: dict[str, Any] = {
    "options": {"game": "cinco", "first": 0},
    "seats": [{"kind": "me"}, {"kind": "open"}],
}


async def made_token(browser: Browser) -> str:
    body = {"name": "Program", "scopes": ["play", "read"]}
    return str((await browser.ask("POST", "/api/account/tokens", body))["secret"])


async def by_token(club: Clubhouse, secret: str) -> int:
    """The status of what a program asks for."""
    transport = httpx.ASGITransport(club.app, client=("192.0.2.9", 1))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as http:
        answer = await http.get("/api/me/tables", headers={"authorization": f"Bearer {secret}"})
        return answer.status_code


class Everything:
    """An account with all that can stand for it: two devices, a token, and a link to a third."""

    def __init__(self, club: Clubhouse) -> None:
        self.club = club
        self.owner, self.phone = club.browser(), club.browser()
        self.token = self.link = ""

    async def made(self) -> Everything:
        await self.owner.account()
        await self.phone.sign_in()
        self.token = await made_token(self.owner)
        url = (await self.owner.ask("POST", "/api/me/links"))["url"]
        self.link = url.partition("#")[2]
        assert await self.alive() == {"owner", "phone", "token"}
        return self

    async def alive(self) -> set[str]:
        """Those that are let in to what is the person's own."""
        found = set()
        for name, browser in (("owner", self.owner), ("phone", self.phone)):
            if (await browser.http.get("/api/account")).status_code == 200:
                found.add(name)
        if await by_token(self.club, self.token) == 200:
            found.add("token")
        return found

    async def follow_link(self) -> int:
        """The status of a stranger's try to become the account by the link."""
        stranger = await self.club.browser(address="198.51.100.7").hello()
        body = {"link": self.link}
        return (await stranger.http.post("/api/sign-in/link", json=body)).status_code


# ---- 7.4.1, 7.4.2: ended is ended, everywhere ------------------------------------------------------------


async def test_signing_out_everywhere_leaves_nothing_that_stands_for_the_person(club: Clubhouse) -> None:
    all_of_it = await Everything(club).made()
    kept = all_of_it.phone.cookie
    await all_of_it.owner.ask("POST", "/api/me/sign-out-everywhere", status=204)
    assert await all_of_it.alive() == set()
    assert await all_of_it.follow_link() == 401
    # A browser that did not do as it was told and sends its former cookie again gets nothing by it.
    thief = club.browser()
    thief.http.cookies.set("quincunx_session", kept, domain=HOST)
    assert (await thief.http.get("/api/account")).status_code in (401, 403)


async def test_deleting_an_account_leaves_nothing_that_stands_for_it(club: Clubhouse) -> None:
    all_of_it = await Everything(club).made()
    await all_of_it.owner.ask("DELETE", "/api/me", status=204)
    assert await all_of_it.alive() == set()
    assert await all_of_it.follow_link() == 401
    body = {"name": "Ada", "password": GOOD}
    assert await club.browser().refused("POST", "/api/sign-in", body) == "401 wrong-sign-in"


async def test_a_ban_leaves_nothing_that_stands_for_the_person(club: Clubhouse) -> None:
    all_of_it = await Everything(club).made()
    person = await all_of_it.owner.person()
    await club.store.ban(person, club.clock.at, "spam")
    await club.store.add_audit_entry(AuditEntry(club.clock.at, "operator", "ban", person, "spam"))
    club.forget_sessions()
    assert await all_of_it.alive() == set()
    assert await all_of_it.follow_link() in (401, 403)


# ---- 7.4.3: after a factor has changed -------------------------------------------------------------------


async def test_a_new_password_ends_all_that_stood_for_the_account_but_this_device(club: Clubhouse) -> None:
    all_of_it = await Everything(club).made()
    body = {"password": BETTER, "present": GOOD, "sign_out_others": True}
    await all_of_it.owner.ask("PUT", "/api/account/password", body)
    assert await all_of_it.alive() == {"owner"}
    assert await all_of_it.follow_link() == 401
    await all_of_it.phone.hello()
    assert await all_of_it.phone.refused("POST", "/api/sign-in", {"name": "Ada", "password": GOOD}) == (
        "401 wrong-sign-in"
    )


@pytest.mark.parametrize("change", ["passkey added", "passkey removed", "codes"])
async def test_after_every_other_change_of_a_factor_others_can_be_signed_out_at_once(
    change: str, club: Clubhouse
) -> None:
    """No second sign-in is asked for between the change and the end of the other devices."""
    all_of_it = await Everything(club).made()
    owner = all_of_it.owner
    if change == "codes":
        await owner.ask("POST", "/api/account/codes")
    else:
        options = (await owner.ask("POST", "/api/account/passkeys/options", {"name": "Ada"}))["options"]
        passkey = SoftPasskey(f"http://{HOST}").make(options)
        added = await owner.ask("POST", "/api/account/passkeys", {"passkey": passkey, "name": "Key"})
        if change == "passkey removed":
            await owner.ask("DELETE", f"/api/account/passkeys/{added['id']}")
    for each in (await owner.ask("GET", "/api/me/devices"))["devices"]:
        if not each["is_this"]:
            await owner.ask("DELETE", f"/api/me/devices/{each['id']}")
    for each in (await owner.ask("GET", "/api/account/tokens"))["tokens"]:
        await owner.ask("DELETE", f"/api/account/tokens/{each['id']}")
    assert await all_of_it.alive() == {"owner"}


# ---- 7.5.1: changing the credentials of an account requires authentication -------------------------------


def changes(passkey: str) -> dict[str, tuple[str, str, Any]]:
    """Everything that changes what opens an account, or by what it is found again."""
    token = {"name": "Mine now", "scopes": ["play", "read"]}
    return {
        "password": ("PUT", "/api/account/password", {"password": BETTER}),
        "codes": ("POST", "/api/account/codes", None),
        "passkey added": ("POST", "/api/account/passkeys", {"passkey": {}, "name": "Thief's"}),
        "passkey removed": ("DELETE", f"/api/account/passkeys/{passkey}", None),
        "token": ("POST", "/api/account/tokens", token),
        "name": ("PUT", "/api/me", {"name": "Thief"}),
        "deletion": ("DELETE", "/api/me", None),
    }


@pytest.mark.parametrize("what", changes(""))
async def test_a_device_that_was_left_open_changes_nothing_that_opens_the_account(
    what: str, club: Clubhouse, browser: Browser
) -> None:
    await browser.account()
    options = (await browser.ask("POST", "/api/account/passkeys/options", {"name": "Ada"}))["options"]
    made = SoftPasskey(f"http://{HOST}").make(options)
    passkey = await browser.ask("POST", "/api/account/passkeys", {"passkey": made, "name": "Key"})
    before = await browser.ask("GET", "/api/account")
    club.clock.at += 10 * MINUTE
    method, path, body = changes(passkey["id"])[what]
    assert await browser.refused(method, path, body) == "403 sign-in-again"
    after = await browser.ask("GET", "/api/account")
    assert {**after, "is_fresh": True} == before
    assert (await browser.ask("GET", "/api/account/tokens"))["tokens"] == []
    await club.browser().sign_in()  # by the name and the password that its owner knows


async def test_the_spelling_of_a_name_is_no_secret_and_needs_no_second_sign_in(
    club: Clubhouse, browser: Browser
) -> None:
    await browser.account("Ada")
    club.clock.at += 10 * MINUTE
    assert (await browser.ask("PUT", "/api/me", {"name": "ADA"}))["name"] == "ADA"
    await browser.sign_in("Ada")
    assert (await browser.ask("PUT", "/api/me", {"name": "Adele"}))["name"] == "Adele"
    assert club.clock.at > NOW


# ---- 2.3.1: steps in their order -------------------------------------------------------------------------


async def test_no_step_of_an_account_is_skipped_or_taken_twice(club: Clubhouse, browser: Browser) -> None:
    await browser.hello()
    # Nothing of an account before there is one.
    for method, path, body in changes("x").values():
        if path != "/api/me":
            assert await browser.refused(method, path, body) in ("403 no-account", "409 no-account"), path
    # A passkey without a challenge; with that of another purpose; with one that was used.
    options = (await browser.ask("POST", "/api/sign-in/passkey"))["options"]
    key = SoftPasskey(f"http://{HOST}")
    asked = (await browser.ask("POST", "/api/account/passkeys/options", {"name": "Ada"}))["options"]
    for_another_purpose = {**asked, "challenge": options["challenge"]}
    body = {"name": "Ada", "passkey": key.make(for_another_purpose)}
    assert await browser.refused("POST", "/api/account", body) == "409 passkey-too-late"
    body = {"name": "Ada", "passkey": key.make(asked)}
    await browser.ask("POST", "/api/account", body, 201)
    assert (await browser.refused("POST", "/api/account", body)).startswith(("400", "401", "409"))
    # A link is followed once.
    link = (await browser.ask("POST", "/api/me/links"))["url"].partition("#")[2]
    await club.browser().ask("POST", "/api/sign-in/link", {"link": link})
    again = club.browser()
    assert (await again.refused("POST", "/api/sign-in/link", {"link": link})).startswith("401")


async def test_no_step_of_a_tournament_or_a_daily_challenge_is_skipped(
    club: Clubhouse, browser: Browser
) -> None:
    await browser.account("Host")
    cup = {
        "name": "Cup",
        "format": "round_robin",
        "options": {"game": "cinco", "first": 1},
        "pace": {"type": "live", "total": 60, "increment": 1},
    }
    id = (await browser.ask("POST", "/api/tournaments", cup, 201))["id"]
    path = f"/api/tournaments/{id}/commands"
    other = await club.browser().hello()
    for who, command in (
        (browser, {"type": "next_round", "round": 1}),  # it has not begun
        (browser, {"type": "start"}),  # no player has joined
        (other, {"type": "start"}),  # not its host
        (other, {"type": "end"}),
        (other, {"type": "set_by_hand", "by_hand": True}),
    ):
        answer = await who.http.post(path, json=command)
        assert answer.status_code in (403, 409), (command, answer.text)
    assert (await browser.ask("GET", f"/api/tournaments/{id}"))["status"] == "open"
    for date in ("2040-01-01", "1970-01-01"):
        assert (await other.refused("POST", f"/api/days/{date}/cinqo")).startswith("404")
    assert "sign_in_failed" not in json.dumps(club.events)
