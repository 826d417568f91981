"""Webhooks of clubs: from the form to what arrives over https, and how a failing one ends."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from quincunx.adapters.push.addresses import is_public
from quincunx.adapters.webhooks import WebhookCourier
from quincunx.club.clubs.hooks import MOST_FAILURES
from tests.server.people.conftest import Browser, Clubhouse
from tests.server.people.test_results import RATED, counted, played
from tests.servers.push_service import PushService

pytestmark = pytest.mark.asyncio(loop_scope="module")
URL = "https://push.example/api/webhooks/1/secret-token"
HOOK: dict[str, Any] = {"url": URL, "language": "en"}
HOUR = 3_600_000
DAY = 24 * HOUR
PATH = "/api/clubs/cafe/hook"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[PushService]:
    async with PushService().open(tmp_path_factory.mktemp("hooks")) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def ada(club: Clubhouse, service: PushService) -> Browser:
    """The owner of a club."""
    service.requests.clear()
    service.answers.clear()
    club.state.club_hooks._courier = WebhookCourier(service.way())
    browser = club.browser()
    await browser.account("Ada")
    settings = {"title": "Café *bold* @everyone", "joining": "open"}
    await browser.ask("POST", "/api/clubs", {"name": "cafe", "settings": settings}, 201)
    return browser


def said(service: PushService) -> list[str]:
    """The texts that have arrived since the last time."""
    found = [json.loads(request.body) for request in service.requests]
    assert all(each["allowed_mentions"] == {"parse": []} for each in found), "nobody is called by a name"
    service.requests.clear()
    return [each["content"] for each in found]


async def test_the_form_is_for_the_staff_and_never_shows_the_secret(club: Clubhouse, ada: Browser) -> None:
    assert (await ada.ask("GET", PATH))["address"] is None
    assert await ada.refused("POST", f"{PATH}/test") == "404 no-hook"
    for url in (
        "http://push.example/x",
        "https://127.0.0.1/x",
        "https://push.example:8443/x",
        "nothing",
        None,
    ):
        assert await ada.refused("PUT", PATH, {**HOOK, "url": url}) == "400 bad-hook"
    made = await ada.ask("PUT", PATH, HOOK)
    assert made == {
        "address": "push.example",
        "nights": True,
        "results": True,
        "standings": True,
        "stopped": None,
    }
    assert "secret" not in (await ada.http.get("/api/clubs/cafe")).text
    changed = await ada.ask("PUT", PATH, {"url": None, "language": "en", "results": False})
    assert (changed["address"], changed["results"]) == ("push.example", False)
    bo = club.browser()
    await bo.account("Bo")
    await bo.ask("POST", "/api/clubs/cafe/commands", {"type": "join"})
    for method, path, body in (("GET", PATH, None), ("PUT", PATH, HOOK), ("DELETE", PATH, None)):
        assert await bo.refused(method, path, body) == "403 club-not-staff"
    assert await bo.refused("POST", f"{PATH}/test") == "403 club-not-staff"
    assert (await ada.ask("DELETE", PATH))["address"] is None


async def test_news_arrives_once_over_all_nodes(club: Clubhouse, ada: Browser, service: PushService) -> None:
    bo = club.browser()
    await bo.account("Bo")
    await bo.ask("POST", "/api/clubs/cafe/commands", {"type": "join"})
    await played(ada, bo, RATED)  # before the webhook: no news
    await counted(club)
    await ada.ask("PUT", PATH, HOOK)
    hooks = club.state.club_hooks
    assert (await ada.ask("POST", f"{PATH}/test"))["outcome"] == "sent"
    (test,) = said(service)
    assert test.startswith(r"This is a test. News of **Café \*bold\* \@everyone**")
    await hooks.send_due()
    assert said(service) == []
    begins = club.clock.at + 2 * HOUR
    night = {"type": "add_nights", "title": "Quincunx night", "begins": [begins]}
    await ada.ask("POST", "/api/clubs/cafe/commands", night)
    await hooks.send_due()
    assert said(service) == []
    club.clock.at += HOUR + 60_000
    await played(ada, bo, RATED)
    await counted(club)
    for _ in range(2):
        await hooks.send_due()
    announced, results = said(service)
    assert f"Quincunx night, <t:{begins // 1000}:F>" in announced
    assert results.splitlines()[1] == "Cinco: **Ada** won against Bo"
    club.clock.at += 7 * DAY
    for _ in range(2):
        await hooks.send_due()
    (standings,) = said(service)
    assert standings.splitlines()[1].startswith("1. Ada – 2")


async def test_a_failing_webhook_is_switched_off_and_the_staff_is_told(
    club: Clubhouse, ada: Browser, service: PushService
) -> None:
    await ada.ask("PUT", PATH, HOOK)
    # A redirect is not followed, and counts as a failure.
    service.answers = [302, *[500] * (MOST_FAILURES - 1)]
    for number in range(MOST_FAILURES):
        assert (await ada.ask("GET", PATH))["stopped"] is None, number
        assert (await ada.ask("POST", f"{PATH}/test"))["outcome"] == "failed"
    assert len(service.requests) == MOST_FAILURES
    assert (await ada.ask("GET", PATH))["stopped"] == club.clock.at
    assert (await ada.ask("GET", "/api/clubs/cafe"))["hook_stopped"] == club.clock.at
    assert (await club.browser().ask("GET", "/api/clubs/cafe"))["hook_stopped"] is None
    assert await club.store.club_hooks("", 9) == []
    # Saved again it is on; one that is gone, or beside us, is off at once.
    await ada.ask("PUT", PATH, {**HOOK, "url": None})
    assert (await ada.ask("GET", "/api/clubs/cafe"))["hook_stopped"] is None
    service.answers = [404]
    assert (await ada.ask("POST", f"{PATH}/test"))["outcome"] == "gone"
    assert (await ada.ask("GET", PATH))["stopped"] is not None
    await ada.ask("PUT", PATH, HOOK)
    service.requests.clear()
    club.state.club_hooks._courier = WebhookCourier(service.way(is_allowed=is_public))
    assert (await ada.ask("POST", f"{PATH}/test"))["outcome"] == "refused"
    assert service.requests == []
