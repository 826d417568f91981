"""Budgets that pay for requests, where many share an address."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from quincunx.kit import Rate, RateLimiter
from quincunx.server.transport.limits import NETWORK_SHARE, UNKNOWN_CREDENTIALS
from tests.server.people.conftest import Browser, Clock, Clubhouse
from tests.servers.stores import new_store

pytestmark = pytest.mark.asyncio(loop_scope="module")

BURST = 12
ADDRESS = "198.51.100.7"


@pytest_asyncio.fixture(loop_scope="module")
async def tight(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Clubhouse]:
    """A server that allows little, and at which no time passes."""
    folder = tmp_path_factory.mktemp("tight")
    store = new_store(folder)
    one = Clubhouse(folder, Clock(), store)
    async with one.open():
        limits = one.state.limits
        limits.requests = RateLimiter(Rate(BURST, 1.0), timer=lambda: 0.0)
        limits.requests_of_network = RateLimiter(Rate(BURST * NETWORK_SHARE, 1.0), timer=lambda: 0.0)
        limits.unknown_credentials = RateLimiter(UNKNOWN_CREDENTIALS, timer=lambda: 0.0)
        yield one


async def flood(browser: Browser, times: int = 4 * BURST, **headers: str) -> list[int]:
    """The statuses of so many requests."""
    return [(await browser.http.get("/api/lobby", headers=headers)).status_code for _ in range(times)]


async def program(tight: Clubhouse, owner: Browser) -> tuple[Browser, str]:
    """A program of an account, and its token."""
    made = await owner.ask("POST", "/api/account/tokens", {"name": "bot", "scopes": ["read", "play"]}, 201)
    return tight.browser("program", ADDRESS), str(made["secret"])


async def test_a_noisy_program_starves_no_other_behind_its_address(tight: Clubhouse) -> None:
    owner = tight.browser(address=ADDRESS)
    await owner.account("Ada")
    robot, token = await program(tight, owner)
    guest = await tight.browser(address=ADDRESS).hello()
    statuses = await flood(robot, authorization=f"Bearer {token}")
    assert statuses.count(200) <= 2 * BURST, "it had its own budget, and at first some of its address's"
    assert statuses[-1] == 429
    assert (await owner.http.get("/api/me/tables")).status_code == 200
    assert (await guest.http.get("/api/lobby")).status_code == 200


async def test_guests_share_their_addresses_budget_and_accounts_do_not(tight: Clubhouse) -> None:
    member = tight.browser(address=ADDRESS)
    await member.account("Bo")
    await member.hello()
    guests = [await tight.browser(address=ADDRESS).hello() for _ in range(2)]
    for guest in guests:
        await flood(guest)
    anybody = tight.browser(address=ADDRESS)
    assert (await anybody.http.get("/api/lobby")).status_code == 429
    assert await flood(member, BURST // 2) == [200] * (BURST // 2)
    elsewhere = tight.browser(address="198.51.100.8")
    assert (await elsewhere.http.get("/api/lobby")).status_code == 200


async def test_a_member_who_comes_while_the_address_is_used_up_is_recognised(tight: Clubhouse) -> None:
    member = tight.browser(address="203.0.113.1")
    await member.account("Cy")
    tight.state.budgets._cached_keys.clear()
    here = tight.browser(address="203.0.113.2")
    here.http.cookies.update(member.http.cookies)
    await flood(tight.browser(address="203.0.113.2"))
    assert await flood(here, BURST // 2) == [200] * (BURST // 2)


async def test_invented_cookies_buy_little(tight: Clubhouse) -> None:
    browser = tight.browser(address="203.0.113.3")
    statuses = []
    for number in range(6 * BURST):
        cookie = f"quincunx_session={number:043}"
        statuses += await flood(browser, 1, cookie=cookie)
    assert statuses.count(200) <= BURST + UNKNOWN_CREDENTIALS.burst


@pytest.mark.nightly
async def test_many_accounts_at_one_address_have_an_end(tight: Clubhouse) -> None:
    address = "203.0.113.4"
    members = []
    for number in range(NETWORK_SHARE + 4):
        member = tight.browser(address=f"203.0.114.{number}")
        await member.account(f"Member {number}")
        here = tight.browser(address=address)
        here.http.cookies.update(member.http.cookies)
        members.append(here)
    statuses = [status for member in members for status in await flood(member, 2 * BURST)]
    assert statuses.count(200) <= NETWORK_SHARE * BURST
