"""Manners at a table of Cinco: no accidental move, no unseen one, and no unexplained refusal."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_accessible_in_both_themes
from tests.e2e.play import (
    cinco_by_mouse,
    exchange,
    make_cinco,
    pass_and_play,
    press_twice,
    wait_for_friend,
    wait_for_turn,
    walk_to,
)
from tests.e2e.test_people import arrive_unseen, command
from tests.e2e.windows import NewPage
from tests.examples import mostly_nightly


def version(page: Page) -> str | None:
    return page.get_by_test_id("table").get_attribute("data-version")


def choose(page: Page) -> int:
    """Choose a card and a space that it reaches; the space."""
    page.locator("[data-testid^=card-]").last.click()
    space = page.locator(".space.lit").first
    number = space.get_attribute("data-space")
    assert number is not None
    space.click()
    return int(number)


@pytest.fixture
def table(new_page: NewPage) -> Page:
    """A phone at a table of two, on turn."""
    page = new_page(width=390, height=844)
    make_cinco(page, 2)
    return page


def moved(page: Page, before: str | None) -> None:
    """Wait until a move has been made since then."""
    expect(page.get_by_test_id("table")).not_to_have_attribute("data-version", before or "")


def test_an_exchange_of_a_hand_that_could_be_played_needs_a_third_press(table: Page):
    before = version(table)
    exchange_button = table.get_by_test_id("exchange")
    exchange_button.click()
    expect(exchange_button).to_contain_text("press again")
    # A touch elsewhere: there is nothing to be afraid of.
    table.get_by_test_id("status").click()
    expect(exchange_button).not_to_contain_text("press again")
    press_twice(table, "exchange")
    expect(table.get_by_test_id("hint")).to_have_text("All four cards go. Press once more to exchange them.")
    assert version(table) == before
    exchange_button.click()
    moved(table, before)


@pytest.mark.nightly
def test_one_press_of_play_sends_what_was_chosen(table: Page):
    before = version(table)
    choose(table)
    expect(table.get_by_test_id("hint")).to_contain_text("again, or press Play")
    assert version(table) == before
    table.get_by_test_id("place").click()
    moved(table, before)


@pytest.fixture
def timed(new_page: NewPage) -> Page:
    """A phone whose clock is the test's, so that two touches are as far apart as the test says."""
    page = new_page(width=390, height=844, fresh=True)
    page.clock.install()
    make_cinco(page, 2)
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)
    return page


def test_the_second_touch_of_a_space_sends_unless_it_is_a_double_tap(timed: Page):
    before = version(timed)
    space = timed.locator(".space.free").last
    space.dblclick()
    timed.clock.run_for(200)
    space.click()
    expect(timed.get_by_test_id("hint")).to_contain_text("again, or press Play")
    assert version(timed) == before
    timed.clock.run_for(300)
    space.click()
    timed.clock.resume()
    moved(timed, before)


@pytest.mark.nightly
def test_a_drag_away_from_the_proposed_space_cancels_it(table: Page):
    before = version(table)
    space = table.locator(".space.free").last
    for away in (".status", ".space.free >> nth=0"):
        space.click()
        expect(space).to_have_attribute("aria-selected", "true")
        space.hover()
        table.mouse.down()
        table.locator(away).first.hover()
        table.mouse.up()
        expect(table.locator("[aria-selected=true]")).to_have_count(0)
    assert version(table) == before


@pytest.mark.nightly
def test_enter_twice_on_a_space_sends(table: Page):
    before = version(table)
    # An arrow key walks the board at once, wherever the focus is.
    table.get_by_test_id("table-menu").focus()
    table.keyboard.press("ArrowDown")
    assert table.evaluate("document.activeElement.dataset.space") == "1"
    table.keyboard.press("4")
    walk_to(table, int(str(table.locator(".space.lit").first.get_attribute("data-space"))))
    table.keyboard.press("Enter")
    assert version(table) == before
    table.keyboard.press("Enter")
    moved(table, before)


