"""An ended session changes nothing: not on another node that has cached it, nor by a request in flight."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

import pytest
import pytest_asyncio

from quincunx.adapters.bus.memory import MemoryBus
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.accounts.sessions import LINK
from quincunx.club.rows import OPERATOR, AuditEntry
from quincunx.node.messages import Gap
from quincunx.server.people import session_sync
from quincunx.server.people.identity import Identity
from tests.examples import mostly_nightly
from tests.server.people.conftest import BETTER, GOOD, HOST, Browser, Clock, Clubhouse
from tests.servers.postgres import Postgres

pytestmark = pytest.mark.asyncio(loop_scope="module")

OTHER = "a wholly different phrase, again"


class Nodes(NamedTuple):
    here: Clubhouse
    there: Clubhouse


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def two_nodes(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Nodes]:
    """Two servers that share one PostgreSQL database and no bus, with caches of their own."""
    async with AsyncExitStack() as stack:
        yield await _nodes(stack, await postgres.fresh(), tmp_path_factory)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def two_on_a_bus(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Nodes]:
    """The same, and each hears what the other says."""
    async with AsyncExitStack() as stack:
        yield await _nodes(stack, await postgres.fresh(), tmp_path_factory, MemoryBus())


async def _nodes(
    stack: AsyncExitStack, place: str, folders: pytest.TempPathFactory, bus: MemoryBus | None = None
) -> Nodes:
    nodes, clock = [], Clock()
    patch = stack.enter_context(pytest.MonkeyPatch.context())
    # Otherwise they might learn of it by a check of the store, without a message.
    patch.setattr(session_sync, "CHECK_SECONDS", 3_600.0)
    for name in ("here", "there"):
        club = Clubhouse(folders.mktemp(name), clock, SqlStore(place))
        if bus is not None:
            club.bus = bus.end()
        nodes.append(await stack.enter_async_context(club.open()))
    return Nodes(*nodes)


def elsewhere(browser: Browser, node: Clubhouse) -> Browser:
    """The same browser, whose next request reaches another node."""
    other = node.browser()
    other.http.cookies.set("quincunx_session", browser.cookie, domain=HOST)
    return other


CUP: dict[str, Any] = {
    "name": "Cup",
    "format": "round_robin",
    "options": {"game": "cinco", "first": 1},
    "pace": {"type": "live", "total": 60, "increment": 1},
}
NAMES = iter(f"Ada number {number}" for number in range(1_000))

CHANGES: list[tuple[str, str, Any]] = [
    ("PUT", "/api/account/password", {"password": OTHER, "sign_out_others": True}),
    ("POST", "/api/account/codes", None),
    ("POST", "/api/account/tokens", {"name": "Bot", "scopes": ["play"]}),
    ("POST", "/api/account/passkeys/options", {"name": "Ada"}),
    ("POST", "/api/me/links", None),
    ("PUT", "/api/me", {"name": "Somebody new"}),
    ("POST", "/api/me/sign-out-everywhere", None),
    ("POST", "/api/tournaments", CUP),
    ("DELETE", "/api/me", None),
]


@pytest.mark.parametrize(
    ("method", "path", "body"), mostly_nightly(CHANGES, *CHANGES[::4]), ids=[path for _, path, _ in CHANGES]
)
async def test_a_session_that_ended_on_another_node_changes_nothing(
    two_nodes: Nodes, method: str, path: str, body: Any
) -> None:
    """The other node has just seen the session, and believes in it for another 15 seconds."""
    name = next(NAMES)
    owner = two_nodes.here.browser()
    await owner.account(name)
    thief = elsewhere(owner, two_nodes.there)
    await thief.ask("GET", "/api/account")
    await owner.ask("POST", "/api/me/sign-out-everywhere", status=204)
    before = await two_nodes.here.store.by_name(name.casefold())
    assert await thief.refused(method, path, body) == "401 no-cookie"
    assert await thief.refused("GET", "/api/account") == "401 no-cookie"  # what it had cached is gone, too
    assert await two_nodes.here.store.by_name(name.casefold()) == before
    await owner.sign_in(name)


async def test_a_token_that_ended_on_another_node_changes_nothing(two_nodes: Nodes) -> None:
    owner = two_nodes.here.browser()
    await owner.account(next(NAMES))
    made = await owner.ask("POST", "/api/account/tokens", {"name": "Bot", "scopes": ["play"]}, 201)
    program = two_nodes.there.browser()
    program.http.headers["authorization"] = f"Bearer {made['secret']}"
    await program.ask("GET", "/api/me")
    await owner.ask("POST", "/api/me/sign-out-everywhere", status=204)
    assert await program.refused("POST", "/api/tournaments", CUP) == "401 bad-token"


async def test_the_limit_of_tokens_holds_over_two_nodes(two_nodes: Nodes) -> None:
    owner = two_nodes.here.browser()
    await owner.account(next(NAMES))
    body = {"name": "Bot", "scopes": ["read"]}
    for _ in range(19):
        await owner.ask("POST", "/api/account/tokens", body, 201)
    twin = elsewhere(owner, two_nodes.there)
    answers = await asyncio.gather(
        *(each.http.post("/api/account/tokens", json=body) for each in (owner, twin))
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert len((await owner.ask("GET", "/api/account/tokens"))["tokens"]) == 20


# ---- nodes that hear each other --------------------------------------------------------------------------


async def _identity(browser: Browser) -> Identity:
    """The identity that the browser's node finds for its cookie."""
    found = await browser.club.state.sessions.identify(
        [(b"cookie", f"quincunx_session={browser.cookie}".encode())]
    )
    assert isinstance(found, Identity)
    return found


