"""A tournament in browsers: from a host without an account to the last standings, and the wall display."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import THOROUGHLY
from tests.e2e.play import press_twice, resize
from tests.e2e.test_pages import assert_accessible, assert_fits
from tests.e2e.test_people import PASSWORD, arrive, arrive_unseen, ask, assert_targets, command
from tests.e2e.windows import NewPage

SIZES = [(360, 740), (844, 390), (1920, 1080)]
CINCO = {"game": "cinco", "players": 2, "teams": 2, "joker": False, "first": None}
SETTINGS = {
    "name": "Friday Cup",
    "format": "swiss",
    "options": CINCO,
    "pace": {"type": "live", "total": 300, "increment": 10},
    "rounds": 1,
    # Longer than any test: no bot sits down before the test has looked, however slow the machine is.
    "wait": 3_600,
}


def make_tournament(page: Page, name: str, **settings: Any) -> str:
    """The address of a tournament that this page hosts from now on, by an account of this name."""
    arrive(page)
    ask(page, "POST", "/api/account", {"name": name, "password": PASSWORD})
    return f"/e/{ask(page, 'POST', '/api/tournaments', SETTINGS | settings)['id']}"


def join(page: Page, tournament: str) -> str:
    """Join by the link; the name that one has."""
    page.goto(tournament)
    page.get_by_test_id("tournament-join").click()
    expect(page.get_by_test_id("joined")).to_be_visible()
    return str(ask(page, "GET", "/api/me")["name"])


def assert_good(page: Page) -> None:
    """Axe finds nothing, nothing is too wide or too small."""
    assert_accessible(page)
    for width, height in SIZES:
        resize(page, width, height)
        assert_fits(page)
    assert_targets(page, "main")


def to_my_table(page: Page, tournament: str) -> tuple[str, int]:
    """My table of the round, and my seat there, which I take by the server's interface alone."""
    view = ask(page, "GET", f"/api{tournament.replace('/e/', '/tournaments/')}")
    me, table = view["you"]["player"], view["you"]["table"]
    seat = next(game["players"].index(me) for game in view["current"]["games"] if game["table"] == table)
    command(page, table, {"type": "sit_down", "seat": seat, "commitment": "a" * 64})
    return table, seat


def leave_my_table(page: Page, table: str, seat: int) -> None:
    """Leave a game that is played, so that a bot plays on."""
    while ask(page, "GET", f"/api/tables/{table}")["status"] == "waiting":
        page.wait_for_timeout(50)
    body = {"key": f"leave-{seat}", "command": {"type": "stand_up", "seat": seat}}
    for _ in range(100):  # a bot's move may come between
        version = ask(page, "GET", f"/api/tables/{table}")["version"]
        answer = ask(page, "POST", f"/api/tables/{table}/commands", {**body, "version": version})
        if answer["type"] == "ack":
            return
    raise AssertionError(answer)


def resign_at_my_table(page: Page) -> None:
    """Lose at the table that the page shows, unless my opponent has resigned already."""
    resign, result = page.get_by_test_id("resign"), page.get_by_test_id("result")
    expect(page.get_by_test_id("status")).to_contain_text(re.compile("turn|won|win|lost|over", re.IGNORECASE))
    if not result.is_visible():
        page.get_by_test_id("table-menu").click()
        expect(resign.or_(result).first).to_be_visible()
    if not result.is_visible():
        expect(page.get_by_test_id("menu-tournament")).to_be_visible()
        press_twice(page, "resign")
    expect(result).to_be_visible()