@pytest.mark.nightly
@pytest.mark.parametrize("most", [8, 400])
def test_a_whole_game_takes_two_taps_a_move(new_page: NewPage, most: int):
    page = new_page(width=390, height=844, has_touch=True)
    make_cinco(page, 2)
    page.evaluate("window.taps = 0; addEventListener('click', () => window.taps++, true)")
    moves = 0
    while moves < most and wait_for_turn(page):
        before = version(page)
        cards = page.locator("[data-testid^=card-]")
        within_reach = page.locator(".space[aria-label*='within reach']")
        if cards.count() == 0:
            press_twice(page, "draw")
        else:
            # A card that reaches nothing is spent without a space.
            (within_reach if within_reach.count() else cards).last.tap()
            page.get_by_test_id("place").tap()
        moves += 1
        moved(page, before)
    assert page.evaluate("window.taps") == 2 * moves


@pytest.mark.nightly
def test_by_keyboard_the_first_press_says_what_the_second_does(table: Page):
    before = version(table)
    table.keyboard.press("x")
    expect(table.get_by_test_id("hint")).to_have_text(
        "Press again to confirm: Exchange all four. Touch elsewhere to cancel."
    )
    table.keyboard.press("Escape")
    table.keyboard.press("x")
    table.keyboard.press("x")
    table.wait_for_timeout(200)
    assert version(table) == before
    table.keyboard.press("x")
    expect(table.get_by_test_id("table")).not_to_have_attribute("data-version", before or "")


@pytest.mark.nightly
def test_one_press_moves_on_request_and_this_device_remembers(table: Page):
    table.get_by_test_id("table-menu").click()
    table.get_by_test_id("one-press").check()
    table.reload()
    assert wait_for_turn(table)
    before = version(table)
    table.locator(".space.free").last.click()
    moved(table, before)


def test_the_log_is_there_after_a_reload_and_follows_the_language(table: Page):
    for _ in range(2):
        cinco_by_mouse(table)
        assert wait_for_turn(table)
    table.get_by_test_id("open-log").click()
    lines = table.get_by_test_id("log").get_by_role("listitem").all_inner_texts()
    assert len(lines) >= 5
    table.reload()
    expect(table.get_by_test_id("latest")).to_have_text(lines[0])
    # Nothing of it is news to those who listen.
    expect(table.get_by_test_id("live")).to_be_empty()
    table.get_by_test_id("open-log").click()
    assert table.get_by_test_id("log").get_by_role("listitem").all_inner_texts() == lines
    table.keyboard.press("Escape")
    table.get_by_test_id("table-menu").click()
    table.get_by_test_id("language").select_option("it")
    table.keyboard.press("Escape")
    expect(table.get_by_test_id("latest")).to_contain_text(re.compile("spende|gioca|pesca|scarta"))


@pytest.mark.parametrize("motion", mostly_nightly(["no-preference", "reduce"], "no-preference"))
def test_cards_are_seen_to_fly_or_a_line_says_it(table: Page, motion: str):
    table.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]  # one of Playwright's own words
    table.evaluate(
        """() => {
            window.flown = 0;
            const count = changes => changes.forEach(change => (window.flown += change.addedNodes.length));
            new MutationObserver(count).observe(document.querySelector('.air'), {childList: true});
        }"""
    )
    exchange(table)
    table.get_by_test_id("open-log").click()
    expect(table.get_by_test_id("log")).to_contain_text("You discard")
    flown = table.evaluate("window.flown")
    assert flown == 0 if motion == "reduce" else flown >= 8


def test_a_late_comer_is_told_why_they_watch_and_has_the_menu(new_page: NewPage, table: Page):
    late = new_page(width=390, height=664)
    late.goto(table.url)
    expect(late.get_by_test_id("watching")).to_contain_text("Every seat is taken.")
    expect(late.get_by_test_id("other-games")).to_have_attribute("href", "/community")
    expect(table.get_by_test_id("watchers")).to_contain_text("1 spectator")
    late.get_by_test_id("table-menu").click()
    menu = late.get_by_role("dialog")
    expect(menu.get_by_text("Rules")).to_be_visible()
    expect(menu.get_by_test_id("sound")).to_be_visible()
    expect(menu.get_by_test_id("resign")).to_have_count(0)
    menu.get_by_test_id("leave").click()
    expect(late.get_by_test_id("play-now-cinco")).to_be_visible()