async def _comes_about(is_so: Callable[[], bool]) -> None:
    """Wait until it is so: a few turns of the loop, less than until a cache expires or the store is asked."""
    async with asyncio.timeout(5):
        while not is_so():  # noqa: ASYNC110 - the state of a node has no event to wait for
            await asyncio.sleep(0.01)


async def _sign_out_elsewhere(owner: Browser, other: Browser) -> None:
    devices = (await other.ask("GET", "/api/me/devices"))["devices"]
    (device,) = [each["id"] for each in devices if each["is_this"]]
    await owner.ask("DELETE", f"/api/me/devices/{device}", status=204)


async def _operator(club: Clubhouse, act: str, person: str) -> None:
    """As ``quincunx admin`` does it, which is on no bus."""
    if act == "ban":
        await club.store.ban(person, club.clock.now(), "spam")
    else:
        await club.store.end_sessions(person)
    await club.store.add_audit_entry(AuditEntry(club.clock.now(), f"{OPERATOR} ada", act, person))


ENDS: dict[str, Callable[[Browser, Browser], Awaitable[Any]]] = {
    "everywhere": lambda owner, _: owner.ask("POST", "/api/me/sign-out-everywhere", status=204),
    "this device": _sign_out_elsewhere,
    "itself": lambda _, other: elsewhere(other, other.club).ask("POST", "/api/me/sign-out", status=204),
    "new password": lambda owner, _: owner.ask(
        "PUT", "/api/account/password", {"password": OTHER, "sign_out_others": True}, 204
    ),
    "deleted": lambda owner, _: owner.ask("DELETE", "/api/me", status=204),
}


@pytest.mark.parametrize("way", mostly_nightly(ENDS, "everywhere", "deleted"))
async def test_a_session_that_ends_on_a_node_ends_on_all_that_hear_of_it(
    two_on_a_bus: Nodes, way: str
) -> None:
    """Reads and moves go by the node's cache, so the node must hear of the end. Writes ask the store."""
    here, there = two_on_a_bus
    name = next(NAMES)
    owner = await here.browser().hello()
    await owner.account(name)
    device = here.browser()
    await device.sign_in(name)
    thief = elsewhere(device, there)
    await thief.ask("GET", "/api/me/tables")
    identity, closed = await _identity(thief), list[str]()
    sessions = there.state.sessions
    with there.state.sockets.registered(identity, lambda: closed.append(way)):
        await ENDS[way](owner, device)
        await _comes_about(lambda: not sessions.is_known(identity) and bool(closed))
    assert await thief.refused("GET", "/api/me/tables") == "401 no-cookie"
    puzzle = (await there.browser().ask("GET", "/api/puzzles/next?game=cinqo"))["study"]["id"]
    assert await thief.refused("POST", f"/api/puzzles/cinqo/{puzzle}/solution") == "401 no-cookie"
    assert await thief.refused("POST", "/api/days/2027-01-15/cinqo") == "401 no-cookie"


@pytest.mark.parametrize(("act", "refusal"), [("ban", "403 banned"), ("sign_out", "401 no-cookie")])
async def test_an_operators_action_holds_on_all_nodes_before_the_cache_expires(
    two_nodes: Nodes, act: str, refusal: str
) -> None:
    browser = await two_nodes.there.browser().hello()
    identity, closed = await _identity(browser), list[str]()
    with two_nodes.there.state.sockets.registered(identity, lambda: closed.append(act)):
        await _operator(two_nodes.here, act, identity.row.id)
        await _comes_about(lambda: bool(closed))
    assert await browser.refused("GET", "/api/me/tables") == refusal


