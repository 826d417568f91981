"""Before a game and after it: the home page, invitations, setting a table up, the next level."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.axe import assert_accessible, assert_accessible_in_both_themes
from tests.e2e.play import (
    cinco_by_mouse,
    invite_friends,
    make_cinqo,
    make_table,
    pass_and_play,
    play_cinqo,
    press_twice,
    resize,
    seek,
    unfold,
    wait_for_turn,
)
from tests.e2e.test_pages import assert_fits
from tests.e2e.windows import NewPage

SIZES = [(360, 740), (390, 664), (844, 390), (1280, 800)]
SMALLEST_TARGET = 44
TARGETS = "main button, .button, select, .option, input[type=range], .field, [data-testid=running]"


def visit_running_games(page: Page) -> None:
    """Home with three games that go on."""
    four = {"game": "cinco", "players": 4, "teams": 2}
    make_table(page, {"options": four, "seats": [{"kind": "me"}] + [{"kind": "open"}] * 3})
    two = [{"kind": "me", "name": name} for name in ("Ann", "Grandma")]
    page.goto(make_table(page, {"options": {"game": "cinco"}, "seats": two, "one_device": True}))
    expect(page.get_by_test_id("covered")).to_be_visible()
    make_cinqo(page)
    page.goto("/")
    expect(page.get_by_test_id("running").first).to_be_visible()
    if page.get_by_test_id("all-games").count():
        page.get_by_test_id("all-games").click()
    expect(page.get_by_test_id("running")).to_have_count(3)


def visit_friends(page: Page) -> None:
    page.goto("/")
    page.get_by_test_id("friends-cinco").click()
    expect(page.get_by_test_id("quick-make")).to_be_visible()


def visit_one_device(page: Page) -> None:
    page.goto("/")
    page.get_by_test_id("passplay-cinqo").click()
    expect(page.get_by_test_id("quick-make")).to_be_visible()


def visit_new_on_one_device(page: Page) -> None:
    page.goto("/new?game=cinco&with=device")
    page.get_by_test_id("players-6-3").check(force=True)
    expect(page.get_by_test_id("name-5")).to_be_visible()


def visit_invitation(page: Page) -> None:
    invite_friends(page, "cinco", "4-2")
    page.context.clear_cookies()
    page.reload()
    expect(page.get_by_test_id("invitation")).to_be_visible()


def visit_nowhere(page: Page) -> None:
    page.goto("/nowhere/at/all")
    expect(page.get_by_role("link", name="Back to games")).to_be_visible()


PAGES = [
    visit_running_games,
    visit_friends,
    visit_one_device,
    visit_new_on_one_device,
    visit_invitation,
    visit_nowhere,
]


@pytest.mark.nightly
@pytest.mark.parametrize(
    "visit",
    PAGES,
    ids=lambda visit: visit.__name__.removeprefix("visit_"),
)
def test_every_page_is_accessible_fits_and_has_room_for_fingers(new_page: NewPage, visit):
    page = new_page(width=390, height=844, color_scheme="light")
    visit(page)
    assert_accessible_in_both_themes(page)
    for width, height in SIZES:
        resize(page, width, height)
        assert_fits(page)
        small = page.evaluate(
            """([targets, least]) => [...document.querySelectorAll(targets)]
                .filter(each => each.getBoundingClientRect().height < least - 0.01)
                .map(each => each.outerHTML)""",
            [TARGETS, SMALLEST_TARGET],
        )
        assert small == []


@pytest.mark.nightly
def test_home_leads_back_to_every_game_that_goes_on(page: Page):
    visit_running_games(page)
    cards = page.get_by_test_id("running")
    expect(cards.filter(has_text="Cinq-O")).to_contain_text("with Lamplighter")
    expect(cards.filter(has_text="Cinq-O")).to_contain_text("Your turn")
    expect(cards.filter(has_text="Grandma")).to_contain_text(re.compile("(Ann|Grandma)’s turn"))
    expect(cards.nth(2)).to_contain_text("4 players")
    expect(cards.nth(2)).to_contain_text("Waiting for players")
    expect(cards.get_by_test_id("small-board")).to_have_count(2)
    expect(cards.nth(2).get_by_test_id("small-board")).to_have_count(0)
    cards.filter(has_text="Cinq-O").click()
    assert wait_for_turn(page)
    page.get_by_test_id("table-menu").click()
    press_twice(page, "resign")
    expect(page.get_by_test_id("result")).to_be_visible()
    page.goto("/")
    expect(page.get_by_test_id("running")).to_have_count(2)


def test_an_invitation_says_who_invites_to_what(new_page: NewPage):
    anna, bo = new_page(), new_page(width=390, height=664)
    anna.goto("/new?game=cinco&with=friends")
    anna.get_by_test_id("players-4-2").check(force=True)
    unfold(anna)
    anna.get_by_test_id("joker").check()
    anna.get_by_test_id("make").click()
    expect(anna.get_by_test_id("link")).to_be_visible()
    name = anna.get_by_test_id("guest-name").inner_text().splitlines()[-1].split(": ")[-1]
    bo.goto(anna.url)
    expect(bo.get_by_test_id("invitation")).to_have_text(f"{name} has invited you to play Cinco")
    expect(bo.get_by_test_id("facts")).to_have_text("4 players in 2 teams · Joker")
    expect(bo.get_by_test_id("sit-1")).to_be_in_viewport()
    bo.get_by_test_id("sit-1").click()
    expect(bo.get_by_test_id("seat-1")).to_contain_text("you")
    expect(bo.get_by_test_id("link")).to_be_visible()


@pytest.mark.nightly
def test_a_cancelled_table_leads_all_to_another_game(new_page: NewPage):
    anna, bo = new_page(width=390, height=664), new_page(width=844, height=390)
    invite_friends(anna, "cinco", "4-2")
    table = anna.url
    name = anna.get_by_test_id("guest-name").inner_text().splitlines()[-1].split(": ")[-1]
    bo.goto(table)
    bo.get_by_test_id("sit-1").click()
    expect(bo.get_by_test_id("seat-1")).to_contain_text("you")
    expect(bo.get_by_test_id("cancel-table")).to_have_count(0)
    anna.get_by_test_id("cancel-table").click()
    expect(bo.get_by_test_id("seat-1")).to_be_visible()  # one press is not enough
    anna.get_by_test_id("cancel-table").click()
    for page, title in ((bo, f"{name} cancelled this table"), (anna, "You cancelled this table")):
        told = page.get_by_test_id("never-began")
        expect(told.get_by_role("heading")).to_have_text(title)
        expect(told.locator(".primary")).to_be_in_viewport(ratio=1)
        assert_accessible(page)
        assert_fits(page)
    bo.get_by_test_id("never-began").get_by_role("link", name="Look for an opponent").click()
    expect(bo.get_by_test_id("seek-cinco")).to_be_visible()
    for page in (anna, bo):
        page.goto("/")
        expect(page.get_by_test_id("today")).to_be_visible()
        expect(page.locator(f"a[href='/t/{table.rpartition('/')[2]}']")).to_have_count(0)


@pytest.mark.nightly
def test_a_seat_that_another_player_takes_is_taken(new_page: NewPage):
    anna, bo, carl = new_page(), new_page(), new_page()
    four = {"game": "cinco", "players": 4, "teams": 2}
    table = make_table(anna, {"options": four, "seats": [{"kind": "me"}] + [{"kind": "open"}] * 3})
    for guest in (bo, carl):
        guest.goto(table)
        expect(guest.get_by_test_id("sit-2")).to_be_visible()
    bo.get_by_test_id("sit-2").click()
    expect(bo.get_by_test_id("seat-2")).to_contain_text("you")
    expect(carl.get_by_test_id("seat-2")).not_to_contain_text("Open seat")
    expect(carl.get_by_test_id("sit-2")).to_have_count(0)


def test_the_bots_level_is_one_slider_by_touch_and_by_keys(page: Page):
    page.goto("/new?game=cinco")
    page.get_by_test_id("players-4-2").check(force=True)
    slider, line = page.get_by_test_id("level"), page.get_by_test_id("level-line")
    expect(line).to_contain_text("Lamplighter")
    slider.focus()
    page.keyboard.press("Home")
    expect(line).to_contain_text("Seedling")
    expect(slider).to_have_attribute("aria-valuetext", "Seedling, level 1 of 6")
    box = slider.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 25, box["y"] + box["height"] / 2)
    expect(line).to_contain_text("Stargazer")
    for seat in (1, 2, 3):
        expect(page.get_by_test_id(f"plan-{seat}")).to_have_value("bot:master")
    unfold(page)
    page.get_by_test_id("plan-1").select_option("open")
    page.get_by_test_id("plan-2").select_option("me")
    assert [page.get_by_test_id(f"plan-{seat}").input_value() for seat in range(4)] == [
        "bot:master", "open", "me", "bot:master",
    ]  # fmt: skip
    page.get_by_test_id("all-bots").click()
    expect(page.get_by_test_id("plan-1")).to_have_value("bot:master")
    expect(page.get_by_test_id("all-bots")).to_have_count(0)


PHONES = [(390, 844), (390, 664), (844, 390)]


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_the_bots_level_is_in_view_and_the_button_covers_no_choice(
    new_page: NewPage, width: int, height: int
):
    page = new_page(width=width, height=height)
    page.goto("/new?game=cinco")
    button = page.get_by_test_id("make")
    expect(button).to_be_in_viewport(ratio=1)
    level = page.get_by_test_id("level")
    expect(level).to_be_in_viewport(ratio=1)
    if width < height:
        more, made = page.get_by_test_id("more-settings").bounding_box(), button.locator("..").bounding_box()
        assert more
        assert made
        assert more["y"] + more["height"] <= made["y"]
    page.get_by_test_id("level-line").scroll_into_view_if_needed()
    one, other = level.bounding_box(), button.bounding_box()
    assert one
    assert other
    assert one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    if width > height:
        seats = page.get_by_test_id("players-6-3").locator("..")
        seats.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=1)
        seat, made = seats.bounding_box(), button.bounding_box()
        assert seat
        assert made
        assert seat["y"] >= made["y"] + made["height"]


@pytest.mark.nightly
def test_no_two_levels_are_told_alike(page: Page):
    page.goto("/new?game=cinqo")
    lines = []
    page.get_by_test_id("level").focus()
    page.keyboard.press("Home")
    for _ in range(6):
        lines.append(page.get_by_test_id("level-line").inner_text())
        page.keyboard.press("ArrowRight")
    assert len(set(lines)) == 6
    heads = [line.split()[1:4] for line in lines]
    assert all(one != other for one, other in pairwise(heads))


def test_people_on_one_device_are_called_by_their_names(page: Page):
    pass_and_play(page, "cinco", "Ann", "Grandma")
    expect(page.get_by_test_id("covered")).to_contain_text(re.compile("Pass the device to (Ann|Grandma)"))
    expect(page.get_by_test_id("seat-1")).to_contain_text("Grandma")


@pytest.mark.nightly
def test_a_player_who_beats_a_bot_is_offered_the_next_level(new_page: NewPage):
    page = new_page(width=390, height=844)
    options = {"game": "cinqo", "players": 2, "goal": "rounds", "rounds": 1, "first": 0}
    seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
    for _ in range(40):
        address = make_table(page, {"options": options, "seats": seats, "hints": True, "bot_pace": "quick"})
        page.goto(address)
        assert wait_for_turn(page)
        if play_cinqo(page, address, advised=True) == [0]:
            break
        page.goto("/")
    expect(page.get_by_test_id("result")).to_contain_text("You win!")
    expect(page.get_by_test_id("next-level")).to_have_text("Next level: Stroller")
    assert_accessible(page)
    old = page.url
    page.get_by_test_id("next-level").click()
    expect(page).not_to_have_url(old)
    assert wait_for_turn(page)
    page.get_by_test_id("table-menu").click()
    expect(page.get_by_role("dialog")).to_contain_text("Stroller")


def test_the_devices_bars_follow_the_theme_that_is_shown(new_page: NewPage):
    page = new_page(color_scheme="light")
    page.goto("/")
    page.get_by_test_id("theme").click()
    page.get_by_test_id("theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    colours = page.locator("meta[name=theme-color]").evaluate_all("all => all.map(each => each.content)")
    paper = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()")
    assert set(colours) == {paper}


@pytest.mark.nightly
def test_the_front_pages_board_is_dark_in_the_dark(new_page: NewPage):
    light, dark = (new_page(color_scheme=scheme) for scheme in ("light", "dark"))
    fills = []
    for page in (light, dark):
        page.goto("/")
        cell = page.locator(".lid .cell").first
        fills.append(cell.evaluate("each => getComputedStyle(each).fill.match(/[0-9]+/g).map(Number)"))
    assert min(fills[0]) > 200
    assert max(fills[1]) < 80


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "section", "colon"), [("cinqo", "4.1", True), ("cinco", "1", False)])
def test_a_picture_stands_where_the_text_speaks_of_it(page: Page, game: str, section: str, colon: bool):
    page.goto(f"/rules/{game}#rule-{section}")
    inside = page.locator(f"[id='rule-{section}'] > div > *")
    expect(inside.first).to_be_visible()
    tags = inside.evaluate_all("all => all.map(each => each.tagName.toLowerCase())")
    at = next(index for index, tag in enumerate(tags) if tag != "p")
    assert at < len(tags) - 1
    if colon:
        assert inside.nth(at - 1).inner_text().endswith(":")


@pytest.mark.nightly
def test_contents_of_the_rules_stay_beside_them_and_mark_what_is_read(new_page: NewPage):
    page = new_page(width=1280, height=800)
    page.goto("/rules/cinqo")
    contents = page.get_by_test_id("rules-contents")
    expect(page.locator("#rule-1 h2")).to_be_in_viewport()
    for number in (4, 2):
        contents.locator(f"a[href='#rule-{number}']").click()
        expect(page.locator(f"#rule-{number} h2")).to_be_in_viewport()
        expect(contents).to_be_in_viewport(ratio=1)
        expect(contents.locator("[aria-current]")).to_have_attribute("href", f"#rule-{number}")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(contents.locator("details")).not_to_have_attribute("open", "")


@pytest.mark.nightly
def test_a_turn_at_another_table_is_told_on_every_page(new_page: NewPage):
    anna, bo = new_page(), new_page(width=390, height=664)
    invite_friends(anna, "cinco")
    bo.goto(anna.url)
    bo.get_by_test_id("sit-1").click()
    for page in (anna, bo):
        expect(page.get_by_test_id("status")).to_contain_text("turn")
    mine = "Your turn" in anna.get_by_test_id("status").inner_text()
    mover, other = (anna, bo) if mine else (bo, anna)
    for page in (mover, other):
        page.goto("/rules/cinqo")
    expect(mover.get_by_test_id("elsewhere")).to_have_accessible_name("Your turn at another table")
    expect(mover).to_have_title(re.compile("^● "))
    expect(other.get_by_test_id("elsewhere")).to_have_count(0)
    mover.get_by_test_id("elsewhere").click()
    assert wait_for_turn(mover)
    expect(mover.get_by_test_id("elsewhere")).to_have_count(0)
    cinco_by_mouse(mover)
    expect(other.get_by_test_id("elsewhere")).to_be_visible()
    expect(other).to_have_title(re.compile("^● "))


@pytest.mark.nightly
def test_the_lobby_is_live(new_page: NewPage):
    anna, bo = new_page(), new_page()
    bo.goto("/open")
    expect(bo.get_by_role("heading", level=1)).to_be_visible()
    anna.goto("/new?game=cinqo&with=friends")
    name = anna.get_by_test_id("guest-name").inner_text().splitlines()[-1].split(": ")[-1]
    anna.get_by_test_id("listed").check()
    anna.get_by_test_id("make").click()
    line = bo.get_by_role("listitem").filter(has_text=name)
    expect(line).to_contain_text("1 open seat")
    line.get_by_role("link").click()
    bo.get_by_test_id("sit-1").click()
    expect(bo.get_by_test_id("status")).to_contain_text("turn")
    bo.get_by_test_id("table-menu").click()
    press_twice(bo, "resign")
    expect(bo.get_by_test_id("result")).to_be_visible()
    bo.goto("/open")
    over = bo.get_by_test_id("finished").get_by_role("listitem").filter(has_text=name)
    expect(over).to_contain_text(f"{name} (guest) wins")
    assert_accessible(bo)
    over.get_by_role("link").click()
    expect(bo.get_by_test_id("result")).to_be_visible()


@pytest.mark.nightly
def test_two_strangers_find_each_other(new_page: NewPage):
    pages = new_page(), new_page(width=390, height=664)
    for page in pages:
        page.goto("/open")
        seek(page, "cinco", "relaxed")
        expect(page.get_by_test_id("seeking").or_(page.get_by_test_id("status"))).to_be_visible()
    for page in pages:
        expect(page.get_by_test_id("status")).to_contain_text("turn")
    pages[0].get_by_test_id("table-menu").click()
    expect(pages[0].get_by_test_id("is-rated")).to_be_visible()


def test_a_seeker_without_an_opponent_is_offered_a_bot_and_may_give_up(fresh_page: Page):
    page = fresh_page
    page.clock.install()
    page.goto("/open")
    seek(page, "cinqo", "daily")
    expect(page.get_by_test_id("seeking")).to_contain_text("Cinq-O")
    page.clock.fast_forward(16_000)
    expect(page.get_by_test_id("meanwhile")).to_be_visible()
    page.get_by_test_id("stop-seeking").click()
    # The search is remembered.
    expect(page.get_by_test_id("seek-cinqo")).to_be_checked()
    expect(page.get_by_test_id("seek-daily")).to_be_checked()


@pytest.mark.nightly
def test_a_seeker_at_a_bots_table_is_called_to_the_found_opponent(new_page: NewPage):
    first, second = new_page(fresh=True), new_page()
    first.clock.install()
    first.goto("/open")
    seek(first, "cinqo", "quick")
    first.clock.fast_forward(16_000)
    first.get_by_test_id("meanwhile").click()
    expect(first.get_by_test_id("status")).to_be_visible()
    meanwhile = first.url.rpartition("/")[2]
    second.goto("/open")
    seek(second, "cinqo", "quick")
    expect(second.get_by_test_id("status")).to_contain_text("turn")
    expect(first).to_have_url(second.url)
    first.goto("/")
    expect(first.locator(f"a[href='/t/{meanwhile}']")).to_be_visible()  # it waits


@pytest.mark.nightly
def test_a_table_that_is_left_and_entered_again_asks_for_no_second_seat(page: Page) -> None:
    page.goto("/")
    page.get_by_test_id("play-now-cinco").click()
    expect(page.locator("[data-testid^=card-]").first).to_be_visible()
    page.go_back()
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()
    sent: list[str] = []
    page.on("websocket", lambda line: line.on("framesent", lambda data: sent.append(str(data))))
    page.go_forward()
    expect(page.locator("[data-testid^=card-]").first).to_be_visible()
    assert any('"hello"' in each for each in sent)
    assert not any('"sit_down"' in each for each in sent)
    expect(page.get_by_test_id("refusal")).to_have_count(0)


@pytest.mark.nightly
def test_the_tables_page_is_loaded_while_the_table_is_being_made(fresh_page: Page) -> None:
    """On a slow line that is a second less to wait."""
    page = fresh_page
    asked: list[Route] = []
    page.route("**/api/tables", lambda route: asked.append(route))
    with page.expect_request(re.compile(r"/assets/TablePage-[^/]+\.js")):
        page.goto("/")
        page.get_by_test_id("play-now-cinco").click()
    while not asked:
        page.wait_for_timeout(10)
    expect(page.get_by_test_id("table")).to_have_count(0)
    asked[0].continue_()
    expect(page.get_by_test_id("table")).to_be_visible()