def two_people(new_page: NewPage) -> tuple[Page, Page]:
    """Two people at a table of their own."""
    anna, bo = new_page(), new_page(width=390, height=844)
    wait_for_friend(anna, "cinco")
    bo.goto(anna.url)
    bo.get_by_test_id("sit-1").click()
    for person in (anna, bo):
        expect(person.get_by_test_id("board")).to_be_visible()
    return anna, bo


@pytest.mark.nightly
def test_a_draw_is_offered_declined_offered_again_and_agreed(new_page: NewPage):
    anna, bo = two_people(new_page)
    # Once an offer has been declined, its maker plays on for some turns first; the other one may offer.
    for maker, other, answer in ((anna, bo, "not-now"), (bo, anna, "agree-draw")):
        maker.get_by_test_id("table-menu").click()
        maker.get_by_test_id("offer-draw").click()
        expect(other.get_by_test_id("prompt")).to_contain_text("offers a draw.")
        expect(maker.get_by_test_id("prompt")).to_have_count(0)
        other.get_by_test_id(answer).click()
        if answer == "agree-draw":  # it ends the game, and is confirmed
            expect(other.get_by_test_id(answer)).to_contain_text("press again")
            other.get_by_test_id(answer).click()
        expect(other.get_by_test_id("prompt")).to_have_count(0)
        if answer == "not-now":
            expect(maker.get_by_test_id("log")).to_contain_text("declines the draw.")
    for person in (anna, bo):
        expect(person.get_by_test_id("result")).to_contain_text("Draw")


@pytest.mark.nightly
def test_a_player_who_resigns_has_lost_and_reads_it(new_page: NewPage):
    anna, bo = two_people(new_page)
    bo.get_by_test_id("table-menu").click()
    press_twice(bo, "resign")
    expect(bo.get_by_test_id("result").get_by_role("heading")).to_have_text("You lost")
    expect(bo.get_by_test_id("result")).to_contain_text("You resigned.")
    expect(anna.get_by_test_id("result").get_by_role("heading")).to_have_text("You win!")
    expect(anna.get_by_test_id("result")).to_contain_text("resigned.")


@pytest.mark.nightly
def test_on_one_device_the_mover_sees_the_token_land_and_the_board_stays(page: Page):
    pass_and_play(page, "cinco")
    page.get_by_test_id("uncover").click()
    before = version(page)
    space = choose(page)
    page.get_by_test_id("place").click()
    expect(page.get_by_test_id("table")).not_to_have_attribute("data-version", before or "")
    # The token stands, the hand is still there; then the hand is covered, and the board is not.
    expect(page.get_by_test_id(f"space-{space}")).to_have_attribute(
        "aria-label", re.compile("last token placed")
    )
    assert page.get_by_test_id("covered").count() == 0
    assert page.locator("[data-testid^=card-]").count() == 3
    expect(page.get_by_test_id("covered")).to_be_visible()
    assert page.locator("[data-testid^=card-]").count() == 0
    expect(page.get_by_test_id("board")).to_be_visible()


@pytest.mark.nightly
def test_the_host_sets_the_pace_of_the_bots(table: Page):
    table.get_by_test_id("table-menu").click()
    expect(table.get_by_test_id("pace-quick")).to_be_checked()
    table.get_by_text("Slow", exact=True).click()
    expect(table.get_by_test_id("pace-slow")).to_be_checked()
    table.reload()
    table.get_by_test_id("table-menu").click()
    expect(table.get_by_test_id("pace-slow")).to_be_checked()


SCENES = ["table-menu", "open-log", "tracker", "exchange"]
"""The elements pressed to open something, or to arm it."""


@pytest.mark.nightly
@pytest.mark.parametrize("press", SCENES)
def test_axe_finds_nothing_in_what_opens_at_a_table(new_page: NewPage, press: str):
    page = new_page(width=390, height=664)
    make_cinco(page, 6)
    cinco_by_mouse(page)
    assert wait_for_turn(page)
    page.get_by_test_id(press).click(force=True)
    assert_accessible_in_both_themes(page, press)


