"""Sessions: who a cookie stands for, for how long, and what happens when the store is away."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest

from quincunx.club.accounts.sessions import DAY, HOUR, IDLE, IDLE_ACCOUNT, LINK, SIGNED_IN, UNTOUCHED
from quincunx.club.ports import StoreUnavailable
from quincunx.kit import Cache, RateLimiter
from quincunx.server.http.pages import qr
from quincunx.server.people.access import sessions as module
from quincunx.server.people.access.sessions import SessionHooks, Sessions
from quincunx.server.people.session_sync import SessionSync
from quincunx.server.transport.limits import Limits, new_guests_rate
from tests.server.people.conftest import GOOD, HOST, Browser, Clubhouse
from tests.server.support import CINCO

pytestmark = pytest.mark.asyncio(loop_scope="module")

PATHS = [
    ("GET", "/api/me/devices"),
    ("DELETE", "/api/me/devices/x"),
    ("POST", "/api/me/sign-out"),
    ("POST", "/api/me/sign-out-everywhere"),
    ("POST", "/api/me/links"),
    ("GET", "/api/me/data"),
    ("DELETE", "/api/me"),
    ("GET", "/api/account"),
    ("POST", "/api/account/codes"),
    ("GET", "/api/account/tokens"),
    ("DELETE", "/api/account/tokens/x"),
    ("DELETE", "/api/account/passkeys/x"),
]


@pytest.fixture
def no_cache(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was asked a moment ago is asked again."""
    monkeypatch.setattr(club.state.sessions, "_fresh", Cache(9, 0.0))


async def test_a_newcomer_is_a_guest_with_a_session(club: Clubhouse, browser: Browser) -> None:
    me = await browser.ask("GET", "/api/me")
    assert me == {
        "name": me["name"],
        "is_account": False,
        "has_played": False,
        "operator_link_at": None,
        "has_mail": False,
        "is_operator": False,
    }
    assert len(browser.cookie) == 43
    known = await club.store.session(browser.key)
    assert known is not None
    assert known.session is not None
    assert (known.person.name, known.session.device, known.session.how) == (
        me["name"],
        "Firefox on Linux",
        "guest",
    )
    assert await browser.ask("GET", "/api/me") == me
    assert len(await club.store.find_people("", 10)) == 1


async def test_the_cookie_of_a_browser_is_not_stored(club: Clubhouse, browser: Browser) -> None:
    await browser.hello()
    files = b"".join(path.read_bytes() for path in club.settings.data.iterdir())
    assert browser.cookie.encode() not in files
    assert browser.key in files


@pytest.mark.parametrize(("method", "path"), PATHS)
async def test_without_a_session_there_is_nothing_of_ones_own(
    method: str, path: str, browser: Browser
) -> None:
    assert await browser.refused(method, path) == "401 no-cookie"


@pytest.mark.parametrize("cookie", ["x", "é", "a.b", "x" * 1025, secrets.token_urlsafe(32)], ids=range(5))
async def test_a_cookie_that_is_made_up_is_nobodys(cookie: str, club: Clubhouse, browser: Browser) -> None:
    answer = await browser.http.get(
        "/api/me/devices", headers={"cookie": f"quincunx_session={cookie}".encode()}
    )
    assert answer.status_code == 401
    assert club.events == ([] if len(cookie) > 1024 else ["forged_cookie"])


# ---- reading costs nothing -------------------------------------------------------------------------------


