"""A table with clocks in the browser: chosen, shown, run out, and taken back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import assert_accessible
from tests.e2e.play import make_table, resize, unfold
from tests.e2e.test_layouts import SIZES
from tests.e2e.test_people import arrive_unseen, command
from tests.e2e.windows import NewPage

SHORT = {
    "options": {"game": "cinqo", "players": 2, "goal": "rounds", "rounds": 9, "first": 0},
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "pace": {"type": "live", "total": 4, "increment": 4},
}
SIX = {
    "options": {"game": "cinco", "players": 6, "teams": 2, "joker": False, "first": 0},
    "seats": [{"kind": "me"}, *({"kind": "bot", "level": "greedy"} for _ in range(5))],
    "pace": {"type": "live", "total": 1500, "increment": 30},
}
CUT = "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).length"


@pytest.mark.nightly
def test_a_pace_is_chosen_and_all_times_stand_beside_the_names(new_page: NewPage):
    page = new_page(width=390, height=664)
    page.goto("/new?game=cinco")
    unfold(page)
    page.get_by_test_id("pace-live").check(force=True)
    page.get_by_test_id("pace-live-3-5").check(force=True)
    page.get_by_test_id("make").click()
    expect(page.get_by_test_id("time-0")).to_be_visible()
    expect(page.get_by_test_id("time-1")).to_be_visible()
    shown = re.compile(r"^(3:00|2:[0-5]\d)")
    expect(page.get_by_test_id("time-0")).to_have_text(shown)
    assert_accessible(page)


@pytest.mark.nightly
def test_a_player_out_of_time_is_told_so_and_has_the_seat_back_at_one_touch(new_page: NewPage):
    page = new_page(width=390, height=664)
    address = make_table(page, SHORT)
    page.goto(address)
    expect(page.get_by_test_id("link")).to_be_visible()
    other = new_page()
    arrive_unseen(other)
    command(other, address.rpartition("/")[2], {"type": "sit_down", "seat": 1, "commitment": "a" * 64})
    expect(page.get_by_test_id("time-0")).to_be_visible()
    take_back = page.get_by_test_id("take-back")
    expect(page.get_by_test_id("prompt")).to_contain_text("You ran out of time. A bot is playing for you.")
    take_back.click()
    expect(take_back).to_be_hidden()
    page.get_by_test_id("open-log").click()
    expect(page.get_by_test_id("log")).to_contain_text("Your time runs out; a bot takes over.")
    expect(page.get_by_test_id("log")).to_contain_text("A bot has made")


@pytest.mark.nightly
def test_there_is_room_for_names_and_times_of_six(new_page: NewPage):
    page = new_page(width=360, height=640)
    page.goto(make_table(page, SIX))
    expect(page.get_by_test_id("time-5")).to_be_visible()
    for size in SIZES:
        resize(page, *size)
        assert page.locator(".seats .name").evaluate_all(CUT) == 0, size
        boxes = [page.get_by_test_id(f"time-{seat}").bounding_box() for seat in range(6)]
        outer = [page.get_by_test_id(f"seat-{seat}").bounding_box() for seat in range(6)]
        for box, around in zip(boxes, outer, strict=True):
            assert box is not None
            assert around is not None
            assert around["x"] <= box["x"], size
            assert box["x"] + box["width"] <= around["x"] + around["width"], size
            assert box["y"] + box["height"] <= around["y"] + around["height"] + 1, size
