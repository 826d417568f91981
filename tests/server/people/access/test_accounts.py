"""Accounts with a password and recovery codes, and every way to abuse them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError

from quincunx.club import limits
from quincunx.kit import Rate, RateLimiter
from quincunx.server.people.access import hashing
from quincunx.server.people.access.hashing import Argon2Hashes, Cost
from quincunx.server.people.access.known_devices import KnownDevices
from tests.server.people.conftest import BETTER, CHEAP, GOOD, HOST, Browser, Clock, Clubhouse
from tests.server.support import CINCO
from tests.servers.stores import new_store

pytestmark = pytest.mark.asyncio(loop_scope="module")
WRONG = "not the right password"


# ---- making one ------------------------------------------------------------------------------------------


async def test_a_guest_becomes_an_account_and_keeps_their_seats(club: Clubhouse, browser: Browser) -> None:
    await browser.hello()
    table = (await browser.ask("POST", "/api/tables", CINCO))["id"]
    person, cookie = await browser.person(), browser.cookie
    codes = await browser.account("Zoë of Žižkov")
    assert (len(codes), len(set(codes))) == (10, 10)
    assert await browser.person() == person
    assert browser.cookie != cookie, "who signs in has a new secret"
    assert await club.store.existing_credentials([browser.key]) == {browser.key}
    assert (await browser.ask("GET", f"/api/tables/{table}"))["hosted_by_you"]
    assert (await browser.ask("GET", "/api/me"))["is_account"]
    told = await browser.ask("GET", "/api/account")
    assert told == {
        "name": "Zoë of Žižkov",
        "since": club.clock.at,
        "passkeys": [],
        "has_password": True,
        "codes_left": 10,
        "is_fresh": True,
        "mail": None,
    }
    elsewhere = club.browser()
    await elsewhere.sign_in("zoë of žižkov")
    assert await elsewhere.person() == person


async def test_the_old_cookie_after_a_sign_in_opens_nothing(club: Clubhouse, browser: Browser) -> None:
    """Or who planted it would be signed in, too (session fixation)."""
    await browser.hello()
    planted = browser.cookie
    await browser.account()
    thief = club.browser()
    thief.http.cookies.set("quincunx_session", planted, domain="club.example")
    assert await thief.refused("GET", "/api/account") == "401 no-cookie"


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"name": "Ada"}, "400 one-secret"),
        ({"name": "Ada", "password": GOOD, "passkey": {}}, "400 one-secret"),
        ({"name": "Ada", "password": "short"}, "400 password-length"),
        ({"name": "Ada", "password": "aaaaaaaaaaaaaaaa"}, "400 password-common"),
        ({"name": "Quincunx", "password": GOOD}, "409 name-taken"),
        ({"name": "X", "password": GOOD}, "400 name-short"),
        ({"name": "", "password": GOOD}, "400 name-length"),
        ({"name": "a\u202eb", "password": GOOD}, "400 name-unseemly"),
        ({"name": "Ada", "password": GOOD, "is_admin": True}, "400 malformed"),
        ({"name": "Ada", "password": {"$ne": ""}}, "400 malformed"),
        ({"name": "Ada", "passkey": {}}, "400 bad-passkey"),
        ({"name": "Ada", "passkey": {"response": {"clientDataJSON": "e30"}}}, "400 bad-passkey"),
        ([], "400 malformed"),
    ],
)
async def test_invalid_accounts(body: Any, refusal: str, browser: Browser) -> None:
    await browser.hello()
    assert await browser.refused("POST", "/api/account", body) == refusal
    assert not (await browser.ask("GET", "/api/me"))["is_account"]


async def test_a_name_is_given_once_also_to_look_alikes(club: Clubhouse, browser: Browser) -> None:
    await browser.account("Paypal")
    for name in ("Paypal", "paypal", "PaypaI", "Раураl", "P a y p a l"):
        other = await club.browser().hello()
        body = {"name": name, "password": GOOD}
        assert await other.refused("POST", "/api/account", body) == "409 name-taken"
        assert not (await other.ask("GET", "/api/me"))["is_account"]
    other = club.browser()
    await other.account("Eve")
    assert await other.refused("PUT", "/api/me", {"name": "PAYPAL"}) == "409 name-taken"
    assert (await other.ask("PUT", "/api/me", {"name": "Eva"}))["name"] == "Eva"
    assert (await other.ask("GET", "/api/me"))["name"] == "Eva"
    assert await club.browser().refused("POST", "/api/sign-in", {"name": "Eve", "password": GOOD}) == (
        "401 wrong-sign-in"
    )
    await club.browser().sign_in("Eva")


async def test_an_account_is_made_once(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    body = {"name": "Other", "password": GOOD}
    assert await browser.refused("POST", "/api/account", body) == "409 is-account"
    other = await club.browser().hello()
    bodies = [{"name": f"Name {n}", "password": GOOD} for n in range(3)]
    cookie = {"cookie": f"quincunx_session={other.cookie}"}
    answers = await asyncio.gather(
        *(club.browser().http.post("/api/account", json=body, headers=cookie) for body in bodies)
    )
    assert sorted(each.status_code for each in answers)[0] == 201
    assert sum(each.status_code == 201 for each in answers) == 1


@pytest.mark.nightly
async def test_accounts_are_not_made_by_the_hundred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The players of a tournament may register in one room; after that an address has to wait."""
    assert limits.ACCOUNTS_OF_ADDRESS.burst >= 64
    monkeypatch.setattr(limits, "ACCOUNTS_OF_ADDRESS", Rate(5, 180.0))
    club = Clubhouse(tmp_path, Clock(), new_store(tmp_path))
    async with club.open():
        for number in range(5):
            await club.browser().account(f"Robot {number}")
        robot = await club.browser().hello()
        body = {"name": "Robot X", "password": GOOD}
        assert await robot.refused("POST", "/api/account", body) == "429 too-many-tries"
        assert "too_fast" in club.events
        await club.browser(address="198.51.100.1").account("Person")