async def test_a_node_that_has_not_heard_the_bus_for_a_while_asks_the_store(two_nodes: Nodes) -> None:
    browser = await two_nodes.there.browser().hello()
    identity, closed = await _identity(browser), list[str]()
    owner = elsewhere(browser, two_nodes.here)
    with two_nodes.there.state.sockets.registered(identity, lambda: closed.append("gap")):
        await owner.ask("POST", "/api/me/sign-out-everywhere", status=204)
        two_nodes.there.bus._subscriptions.deliver_to_all(Gap())
        await _comes_about(lambda: bool(closed))
    assert await browser.refused("GET", "/api/me/tables") == "401 no-cookie"


async def test_a_name_that_was_changed_while_the_bus_was_away_is_asked_for_after_a_gap(
    two_nodes: Nodes,
) -> None:
    owner = await two_nodes.here.browser().hello()
    twin = elsewhere(owner, two_nodes.there)
    before = await _identity(twin)
    await owner.ask("PUT", "/api/me", {"name": "Named elsewhere"})
    assert await twin.name() == before.row.name
    two_nodes.there.bus._subscriptions.deliver_to_all(Gap())
    async with asyncio.timeout(5):  # less than until a cache expires
        while await twin.name() == before.row.name:  # noqa: ASYNC110 - the node has no event for it
            await asyncio.sleep(0.02)
    assert await twin.name() == "Named elsewhere"


async def test_a_name_that_was_changed_on_a_node_is_new_on_all(two_on_a_bus: Nodes) -> None:
    owner = await two_on_a_bus.here.browser().hello()
    twin = elsewhere(owner, two_on_a_bus.there)
    before = await _identity(twin)
    await owner.ask("PUT", "/api/me", {"name": "Newly named"})
    sessions = two_on_a_bus.there.state.sessions
    await _comes_about(lambda: not sessions.is_known(before))
    assert await twin.name() == "Newly named"


# ---- requests in flight ----------------------------------------------------------------------------------


class _Gate:
    """Stops the hashing of passwords until it is opened."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()

    def before(self, work: Callable[..., Any]) -> Callable[..., Any]:
        async def held(*given: Any) -> Any:
            result = await work(*given)
            if not self.reached.is_set():
                self.reached.set()
                await self.opened.wait()
            return result

        return held


async def test_a_password_in_flight_does_not_land_after_the_owners(
    club: Clubhouse, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await browser.account()
    thief = club.browser()
    await thief.sign_in()
    gate = _Gate()
    monkeypatch.setattr(club.hashes, "hashed", gate.before(club.hashes.hashed))
    body = {"password": OTHER}
    late = asyncio.create_task(thief.refused("PUT", "/api/account/password", body))
    await gate.reached.wait()
    body = {"password": BETTER, "present": GOOD, "sign_out_others": True}
    await browser.ask("PUT", "/api/account/password", body, 204)
    gate.opened.set()
    assert await late == "401 no-cookie"
    assert await club.browser().refused("POST", "/api/sign-in", {"name": "Ada", "password": OTHER}) == (
        "401 wrong-sign-in"
    )
    await club.browser().sign_in(password=BETTER)


async def test_a_present_password_that_is_no_longer_it_confirms_nothing(
    club: Clubhouse, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the owner leaves the other device signed in."""
    await browser.account()
    thief = club.browser()
    await thief.sign_in()
    club.clock.at += 3_600_000  # none of them has just signed in
    gate = _Gate()
    monkeypatch.setattr(club.hashes, "hashed", gate.before(club.hashes.hashed))
    body: dict[str, Any] = {"password": OTHER, "present": GOOD}
    late = asyncio.create_task(thief.refused("PUT", "/api/account/password", body))
    await gate.reached.wait()
    body = {"password": BETTER, "present": GOOD, "sign_out_others": False}
    await browser.ask("PUT", "/api/account/password", body, 204)
    gate.opened.set()
    assert await late == "403 sign-in-again"
    await club.browser().sign_in(password=BETTER)