@pytest.mark.nightly
def test_a_visitor_who_wants_to_host_becomes_an_account_on_the_way(new_page: NewPage):
    page = new_page(width=390, height=844)
    arrive(page, "/e")
    page.get_by_test_id("host-tournament").click()
    page.get_by_test_id("tournament-name").fill("Club tournament")
    page.get_by_test_id("round-robin").check()
    page.get_by_test_id("tournament-more").click()
    page.get_by_test_id("tournament-listed").check()
    tomorrow = datetime.now() + timedelta(days=1)  # as the field has it: by the device's own clock
    page.get_by_test_id("tournament-begins-set").select_option("true")
    page.get_by_test_id("tournament-begins").fill(tomorrow.strftime("%Y-%m-%dT20:00"))
    page.get_by_test_id("tournament-account").click()
    page.get_by_test_id("account-name").fill("Plover of the Strand")
    page.get_by_test_id("new-password").fill(PASSWORD)
    page.get_by_test_id("make-account").click()
    page.get_by_test_id("codes-later").click()
    page.reload()  # what was chosen outlives the page
    expect(page.get_by_test_id("tournament-name")).to_have_value("Club tournament")
    assert_good(page)
    page.get_by_test_id("make-tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Club tournament")
    expect(page.get_by_text("Round robin")).to_be_visible()
    # The host's card says it, and nothing else.
    expect(page.get_by_text(re.compile("you’re the host", re.IGNORECASE))).to_have_count(1)
    expect(page.get_by_test_id("tournament-start")).to_have_count(0)
    expect(page.get_by_test_id("start-why")).to_have_text("You need 3 more players to start.")
    expect(page.get_by_test_id("tournament-link")).to_be_in_viewport()
    expect(page.get_by_test_id("starts")).to_contain_text("20:00")
    somebody = new_page(width=390, height=844)
    arrive(somebody, "/open")
    found = somebody.get_by_test_id("open-tournament").filter(has_text="Club tournament")
    expect(found).to_contain_text("0 of 64 players")
    assert_good(somebody)
    ask(page, "POST", f"/api/tournaments/{page.url.rpartition('/')[2]}/commands", {"type": "join"})
    expect(found).to_contain_text("1 of 64 players")
    found.click()
    expect(somebody.get_by_test_id("tournament-join")).to_be_visible()
    for address in ("/e", "/me"):
        page.goto(address)
        expect(page.get_by_test_id("my-tournament")).to_contain_text("Club tournament")
    # The next step stands beside the words.
    page.goto("/e")
    mine = page.get_by_test_id("my-tournament")
    step, words = (
        mine.locator(".button").bounding_box(),
        mine.get_by_test_id("my-tournament-state").bounding_box(),
    )
    assert step
    assert words
    assert words["x"] + words["width"] <= step["x"]


