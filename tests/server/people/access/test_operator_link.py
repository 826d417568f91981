"""Links from the operator, by which the owner of an account gets back in."""

from __future__ import annotations

import pytest

from quincunx.club.accounts.sessions import OPERATOR_LINK
from quincunx.club.rows import AuditEntry
from quincunx.server.people.identity import digest
from tests.server.people.conftest import BETTER, Browser, Clubhouse

pytestmark = pytest.mark.asyncio(loop_scope="module")
ENTER = "/api/sign-in/link"


async def link_for(club: Clubhouse, person: str, secret: str = "s" * 43) -> dict[str, str]:
    """A request of the owner's browser, after the operator has made a link."""
    now = club.clock.at
    entry = AuditEntry(now, "operator root", "link", person)
    await club.store.add_operator_link(person, digest(secret), now + OPERATOR_LINK, entry)
    await club.state.sessions.settle()
    club.forget_sessions()  # an operator's act is heard within two seconds
    return {"link": secret, "kind": "operator"}


async def test_the_owner_gets_back_in_and_sets_a_new_password(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    person = await browser.person()
    asked = await link_for(club, person)
    elsewhere = await club.browser().hello()
    told = await elsewhere.ask("POST", ENTER, asked)
    assert (told["me"]["name"], told["me"]["is_account"]) == ("Ada", True)
    assert await elsewhere.person() == person
    await elsewhere.ask("PUT", "/api/account/password", {"password": BETTER}, 204)
    await club.browser().sign_in("Ada", BETTER)
    acts = [entry.act for entry in await club.store.audit_entries(person, 9)]
    assert acts[:3] == ["password_changed", "operator_link_used", "link"]
    devices = (await elsewhere.ask("GET", "/api/me/devices"))["devices"]
    assert [each["how"] for each in devices if each["is_this"]] == ["operator"]


async def test_it_is_good_once_for_a_day_and_for_its_own_page(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    asked = await link_for(club, await browser.person())
    assert await club.browser().refused("POST", ENTER, {"link": asked["link"]}) == "401 bad-link"
    await club.browser().ask("POST", ENTER, asked)
    assert await club.browser().refused("POST", ENTER, asked) == "401 bad-link"
    asked = await link_for(club, await browser.person(), "t" * 43)
    club.clock.at += OPERATOR_LINK
    assert await club.browser().refused("POST", ENTER, asked) == "401 bad-link"


async def test_the_account_is_told_until_its_owner_has_read_of_it(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    at = club.clock.at
    assert (await browser.ask("GET", "/api/me"))["operator_link_at"] is None
    await link_for(club, await browser.person())
    assert (await browser.ask("GET", "/api/me"))["operator_link_at"] == at
    # A device that joined by a link hides nothing from the owner.
    made = await browser.ask("POST", "/api/me/links")
    joined = club.browser()
    await joined.ask("POST", ENTER, {"link": made["url"].partition("#")[2]})
    assert await joined.refused("POST", "/api/account/operator-link/read") == "403 sign-in-again"
    assert (await browser.ask("GET", "/api/me"))["operator_link_at"] == at
    await browser.ask("POST", "/api/account/operator-link/read", status=204)
    assert (await browser.ask("GET", "/api/me"))["operator_link_at"] is None
    assert (await joined.ask("GET", "/api/me"))["operator_link_at"] is None


async def test_guesses_are_as_limited_as_those_of_other_links(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    asked = await link_for(club, await browser.person())
    guess = {"link": "u" * 43, "kind": "operator"}
    said = [await club.browser().refused("POST", ENTER, guess) for _ in range(11)]
    assert said == ["401 bad-link"] * 10 + ["429 too-many-tries"]
    await club.browser(address="203.0.113.5").ask("POST", ENTER, asked)


async def test_signing_out_everywhere_ends_it(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    asked = await link_for(club, await browser.person())
    await browser.ask("POST", "/api/me/sign-out-everywhere", status=204)
    assert await club.browser().refused("POST", ENTER, asked) == "401 bad-link"
