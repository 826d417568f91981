"""A vacation in browsers: started on the account's page, seen at the table and in the list of games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import assert_accessible
from tests.e2e.play import make_table, resize
from tests.e2e.test_pages import assert_fits
from tests.e2e.test_people import PASSWORD, arrive, ask
from tests.e2e.windows import NewPage

DAILY: dict[str, Any] = {
    "options": {"game": "cinco", "players": 2, "teams": 2, "joker": False, "first": 0},
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "pace": {"type": "daily", "hours": 24},
}
AWAY = re.compile(r"on vacation until \w+")


@pytest.mark.nightly
def test_others_see_a_vacation_at_the_table_and_in_their_list(new_page: NewPage) -> None:
    ada, bo = new_page(), new_page()
    arrive(ada)
    ask(ada, "POST", "/api/account", {"name": "Vacation Ada", "password": PASSWORD})
    table = make_table(ada, DAILY)
    ada.goto(table)
    expect(ada.get_by_test_id("link")).to_be_visible()
    bo.goto(table)
    bo.get_by_test_id("sit-1").click()
    expect(bo.get_by_test_id("time-0")).to_be_visible()
    ada.goto("/me/account")
    ada.get_by_test_id("vacation-days").fill("3")
    assert_accessible(ada)
    ada.get_by_test_id("start-vacation").click()
    expect(ada.get_by_test_id("vacation-until")).to_be_visible()
    expect(ada.get_by_test_id("vacation")).to_contain_text("17 of 20")
    for width, height in ((360, 740), (844, 390), (1280, 800)):
        resize(ada, width, height)
        assert_fits(ada)
    # At the table it is there at once, and in the list of running games.
    expect(bo.get_by_test_id("vacation-0").first).to_contain_text(AWAY)
    assert_accessible(bo)
    bo.goto("/")
    expect(bo.get_by_test_id("running").first).to_contain_text(AWAY)
    ada.get_by_test_id("end-vacation").click()
    expect(ada.get_by_test_id("vacation-next")).to_be_visible()
    bo.goto(table)
    expect(bo.get_by_test_id("time-0")).to_be_visible()
    expect(bo.get_by_test_id("vacation-0")).to_have_count(0)
