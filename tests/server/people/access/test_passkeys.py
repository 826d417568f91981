"""Passkeys: made and used by a real (software) authenticator, and what a false one gains."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.server.people.access.passkeys import Site, challenge_of, id_of, short_id
from tests.server.people.conftest import GOOD, HOST, Browser, Clubhouse
from tests.server.people.passkey import PRESENT, SoftPasskey, packed

pytestmark = pytest.mark.asyncio(loop_scope="module")
ORIGIN = f"http://{HOST}"


async def options(browser: Browser, kind: str = "sign-in/passkey") -> dict[str, Any]:
    body = {} if kind == "account/passkeys/options" else None
    asked: dict[str, Any] = (await browser.ask("POST", f"/api/{kind}", body))["options"]
    return asked


async def sign_in(browser: Browser, answer: dict[str, Any]) -> str:
    """The refusal of a passkey's answer."""
    return await browser.refused("POST", "/api/sign-in", {"passkey": answer})


async def test_an_account_by_a_passkey_and_nothing_else(club: Clubhouse, browser: Browser) -> None:
    passkey = await browser.account_by_passkey()
    told = await browser.ask("GET", "/api/account")
    assert [each["id"] for each in told["passkeys"]] == [short_id(passkey.id)]
    assert (told["has_password"], told["is_fresh"], told["codes_left"]) == (False, True, 10)
    phone = club.browser()
    signed_in = await phone.sign_in_by(passkey)
    assert signed_in == {
        "me": {
            "name": "Ada",
            "is_account": True,
            "has_played": True,
            "operator_link_at": None,
            "has_mail": False,
            "is_operator": False,
        },
        "brought": False,
    }
    assert await phone.person() == await browser.person()
    body = {"name": "Ada", "password": GOOD}
    assert await club.browser().refused("POST", "/api/sign-in", body) == "401 wrong-sign-in"


async def test_the_options_sent_to_the_browser(browser: Browser) -> None:
    await browser.hello()
    asked = (await browser.ask("POST", "/api/account/passkeys/options", {"name": "Ada"}))["options"]
    assert (asked["rp"]["id"], asked["user"]["name"]) == (HOST, "Ada")
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    assert asked["authenticatorSelection"]["userVerification"] == "required"
    assert asked["attestation"] == "none"
    asked = await options(browser)
    assert (asked["rpId"], asked["userVerification"]) == (HOST, "required")
    assert asked.get("allowCredentials", []) == [], "nobody is told whose passkeys there are"
    assert len({(await options(browser))["challenge"] for _ in range(3)}) == 3


async def test_further_passkeys_and_the_last_way_in(club: Clubhouse, browser: Browser) -> None:
    first = await browser.account_by_passkey()
    asked = await options(browser, "account/passkeys/options")
    assert [each["id"] for each in asked["excludeCredentials"]] == [packed(first.id)]
    second = SoftPasskey(ORIGIN)
    body = {"passkey": second.make(asked), "name": "Phone"}
    made = await browser.ask("POST", "/api/account/passkeys", body, 201)
    assert (made["id"], made["name"]) == (short_id(second.id), "Phone")
    await club.browser().sign_in_by(second)
    await browser.ask("DELETE", f"/api/account/passkeys/{short_id(first.id)}", status=204)
    path = f"/api/account/passkeys/{short_id(second.id)}"
    assert await browser.refused("DELETE", path) == "409 last-secret"
    await browser.ask("PUT", "/api/account/password", {"password": GOOD}, 204)
    await browser.ask("DELETE", path, status=204)
    assert await sign_in(club.browser(), first.use(await options(browser))) == "401 wrong-passkey"
    for unknown in ("x", "%00", "é", "A" * 64):
        assert await browser.refused("DELETE", f"/api/account/passkeys/{unknown}") == "404 no-such-passkey"


