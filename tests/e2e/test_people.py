"""People in the browser: an account, other devices, a public page, rated games."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from quincunx.client.login import Login
from tests.e2e.axe import assert_accessible, assert_accessible_in_both_themes
from tests.e2e.play import make_cinqo, resize
from tests.e2e.test_pages import assert_fits
from tests.e2e.windows import NewPage

PASSWORD = "seven quiet herons wading"
RATED = {
    "options": {"game": "cinco", "first": 0},
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "rated": True,
    "pace": {"type": "live", "total": 600, "increment": 10},
}


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    """The server's answer to a request of the page's person, who need not have loaded any page."""
    answer = page.request.fetch(path, method=method, data=body)
    return None if answer.status == 204 else answer.json()


def arrive_unseen(page: Page) -> str:
    """Become a guest without loading a page, to play a part in what others see. Return their name."""
    return str(ask(page, "GET", "/api/me")["name"])


def arrive(page: Page, address: str = "/") -> str:
    """Open a page as a newcomer. Return their name."""
    page.goto(address)
    expect(page.get_by_test_id("guest-name")).to_be_visible()
    return str(ask(page, "GET", "/api/me")["name"])


def with_passkeys(page: Page) -> None:
    """The device has an authenticator that says yes by itself."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def play_rated(winner: Page, loser: Page, **settings: Any) -> str:
    """Play a rated game that the second resigns, and wait until both people have it in their lists."""
    table = str(ask(winner, "POST", "/api/tables", RATED | settings)["id"])
    for seat, page in enumerate((winner, loser)):
        command(page, table, {"type": "sit_down", "seat": seat, "commitment": "a" * 64})
    for _ in range(2):  # a rated game counts once both have moved
        seat = ask(winner, "GET", f"/api/tables/{table}")["game"]["to_move"]
        move = {"type": "make_move", "seat": seat, "move": {"type": "exchange"}}
        command((winner, loser)[seat], table, move)
    command(loser, table, {"type": "resign", "seat": 1})
    for page in (winner, loser):  # results are written after the game's end
        while not is_in_list(page, table):
            page.wait_for_timeout(50)
    return table


def is_in_list(page: Page, table: str) -> bool:
    """True if the game is among those of the page's person."""
    found = ask(page, "GET", "/api/people/me/games")
    return any(game["table"] == table for game in found.get("games", ()))


def command(page: Page, table: str, what: dict[str, Any]) -> None:
    version = ask(page, "GET", f"/api/tables/{table}")["version"]
    body = {"key": f"{what['type']}-{version}", "version": version, "command": what}
    answer = ask(page, "POST", f"/api/tables/{table}/commands", body)
    assert answer["type"] == "ack", answer


