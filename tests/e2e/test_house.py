"""The pages around the tables: people who seek a game, a new table, tournaments, long names."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_accessible_in_both_themes
from tests.e2e.play import resize, seek, unfold
from tests.e2e.test_pages import assert_fits
from tests.e2e.test_people import arrive, arrive_unseen, ask, play_rated
from tests.e2e.test_tournament import make_tournament
from tests.e2e.windows import NewPage

SIZES = [(360, 640), (390, 664), (390, 844), (844, 390), (1280, 800)]
WIDE = "WWWWWWWWWWWWWWWWWWWWWWWW"
"""The longest name, in the widest letters, and one word."""


def test_people_who_seek_a_game_see_each_other_and_play(new_page: NewPage):
    """They seek different games, so they are not paired before one accepts the other's."""
    anna, bo = new_page(), new_page(width=390, height=844)
    name = arrive(anna, "/community")
    arrive(bo, "/community")
    seek(anna, "cinqo", "daily")
    expect(anna.get_by_test_id("seeking")).to_be_visible()
    seekers = bo.get_by_test_id("seekers")
    expect(seekers).to_contain_text(name)
    expect(seekers).to_contain_text("Cinq-O")
    expect(anna.get_by_test_id("seekers")).to_have_count(0)
    assert_accessible_in_both_themes(bo)
    assert_fits(bo)
    seek(bo, "cinco", "quick")
    expect(anna.get_by_test_id("seekers")).to_contain_text("Cinco")
    # The way to find an opponent stands before the players who look for one.
    before, after = (
        bo.get_by_test_id("seeking").bounding_box(),
        seekers.bounding_box(),
    )
    assert before
    assert after
    assert before["y"] + before["height"] <= after["y"]
    seekers.get_by_role("listitem").filter(has_text=name).get_by_test_id("play-seeker").click()
    for page in (anna, bo):
        expect(page.get_by_test_id("status")).to_contain_text("turn")


PEOPLE = """() => {
    const real = window.fetch;
    window.fetch = async (input, options) => {
        const address = new URL(input.url ?? input, location.href);
        return address.pathname === '/api/here' ? Response.json({people: 1}) : real(input, options);
    };
}"""
"""Nobody but me is here, whatever the other windows of the tests do."""


@pytest.mark.nightly
def test_alone_the_community_has_one_first_action_in_sight(new_page: NewPage):
    page = new_page(width=390, height=844, fresh=True)
    arrive(page)
    page.add_init_script(f"({PEOPLE})()")
    page.goto("/community")
    expect(page.get_by_test_id("here")).to_have_text("You’re the only one here right now.")
    for width, height in SIZES:
        resize(page, width, height)
        page.evaluate("scrollTo(0, 0)")
        assert create_in_sight(page, "alone-bot"), (width, height)
        if (width, height) != (360, 640):
            assert create_in_sight(page, "alone-friend"), (width, height)
        assert_fits(page)
    expect(page.locator("main .primary:visible")).to_have_count(1)
    assert_accessible_in_both_themes(page)
    page.get_by_test_id("seek-cinqo").check(force=True)
    page.get_by_test_id("alone-bot").click()
    expect(page.get_by_test_id("status")).to_be_visible()
    page.goto("/community")
    # The search goes on meanwhile, and is told on the page.
    expect(page.get_by_test_id("seeking")).to_contain_text("Cinq-O")
    expect(page.get_by_test_id("meanwhile")).to_be_visible()
    page.get_by_test_id("stop-seeking").click()
    expect(page.get_by_test_id("alone-bot")).to_be_visible()


@pytest.mark.nightly
def test_no_pace_of_the_community_is_cut_on_a_small_phone(new_page: NewPage):
    page = new_page(width=360, height=640, locale="de-DE")
    arrive(page, "/community")
    expect(page.get_by_test_id("seek-daily")).to_be_attached()
    rows = page.locator(".paces .option").evaluate_all(ROWS)
    assert len(rows) == 3
    assert min(room for *_, room in rows) >= 0, rows
    section = page.locator("section:has(.paces)").bounding_box()
    assert section
    assert max(right for _, _, right, _ in rows) <= section["x"] + section["width"]
    assert_fits(page)


def create_in_sight(page: Page, button: str = "make") -> bool:
    box = page.get_by_test_id(button).first.bounding_box()
    assert box
    foot = page.evaluate(
        """() => {
            const bar = document.querySelector('nav').getBoundingClientRect();
            return bar.top > innerHeight / 2 ? bar.top : innerHeight;
        }"""
    )
    return bool(box["y"] >= 0 and box["y"] + box["height"] <= foot)


