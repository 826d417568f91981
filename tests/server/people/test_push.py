"""Told when it is my turn: from what the page asks to what arrives at the browser, over a push service."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from quincunx.adapters.push import courier as couriers
from quincunx.adapters.push.addresses import is_public
from quincunx.adapters.push.courier import PushCourier
from quincunx.club.push import message_of
from quincunx.kit import Rate
from quincunx.node.lists import notifications
from quincunx.server.people import push
from quincunx.server.people.push import Pushes
from quincunx.table.my_tables import Notice
from tests.node.support import until
from tests.server.people.access.test_leaving import game
from tests.server.people.conftest import Browser, Clock, Clubhouse
from tests.servers.push_service import PushService, Subscribed, claims_of, letters, unlettered
from tests.servers.stores import new_store

pytestmark = pytest.mark.asyncio(loop_scope="module")
DAILY: dict[str, Any] = {"pace": {"type": "daily", "hours": 24}}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[PushService]:
    async with PushService().open(tmp_path_factory.mktemp("push")) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def the_club(
    tmp_path_factory: pytest.TempPathFactory, service: PushService
) -> AsyncIterator[Clubhouse]:
    folder = tmp_path_factory.mktemp("club")
    courier = PushCourier(folder, "mailto:ada@club.example", service.way())
    courier.start()
    one = Clubhouse(folder, Clock(), new_store(folder), courier)
    async with one.open():
        yield one
    await courier.stop()


@pytest.fixture(autouse=True)
def _afresh(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    service.requests.clear()
    service.answers.clear()
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 0.05)
    # A caller over plain HTTP counts as present for half a minute; here no player is present.
    monkeypatch.setattr("quincunx.node.live.presence.TablePresence.is_present", lambda *_: False)


async def subscribed(browser: Browser, path: str = "/one", language: str = "en") -> Subscribed:
    key = (await browser.ask("GET", "/api/me/push"))["key"]
    device = Subscribed(path)
    await browser.ask("POST", "/api/me/push", device.asks(key, language), 204)
    return device


async def state_of(browser: Browser) -> tuple[bool, bool]:
    said = await browser.ask("GET", "/api/me/push")
    return said["is_on"], said["is_current"]


async def dropped(browser: Browser) -> None:
    """Wait until a device is no longer notified; the limit only keeps a failing test from hanging."""
    async with asyncio.timeout(20):
        while (await state_of(browser))[0]:  # noqa: ASYNC110  # that is in the store
            await asyncio.sleep(0.005)


async def test_my_turn_is_told_on_my_device_in_my_language(
    club: Clubhouse, browser: Browser, service: PushService
) -> None:
    ada, eve = await browser.hello(), await club.browser().hello()
    await ada.ask("PUT", "/api/me", {"name": "Ada"})
    await eve.ask("PUT", "/api/me", {"name": "Eve <b>&"})
    assert await state_of(ada) == (False, False)
    device = await subscribed(ada, language="it")
    assert await state_of(ada) == (True, True)
    table = await game(ada, eve, **DAILY)
    (request,) = await service.received(1)
    key = unlettered((await ada.ask("GET", "/api/me/push"))["key"])
    assert claims_of(request, key)["sub"] == "mailto:ada@club.example"
    said = json.loads(device.read(request.body))
    assert said == {
        "title": "Tocca a te in una partita di Cinco",
        "body": "Con Eve <b>& (ospite) · Tempo rimasto: 1 giorno",
        "table": table,
    }
    assert request.headers["Topic"] == table[:32]
    assert (request.headers["TTL"], request.headers["Urgency"]) == ("86400", "normal")
    # No other person was notified, and none twice.
    live = await club.state.tables._memory.get(table)
    club.state.tables._notifications.call(live)
    await until(lambda: not club.state.tables._notifications.is_waiting(table))
    assert len(service.requests) == 1
    assert 'quincunx_notices_total{outcome="sent"}' in club.watch.metrics.page().decode()


async def test_a_device_that_is_gone_is_not_asked_again(
    club: Clubhouse, browser: Browser, service: PushService
) -> None:
    ada, eve = await browser.hello(), await club.browser().hello()
    await subscribed(ada)
    service.answers = [410]
    await game(ada, eve)
    await service.received(1)
    await dropped(ada)
    await game(ada, eve)
    await asyncio.sleep(0.1)
    assert len(service.requests) == 1


async def test_an_endpoint_on_a_neighbouring_machine_is_logged_and_learns_nothing(
    club: Clubhouse, browser: Browser, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    courier: Any = club.courier
    monkeypatch.setattr(courier, "_way", service.way(is_allowed=is_public))
    ada, eve = await browser.hello(), await club.browser().hello()
    await subscribed(ada)
    monkeypatch.setattr(couriers, "PAUSES", (0.001,))
    await game(ada, eve)
    await until(lambda: bool(club.events))
    assert (club.events, service.requests) == (["bad_push_service"], [])
    assert (await state_of(ada))[0], "as for a name that stands for nobody"


async def test_it_ends_where_it_began_and_with_the_session(club: Clubhouse, browser: Browser) -> None:
    ada = await browser.hello()
    await subscribed(ada)
    await ada.ask("DELETE", "/api/me/push", status=204)
    await ada.ask("DELETE", "/api/me/push", status=204)
    assert await state_of(ada) == (False, False)
    await subscribed(ada)
    person = await ada.person()
    await ada.ask("POST", "/api/me/sign-out", status=204)
    assert await club.store.take_notice(person, "table", 1, "turn", 0) is None


async def test_each_device_for_itself_and_a_stranger_cannot_end_it(club: Clubhouse, browser: Browser) -> None:
    ada, eve = await browser.hello(), await club.browser().hello()
    await subscribed(ada)
    await eve.ask("DELETE", "/api/me/push", status=204)
    assert await state_of(ada) == (True, True)
    assert await club.browser().refused("GET", "/api/me/push") == "401 no-cookie"


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/one",
        "https://127.0.0.1/one",
        "https://[::1]/one",
        "https://2130706433/one",
        "https://0x7f.1/one",
        "https://localhost/one",
        "https://push.example:8443/one",
        "https://push.example:x/one",
        "https://user@push.example/one",
        "https://push.example/one#two",
        "https://push.example/one two",
        "https://push.example/one\r\nX: y",
        "https://push.exämple/one",
        "https://-push.example/one",
        "file:///etc/passwd",
        "//push.example/one",
        "",
        "https://push.example/" + "a" * 1_010,
    ],
)
async def test_an_impossible_push_service_is_refused(browser: Browser, endpoint: str) -> None:
    ada = await browser.hello()
    key = (await ada.ask("GET", "/api/me/push"))["key"]
    asks = Subscribed().asks(key)
    asks["subscription"]["endpoint"] = endpoint
    assert (await ada.refused("POST", "/api/me/push", asks)).startswith("400 ")
    assert await state_of(ada) == (False, False)


async def test_keys_that_are_none_are_refused(browser: Browser) -> None:
    ada = await browser.hello()
    key = (await ada.ask("GET", "/api/me/push"))["key"]
    device = Subscribed()
    for name, wrong in (("p256dh", letters(b"\x04" + bytes(64))), ("p256dh", "?"), ("auth", "AAAA")):
        asks = device.asks(key)
        asks["subscription"]["keys"][name] = wrong
        assert await ada.refused("POST", "/api/me/push", asks) == "400 bad-push-keys"
    other = letters(device.point)
    assert await ada.refused("POST", "/api/me/push", device.asks(other)) == "409 other-push-key"


async def test_a_phone_does_not_ring_all_day(
    club: Clubhouse, browser: Browser, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "NOTICES", Rate(2, 1_800.0))
    pushes = Pushes(club.store, club.courier, club.state.mails, club.clock, club.watch)
    ada = await browser.hello()
    await subscribed(ada)
    person = await ada.person()
    for turn in range(5):
        await pushes.notify(Notice(person, "table", turn, "cinco"))
    monkeypatch.setattr(push, "MOST_UNDER_WAY", 0)
    eve = await club.browser().hello()
    await subscribed(eve, "/two")
    await pushes.notify(Notice(await eve.person(), "table", 1, "cinco"))
    await service.received(2)
    await pushes.stop()
    assert len(service.requests) == 2


async def test_a_server_without_notifications_says_so(
    club: Clubhouse, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await browser.hello()
    key = (await ada.ask("GET", "/api/me/push"))["key"]
    monkeypatch.setattr(club.state.pushes, "courier", None)
    assert await ada.ask("GET", "/api/me/push") == {"key": None, "is_on": False, "is_current": False}
    assert await ada.refused("POST", "/api/me/push", Subscribed().asks(key)) == "409 no-push"


@pytest.mark.parametrize(
    ("notice", "language", "title", "body"),
    [
        (Notice("a", "t", 3, "cinco"), "en", "It’s your turn in Cinco", ""),
        (Notice("a", "t", 3, "cinqo", left=86_400_000), "en", "It’s your turn in Cinq-O", "1 day left"),
        (
            Notice("a", "t", 3, "cinqo", left=3 * 86_400_000 - 9_000),
            "en",
            "It’s your turn in Cinq-O",
            "3 days left",
        ),
        (
            Notice("a", "t", 3, "cinqo", left=23 * 3_600_000),
            "en",
            "It’s your turn in Cinq-O",
            "23 hours left",
        ),
        (Notice("a", "t", 3, "cinqo", left=3_541_000), "en", "It’s your turn in Cinq-O", "1 hour left"),
        (Notice("a", "t", 3, "cinqo", left=300_000), "en", "It’s your turn in Cinq-O", "5 minutes left"),
        (Notice("a", "t", 3, "cinqo", left=31_999), "en", "It’s your turn in Cinq-O", "31 seconds left"),
        (
            Notice("a", "t", 0, "cinco", ("Ann", "Bo", "Cy")),
            "en",
            "A seat is reserved for you in Cinco",
            "With Ann, Bo and Cy",
        ),
        (
            Notice("a", "t", 0, "cinco", ("Ann", "Bo")),
            "xx",
            "A seat is reserved for you in Cinco",
            "With Ann and Bo",
        ),
        (Notice("a", "t", 3, "cinqo", left=300_000), "zh", "Cinq-O：轮到你了", "剩余 5 分钟"),
        (
            Notice("a", "t", 0, "cinco", ("Ann", "Bo")),
            "it",
            "C’è un posto riservato per te in una partita di Cinco",
            "Con Ann e Bo",
        ),
    ],
)
async def test_the_text_of_a_notification(notice: Notice, language: str, title: str, body: str) -> None:
    message = message_of(notice, language)
    assert json.loads(message.body) == {"title": title, "body": body, "table": "t"}
    left = 86_400_000 if notice.left is None else notice.left
    assert message.seconds == min(86_400, left // 1_000)