def test_a_passkey_keeps_a_guest_and_brings_them_back(new_page: NewPage, address: str):
    home = address.replace("127.0.0.1", "localhost")  # passkeys belong to a name
    page = new_page(width=390, height=844, fresh=True)
    with_passkeys(page)
    arrive(page, home)
    page.get_by_test_id("guest-name").click()
    page.get_by_test_id("keep").click()
    page.get_by_test_id("account-name").fill("Wren of the Marsh")
    page.get_by_test_id("make-account").click()
    expect(page.get_by_test_id("account-done")).to_contain_text("Wren of the Marsh")
    page.get_by_test_id("get-codes").click()
    codes = page.get_by_test_id("codes").locator("li")
    expect(codes).to_have_count(10)
    for _ in range(3):  # a browser closes a dialog at the second, whatever the page says
        page.keyboard.press("Escape")
    expect(codes.first, "what is shown only once is not closed by a slip").to_be_visible()
    with page.expect_download() as download:
        page.get_by_test_id("save-codes").click()
    assert codes.first.inner_text() in download.value.path().read_text()
    page.get_by_test_id("codes-kept").click()
    expect(page.get_by_test_id("guest-name")).to_contain_text("Wren of the Marsh")

    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_response("**/api/account/tokens"):
        page.goto(f"{home}/me/account")
    expect(page.get_by_test_id("passkey")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    assert len(asked) == len(set(asked)), "nothing is asked for again and again"
    page.get_by_test_id("sign-out").click()
    page.get_by_test_id("sign-out").click()
    expect(page.get_by_test_id("guest-name")).not_to_contain_text("of the Marsh")

    page.get_by_test_id("guest-name").click()
    page.get_by_test_id("to-sign-in").click()
    page.get_by_test_id("sign-in-passkey").click()
    expect(page.get_by_test_id("guest-name")).to_contain_text("Wren of the Marsh")


@pytest.mark.nightly
def test_where_no_passkey_can_be_a_password_is_and_a_code_helps_out(new_page: NewPage):
    page, other = new_page(refused=True), new_page(refused=True)
    arrive(page)
    page.get_by_test_id("guest-name").click()
    page.get_by_test_id("keep").click()
    page.get_by_test_id("account-name").fill("Heron by the Mill")
    page.get_by_test_id("new-password").fill("heron by the mill")
    page.get_by_test_id("make-account").click()
    expect(page.get_by_test_id("failure")).to_contain_text("too similar to your name or this site’s")
    page.get_by_test_id("new-password").fill(PASSWORD)
    page.get_by_test_id("make-account").click()
    page.get_by_test_id("get-codes").click()
    code = page.get_by_test_id("codes").locator("li").first.inner_text()

    arrive(other)
    other.get_by_test_id("guest-name").click()
    other.get_by_test_id("to-sign-in").click()
    other.get_by_test_id("sign-in-name").fill("Heron by the Mill")
    other.get_by_test_id("sign-in-password").fill("not the password at all")
    other.get_by_test_id("sign-in").click()
    expect(other.get_by_test_id("failure")).to_contain_text("don’t match")
    other.get_by_test_id("use-code").click()
    other.get_by_test_id("sign-in-code").fill(code.lower())
    with other.expect_event("load"):  # the page reloads, and cannot be asked meanwhile
        other.get_by_test_id("sign-in").click()
    expect(other.get_by_test_id("guest-name")).to_contain_text("Heron by the Mill")
    assert ask(other, "GET", "/api/account")["codes_left"] == 9


@pytest.mark.nightly
def test_a_person_manages_their_account(new_page: NewPage):
    page = new_page()
    arrive(page)
    ask(page, "POST", "/api/account", {"name": "Otter of the Weir", "password": PASSWORD})
    page.goto("/me/account")
    # Each name stands beside its first line, with or without a button.
    expect(page.locator("section:has(> #ways) h3")).to_have_count(3)
    for name in page.locator("section:has(> #ways) h3").all():
        middles = name.evaluate("""it => [it, it.parentElement.querySelector("p")].map((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            const { y, height } = range.getBoundingClientRect();
            return y + height / 2;
        })""")
        assert abs(middles[0] - middles[1]) < 2
    # A phone on its side has the ways to sign in in view.
    resize(page, 844, 390)
    expect(page.get_by_test_id("edit-name")).to_be_in_viewport(ratio=1)
    for name in page.locator("section:has(> #ways) h3").all():
        expect(name).to_be_in_viewport(ratio=1)
    resize(page, 1280, 800)
    page.get_by_test_id("new-token").click()
    page.get_by_test_id("token-name").fill("My bot")
    page.get_by_test_id("scope-play").uncheck()
    page.get_by_test_id("make-token").click()
    expect(page.get_by_test_id("token-secret")).to_have_value(re.compile("^qx_"))
    assert [each["scopes"] for each in ask(page, "GET", "/api/account/tokens")["tokens"]] == [["read"]]
    page.get_by_test_id("revoke").click()
    page.get_by_test_id("revoke").click()
    expect(page.get_by_test_id("token")).to_have_count(0)
    page.get_by_test_id("new-codes").click()
    page.get_by_test_id("new-codes").click()
    expect(page.get_by_test_id("codes").locator("li")).to_have_count(10)
    page.get_by_test_id("codes-kept").click()
    page.get_by_test_id("ask-delete").click()
    page.get_by_test_id("delete-me").click()
    expect(page.get_by_test_id("delete-me"), "it is asked about twice").to_be_visible()
    page.get_by_test_id("delete-me").click()
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()
    expect(page.get_by_test_id("guest-name")).not_to_contain_text("of the Weir")


def confirmed(login: Login, seconds: float) -> str | None:
    """The account that has confirmed a program. Playwright's own loop runs in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(login.confirmed(seconds))).result()


@pytest.mark.nightly
def test_a_program_plays_as_me_once_it_is_confirmed(new_page: NewPage):
    page = new_page(width=390, height=844, refused=True)
    arrive(page)
    login = Login(page.url, "a bot with a name of 24.")
    page.goto(login.link)
    page.get_by_test_id("open-me").click()
    page.get_by_test_id("keep").click()
    page.get_by_test_id("account-name").fill("Dipper by the Ford")
    page.get_by_test_id("new-password").fill(PASSWORD)
    page.get_by_test_id("make-account").click()
    page.get_by_test_id("codes-later").click()
    expect(page.locator("main")).to_contain_text("“a bot with a name of 24.” asks to play as you")
    assert_fits(page)
    assert_accessible_in_both_themes(page)
    assert confirmed(login, 0.5) is None
    page.get_by_test_id("confirm").click()
    expect(page.get_by_test_id("confirmed")).to_be_visible()
    assert confirmed(login, 10) == "Dipper by the Ford"
    page.goto(login.link[:-80])
    expect(page.get_by_role("alert")).to_contain_text("Part of it is missing")

    other = new_page()
    arrive(other)
    other.goto(Login(page.url, "another").link)
    other.get_by_test_id("open-me").click()
    other.get_by_test_id("to-sign-in").click()
    other.get_by_test_id("sign-in-name").fill("Dipper by the Ford")
    other.get_by_test_id("sign-in-password").fill(PASSWORD)
    other.get_by_test_id("sign-in").click()
    expect(other.locator("main")).to_contain_text("“another” asks to play as you")
    expect(other.get_by_test_id("confirm")).to_be_visible()


@pytest.mark.nightly
def test_a_link_signs_a_person_in_on_another_device_after_a_press(new_page: NewPage):
    page, phone = new_page(), new_page(width=390, height=844, refused=True)
    name = arrive(page)
    page.get_by_test_id("guest-name").click()
    page.get_by_test_id("other-device").click()
    expect(page.get_by_test_id("link-left")).to_contain_text("Expires in")
    link = page.get_by_test_id("device-link").input_value()
    other = arrive(phone)
    phone.get_by_test_id("play-now-cinqo").click()
    expect(phone.get_by_test_id("table")).to_be_visible()
    phone.goto(link)
    expect(phone.get_by_test_id("enter")).to_be_visible()
    assert "#" not in phone.url, "the secret stays in no history"
    expect(phone.get_by_test_id("bring")).to_be_checked()
    assert_fits(phone)
    assert_accessible(phone)
    phone.get_by_test_id("enter").click()
    expect(phone.get_by_test_id("entered")).to_contain_text(name)
    expect(phone.locator("main")).to_contain_text(f"Your games as {other} were left behind.")
    phone.get_by_test_id("to-games").click()
    expect(phone.get_by_test_id("guest-name")).to_contain_text(name)
    phone.goto(link)
    phone.get_by_test_id("enter").click()
    expect(phone.get_by_test_id("failure")).to_contain_text("already been used")


@pytest.mark.nightly
def test_a_rated_game_is_on_both_pages_and_its_result_says_what_it_changed(new_page: NewPage):
    ada, bo = new_page(), new_page(width=360, height=740)
    arrive_unseen(ada)
    bo_name = arrive_unseen(bo)
    for _ in range(3):
        table = play_rated(ada, bo)
    ada.goto(f"/t/{table}")
    expect(ada.get_by_test_id("rating-changes")).to_contain_text("+")
    expect(ada.get_by_test_id("rating-changes")).to_contain_text("−")
    assert_accessible(ada)
    ada.get_by_test_id("rating-changes").get_by_role("link", name=bo_name).click()
    expect(ada.get_by_test_id("person-name")).to_have_text(bo_name)
    expect(ada.get_by_test_id("results-cinco-two").first).to_contain_text("3")
    expect(ada.get_by_test_id("game")).to_have_count(3)
    ada.get_by_test_id("filter-result").select_option("won")
    expect(ada.get_by_test_id("no-games")).to_be_visible()
    ada.get_by_test_id("filter-result").select_option("")
    # A phone on its side has the games of both and the rating in view.
    resize(ada, 844, 390)
    expect(ada.get_by_test_id("results-cinco-two").first).to_be_in_viewport(ratio=1)
    expect(ada.get_by_test_id("rating-cinco-two").locator(".head")).to_be_in_viewport(ratio=1)
    expect(ada.get_by_test_id("side")).to_have_text(f"Results from {bo_name}’s side.")
    # A phone shows the games of both without a press, and its short page has no links to its parts.
    resize(ada, 390, 664)
    expect(ada.get_by_test_id("results-cinco-two").first).to_be_in_viewport(ratio=1)
    expect(ada.get_by_test_id("parts")).to_have_count(0)

    bo.goto("/me")
    expect(bo.get_by_test_id("rating-cinco-two")).to_contain_text("provisional")
    # On a phone the number of games unfolds the curve.
    curve = bo.get_by_test_id("curve")
    expect(curve).to_be_hidden()
    bo.get_by_test_id("rating-cinco-two").locator("summary").click()
    before = curve.get_attribute("aria-valuetext")
    curve.focus()
    bo.keyboard.press("ArrowLeft")
    assert curve.get_attribute("aria-valuetext") != before
    assert_fits(bo)
    assert_accessible(bo)
    with bo.expect_download() as download:
        bo.get_by_test_id("all-games").click()
    assert download.value.path().read_text().count("[Game") >= 3


@pytest.mark.nightly
def test_a_game_that_waits_stands_first_on_my_page(new_page: NewPage):
    page = new_page(width=390, height=664)
    make_cinqo(page)
    page.goto("/me")
    waiting = page.get_by_test_id("running")
    expect(waiting).to_be_in_viewport(ratio=1)
    box, keep = waiting.bounding_box(), page.get_by_test_id("page-keep").bounding_box()
    assert box
    assert keep
    assert box["y"] + box["height"] <= keep["y"]
    assert_fits(page)
    assert_accessible(page)
    waiting.click()
    expect(page.get_by_test_id("table")).to_be_visible()


def assert_above_navigation(page: Page, name: str) -> None:
    """Check that a button is in view, and not under the navigation of a phone."""
    button = page.get_by_test_id(name)
    expect(button).to_be_in_viewport(ratio=1)
    assert button.evaluate("""it => {
        const { x, y, width, height } = it.getBoundingClientRect();
        return it.contains(document.elementFromPoint(x + width / 2, y + height - 2));
    }""")


@pytest.mark.nightly
def test_a_newcomers_page_leads_to_a_first_game(new_page: NewPage):
    page = new_page(width=390, height=664)
    arrive(page)
    page.goto("/me")
    expect(page.get_by_test_id("first-game")).to_be_visible()
    for width, height in ((390, 664), (844, 390), (1280, 800)):
        resize(page, width, height)
        expect(page.get_by_test_id("first-game")).to_be_in_viewport(ratio=1)
        assert_above_navigation(page, "page-keep")
        expect(page.locator("main .primary:visible")).to_have_count(1)
        assert_fits(page)
    page.get_by_test_id("first-game").click()
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()


@pytest.mark.nightly
def test_axe_finds_nothing_on_the_sheets_and_pages_about_oneself(new_page: NewPage):
    page = new_page(width=360, height=740)
    arrive(page)
    page.get_by_test_id("guest-name").click()
    expect(page.get_by_test_id("edit-name")).to_be_visible()
    assert_accessible_in_both_themes(page)
    for step, shown in (("other-device", "device-link"), ("to-sign-in", "sign-in"), ("keep", "new-password")):
        page.get_by_test_id(step).click()
        expect(page.get_by_test_id(shown)).to_be_visible()
        assert_accessible_in_both_themes(page)
        assert_targets(page, "dialog")
        page.get_by_test_id("back").click()
    ask(page, "POST", "/api/account", {"name": "Curlew on the Moor", "password": PASSWORD})
    page.goto("/me/account")
    page.get_by_test_id("change-password").click()
    page.get_by_test_id("ask-delete").click()
    assert_fits(page)
    assert_accessible_in_both_themes(page)
    assert_targets(page, "main")
    page.set_viewport_size({"width": 740, "height": 360})
    assert_fits(page)


def assert_targets(page: Page, within: str) -> None:
    """Whatever can be pressed is as large as a finger."""
    small = page.evaluate(
        """within => [...document.querySelectorAll(`${within} :is(button, a.button, input, select)`)]
          .filter(each => each.offsetParent && !each.closest(".visually-hidden"))
          .map(each => [each.dataset.testid, (each.closest("label") ?? each).getBoundingClientRect().height])
          .filter(([, height]) => height < 43.5)""",
        within,
    )
    assert not small