@THOROUGHLY
def test_a_tournament_from_its_link_to_its_last_standings(new_page: NewPage, is_thorough: bool):
    host = new_page(color_scheme="light")
    people = [new_page(width=390, height=664, color_scheme="dark"), new_page(width=390, height=664)]
    wall, leaving = new_page(width=1920, height=1080, color_scheme="dark"), [new_page(), new_page()]
    tournament = make_tournament(host, "Sandpiper of the Bay" if is_thorough else "Sandpiper")
    host.goto(tournament)
    wall.goto(f"{tournament}?wall")
    expect(wall.get_by_test_id("wall-next")).to_have_text("0 players")
    names = [join(page, tournament) for page in people]
    commands = f"/api{tournament.replace('/e/', '/tournaments/')}/commands"
    for page in leaving:
        arrive_unseen(page)
        names.append(ask(page, "POST", commands, {"type": "join"})["standings"][-1]["name"])
    expect(host.get_by_test_id("people").locator("li")).to_have_count(4)
    expect(wall.get_by_test_id("wall")).to_contain_text(names[3])
    if is_thorough:
        assert_good(people[0])
        assert_accessible(wall)

    host.get_by_test_id("tournament-start").click()
    expect(host.get_by_test_id("tournament-status")).to_have_text("Round 1 of 1")
    expect(wall.get_by_test_id("wall-next")).to_contain_text("Bots take their seats in")
    for page in people:
        expect(page.get_by_test_id("tournament-live")).to_have_text(re.compile("^Round 1: you play .+"))
        expect(page).to_have_title(re.compile("^● Friday Cup"))
    if is_thorough:
        assert_accessible(people[0])
    for page in people:
        page.get_by_test_id("to-table").click()
    seats = [to_my_table(page, tournament) for page in leaving]
    for page, (table, seat) in zip(leaving, seats, strict=True):
        leave_my_table(page, table, seat)
    for page in people:
        resign_at_my_table(page)

    expect(host.get_by_test_id("winner")).to_be_visible(timeout=30_000)
    expect(
        people[1].get_by_test_id("tournament-next").or_(people[1].get_by_test_id("winner"))
    ).to_be_visible()
    for page in people:
        if page.get_by_test_id("to-tournament").count():
            page.get_by_test_id("to-tournament").click()
        expect(page.get_by_test_id("tournament-status")).to_have_text("Finished")
    for name in names:
        expect(host.get_by_test_id("standings")).to_contain_text(name)
    expect(host.get_by_test_id("games")).to_contain_text(names[2])
    expect(host.get_by_test_id("games")).to_contain_text(re.compile("A bot played for|Bots played for"))
    expect(wall.get_by_test_id("wall")).to_contain_text("Final standings")
    if is_thorough:
        assert_good(host)
        assert_accessible(people[0])
    assert_accessible(wall)
    assert_fits(wall)
    wall.keyboard.press("Tab")
    wall.get_by_test_id("leave-wall").click()
    expect(wall.get_by_test_id("winner")).to_be_visible()


@pytest.mark.nightly
def test_four_at_a_table_from_the_form_to_the_places(new_page: NewPage):
    host, player = new_page(width=390, height=844), new_page(width=390, height=844, color_scheme="dark")
    wall = new_page(width=1920, height=1080)
    arrive(host)
    ask(host, "POST", "/api/account", {"name": "Curlew", "password": PASSWORD})
    host.goto("/e")
    host.get_by_test_id("host-tournament").click()
    host.get_by_test_id("tournament-cinqo").check()
    host.get_by_test_id("knockout").check()
    # The picture covers the control, and the button in view the foot of the page.
    four = host.get_by_test_id("players-4-4")
    four.evaluate("each => each.scrollIntoView({ block: 'center' })")
    four.check(force=True)
    expect(host.get_by_test_id("knockout")).to_have_count(0)  # a knockout is for two at a table
    expect(host.get_by_test_id("table-swiss")).to_be_checked()
    expect(host.get_by_test_id("tournament-plan")).to_contain_text("3 rounds")
    assert_good(host)
    host.get_by_test_id("make-tournament").click()
    expect(host.get_by_text("4 at a table")).to_be_visible()
    tournament = f"/e/{host.url.rpartition('/')[2]}"
    commands = f"/api{tournament.replace('/e/', '/tournaments/')}/commands"
    others = [new_page() for _ in range(4)]
    names = [join(player, tournament)]
    for page in others:
        arrive_unseen(page)
        names.append(ask(page, "POST", commands, {"type": "join"})["standings"][-1]["name"])
    wall.goto(f"{tournament}?wall")
    host.get_by_test_id("tournament-start").click()
    # Of five, three sit at the first table and two at the second.
    expect(host.get_by_test_id("game-1").locator(".player")).to_have_count(3)
    expect(host.get_by_test_id("game-2").locator(".player")).to_have_count(2)
    expect(player.get_by_test_id("now-title")).to_contain_text("You’re playing")
    assert_accessible(player)
    assert_fits(wall)

    host.get_by_test_id("host-more").click()
    for board, places in ((1, (2, 1, 3)), (2, (1, 1))):
        host.get_by_test_id("ruling-game").select_option(str(board))
        host.get_by_test_id("ruling-result").select_option("places")
        for side, place in enumerate(places):
            host.get_by_test_id(f"ruling-place-{side}").select_option(str(place))
        press_twice(host, "set-ruling")
        expect(host.get_by_test_id("rulings").locator("li")).to_have_count(board)
    assert_good(host)
    scored = player.get_by_test_id("now-title")
    expect(scored).to_have_text(re.compile(r"You scored [0-6½]+ of 6 points"))
    # The best of the first table is on top, and leads.
    best = host.get_by_test_id("game-1").locator(".player").first
    expect(best).to_contain_text("6")
    leader = next(name for name in names if name in best.inner_text())
    expect(host.get_by_test_id("standings").locator("tbody tr").first).to_contain_text(leader)
    assert_fits(wall)
    assert_accessible(wall)


