"""Names as wide as they may be: no page grows wider, and none is cut without dots, at any table."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.play import make_cinco, make_cinqo, make_table, resize
from tests.e2e.test_pages import assert_fits
from tests.e2e.test_people import ask
from tests.e2e.windows import NewPage

SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)]
WIDE, WORD = "W" * 24, "Donaudampfschifffahrtsge"
TEAMS = {2: 2, 3: 3, 4: 2, 6: 3}

CUT = """() => {
    // What is cut off ends in dots.
    const isCut = each => {
        if (!each.checkVisibility() || each.children.length) return false;
        if (!/WWWW|Donau/.test(each.textContent)) return false;
        if (each.closest('.visually-hidden, svg') || each.scrollWidth <= each.clientWidth + 1) return false;
        const {textOverflow, display, clipPath} = getComputedStyle(each);
        return display !== 'inline' && textOverflow !== 'ellipsis' && clipPath === 'none';
    };
    return [...document.querySelectorAll('main *')].filter(isCut).map(each => each.outerHTML);
}"""


def assert_whole(page: Page) -> None:
    for width, height in SIZES:
        resize(page, width, height)
        assert_fits(page)
        assert page.evaluate(CUT) == [], (width, height)


def one_device(game: str, players: int) -> dict[str, Any]:
    """A table of people who pass a device on, with the widest names."""
    options = {"game": game, "players": players, "first": 0}
    if game == "cinco":
        options["teams"] = TEAMS[players]
    seats = [{"kind": "me", "name": (WORD if seat % 2 else WIDE)[:23] + str(seat)} for seat in range(players)]
    return {"options": options, "seats": seats, "one_device": True, "hints": True}


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["cinco", "cinqo"])
def test_wide_names_break_no_table(new_page: NewPage, game: str) -> None:
    page = new_page()
    for players in TEAMS:
        page.goto(make_table(page, one_device(game, players)))
        expect(page.get_by_test_id("table")).to_be_visible()
        assert_whole(page)


@pytest.mark.nightly
def test_wide_names_break_no_page_of_a_person_and_no_invitation(new_page: NewPage) -> None:
    page, friend = new_page(), new_page(width=390, height=844)
    for path in ("/", "/me", "/today", "/community"):
        page.goto(path)
        expect(page.get_by_test_id("guest-name")).to_be_visible()
        if path == "/":
            ask(page, "PUT", "/api/me", {"name": WIDE})
            page.reload()
            expect(page.get_by_test_id("guest-name")).to_contain_text(WIDE)
        assert_whole(page)
    settings = {
        "options": {"game": "cinco", "players": 4, "teams": 2},
        "seats": [{"kind": "me"}] + [{"kind": "open"}] * 3,
    }
    address = make_table(page, settings)
    for person in (page, friend):
        person.goto(address)
        expect(person.locator("main")).to_contain_text(WIDE)
        assert_whole(person)


PLACES = ["cinco", "cinqo", "/learn/cinco?step=6", "/learn/cinqo?step=1"]


@pytest.mark.nightly
@pytest.mark.parametrize("place", PLACES)
def test_the_own_seat_is_called_you_everywhere_at_a_table(new_page: NewPage, place: str) -> None:
    page = new_page()
    page.goto("/learn")
    name = page.evaluate("fetch('/api/me').then(answer => answer.json()).then(me => me.name)")
    assert name
    if place == "cinco":
        make_cinco(page, 4)
    elif place == "cinqo":
        make_cinqo(page, 2)
        page.keyboard.press("a")
        page.get_by_test_id("commit").click()  # the sum of a turn names its player
        expect(page.get_by_test_id("last-turn").or_(page.get_by_test_id("sum")).first).to_be_visible()
    else:
        page.goto(place)
    frame = page.locator(".frame")
    for width, height in SIZES:
        resize(page, width, height)
        expect(frame).to_contain_text("You")
        expect(frame).not_to_contain_text(name)
        expect(frame).not_to_contain_text("(you)")