async def test_changing_passkeys_needs_a_fresh_sign_in(club: Clubhouse, browser: Browser) -> None:
    passkey = await browser.account_by_passkey()
    asked = await options(browser, "account/passkeys/options")
    club.clock.at += 600_000
    body = {"passkey": SoftPasskey(ORIGIN).make(asked)}
    assert await browser.refused("POST", "/api/account/passkeys", body) == "403 sign-in-again"
    path = f"/api/account/passkeys/{short_id(passkey.id)}"
    assert await browser.refused("DELETE", path) == "403 sign-in-again"
    await browser.sign_in_by(passkey)
    asked = await options(browser, "account/passkeys/options")
    await browser.ask("POST", "/api/account/passkeys", {"passkey": SoftPasskey(ORIGIN).make(asked)}, 201)


# ---- abuse -----------------------------------------------------------------------------------------------


async def test_an_answer_is_good_once(club: Clubhouse, browser: Browser) -> None:
    passkey = await browser.account_by_passkey()
    answer = passkey.use(await options(browser))
    await club.browser().ask("POST", "/api/sign-in", {"passkey": answer})
    assert await sign_in(club.browser(), answer) == "401 wrong-passkey"


async def test_an_answer_comes_in_time(club: Clubhouse, browser: Browser) -> None:
    passkey = await browser.account_by_passkey()
    answer = passkey.use(await options(browser))
    club.clock.at += 300_000
    assert await sign_in(club.browser(), answer) == "401 wrong-passkey"
    new = await club.browser().hello()
    body = {
        "name": "Eve",
        "passkey": SoftPasskey(ORIGIN).make(await options(new, "account/passkeys/options")),
    }
    club.clock.at += 300_000
    assert await new.refused("POST", "/api/account", body) == "409 passkey-too-late"


async def test_a_challenge_of_ones_own_is_none(club: Clubhouse, browser: Browser) -> None:
    passkey = await browser.account_by_passkey()
    asked = await options(browser)
    forged = passkey.use(asked | {"challenge": packed(b"x" * 32)})
    assert await sign_in(club.browser(), forged) == "401 wrong-passkey"
    # One for making a passkey is none for signing in.
    other = await options(browser, "account/passkeys/options")
    crossed = passkey.use(asked | {"challenge": other["challenge"]})
    assert await sign_in(club.browser(), crossed) == "401 wrong-passkey"


async def test_a_passkey_of_another_site_or_a_stolen_answer(club: Clubhouse, browser: Browser) -> None:
    passkey = await browser.account_by_passkey()
    passkey.origin = "https://evil.example"
    assert await sign_in(club.browser(), passkey.use(await options(browser))) == "401 wrong-passkey"
    passkey.origin = ORIGIN
    elsewhere = passkey.use(await options(browser) | {"rpId": "evil.example"})
    assert await sign_in(club.browser(), elsewhere) == "401 wrong-passkey"
    made = passkey.use(await options(browser), kind="webauthn.create")
    assert await sign_in(club.browser(), made) == "401 wrong-passkey"


async def test_no_user_signs_in_without_verification_by_their_device(
    club: Clubhouse, browser: Browser
) -> None:
    passkey = await browser.account_by_passkey()
    passkey.flags = PRESENT
    assert await sign_in(club.browser(), passkey.use(await options(browser))) == "401 wrong-passkey"
    new = await club.browser().hello()
    made = SoftPasskey(ORIGIN, PRESENT).make(await options(new, "account/passkeys/options"))
    body = {"name": "Eve", "passkey": made}
    assert await new.refused("POST", "/api/account", body) == "400 bad-passkey"


async def test_another_key_does_not_sign_for_a_known_passkey(club: Clubhouse, browser: Browser) -> None:
    passkey = await browser.account_by_passkey()
    forger = SoftPasskey(ORIGIN)
    forger.id, forger.handle, forger.count = passkey.id, passkey.handle, 100
    assert await sign_in(club.browser(), forger.use(await options(browser))) == "401 wrong-passkey"
    passkey.handle = b"somebody else"
    assert await sign_in(club.browser(), passkey.use(await options(browser))) == "401 wrong-passkey"