@pytest.mark.nightly
def test_two_teams_from_the_form_to_the_match_points(new_page: NewPage):
    host = new_page(width=390, height=844)
    captain = new_page(width=390, height=844, color_scheme="dark")
    wall = new_page(width=1920, height=1080)
    arrive(host)
    ask(host, "POST", "/api/account", {"name": "Dotterel", "password": PASSWORD})
    host.goto("/e")
    host.get_by_test_id("host-tournament").click()
    host.get_by_test_id("team-round-robin").check()
    host.get_by_test_id("tournament-boards").select_option("2")
    assert_good(host)
    host.get_by_test_id("make-tournament").click()
    expect(host.get_by_test_id("start-why")).to_have_text("You need 2 more teams to start.")
    tournament = f"/e/{host.url.rpartition('/')[2]}"
    commands = f"/api{tournament.replace('/e/', '/tournaments/')}/commands"
    names = [join(captain, tournament)]
    for _ in range(3):
        page = new_page()
        arrive_unseen(page)
        names.append(ask(page, "POST", commands, {"type": "join"})["standings"][-1]["name"])
    for team, players in ((1, (1, 2)), (2, (3, 4))):
        host.get_by_test_id("team-name").fill(f"Waders {team}")
        host.get_by_test_id("team-captain").select_option(str(players[0]))
        host.get_by_test_id("make-team").click()
        # By hand, and by the button that puts the last player into the smaller team.
        by = f"assign-{players[1]}-{team}" if team == 1 else "split-evenly"
        host.get_by_test_id(by).click()
        expect(host.get_by_test_id(f"team-{team}").locator("li")).to_have_count(2)
    assert_good(host)
    # The captain puts the other player first, who is the captain from then on.
    captain.get_by_test_id("raise-2").click()
    expect(captain.get_by_test_id("raise-2")).to_have_count(0)
    assert_good(captain)
    host.get_by_test_id("tournament-start").click()
    expect(host.get_by_test_id("match")).to_contain_text("Waders")
    expect(host.get_by_test_id("tournament-status")).to_have_text("Round 1 of 1")
    wall.goto(f"{tournament}?wall")
    expect(wall.get_by_test_id("wall")).to_contain_text("Waders 1")
    assert_fits(wall)
    view = ask(host, "GET", f"/api{tournament.replace('/e/', '/tournaments/')}")
    for game in view["current"]["games"]:
        points = [float(player in (1, 2)) for player in game["players"]]
        command = {"type": "set_result", "round": 1, "board": game["board"], "points": points}
        ask(host, "POST", commands, command)
    ask(host, "POST", commands, {"type": "end"})
    expect(host.get_by_test_id("winner")).to_have_text("Waders 1 wins the tournament")
    expect(host.get_by_test_id("standings").locator("tbody tr").first).to_contain_text("Waders 1")
    assert_good(host)
    expect(captain.get_by_test_id("final")).to_be_visible()
    assert_accessible(captain)
    assert_accessible(wall)


@pytest.mark.nightly
def test_an_address_of_no_tournament_says_so(new_page: NewPage):
    page = new_page(refused=True)
    page.goto("/e/there-is-no-such-tournament")
    expect(page.get_by_role("heading", level=1)).to_have_text("This tournament doesn’t exist.")
