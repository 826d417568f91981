"""Whole games in a real browser against the real server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.axe import assert_accessible
from tests.e2e.play import (
    cinco_by_keyboard,
    cinco_by_mouse,
    cinqo_turn,
    invite_friends,
    pass_and_play,
    play_cinqo,
    play_out,
    play_turns,
    press_twice,
    unfold,
    wait_for_turn,
)
from tests.e2e.test_pages import assert_fits
from tests.e2e.windows import NewPage
from tests.examples import mostly_nightly


def test_cinco_against_a_bot_by_mouse(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    page.get_by_test_id("play-now-cinco").click()
    play_out(page, cinco_by_mouse)
    assert_fits(page)
    assert_accessible(page, "the result")
    # The shuffle is checked in the page itself, with this device's own randomness in it.
    page.get_by_test_id("fairness").locator("summary").click()
    page.get_by_test_id("check").click()
    expect(page.get_by_test_id("checked")).to_contain_text("Verified: every")
    expect(page.get_by_test_id("verdict")).to_contain_text("this device contributed to the randomness")
    with page.expect_download() as download:
        page.get_by_test_id("record").click()
    assert download.value.suggested_filename.endswith(".txt")
    page.get_by_test_id("replay").click()
    expect(page.get_by_test_id("step")).to_have_text(re.compile(r"Step 1 of"))
    page.keyboard.press("End")
    expect(page.get_by_test_id("step")).to_have_text(re.compile(r"Step (\d+) of \1$"))
    page.keyboard.press("Home")
    expect(page.get_by_test_id("step")).to_have_text(re.compile(r"Step 1 of"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"ply=1$"))
    assert_fits(page)
    assert_accessible(page, "the replay")
    page.go_back()
    old = page.url
    page.get_by_test_id("rematch").click()
    expect(page).not_to_have_url(old)
    expect(page.get_by_test_id("result")).to_be_hidden()
    assert wait_for_turn(page)


@pytest.mark.parametrize("most", mostly_nightly([8, 400], 8))
def test_cinco_against_a_bot_by_keyboard_alone(page: Page, most: int):
    page.goto("/")
    page.get_by_test_id("play-now-cinco").focus()
    page.keyboard.press("Enter")
    play_turns(page, cinco_by_keyboard, most)
    assert page.get_by_test_id("live").inner_text()


def test_two_people_through_a_link_with_a_reload_and_a_lost_connection(new_page: NewPage):
    anna, bo = new_page(fresh=True), new_page(width=390, height=844, fresh=True)
    cables = {person: Cable(person) for person in (anna, bo)}
    invite_friends(anna, "cinco")
    link = anna.get_by_test_id("link").input_value()
    bo.goto(link)
    bo.get_by_test_id("sit-1").click()
    people = [anna, bo]
    for number in range(9):
        mover = next_to_move(people)
        assert mover is not None
        if number == 4:
            mover.reload()
            wait_for_turn(mover)
        if number != 7:
            move(mover)
            continue
        # The other one misses a move and catches up without anybody's help.
        other = people[1 - people.index(mover)]
        cables[other].pull()
        expect(other.get_by_test_id("banner")).to_be_visible()
        expect(other.get_by_test_id("board")).to_be_visible()
        move(mover)
        cables[other].plug()
        expect(other.get_by_test_id("banner")).to_be_hidden(timeout=20_000)
        assert next_to_move(people) is other
    # Two who play like this may need a hundred moves more.
    bo.get_by_test_id("table-menu").click()
    press_twice(bo, "resign")
    for person in people:
        expect(person.get_by_test_id("result")).to_be_visible()
    boards = [
        person.locator(".space").evaluate_all("all => all.map(each => each.ariaLabel)") for person in people
    ]
    assert boards[0] == boards[1]
    # The one asks for a rematch, the other finds the way to it.
    anna.get_by_test_id("rematch").click()
    bo.get_by_test_id("join-rematch").click()
    expect(bo.get_by_test_id("board")).to_be_visible()
    expect(anna.get_by_test_id("board")).to_be_visible()
    assert anna.url == bo.url


class Cable:
    """The line between one page and the server, which a test can pull out and put back."""

    def __init__(self, page: Page) -> None:
        self._plugged = True
        self._lines: list[WebSocketRoute] = []
        page.context.route_web_socket(re.compile(r"/socket(\?|$)"), self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        if not self._plugged:
            line.close(code=1011)
            return
        self._lines.append(line)
        line.connect_to_server()

    def pull(self) -> None:
        self._plugged = False
        while self._lines:
            self._lines.pop().close(code=1011)

    def plug(self) -> None:
        self._plugged = True


def next_to_move(people: list[Page]) -> Page | None:
    for _ in range(200):
        for person in people:
            if person.get_by_test_id("result").count():
                return None
            if "Your turn" in person.get_by_test_id("status").inner_text():
                return person if wait_for_turn(person) else None
        people[0].wait_for_timeout(25)
    raise AssertionError("nobody is to move")


def move(page: Page) -> None:
    before = page.get_by_test_id("table").get_attribute("data-version")
    cinco_by_mouse(page)
    page.wait_for_function(
        "before => document.querySelector('[data-testid=table]')?.dataset.version !== before", arg=before
    )


@pytest.mark.nightly
def test_four_seats_in_two_teams_with_the_joker(new_page: NewPage):
    anna, bo = new_page(), new_page()
    anna.goto("/new?game=cinco")
    anna.get_by_test_id("players-4-2").check(force=True)
    unfold(anna)
    anna.get_by_test_id("joker").check()
    anna.get_by_test_id("plan-1").select_option("bot:novice")
    anna.get_by_test_id("plan-2").select_option("open")
    anna.get_by_test_id("plan-3").select_option("bot:novice")
    anna.get_by_test_id("make").click()
    expect(anna.get_by_test_id("link")).to_be_visible()
    bo.goto(anna.url)
    bo.get_by_test_id("sit-2").click()
    for _ in range(400):
        mover = next_to_move([anna, bo])
        if mover is None:
            break
        move(mover)
    for person in (anna, bo):
        expect(person.get_by_test_id("result")).to_be_visible()
    # Partners win or lose together.
    titles = {person.get_by_test_id("result").locator("h2").inner_text() for person in (anna, bo)}
    assert len(titles) == 1


@pytest.mark.nightly
def test_cinqo_solitaire_to_100(new_page: NewPage):
    page = new_page(width=390, height=844, fresh=True)
    page.clock.install()
    page.goto("/new?game=cinqo")
    page.get_by_test_id("players-1-1").check(force=True)
    page.get_by_test_id("make").click()
    assert wait_for_turn(page)
    play_cinqo(page, page.url, points=80)
    play_out(page, cinqo_turn)
    expect(page.get_by_test_id("result")).to_contain_text(re.compile(r"100 reached in \d+ rounds?"))
    reached = re.compile(r"You reached \d+, with \d+ in the last turn\.")
    expect(page.get_by_test_id("result")).to_contain_text(reached)
    page.get_by_test_id("fairness").locator("summary").click()
    page.get_by_test_id("check").click()
    expect(page.get_by_test_id("checked")).to_contain_text("Verified: every")


@pytest.mark.nightly
def test_cinqo_fixed_rounds_for_two(new_page: NewPage):
    anna, bo = new_page(fresh=True), new_page(fresh=True)
    for person in (anna, bo):
        person.clock.install()
    anna.goto("/new?game=cinqo")
    unfold(anna)
    anna.get_by_test_id("goal-rounds").check()
    anna.get_by_test_id("rounds").fill("2")
    anna.get_by_test_id("plan-1").select_option("open")
    anna.get_by_test_id("make").click()
    expect(anna.get_by_test_id("link")).to_be_visible()
    bo.goto(anna.url)
    bo.get_by_test_id("sit-1").click()
    for _ in range(60):
        mover = next_to_move([anna, bo])
        if mover is None:
            break
        if mover.get_by_test_id("sum").count():  # of a turn that is over, perhaps their own
            mover.clock.fast_forward(5_000)
            continue
        before = mover.get_by_test_id("table").get_attribute("data-version")
        cinqo_turn(mover)
        mover.wait_for_function(
            "before => document.querySelector('[data-testid=table]')?.dataset.version !== before", arg=before
        )
    expect(bo.get_by_test_id("result")).to_contain_text("after 2 rounds")


@pytest.mark.nightly
def test_pass_and_play_covers_the_hand_between_turns(page: Page):
    pass_and_play(page, "cinco")
    for _ in range(3):
        expect(page.get_by_test_id("covered")).to_be_visible()
        assert page.locator("[data-testid^=card-]").count() == 0
        page.get_by_test_id("uncover").click()
        expect(page.locator("[data-testid^=card-]").first).to_be_visible()
        cinco_by_mouse(page)
    expect(page.get_by_test_id("covered")).to_be_visible()


def test_leaving_lets_a_bot_play_and_the_seat_can_be_taken_back(page: Page):
    page.goto("/")
    page.get_by_test_id("play-now-cinqo").click()
    assert wait_for_turn(page)
    page.get_by_test_id("table-menu").click()
    page.get_by_test_id("leave").click()
    # The bots may be at the end before anybody can come back; then there is a result.
    page.wait_for_selector("[data-testid=take-back], [data-testid=result]")


def test_a_refused_move_says_why(page: Page):
    page.goto("/")
    page.get_by_test_id("play-now-cinco").click()
    assert wait_for_turn(page)
    # Playwright would not touch what is marked as disabled; people do, and are told why.
    page.get_by_test_id("draw").click(force=True)
    expect(page.get_by_test_id("hint")).to_have_text(
        "You already hold four cards. You can draw only when you have fewer."
    )
    highest = page.locator("[data-testid^=card-]").last.get_attribute("data-testid")
    assert highest is not None
    lowest = int(
        page.locator("[data-testid^=card-]").first.get_attribute("data-testid").removeprefix("card-")
    )  # type: ignore[union-attr]  # it was found
    if lowest > 1:
        page.get_by_test_id("space-1").click()
        expect(page.get_by_test_id("hint")).to_contain_text("None of your cards reaches 1")


@pytest.mark.parametrize("language", mostly_nightly(["it-IT", "en-GB"], "it-IT"))
def test_the_language_follows_the_browser_and_can_be_changed(new_page: NewPage, language: str):
    page = new_page(locale=language)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language[:2])
    page.get_by_test_id("language").select_option("it")
    expect(page.get_by_test_id("play-now-cinco")).to_contain_text("Gioca subito")
    page.reload()
    expect(page.get_by_test_id("play-now-cinco")).to_contain_text("Gioca subito")