async def test_a_copy_that_counts_backwards_is_noticed(club: Clubhouse, browser: Browser) -> None:
    passkey = await browser.account_by_passkey()
    await browser.sign_in_by(passkey)
    await browser.sign_in_by(passkey)
    passkey.count = 0
    assert await sign_in(club.browser(), passkey.use(await options(browser))) == "401 wrong-passkey"


async def test_a_passkey_belongs_to_one_person(club: Clubhouse, browser: Browser) -> None:
    passkey = await browser.account_by_passkey()
    thief = club.browser()
    await thief.account("Eve")
    copy = SoftPasskey(ORIGIN)
    copy.id = passkey.id
    body = {"passkey": copy.make(await options(thief, "account/passkeys/options"))}
    assert await thief.refused("POST", "/api/account/passkeys", body) == "409 passkey-not-added"
    new = await club.browser().hello()
    body = {"name": "New", "passkey": copy.make(await options(new, "account/passkeys/options"))}
    assert (await new.refused("POST", "/api/account", body)).startswith("409")
    # Another person's registration is not for me.
    body = {"passkey": SoftPasskey(ORIGIN).make(await options(browser, "account/passkeys/options"))}
    assert await thief.refused("POST", "/api/account/passkeys", body) == "409 passkey-too-late"


GARBAGE: list[Any] = [
    {},
    {"rawId": 7, "response": {}},
    {"rawId": "AA", "response": {"clientDataJSON": 7}},
    {"rawId": "AA", "response": {"clientDataJSON": "é"}},
    {"rawId": "AA", "response": {"clientDataJSON": packed(b"[]")}},
    {"rawId": "AA", "response": {"clientDataJSON": packed(b'{"challenge": 7}')}},
    {"rawId": "AA", "response": {"clientDataJSON": packed(b'{"challenge": "A"}')}},
    {"rawId": "AA", "response": []},
    {"rawId": "A" * 20_000, "response": {}},
]


@pytest.mark.parametrize("answer", GARBAGE)
async def test_malformed_answers_of_a_passkey(answer: Any, browser: Browser) -> None:
    assert await sign_in(browser, answer) == "400 bad-passkey"


async def test_parts_of_a_right_answer_that_are_missing_or_something_else(
    club: Clubhouse, browser: Browser
) -> None:
    passkey = await browser.account_by_passkey()
    for part in ("authenticatorData", "signature", "userHandle"):
        for value in (None, "", "AA", 7, [], "é"):
            answer = passkey.use(await options(club.browser(address=f"192.0.2.{part}")))
            answer["response"][part] = value
            if (part, value) == ("userHandle", None):
                continue  # it may be absent
            thief = club.browser(address=f"{part}{value}")
            assert await sign_in(thief, answer) == "401 wrong-passkey", (part, value)


async def test_challenges_are_not_asked_for_by_the_hundred(club: Clubhouse) -> None:
    thief = club.browser(address="203.0.113.9")
    for _ in range(60):
        await options(thief)
    assert await thief.refused("POST", "/api/sign-in/passkey") == "429 too-many-tries"
    await options(club.browser())


async def test_passkeys_are_for_names_and_not_for_addresses(club: Clubhouse) -> None:
    assert Site.of("club.example", "https") == Site("club.example", "https://club.example")
    assert Site.of("LOCALHOST:8420", "http") == Site("localhost", "http://localhost:8420")
    browser = club.browser()
    for host in ("192.0.2.7", "192.0.2.7:8420", "[2001:db8::7]", "[2001:db8::7]:8420"):
        answer = await browser.http.post("/api/sign-in/passkey", headers={"host": host})
        assert (answer.status_code, answer.json()["code"]) == (409, "passkey-needs-name")


async def test_reading_an_answer() -> None:
    answer = {"rawId": "AQI", "response": {"clientDataJSON": packed(b'{"challenge": "AQID"}')}}
    assert (id_of(answer), challenge_of(answer)) == (b"\x01\x02", b"\x01\x02\x03")