async def test_refused_tries_use_up_no_limit_of_accounts_and_names(club: Clubhouse) -> None:
    """A class that tries names which are taken, or passwords that are too common, can still sign up."""
    owner = club.browser(address="198.51.100.1")
    await owner.account("Taken")
    guest = await club.browser().hello()
    for _ in range(25):
        assert await guest.refused("POST", "/api/account", {"name": "Taken", "password": GOOD}) == (
            "409 name-taken"
        )
        assert (await guest.refused("POST", "/api/account", {"name": "New", "password": "short"})).startswith(
            "400"
        )
    await guest.ask("POST", "/api/account", {"name": "New", "password": GOOD}, 201)
    for _ in range(10):
        assert await guest.refused("PUT", "/api/me", {"name": "Taken"}) == "409 name-taken"
    await guest.ask("PUT", "/api/me", {"name": "Newer"})


# ---- signing in ------------------------------------------------------------------------------------------


async def test_no_answer_reveals_which_names_exist(club: Clubhouse, browser: Browser) -> None:
    """The text and the work are the same: Argon2 runs as often, whether the name exists or not."""
    codes = await browser.account()
    thief = club.browser(address="203.0.113.9")
    asked: list[str | None] = []
    verify = club.hashes._verified

    def verified(hash: str, password: str) -> bool:
        asked.append(hash)
        return verify(hash, password)

    club.hashes._verified = verified  # type: ignore[method-assign]
    try:
        tries: list[dict[str, Any]] = [
            {"name": "Ada", "password": WRONG},
            {"name": "Nobody", "password": WRONG},
            {"name": "Ada", "password": ""},
            {"name": "Nobody", "password": "x" * 5000},
        ]
        answers = [(await thief.http.post("/api/sign-in", json=each)).content for each in tries]
        assert len(asked) == 4
        answers += [
            (await thief.http.post("/api/sign-in", json={"name": name, "code": code})).content
            for name, code in (("Ada", "nonsense"), ("Nobody", "nonsense"), ("Nobody", codes[0]))
        ]
        assert len(asked) == 4
    finally:
        club.hashes._verified = verify  # type: ignore[method-assign]
    assert len(set(answers)) == 1
    assert thief.cookie == ""
    assert club.events.count("sign_in_failed") == 7