async def test_reading_a_session_asks_the_store_once_in_a_while(
    club: Clubhouse, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await browser.hello()
    asked: list[bytes] = []
    find = club.store.session

    async def session(hash: bytes) -> Any:
        asked.append(hash)
        return await find(hash)

    monkeypatch.setattr(club.store, "session", session)
    for _ in range(20):
        await browser.ask("GET", "/api/me/tables")
    assert asked == []
    monkeypatch.setattr(club.state.sessions, "_fresh", Cache(9, 0.0))
    for _ in range(3):
        await browser.ask("GET", "/api/me/tables")
    assert len(asked) == 3


async def test_an_answer_under_way_is_not_kept_after_the_end(
    club: Clubhouse, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault: it filled the cache after the session had been dropped from it."""
    await browser.account()
    phone = club.browser()
    await phone.sign_in()
    club.forget_sessions()
    reached, opened, find = asyncio.Event(), asyncio.Event(), club.store.session

    async def slow(hash: bytes) -> Any:
        found = await find(hash)
        if hash == phone.key and not reached.is_set():
            reached.set()
            await opened.wait()
        return found

    monkeypatch.setattr(club.store, "session", slow)
    early = asyncio.create_task(phone.http.get("/api/account"))
    await reached.wait()
    await browser.ask("POST", "/api/me/sign-out-everywhere", status=204)
    opened.set()
    await early
    assert await phone.refused("GET", "/api/account") == "401 no-cookie"


async def test_of_callers_who_share_a_question_each_is_known(club: Clubhouse, browser: Browser) -> None:
    """Whichever goes on first, also before the others have the answer."""
    await browser.hello()
    sessions, headers = club.state.sessions, [(b"cookie", f"quincunx_session={browser.cookie}".encode())]
    club.forget_sessions()
    first = asyncio.create_task(sessions.identify(headers))
    while sessions._fresh.peek(browser.key) is None:  # noqa: ASYNC110 - the very next turn of the loop counts
        await asyncio.sleep(0)
    second = await sessions.identify(headers)
    assert not first.done()
    assert sessions.is_known(second)
    assert sessions.is_known(await first)


async def test_the_memory_of_sessions_is_bounded(
    club: Clubhouse, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_KEPT", 3)
    sessions = Sessions(club.store, club.clock, club.watch, False, SessionHooks())
    for _ in range(5):
        await sessions.new_guest("Firefox")
    assert len(sessions._fresh) == len(sessions._last) == 3


# ---- the store is away -----------------------------------------------------------------------------------


async def test_while_the_store_is_away_known_people_go_on(
    club: Clubhouse, browser: Browser, no_cache: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club.state.sessions, "_unreached", Cache(9, 0.0))
    await browser.hello()
    stranger = club.browser()
    await club.store.close()
    table = await browser.ask("POST", "/api/tables", CINCO, 201)
    assert (await browser.ask("GET", f"/api/tables/{table['id']}"))["hosted_by_you"]
    assert await browser.refused("GET", "/api/me/devices") == "503 people-unavailable"
    assert await stranger.refused("GET", "/api/me") == "503 people-unavailable"
    stranger.http.cookies.set("quincunx_session", secrets.token_urlsafe(32), domain=HOST)
    assert await stranger.refused("GET", "/api/me/tables") == "503 people-unavailable"
    assert (await club.browser().ask("GET", "/api/lobby"))["tables"] == []
    monkeypatch.setattr(club.state.sessions, "_last", Cache(9, 0.0))
    assert await browser.refused("POST", "/api/tables", CINCO) == "503 people-unavailable"
    await club.store.open()
    await browser.ask("POST", "/api/tables", CINCO, 201)


# ---- the passing of time ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("is_account", "lives"), [(False, IDLE), (True, IDLE_ACCOUNT)])
async def test_a_session_ends_when_it_is_not_used(
    is_account: bool, lives: int, club: Clubhouse, browser: Browser, no_cache: None
) -> None:
    await browser.account() if is_account else await browser.hello()
    club.clock.at += lives - 1
    await browser.ask("GET", "/api/me/devices")
    await club.state.sessions.settle()  # and that it was used counts
    club.clock.at += lives - 1
    await browser.ask("GET", "/api/me/devices")
    await club.state.sessions.settle()
    club.clock.at += lives
    assert await browser.refused("GET", "/api/me/devices") == "401 no-cookie"
    club.clock.at = 0  # it has not only been refused
    assert await browser.refused("GET", "/api/me/devices") == "401 no-cookie"


async def test_an_account_signs_in_again_once_a_year(
    club: Clubhouse, browser: Browser, no_cache: None
) -> None:
    await browser.account()
    end = club.clock.at + SIGNED_IN
    while club.clock.at + 30 * DAY < end:
        club.clock.at += 30 * DAY
        await browser.ask("GET", "/api/me/devices")
        await club.state.sessions.settle()
    club.clock.at = end - 1
    await browser.ask("GET", "/api/me/devices")
    club.clock.at = end
    assert await browser.refused("GET", "/api/me/devices") == "401 no-cookie"
    await browser.sign_in()
    await browser.ask("GET", "/api/me/devices")


async def test_a_visit_is_stored_once_an_hour(
    club: Clubhouse, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await browser.hello()
    written: list[int] = []

    async def seen(session: str, at: int) -> None:
        written.append(at)

    monkeypatch.setattr(club.store, "record_visit", seen)
    start = club.clock.at
    for minutes in range(0, 181, 5):
        club.clock.at = start + minutes * HOUR // 60
        await browser.ask("GET", "/api/me/tables")
        await club.state.sessions.settle()
    assert written == [start + hours * HOUR for hours in (1, 2, 3)]


async def test_guests_who_never_did_anything_are_forgotten_and_players_are_not(
    club: Clubhouse, browser: Browser
) -> None:
    player = await club.browser().hello()
    await player.ask("POST", "/api/tables", CINCO, 201)
    await club.state.sessions.settle()
    await browser.hello()
    gone, stays = await browser.person(), await player.person()
    club.clock.at += UNTOUCHED
    await session_sync(club).delete_expired()
    assert await club.store.person(gone) is None
    assert await club.store.person(stays) is not None


def session_sync(club: Clubhouse) -> SessionSync:
    state = club.state
    return SessionSync(
        club.store,
        state.sessions,
        state.sockets,
        club.clock,
        state.tables.forget_names,
        state.vacations.tell_of_ban,
    )


# ---- ending ------------------------------------------------------------------------------------------------


async def test_devices_are_listed_and_each_can_be_ended(
    club: Clubhouse, browser: Browser, no_cache: None
) -> None:
    await browser.account()
    phone = club.browser("Mozilla/5.0 (Linux; Android 10) Chrome/140.0 Mobile Safari/537.36")
    club.clock.at += HOUR
    await phone.sign_in()
    listed = (await phone.ask("GET", "/api/me/devices"))["devices"]
    assert [(each["device"], each["how"], each["is_this"]) for each in listed] == [
        ("Chrome on Android", "password", True),
        ("Firefox on Linux", "password", False),
    ]
    stranger = await club.browser().hello()
    path = f"/api/me/devices/{listed[1]['id']}"
    assert await stranger.refused("DELETE", path) == "404 no-such-device"
    await browser.ask("GET", "/api/account")
    await phone.ask("DELETE", path, status=204)
    assert await phone.refused("DELETE", path) == "404 no-such-device"
    assert await browser.refused("GET", "/api/account") == "401 no-cookie"
    await phone.ask("GET", "/api/account")


async def test_signing_out_ends_this_device_and_the_browser_forgets(
    club: Clubhouse, browser: Browser
) -> None:
    await browser.account()
    phone = club.browser()
    await phone.sign_in()
    cookie = phone.cookie
    answer = await phone.http.post("/api/me/sign-out")
    assert answer.status_code == 204
    assert answer.headers["clear-site-data"] == '"cache", "storage"'
    assert phone.cookie == ""
    phone.http.cookies.set("quincunx_session", cookie, domain=HOST)
    assert await phone.refused("GET", "/api/account") == "401 no-cookie"
    await browser.ask("GET", "/api/account")


async def test_signing_out_everywhere_ends_all_devices_at_once(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    phone, other = club.browser(), club.browser()
    await phone.sign_in()
    await other.account("Eve", GOOD)
    await phone.ask("POST", "/api/me/sign-out-everywhere", status=204)
    assert await browser.refused("GET", "/api/account") == "401 no-cookie"
    await other.ask("GET", "/api/account")
    assert "signed_out_everywhere" in club.events


async def test_sockets_of_sessions_that_have_ended_elsewhere_are_closed(
    club: Clubhouse, browser: Browser
) -> None:
    """Another node, or an operator, has ended one; this one finds out by itself."""
    await browser.hello()
    other = await club.browser().hello()
    closed: list[str] = []
    sessions, sockets = club.state.sessions, club.state.sockets
    identities = [
        await sessions.identify([(b"cookie", f"quincunx_session={each.cookie}".encode())])
        for each in (browser, other)
    ]
    with (
        sockets.registered(identities[0], lambda: closed.append("browser")),
        sockets.registered(identities[1], lambda: closed.append("other")),
    ):
        await session_sync(club).check_sockets()
        assert closed == []
        await club.store.end_sessions(await browser.person())
        await session_sync(club).check_sockets()
        assert closed == ["browser"]
        await club.store.close()
        with pytest.raises(StoreUnavailable):
            await session_sync(club).check_sockets()
        assert closed == ["browser"]
        await club.store.open()
    assert sockets.keys() == []
    assert await browser.refused("GET", "/api/me/devices") == "401 no-cookie"


# ---- another device --------------------------------------------------------------------------------------


async def test_a_guest_goes_on_on_another_device(club: Clubhouse, browser: Browser) -> None:
    await browser.hello()
    made = await browser.ask("POST", "/api/me/links", status=201)
    address, _, secret = made["url"].partition("#")
    assert address == f"http://{HOST}/enter"
    assert made["until"] == club.clock.at + LINK
    assert made["qr"] == qr.drawn(made["url"]).decode()
    phone = club.browser()
    told = await phone.ask("POST", "/api/sign-in/link", {"link": secret})
    assert told["me"]["name"] == (await browser.ask("GET", "/api/me"))["name"]
    assert await phone.person() == await browser.person()
    assert phone.cookie != browser.cookie
    assert await club.browser().refused("POST", "/api/sign-in/link", {"link": secret}) == "401 bad-link"
    assert "bad_link" in club.events


async def test_a_link_is_good_for_five_minutes(club: Clubhouse, browser: Browser) -> None:
    await browser.hello()
    links = [(await browser.ask("POST", "/api/me/links"))["url"].partition("#")[2] for _ in range(2)]
    club.clock.at += LINK - 1
    await club.browser().ask("POST", "/api/sign-in/link", {"link": links[0]})
    club.clock.at += 1
    assert await club.browser().refused("POST", "/api/sign-in/link", {"link": links[1]}) == "401 bad-link"


async def test_a_sign_in_by_link_proves_no_identity(club: Clubhouse, browser: Browser) -> None:
    """A link seen over a user's shoulder must not give away the account."""
    await browser.account()
    link = (await browser.ask("POST", "/api/me/links"))["url"].partition("#")[2]
    phone = club.browser()
    await phone.ask("POST", "/api/sign-in/link", {"link": link})
    assert not (await phone.ask("GET", "/api/account"))["is_fresh"]
    assert await phone.refused("POST", "/api/account/codes") == "403 sign-in-again"
    assert await phone.refused("DELETE", "/api/me") == "403 sign-in-again"
    body = {"password": "a password of the thief's"}
    assert await phone.refused("PUT", "/api/account/password", body) == "403 sign-in-again"
    # Nor leave anything behind by which they come back, nor change the name that opens it.
    token = {"name": "Mine now", "scopes": ["play", "read"]}
    assert await phone.refused("POST", "/api/account/tokens", token) == "403 sign-in-again"
    assert await phone.refused("POST", "/api/me/links") == "403 sign-in-again"
    assert await phone.refused("PUT", "/api/me", {"name": "Thief"}) == "403 sign-in-again"
    await phone.sign_in()
    await phone.ask("POST", "/api/account/tokens", token)
    await phone.ask("POST", "/api/account/codes")


async def test_links_are_not_made_by_the_hundred_nor_guessed(club: Clubhouse, browser: Browser) -> None:
    await browser.hello()
    for _ in range(20):
        await browser.ask("POST", "/api/me/links")
    assert await browser.refused("POST", "/api/me/links") == "429 too-many-tries"
    thief = club.browser(address="203.0.113.9")
    codes = [await thief.refused("POST", "/api/sign-in/link", {"link": str(n)}) for n in range(12)]
    assert codes == ["401 bad-link"] * 10 + ["429 too-many-tries"] * 2
    link = (await (await club.browser().hello()).ask("POST", "/api/me/links"))["url"].partition("#")[2]
    await club.browser(address="198.51.100.1").ask("POST", "/api/sign-in/link", {"link": link})


# ---- newcomers -------------------------------------------------------------------------------------------


@pytest.mark.nightly
async def test_a_school_may_come_and_an_army_may_not(
    club: Clubhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[str] = []
    monkeypatch.setattr(club.watch.security, "record_event", lambda event, *_, **__: events.append(event))
    limits = Limits(20.0)
    limits.new_guests_of_address = RateLimiter(new_guests_rate(60.0), timer=lambda: 0.0)
    monkeypatch.setattr(club.state, "limits", limits)
    for _ in range(60):
        await club.browser(address="192.0.2.1").hello()
    late = club.browser(address="192.0.2.1")
    assert await late.refused("GET", "/api/me") == "429 too-many-newcomers"
    assert events == ["too_many_newcomers"]
    await club.browser(address="192.0.2.2").hello()