@pytest.mark.nightly
@pytest.mark.parametrize("preset", ["", "&with=friends", "&with=device"])
def test_create_is_always_in_sight(new_page: NewPage, preset: str):
    page = new_page(width=390, height=664)
    page.goto(f"/new?game=cinco{preset}")
    expect(page.get_by_test_id("make")).to_be_visible()
    expect(page.get_by_test_id("watchable")).to_be_hidden()
    for width, height in SIZES:
        resize(page, width, height)
        assert create_in_sight(page), (width, height)
    unfold(page)
    assert_stays_in_sight(page, "make")
    assert_fits(page)


@pytest.mark.nightly
@pytest.mark.parametrize("preset", ["", "&with=friends", "&with=device"])
def test_a_phone_on_its_side_has_all_settings_of_a_new_table_in_sight(new_page: NewPage, preset: str):
    page = new_page(width=844, height=390)
    for game in ("cinco", "cinqo"):
        page.goto(f"/new?game={game}{preset}")
        expect(page.get_by_test_id("make")).to_be_visible()
        settings = {"": ["level", "more-settings"], "&with=friends": ["listed", "more-settings"]}
        for shown in ("make", "with-bots", "players-2-2", *settings.get(preset, ["name-1"])):
            assert create_in_sight(page, shown), (game, shown)
        assert_fits(page)


@pytest.mark.nightly
def test_a_phone_on_its_side_begins_both_lists_of_tournaments_in_sight(new_page: NewPage):
    host, player = new_page(), new_page(width=844, height=390)
    make_tournament(host, "Heron of the Mere", listed=True)
    make_tournament(player, "Plover of the Spit")
    player.goto("/e")
    for shown in ("my-tournament", "open-tournament"):
        expect(player.get_by_test_id(shown).first).to_be_visible()
        assert create_in_sight(player, shown), shown
    assert_fits(player)
    # To join weighs more than to view, and neither competes with the main act of its page.
    view = player.get_by_test_id("my-tournament").first.locator(".button")
    expect(view).to_have_css("font-weight", "400")
    join = player.get_by_test_id("open-tournament").first.locator(".button")
    expect(join).to_have_css("font-weight", "600")
    expect(player.locator("main .entry .button.primary")).to_have_count(0)


def assert_stays_in_sight(page: Page, button: str) -> None:
    """The button that completes a form is in view at every size, however far the page is scrolled."""
    for width, height in SIZES:
        resize(page, width, height)
        for part in (0, 0.3, 0.6, 1):
            page.evaluate(f"scrollTo(0, {part} * document.documentElement.scrollHeight)")
            assert create_in_sight(page, button), (width, height, part)


@pytest.mark.nightly
def test_hints_and_spectators_come_before_the_seats(new_page: NewPage):
    page = new_page(width=390, height=844)
    page.goto("/new?game=cinco")
    page.get_by_test_id("more-settings").click()
    tops = [page.get_by_test_id(each).bounding_box() for each in ("hints", "watchable", "seats")]
    heights = [box["y"] for box in tops if box]
    assert len(heights) == 3
    assert heights == sorted(heights)
    # The level of the bots has been asked for above; the seats are folded.
    expect(page.get_by_test_id("plan-1")).to_be_hidden()
    page.get_by_test_id("with-friends").check(force=True)
    expect(page.get_by_test_id("plan-1")).to_be_visible()


ROWS = """all => all.map(each => {
    const box = each.getBoundingClientRect(), text = each.querySelector('b, span').getBoundingClientRect();
    return [Math.round(box.top), box.left, box.right, Math.min(text.left - box.left, box.right - text.right)];
})"""


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_paces_stand_in_even_rows_with_room_around_their_words(new_page: NewPage, language: str):
    page = new_page(width=390, height=844, locale=language)
    page.goto("/new?game=cinco")
    unfold(page)
    for kind in ("live", "daily"):
        page.get_by_test_id(f"pace-{kind}").check(force=True)
        for width, height in SIZES:
            resize(page, width, height)
            rows = page.locator(".kind .option").evaluate_all(ROWS)
            assert min(room for *_, room in rows) >= 8, (kind, width)
            ends = {top: max(right for at, _, right, _ in rows if at == top) for top, *_ in rows}
            assert max(ends.values()) - min(ends.values()) < 1, (kind, width)
            kinds = page.locator(".kinds .option").evaluate_all(ROWS)
            assert min(room for *_, room in kinds) >= 6, width