@pytest.mark.nightly
def test_axe_finds_nothing_where_a_spectator_is(new_page: NewPage, table: Page):
    late = new_page(width=390, height=664)
    late.goto(table.url)
    expect(late.get_by_test_id("watching")).to_be_visible()
    assert_accessible_in_both_themes(late, "watching")


WATCH = """() => {
    window.celebrated = false;
    const table = document.querySelector('[data-testid=table]');
    new MutationObserver(() => (window.celebrated ||= table.classList.contains('celebrating')))
        .observe(table, {attributes: true, attributeFilter: ['class']});
}"""


@pytest.mark.nightly
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_win_is_celebrated_for_a_moment_unless_motion_is_reduced(new_page: NewPage, motion: str):
    anna, bo = two_people(new_page)
    for person in (anna, bo):
        person.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]  # one of Playwright's own words
        person.evaluate(WATCH)
    bo.get_by_test_id("table-menu").click()
    press_twice(bo, "resign")
    celebrating = re.compile(r"\bcelebrating\b")
    if motion == "no-preference":
        expect(anna.get_by_test_id("table")).to_have_class(celebrating)
        # It ends by itself, and the result is there.
        expect(anna.get_by_test_id("table")).not_to_have_class(celebrating)
        expect(anna.get_by_test_id("celebration")).to_have_count(0)
    for person, wins in ((anna, True), (bo, False)):
        expect(person.get_by_test_id("result")).to_be_visible()
        assert person.evaluate("window.celebrated") == (wins and motion == "no-preference")


@pytest.mark.nightly
def test_a_touch_ends_the_celebration(new_page: NewPage):
    anna, bo = new_page(fresh=True), new_page()
    anna.emulate_media(reduced_motion="no-preference")
    anna.clock.install()
    wait_for_friend(anna, "cinco")
    table = anna.url.rpartition("/")[2]
    arrive_unseen(bo)
    command(bo, table, {"type": "sit_down", "seat": 1, "commitment": "a" * 64})
    expect(anna.get_by_test_id("board")).to_be_visible()
    command(bo, table, {"type": "resign", "seat": 1})
    expect(anna.get_by_test_id("celebration")).to_be_attached()
    anna.keyboard.press("Shift")
    expect(anna.get_by_test_id("celebration")).to_have_count(0)


def test_one_touch_is_offered_after_some_games_and_can_be_switched_off(table: Page):
    table.evaluate("localStorage.setItem('quincunx.games-finished', '3')")
    table.evaluate("localStorage.setItem('quincunx.finished-a-game', 'yes')")
    table.reload()
    table.get_by_test_id("one-press-yes").click()
    expect(table.get_by_test_id("one-press-offer")).to_have_count(0)
    before = version(table)
    assert wait_for_turn(table)
    table.locator(".space.free").last.click()
    moved(table, before)
    table.reload()
    assert wait_for_turn(table)
    expect(table.get_by_test_id("one-press-offer")).to_have_count(0)
    table.get_by_test_id("table-menu").click()
    expect(table.get_by_test_id("one-press")).to_be_checked()
    table.get_by_test_id("one-press").uncheck()
    table.keyboard.press("Escape")
    before = version(table)
    table.locator(".space.free").last.click()
    expect(table.get_by_test_id("hint")).to_contain_text("again, or press Play")
    assert version(table) == before


def test_forced_colours_show_whose_turn_it_is_and_which_seating_is_chosen(new_page: NewPage):
    page = new_page(forced_colors="active")
    make_cinco(page, 2)
    outline = "seat => getComputedStyle(seat).outlineStyle"
    assert page.get_by_test_id("seat-0").evaluate(outline) == "solid"
    assert page.get_by_test_id("seat-1").evaluate(outline) == "none"
    page.goto("/new?game=cinco")
    chosen = page.locator("[name=players]:checked").first
    assert chosen.evaluate("control => getComputedStyle(control).opacity") == "1"