async def test_a_right_password_of_another_account_opens_nothing(club: Clubhouse, browser: Browser) -> None:
    await browser.account("Ada", GOOD)
    await club.browser().account("Eve", BETTER)
    thief = club.browser()
    body = {"name": "Eve", "password": GOOD}
    assert await thief.refused("POST", "/api/sign-in", body) == "401 wrong-sign-in"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "Ada"},
        {"password": GOOD},
        {"name": "Ada", "password": GOOD, "code": "x"},
        {"name": "Ada", "passkey": {}},
        {"name": "Ada", "password": GOOD, "passkey": {}},
    ],
)
async def test_one_secret_and_whose_it_is(body: dict[str, Any], browser: Browser) -> None:
    await browser.account()
    assert await browser.refused("POST", "/api/sign-in", body) == "400 one-secret"


async def test_a_guesser_is_held_up_and_the_owner_elsewhere_is_not(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    thief = club.browser(address="203.0.113.9")
    body = {"name": "Ada", "password": WRONG}
    codes = [await thief.refused("POST", "/api/sign-in", body) for _ in range(12)]
    assert codes == ["401 wrong-sign-in"] * 10 + ["429 too-many-tries"] * 2
    body["password"] = GOOD
    assert await thief.refused("POST", "/api/sign-in", body) == "429 too-many-tries"
    body["name"] = "АDA"  # a look-alike is no second chance
    assert await thief.refused("POST", "/api/sign-in", body) == "429 too-many-tries"
    body = {"name": "ada", "code": "x"}  # these are counted by themselves
    codes = [await thief.refused("POST", "/api/sign-in", body) for _ in range(6)]
    assert codes == ["401 wrong-sign-in"] * 5 + ["429 too-many-tries"]
    assert "sign_in_throttled" in club.events
    await club.browser(address="198.51.100.1").sign_in()


async def test_one_address_does_not_try_one_password_on_all_accounts(club: Clubhouse) -> None:
    thief = club.browser(address="203.0.113.9")
    bodies = [{"name": f"Name {n}", "password": WRONG} for n in range(55)]
    codes = [await thief.refused("POST", "/api/sign-in", body) for body in bodies]
    assert codes.count("401 wrong-sign-in") == 50
    assert codes[-1] == "429 too-many-tries"


async def test_a_user_with_the_right_password_may_sign_in_often(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    for _ in range(15):
        await browser.sign_in()
    assert len(await club.store.sessions(await browser.person())) == 1


async def test_many_at_once_are_hashed_a_few_at_a_time_and_not_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hashing, "MOST_WAITING", 3)
    hashes = Argon2Hashes(CHEAP)
    tries = [hashes.is_right(None, "x", f"address {number}") for number in range(8)]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert done.count(False) == 3
    assert sum(getattr(each, "reason", None) == hashing.BUSY for each in done) == 5
    assert not await hashes.is_right(None, "x", "address")


async def test_one_address_does_not_take_all_places_where_passwords_are_hashed() -> None:
    hashes = Argon2Hashes(CHEAP)
    tries = [hashes.is_right(None, "x", "greedy") for _ in range(20)]
    done = await asyncio.gather(*tries, hashes.is_right(None, "x", "other"), return_exceptions=True)
    assert done.count(False) == hashing.MOST_OF_ADDRESS + 1
    assert done[-1] is False


async def test_right_passwords_are_counted_too(club: Clubhouse, browser: Browser) -> None:
    """Each costs as much work as a wrong one."""
    await browser.account()
    body = {"name": "Ada", "password": GOOD}
    club.state.accounts.sign_ins._checks._hashing = RateLimiter(Rate(5, 1_000.0))
    answers = [(await browser.http.post("/api/sign-in", json=body)).status_code for _ in range(8)]
    assert answers == [200] * 5 + [429] * 3
    await club.browser(address="198.51.100.1").sign_in()


async def test_no_guesser_locks_the_owner_out(club: Clubhouse, browser: Browser) -> None:
    """A hundred wrong tries from 140 networks, and on: neither a device that is known nor a new one."""
    codes = await browser.account()
    await browser.ask("POST", "/api/me/sign-out", status=204)
    body = {"name": "Ada", "password": WRONG}
    for number in range(140):
        thief = club.browser(address=f"10.0.{number}.1")
        assert (await thief.http.post("/api/sign-in", json=body)).status_code == 401
    for _ in range(20):  # also from the owner's own network
        await club.browser().http.post("/api/sign-in", json=body)
    await browser.sign_in()
    await club.browser(address="198.51.100.1").sign_in()
    await club.browser().ask("POST", "/api/sign-in", {"name": "Ada", "code": codes[0]})


async def test_a_device_is_known_by_a_cookie_that_opens_nothing(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    cookie = browser.http.cookies.get("quincunx_device")
    assert cookie
    await browser.sign_in()
    assert browser.http.cookies.get("quincunx_device") == cookie
    thief = club.browser()
    thief.http.cookies.set("quincunx_device", cookie, domain=HOST)
    assert await thief.refused("GET", "/api/account") == "401 no-cookie"
    await browser.ask("PUT", "/api/me", {"name": "Adele"})
    await browser.ask("GET", "/api/me")
    known = club.state.known_devices
    renewed = browser.http.cookies.get("quincunx_device")
    assert known.device_of(renewed, "adele")
    assert known.device_of(renewed, "ada")
    assert known.device_of(renewed, "eve") is None
    assert known.device_of(cookie[:-1] + "~", "ada") is None


@pytest.mark.parametrize("cookie", [None, "", "~", "x~y.z", "." * 500, "é~é", "a~b~c"])
async def test_an_invalid_device_cookie_is_none(cookie: str | None) -> None:
    known = KnownDevices(lambda: ["00" * 32])
    assert known.device_of(cookie, "ada") is None
    again = known.with_account(cookie, "ada")
    assert again
    assert known.device_of(again, "ada")


async def test_a_device_remembers_a_few_accounts() -> None:
    known, cookie = KnownDevices(lambda: ["00" * 32]), None
    for number in range(9):
        cookie = known.with_account(cookie, f"account {number}") or cookie
    assert [known.device_of(cookie, f"account {n}") is not None for n in range(9)] == [False] * 5 + [True] * 4


async def test_in_earnest_a_hash_costs_what_owasp_asks_for() -> None:
    hash = await Argon2Hashes().hashed(GOOD, "address")
    assert hash.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    hashes = Argon2Hashes(CHEAP)
    assert await hashes.is_right(hash, GOOD, "address")
    assert hashes.is_stale(hash)
    assert not await hashes.is_right("no hash at all", GOOD, "address")
    assert not await hashes.is_right(hash, GOOD + " ", "address")


async def test_an_unknown_name_is_checked_with_a_hash_like_any_other() -> None:
    """Else the time of an answer would tell which names there are."""
    hashes = Argon2Hashes()
    usual, nobodys = await hashes.hashed(GOOD, "address"), hashes._nobodys
    assert extract_parameters(nobodys) == extract_parameters(usual)
    with pytest.raises(VerifyMismatchError):  # it is gone through to its end
        PasswordHasher().verify(nobodys, GOOD)
    assert nobodys != Argon2Hashes()._nobodys


async def test_a_hash_of_another_cost_is_made_anew_when_its_owner_comes(
    club: Clubhouse, browser: Browser
) -> None:
    await browser.account()
    old = await Argon2Hashes(Cost(memory_kib=16, passes=1)).hashed(GOOD, "address")
    await club.store.set_password(await browser.person(), old, 0)
    await browser.sign_in()
    found = await club.store.by_name("ada")
    assert found is not None
    assert found[1] is not None
    assert "m=8,t=1" in found[1]
    await browser.sign_in()


# ---- recovery codes ------------------------------------------------------------------------------------


async def test_a_recovery_code_opens_the_account_once(club: Clubhouse, browser: Browser) -> None:
    codes = await browser.account()
    phone = club.browser()
    body = {"name": "Ada", "code": codes[3].lower().replace("-", " ")}
    await phone.ask("POST", "/api/sign-in", body)
    told = await phone.ask("GET", "/api/account")
    assert (told["codes_left"], told["is_fresh"]) == (9, True)
    assert await club.browser().refused("POST", "/api/sign-in", body) == "401 wrong-sign-in"
    fresh = (await phone.ask("POST", "/api/account/codes"))["codes"]
    assert not set(fresh) & set(codes)
    body["code"] = codes[0]
    assert await club.browser().refused("POST", "/api/sign-in", body) == "401 wrong-sign-in"
    body["code"] = fresh[0]
    await club.browser().ask("POST", "/api/sign-in", body)


async def test_stored_codes_and_passwords_open_nothing(club: Clubhouse, browser: Browser) -> None:
    codes = await browser.account()
    stored = b"".join(path.read_bytes() for path in club.settings.data.iterdir() if path.is_file())
    for secret in (GOOD, codes[0], codes[0].replace("-", "")):
        assert secret.encode() not in stored


async def test_new_codes_need_a_fresh_sign_in(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    club.clock.at += 600_000
    assert await browser.refused("POST", "/api/account/codes") == "403 sign-in-again"
    await browser.sign_in()
    await browser.ask("POST", "/api/account/codes")


# ---- the password ------------------------------------------------------------------------------------------


async def test_a_new_password_signs_all_other_devices_out(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    phone = club.browser()
    await phone.sign_in()
    club.clock.at += 600_000
    body: dict[str, Any] = {"password": BETTER}
    assert await browser.refused("PUT", "/api/account/password", body) == "403 sign-in-again"
    assert await browser.refused("PUT", "/api/account/password", body | {"present": WRONG}) == (
        "403 wrong-password"
    )
    weak = {"password": "ada", "present": GOOD}
    assert await browser.refused("PUT", "/api/account/password", weak) == "400 password-length"
    await browser.ask("PUT", "/api/account/password", body | {"present": GOOD}, 204)
    assert await phone.refused("GET", "/api/account") == "401 no-cookie"
    await browser.ask("GET", "/api/account")
    body = {"name": "Ada", "password": GOOD}
    assert await club.browser().refused("POST", "/api/sign-in", body) == "401 wrong-sign-in"
    await phone.sign_in(password=BETTER)
    keep = {"password": GOOD, "sign_out_others": False}
    await phone.ask("PUT", "/api/account/password", keep, 204)
    await browser.ask("GET", "/api/account")


async def test_the_present_password_is_not_guessed_on_a_device_that_was_left_open(
    club: Clubhouse, browser: Browser
) -> None:
    await browser.account()
    club.clock.at += 600_000
    body = {"password": BETTER, "present": WRONG}
    codes = [await browser.refused("PUT", "/api/account/password", body) for _ in range(11)]
    assert codes == ["403 wrong-password"] * 10 + ["429 too-many-tries"]


async def test_guests_have_no_account_to_change(browser: Browser) -> None:
    await browser.hello()
    for method, path, body in (
        ("GET", "/api/account", None),
        ("PUT", "/api/account/password", {"password": GOOD}),
        ("POST", "/api/account/codes", None),
        ("POST", "/api/account/passkeys", {"passkey": {}}),
        ("DELETE", "/api/account/passkeys/x", None),
        ("GET", "/api/account/tokens", None),
        ("POST", "/api/account/tokens", {"name": "Bot", "scopes": ["play"]}),
        ("DELETE", "/api/account/tokens/x", None),
    ):
        assert await browser.refused(method, path, body) == "409 no-account"


async def test_changes_of_an_account_are_on_record(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    await browser.ask("POST", "/api/account/codes")
    await browser.ask("PUT", "/api/account/password", {"password": BETTER, "present": GOOD}, 204)
    await browser.ask("PUT", "/api/me", {"name": "Eva"})
    audit_entries = await club.store.audit_entries(await browser.person(), 10)
    assert [each.act for each in audit_entries] == [
        "rename",
        "password_changed",
        "codes_made",
        "account_made",
    ]
    assert {each.actor for each in audit_entries} == {"self"}
    assert club.events.count("account_changed") == 3


# ---- from another site ---------------------------------------------------------------------------------


async def test_no_other_site_can_do_any_of_it(browser: Browser) -> None:
    await browser.account()
    for method, path in (
        ("POST", "/api/sign-in"),
        ("POST", "/api/account"),
        ("PUT", "/api/account/password"),
        ("POST", "/api/account/codes"),
        ("POST", "/api/account/tokens"),
        ("POST", "/api/me/links"),
        ("POST", "/api/me/sign-out"),
        ("DELETE", "/api/me"),
    ):
        headers = {"origin": "https://evil.example", "content-type": "application/json"}
        answer = await browser.http.request(method, path, headers=headers, content=b"{}")
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