@pytest.mark.nightly
def test_create_tournament_is_always_in_sight(new_page: NewPage):
    page = new_page(width=390, height=844)
    arrive(page)
    ask(page, "POST", "/api/account", {"name": "Dunlin", "password": "a tide table for spring"})
    page.goto("/e")
    page.get_by_test_id("host-tournament").click()
    expect(page.get_by_test_id("make-tournament")).to_have_text("Create tournament")
    assert_stays_in_sight(page, "make-tournament")
    page.get_by_test_id("ladder").check(force=True)
    expect(page.get_by_role("heading", level=1)).to_have_text("New ladder")
    expect(page.get_by_test_id("make-tournament")).to_have_text("Create ladder")
    page.get_by_test_id("tournament-more").click()
    assert_stays_in_sight(page, "make-tournament")
    assert_fits(page)
    assert_accessible_in_both_themes(page)


@pytest.mark.nightly
def test_the_start_of_a_tournament_of_teams_comes_first_on_a_phone(new_page: NewPage):
    """Then each player without a team is put into one by one press, and only then the start is filled."""
    page = new_page(width=390, height=664)
    arrive(page)
    ask(page, "POST", "/api/account", {"name": "Knot", "password": "a tide table for spring"})
    options = {"game": "cinco", "players": 2, "teams": 2, "joker": False, "first": None}
    pace = {"type": "live", "total": 300, "increment": 10}
    settings = {"name": "Waders", "format": "team_swiss", "options": options, "pace": pace, "boards": 2}
    made = ask(page, "POST", "/api/tournaments", settings)
    commands = f"/api/tournaments/{made['id']}/commands"
    for _ in range(3):
        other = new_page()
        arrive_unseen(other)
        ask(other, "POST", commands, {"type": "join"})
    for team, player in enumerate((1, 2), 1):
        command = {"type": "set_team", "name": f"Waders {team}", "players": [player], "team": None}
        ask(page, "POST", commands, command)
    page.goto(f"/e/{made['id']}")
    start = page.get_by_test_id("tournament-start")
    expect(start).to_be_in_viewport()
    primary = re.compile(r"\bprimary\b")
    expect(start).not_to_have_class(primary)
    expect(page.get_by_text("1 player has no team yet")).to_have_count(1)
    expect(page.get_by_test_id("chat-send")).not_to_have_class(primary)
    page.get_by_test_id("assign-3-2").click()
    expect(page.get_by_test_id("team-2").locator("li")).to_have_count(2)
    expect(start).to_have_class(primary)
    for width, height in SIZES:
        resize(page, width, height)
        assert_fits(page)
    assert_accessible_in_both_themes(page)


def test_the_company_of_a_new_table_is_one_press(page: Page):
    page.goto("/new?game=cinco")
    page.get_by_test_id("players-4-2").check(force=True)
    expect(page.get_by_test_id("level")).to_be_visible()
    page.get_by_test_id("with-friends").check()
    expect(page.get_by_test_id("level")).to_have_count(0)
    expect(page.get_by_test_id("listed")).to_be_visible()
    page.get_by_test_id("one-device").check()
    expect(page.get_by_test_id("name-3")).to_be_visible()
    page.get_by_test_id("with-bots").check()
    unfold(page)
    plans = [page.get_by_test_id(f"plan-{seat}").input_value() for seat in range(4)]
    assert plans == ["me", "bot:keen", "bot:keen", "bot:keen"]


@pytest.mark.nightly
def test_tournaments_are_a_list_and_hosting_is_one_press_away(new_page: NewPage):
    page = new_page(width=390, height=844)
    arrive(page, "/e")
    button = page.get_by_test_id("host-tournament")
    expect(button).to_be_visible()
    expect(page.get_by_test_id("tournament-name")).to_have_count(0)
    button.click()
    expect(page.get_by_test_id("tournament-name")).to_be_visible()
    page.reload()
    expect(button, "a form that nobody has touched is no draft").to_be_visible()


@pytest.mark.nightly
def test_a_long_name_widens_no_page(new_page: NewPage):
    page, other = new_page(width=360, height=640), new_page()
    arrive(page)
    arrive(other)
    ask(page, "PUT", "/api/me", {"name": WIDE})
    ask(other, "PUT", "/api/me", {"name": WIDE.replace("W", "M")})
    play_rated(page, other)
    ask(other, "POST", "/api/tables", {
        "options": {"game": "cinco"}, "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True,
    })  # fmt: skip
    other.goto("/community")
    seek(other, "cinqo", "daily")
    expect(other.get_by_test_id("seeking")).to_be_visible()
    for path in ("/", "/community", "/new", "/today", "/e", "/me", "/me/account"):
        page.goto(path)
        expect(page.get_by_test_id("guest-name")).to_contain_text("WWW")
        if path == "/community":
            expect(page.get_by_test_id("seekers")).to_contain_text("MMM")
        page.wait_for_load_state("networkidle")
        for width, height in SIZES:
            resize(page, width, height)
            assert_fits(page)
    page.get_by_test_id("guest-name").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_fits(page)
