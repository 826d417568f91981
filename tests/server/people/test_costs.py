"""Costs are charged to the caller, by whatever path a thing is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.kit import RateLimiter
from quincunx.server.transport.limits import Limits, tables_rate
from quincunx.table.seats.person import Person
from tests.server.people.conftest import HOST, Clubhouse

pytestmark = pytest.mark.asyncio(loop_scope="module")

WHOLE = f"http://{HOST}"
"""In front of paths with two slashes, which would be addresses of their own."""
TABLES = 40
SOLITAIRE: dict[str, Any] = {"options": {"game": "cinqo", "players": 1}, "seats": [{"kind": "me"}]}
SPELLED = ("/api/tables", "/api/tables/", "//api/tables", "/api//tables", "//api//tables//", "/api/%74ables")


@pytest.fixture
def usual(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> Limits:
    """The limits of a server with the usual settings. For new tables no time passes, however slow the machine
    is."""
    limits = Limits(20.0)
    limits.tables_of_address = RateLimiter(tables_rate(20.0), timer=lambda: 0.0)
    monkeypatch.setattr(club.state, "limits", limits)
    return limits


async def test_a_table_costs_the_same_by_every_spelling_of_its_path(club: Clubhouse, usual: Limits) -> None:
    statuses: list[int] = []
    for _ in range(4):
        browser = await club.browser().hello()
        answers = [await browser.http.post(WHOLE + path, json=SOLITAIRE) for path in SPELLED * 3]
        statuses += [answer.status_code for answer in answers]
    assert set(statuses) <= {201, 404, 429}
    assert statuses.count(201) == TABLES


async def test_a_daily_challenge_costs_a_table(club: Clubhouse, usual: Limits) -> None:
    statuses: list[int] = []
    paths = ("/api/days/today/cinqo", "//api/days/today/cinqo", "/api/days/today/cinqo/")
    for _ in range(5):
        browser = await club.browser().hello()
        statuses += [(await browser.http.post(WHOLE + path)).status_code for path in paths * 5]
    assert set(statuses) <= {201, 404, 429}
    assert statuses.count(201) == TABLES
    answer = await (await club.browser().hello()).http.post(paths[0])
    assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
    assert answer.json()["params"]["seconds"] >= 1


async def test_a_refused_request_is_not_charged_as_if_it_were_done(club: Clubhouse, usual: Limits) -> None:
    browser = await club.browser().hello()
    wrong = {**SOLITAIRE, "seats": [{"kind": "me"}] * 9}
    for _ in range(TABLES + 10):
        assert (await browser.http.post("/api/tables", json=wrong)).status_code not in (201, 429)
    await browser.ask("POST", "/api/tables", SOLITAIRE, 201)
    host = club.browser()
    await host.account("Ada")
    for _ in range(20):
        assert (await host.http.post("/api/tournaments", json={"name": ""})).status_code not in (201, 429)


async def test_a_listed_table_bears_a_mark_of_its_network_that_is_never_sent(club: Clubhouse) -> None:
    here, there = club.browser(), club.browser(address="203.0.113.77")
    plan = {
        **SOLITAIRE,
        "options": {"game": "cinqo", "players": 2},
        "seats": [{"kind": "me"}, {"kind": "open"}],
    }
    marks = []
    for browser in (here, here, there):
        await browser.hello()
        for listed in (True, False):
            made = await browser.ask("POST", "/api/tables", {**plan, "listed": listed}, 201)
            assert "origin" not in made
            state = (await club.state.tables.watch(made["id"], Person("", "x"))).state
            marks.append(state.origin)
    assert marks[0] == marks[2] != marks[4]
    assert marks[1] is marks[3] is marks[5] is None
    assert len(marks[0]) == 4
    sent = (await here.ask("GET", "/api/lobby"))["tables"]
    assert sent
    assert all(not table.get("origin") for table in sent)
