"""Notifications by kind and way: each event is sent once, over all nodes, and mails end with one request."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from quincunx.club.mail import Mail
from quincunx.club.matchmaking import Seeker
from quincunx.club.push import Message, Outcome, PushRow
from quincunx.server.people.reach import reminders as reminding
from quincunx.server.people.reach.reminders import DAY, HOUR, MINUTE, Reminders
from quincunx.table.seats.person import handle_of
from tests.contracts.pushes import push
from tests.server.people.access.test_leaving import game
from tests.server.people.access.test_mails import Letterbox, confirmed, sent
from tests.server.people.conftest import Browser, Clock, Clubhouse
from tests.server.people.test_results import RATED, counted, played
from tests.servers.stores import new_store

pytestmark = pytest.mark.asyncio(loop_scope="module")
DAILY: dict[str, Any] = {"pace": {"type": "daily", "hours": 24}}
FORM = {"content-type": "application/x-www-form-urlencoded"}


class Phones:
    """A courier that keeps what it is given."""

    keys = (b"key",)

    def __init__(self) -> None:
        self.told: list[tuple[str, dict[str, Any]]] = []

    async def deliver(self, to: PushRow, message: Message) -> Outcome:
        self.told.append((to.person, json.loads(message.body)))
        return "sent"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def the_club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Clubhouse]:
    """A server that sends e-mail and push notifications."""
    folder = tmp_path_factory.mktemp("notifications")
    one = Clubhouse(folder, Clock(), new_store(folder), Phones())
    one.postman = Letterbox()
    async with one.open():
        yield one


@pytest.fixture
def box(club: Clubhouse) -> Letterbox:
    assert isinstance(club.postman, Letterbox)
    club.postman.mails.clear()
    return club.postman


@pytest.fixture(autouse=True)
def _nobody_is_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.node.live.presence.TablePresence.is_present", lambda *_: False)


def nodes(club: Clubhouse) -> tuple[Reminders, Reminders]:
    """The reminders of two nodes over one store."""
    state = club.state
    made = [
        Reminders(
            club.store, club.journal, state.tables, state.matchmaker.games_sought, state.pushes, club.clock
        )
        for _ in range(2)
    ]
    return made[0], made[1]


async def with_device(browser: Browser) -> str:
    """The person, who gets push notifications."""
    known = await browser.club.store.session(browser.key)
    assert known is not None
    assert known.session is not None
    row = push(known.person.id, known.session.id, endpoint=f"https://push.example/{known.session.id}")
    await browser.club.store.keep_push(row)
    return known.person.id


async def told(club: Clubhouse) -> list[tuple[str, dict[str, Any]]]:
    """The messages that phones have received since the last call."""
    under_way = club.state.pushes._under_way
    while under_way:
        await next(iter(under_way))
    courier: Any = club.courier
    found, courier.told = courier.told, []
    return list(found)


async def choose(browser: Browser, **changed: str) -> Any:
    known = (await browser.ask("GET", "/api/me/notifications"))["choices"]
    return await browser.ask("PUT", "/api/me/notifications", {**known, **changed})


async def test_choices_are_kept_and_checked(club: Clubhouse, browser: Browser) -> None:
    await browser.hello()
    known = await browser.ask("GET", "/api/me/notifications")
    assert known["choices"]["turn"] == "push"
    assert [known[key] for key in ("has_push", "has_device", "has_mail", "has_address")] == [
        True,
        False,
        True,
        False,
    ]
    changed = await choose(browser, turn="off", weekly="mail")
    assert (changed["choices"]["turn"], changed["choices"]["weekly"]) == ("off", "mail")
    assert await browser.ask("GET", "/api/me/notifications") == changed
    path = "/api/me/notifications"
    assert await browser.refused("PUT", path, {"turn": "smoke"}) == "400 malformed"
    assert await club.browser().refused("PUT", path, {}) == "401 no-cookie"


async def test_a_player_is_reminded_once_of_little_time(club: Clubhouse) -> None:
    ada, eve = await club.browser().hello(), await club.browser().hello()
    people = [await with_device(each) for each in (ada, eve)]
    table = await game(ada, eve, **DAILY)
    one, other = nodes(club)
    await one.look_at_times()
    assert [each for each in await told(club) if "almost" in each[1]["title"]] == []
    club.clock.at += 24 * HOUR - 50 * MINUTE
    for node in (one, other, one):
        await node.look_at_times()
    (mine,) = [each for each in await told(club) if "almost" in each[1]["title"]]
    assert mine[0] in people
    assert mine[1] == {
        "title": "Your time is almost up in Cinco",
        "body": "50 minutes left",
        "path": f"/t/{table}",
    }
    # Nor again after a restart.
    for node in nodes(club):
        await node.look_at_times()
    assert await told(club) == []


async def test_players_are_reminded_once_of_a_tournament(club: Clubhouse) -> None:
    ada, bo = club.browser(), await club.browser().hello()
    await ada.account("Ada")
    person = await with_device(bo)
    settings = {
        "name": "Evening",
        "format": "swiss",
        "options": {"game": "cinco"},
        "pace": {"type": "live", "total": 60, "increment": 1},
        "begins": club.clock.at + HOUR,
    }
    tournament = (await ada.ask("POST", "/api/tournaments", settings, 201))["id"]
    await bo.ask("POST", f"/api/tournaments/{tournament}/commands", {"type": "join"})
    one, other = nodes(club)
    await one.look_at_tournaments()
    assert await told(club) == []
    club.clock.at += 46 * MINUTE
    for node in (one, other, one):
        await node.look_at_tournaments()
    shown = {"title": "Evening starts soon", "body": "In 14 minutes", "path": f"/e/{tournament}"}
    assert await told(club) == [(person, shown)]


async def test_a_player_is_told_once_of_a_challenge(club: Clubhouse) -> None:
    host, *players = (club.browser() for _ in range(4))
    await host.account("Host of the Ladder")
    settings = {
        "name": "Winter",
        "format": "ladder",
        "options": {"game": "cinco"},
        "pace": {"type": "live", "total": 60, "increment": 1},
        "wait": 86_400,
    }
    tournament = (await host.ask("POST", "/api/tournaments", settings, 201))["id"]
    path = f"/api/tournaments/{tournament}/commands"
    for browser in players:
        await browser.hello()
        await browser.ask("POST", path, {"type": "join"})
    await host.ask("POST", path, {"type": "start"})
    person = await with_device(players[0])
    after = await players[1].ask("POST", path, {"type": "challenge", "player": 1})
    taken_back = await players[2].ask("POST", path, {"type": "challenge", "player": 1})
    number = taken_back["ladder"]["challenges"][-1]["challenge"]
    await players[2].ask("POST", path, {"type": "cancel_challenge", "challenge": number})
    one, other = nodes(club)
    for node in (one, other, one):
        await node.look_at_challenges()
    name = after["standings"][1]["name"]
    shown = {"title": f"{name} challenges you", "body": "Ladder: Winter", "path": f"/e/{tournament}"}
    assert await told(club) == [(person, shown)]
    # Later tests find no challenge of this one.
    await host.ask("POST", path, {"type": "end"})


async def test_followers_and_those_who_wait_are_told_of_a_seeker_once(club: Clubhouse) -> None:
    ada, bo, cy, eve = (club.browser() for _ in range(4))
    for browser, name in ((ada, "Ada"), (bo, "Bo"), (cy, "Cy"), (eve, "Eve")):
        await browser.account(name)
    table = await played(bo, ada)
    await played(bo, eve)
    await counted(club)
    seeker = await bo.person()
    for browser in (ada, eve):
        await browser.ask("POST", "/api/me/friends", {"handle": handle_of(seeker)})
        await choose(browser, friend="push")
    assert await cy.refused("PUT", "/api/me/alert", {"is_on": True}) == "409 no-device"
    people = [await with_device(each) for each in (ada, cy, eve)]
    await bo.ask("POST", "/api/me/blocks", {"table": await played(bo, eve), "seat": 1})
    for browser in (cy, eve):
        until = (await browser.ask("PUT", "/api/me/alert", {"is_on": True}))["until"]
        assert until == club.clock.at + 4 * HOUR
    await told(club)
    pool = msgspec.json.encode({"settings": {**RATED, "seats": [{"kind": "open"}] * 2}}).decode()
    await club.store.add_seeker(Seeker(seeker, "Bo", pool, 2, 1500, 50, club.clock.at))
    one, other = nodes(club)
    await one.look_at_seekers()
    assert await told(club) == [], "many find a game at once"
    club.clock.at += reminding.SEEKING_FOR
    for node in (one, other, one):
        await node.look_at_seekers()
    found = await told(club)
    # Eve is kept apart from the one who seeks: she hears of it neither as a friend nor otherwise.
    assert sorted(person for person, _ in found) == sorted(people[:2]), table
    assert found[0][1]["title"] == "Bo is looking for a game of Cinco"
    assert (await cy.ask("GET", "/api/me/alert"))["until"] is None
    await club.store.stop_seeking(seeker)


async def test_mails_end_with_one_request_without_signing_in(
    club: Clubhouse, box: Letterbox, browser: Browser
) -> None:
    club.clock.at += 2 * DAY + 16 * HOUR  # to the midnight before a Monday (UTC)
    await browser.account("Ada")
    await confirmed(club, box, browser)
    await choose(browser, turn="mail", weekly="mail")
    await game(browser, await club.browser().hello(), **DAILY)
    one, other = nodes(club)
    mails: list[Mail] = []
    for _ in range(12):
        club.clock.at += HOUR
        for node in (one, other):
            await node.look_at_week()
        mails += [mail for mail in await sent(club, box) if "~weekly~" in mail.unsubscribe]
    assert [mail.subject for mail in mails] == ["Deine Fernpartien dieser Woche"]
    (mail,) = mails
    path = mail.unsubscribe.removeprefix("http://club.example")
    assert re.fullmatch(r"/unsubscribe/[\w-]+~weekly~[\w-]{22}", path)
    assert mail.unsubscribe in mail.text
    # As a mail program sends it: no cookie, a form.
    post = club.browser().http.post
    content = "List-Unsubscribe=One-Click"
    for _ in range(2):
        answer = await post(path, content=content, headers=FORM)
        assert (answer.status_code, answer.json()) == (200, {"kind": "weekly"})
    known = (await browser.ask("GET", "/api/me/notifications"))["choices"]
    assert (known["weekly"], known["turn"]) == ("off", "mail")
    # Another kind, another person and another server's signature end nothing.
    for wrong in (path.replace("weekly", "turn"), path[:-1] + "A" * 2, "/unsubscribe/nonsense"):
        answer = await post(wrong, content=content, headers=FORM)
        assert (answer.status_code, answer.json()["code"]) == (404, "bad-unsubscribe")
    foreign = {**FORM, "origin": "https://elsewhere.example"}
    assert (await post(path, content=content, headers=foreign)).status_code == 403
    # Elsewhere a form is refused as before.
    assert (await post("/api/sign-in/mail", content=content, headers=FORM)).status_code == 415