async def test_a_sign_in_in_flight_does_not_survive_the_owners_change(
    club: Clubhouse, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await browser.account()
    gate = _Gate()
    monkeypatch.setattr(club.hashes, "is_right", gate.before(club.hashes.is_right))
    thief = club.browser()
    late = asyncio.create_task(thief.refused("POST", "/api/sign-in", {"name": "Ada", "password": GOOD}))
    await gate.reached.wait()
    await browser.ask("PUT", "/api/account/password", {"password": BETTER}, 204)
    gate.opened.set()
    assert await late == "401 wrong-sign-in"
    assert len((await browser.ask("GET", "/api/me/devices"))["devices"]) == 1


async def test_a_link_made_before_signing_out_everywhere_opens_nothing(
    club: Clubhouse, browser: Browser
) -> None:
    await browser.account()
    secret = (await browser.ask("POST", "/api/me/links", status=201))["url"].partition("#")[2]
    await browser.ask("POST", "/api/me/sign-out-everywhere", status=204)
    assert await club.browser().refused("POST", "/api/sign-in/link", {"link": secret}) == "401 bad-link"


async def test_an_ended_guest_is_not_brought_into_an_account(two_nodes: Nodes) -> None:
    """Their seats would be the thief's."""
    guest = await two_nodes.here.browser().hello()
    person = await guest.person()
    await two_nodes.here.browser().account(name := next(NAMES))
    thief = elsewhere(guest, two_nodes.there)
    await thief.ask("GET", "/api/me")
    await guest.ask("POST", "/api/me/sign-out-everywhere", status=204)
    assert (await thief.sign_in(name, bring=True))["brought"] is False
    row = await two_nodes.here.store.person(person)
    assert row is not None
    assert row.became is None


# ---- devices that came by a link -------------------------------------------------------------------------


async def _by_link(club: Clubhouse, owner: Browser) -> Browser:
    device = club.browser()
    secret = (await owner.ask("POST", "/api/me/links", status=201))["url"].partition("#")[2]
    await device.ask("POST", "/api/sign-in/link", {"link": secret})
    return device


@pytest.mark.parametrize("is_account", [True, False])
async def test_a_device_that_came_by_a_link_signs_out_itself_alone(
    club: Clubhouse, browser: Browser, is_account: bool
) -> None:
    await browser.account() if is_account else await browser.hello()
    device = await _by_link(club, browser)
    owners = next(
        each["id"] for each in (await device.ask("GET", "/api/me/devices"))["devices"] if not each["is_this"]
    )
    refusal = "403 sign-in-again" if is_account else "403 by-link"
    assert await device.refused("POST", "/api/me/sign-out-everywhere") == refusal
    assert await device.refused("DELETE", f"/api/me/devices/{owners}") == refusal
    assert await device.refused("DELETE", "/api/me") == refusal
    await browser.ask("GET", "/api/me/devices")
    mine = next(
        each["id"] for each in (await device.ask("GET", "/api/me/devices"))["devices"] if each["is_this"]
    )
    await device.ask("DELETE", f"/api/me/devices/{mine}", status=204)
    assert await device.refused("GET", "/api/me/devices") == "401 no-cookie"


async def test_a_device_that_came_by_a_link_ends_no_token_until_it_has_signed_in(
    club: Clubhouse, browser: Browser
) -> None:
    await browser.account()
    body = {"name": "Bot", "scopes": ["read"]}
    token = (await browser.ask("POST", "/api/account/tokens", body, 201))["token"]["id"]
    device = await _by_link(club, browser)
    assert await device.refused("DELETE", f"/api/account/tokens/{token}") == "403 sign-in-again"
    club.clock.at += LINK
    await device.sign_in()
    await device.ask("POST", "/api/me/sign-out-everywhere", status=204)
    assert await browser.refused("GET", "/api/me/devices") == "401 no-cookie"


# ---- names that were given up ----------------------------------------------------------------------------


async def test_a_name_that_was_given_up_is_not_taken_by_a_stranger(club: Clubhouse, browser: Browser) -> None:
    await browser.account("Ada")
    await browser.ask("PUT", "/api/me", {"name": "Adele"})
    stranger = await club.browser().hello()
    assert await stranger.refused("POST", "/api/account", {"name": "Ada", "password": GOOD}) == (
        "409 name-taken"
    )
    assert (await stranger.ask("PUT", "/api/me", {"name": "Ada"}))["name"] == "Ada (guest)"
    await browser.ask("PUT", "/api/me", {"name": "Ada"})
    assert await browser.name() == "Ada"


# ---- sockets ---------------------------------------------------------------------------------------------


async def test_a_session_that_ends_while_its_socket_opens_is_not_known(
    club: Clubhouse, browser: Browser
) -> None:
    """A socket that is not registered yet gets no message: it checks once it is."""
    await browser.account()
    sessions = club.state.sessions
    identity = await sessions.identify([(b"cookie", f"quincunx_session={browser.cookie}".encode())])
    assert sessions.is_known(identity)
    await browser.ask("POST", "/api/me/sign-out-everywhere", status=204)
    assert not sessions.is_known(identity)


async def test_a_socket_opens_although_the_stores_answer_has_grown_old_meanwhile(
    club: Clubhouse, browser: Browser
) -> None:
    """After a gap on the bus, and every 15 s, the store is asked anew. No session has ended by that."""
    sessions = club.state.sessions
    identity = await _identity(await browser.hello())
    sessions.mark_all_unconfirmed()
    assert sessions.is_known(identity)
