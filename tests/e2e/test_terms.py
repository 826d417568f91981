"""Explanations of terms at the table, opened by a long press, a right click, or a key."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.axe import assert_accessible_in_both_themes
from tests.e2e.play import make_cinco, make_cinqo, wait_for_turn
from tests.e2e.test_languages import CUT
from tests.e2e.windows import NewPage
from tests.examples import mostly_nightly


def touch(page: Page, what: Locator, *, rests: bool, to: Locator | None = None) -> None:
    """A finger comes down, rests there or not, goes elsewhere or not, and is lifted."""
    line = page.context.new_cdp_session(page)

    def send(kind: str, at: Locator | None) -> None:
        box = at.bounding_box() if at else None
        points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}] if box else []
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", what)
    if rests:
        expect(page.get_by_test_id("explanation")).to_be_visible()
    if to is not None:
        send("touchMove", to)
    send("touchEnd", None)


ENGLISH = ("en-GB", "Play a card", "Rule 4.1")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("locale", "title", "rule"),
    mostly_nightly([ENGLISH, ("de", "Eine Karte ausspielen", "Regel 4.1")], ENGLISH),
)
def test_a_finger_that_rests_on_a_card_is_told_what_it_is_and_chooses_nothing(
    new_page: NewPage, locale: str, title: str, rule: str
):
    page = new_page(width=390, height=664, locale=locale, has_touch=True)
    page.goto("/")
    page.get_by_test_id("play-now-cinco").click()
    card = page.locator("[data-testid^=card-]").first
    expect(card).to_be_visible()
    touch(page, card, rests=True)
    note = page.get_by_test_id("explanation")
    expect(note.get_by_role("heading")).to_have_text(title)
    expect(note.get_by_role("link")).to_have_text(rule)
    expect(card).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(CUT) == []
    assert_accessible_in_both_themes(page, "an explanation")
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    card.click()  # however slow the machine, no long press
    expect(card).to_have_attribute("aria-pressed", "true")


@pytest.mark.nightly
def test_dice_are_asked_about_and_dragged_by_a_finger(new_page: NewPage):
    page = new_page(width=390, height=664, has_touch=True)
    make_cinqo(page)
    page.get_by_test_id("die-1").click()
    expect(page.get_by_test_id("die-1")).to_have_attribute("data-fate", "rack")
    touch(page, page.get_by_test_id("die-0"), rests=False, to=page.locator("[data-part=bank]"))
    expect(page.get_by_test_id("die-0")).to_have_attribute("data-fate", "bank")
    die = page.get_by_test_id("die-2")
    touch(page, die, rests=True)
    expect(page.get_by_test_id("explanation")).to_contain_text("rolled again")
    expect(die).to_have_attribute("data-fate", "tray")
    touch(page, page.get_by_test_id("status"), rests=False)
    expect(page.get_by_test_id("explanation")).to_have_count(0)


def test_a_button_that_does_nothing_now_says_why_to_a_right_click_and_to_the_menu_key(page: Page):
    make_cinco(page, 2)
    note = page.get_by_test_id("explanation")
    draw = page.get_by_test_id("draw")
    while page.locator("[data-testid^=card-]").count() < 4:  # a player who has played a card may draw
        page.keyboard.press("d")
        page.keyboard.press("d")
        assert wait_for_turn(page)
    draw.click(button="right", force=True)
    expect(note).to_contain_text("You already hold four cards")
    note.get_by_test_id("explained").click()
    expect(note).to_have_count(0)
    draw.focus()
    page.keyboard.press("Shift+F10")
    draw.dispatch_event("contextmenu")  # what that key does in a window of its own
    expect(note).to_contain_text("Draw a card")


@pytest.mark.nightly
def test_where_there_are_no_hints_a_question_mark_asks(page: Page):
    page.goto("/learn/cinqo?step=1")
    page.get_by_test_id("case").wait_for()
    page.locator("[data-testid^=die-]").first.focus()
    page.keyboard.press("?")
    expect(page.get_by_test_id("explanation").get_by_role("heading")).to_have_text("Tray")
