"""Every language on the pages: the right words at once, and no text that is cut or wider than a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from quincunx.texts.catalogue import languages
from tests.e2e.axe import assert_accessible
from tests.e2e.play import (
    SETTLED,
    cinco_by_mouse,
    invite_friends,
    pass_and_play,
    press_twice,
    resize,
    unfold,
    wait_for_turn,
)
from tests.e2e.test_people import arrive, ask, play_rated
from tests.e2e.windows import NewPage
from tests.examples import mostly_nightly

WRITTEN = {"zh": "zh-Hans"}
TOURNAMENT = {
    "name": "Seven tongues",
    "format": "swiss",
    "options": {"game": "cinco"},
    "pace": {"type": "live", "total": 180, "increment": 2},
}

# Users find the language in the header, or in a table's menu; here it need not be visible.
SPEAK = """code => {
    const select = document.querySelector('[data-testid=language]');
    select.value = code;
    select.dispatchEvent(new Event('change', {bubbles: true}));
}"""

CUT = """() => {
    // What is there for those who listen is cut on purpose, and so are names that people gave themselves.
    const skipped = '.visually-hidden, [aria-hidden=true], select, option, script, style, svg, .name';
    const wrong = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, parent = node.parentElement, text = node.data.trim();
        if (!text || parent.closest(skipped) || !parent.checkVisibility()) continue;
        if (getComputedStyle(parent).clipPath === 'inset(50%)') continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (!box.width || parent.getBoundingClientRect().width <= 1) continue;
        let isInStrip = false;
        for (let each = parent; each !== document.body; each = each.parentElement) {
            const style = getComputedStyle(each), own = each.getBoundingClientRect();
            const clips = style.overflowX !== 'visible', scrolls = /auto|scroll/.test(style.overflowX);
            const framed = clips && !scrolls || each.matches('button, .button, td, th, legend, label');
            const sticksOut = box.right > own.right + 1 || box.left < own.left - 1;
            if (framed && sticksOut) wrong.push(`too wide: ${text}`);
            const isButton = each.matches('button, .button');
            if (isButton && box.bottom > own.bottom + 1) wrong.push(`too high: ${text}`);
            isInStrip = scrolls && each.scrollWidth > each.clientWidth;
            if (scrolls) break;
        }
        // A strip of links is scrolled to its end.
        if (!isInStrip && (box.right > innerWidth + 1 || box.left < -1)) wrong.push(`off the page: ${text}`);
    }
    for (const each of document.querySelectorAll('button, .button, input, select, textarea')) {
        const own = each.getBoundingClientRect();
        const isOff = own.width > 1 && (own.right > innerWidth + 1 || own.left < -1);
        if (isOff) wrong.push(`off the page: a ${each.localName}`);
    }
    // What is said above the buttons is not under them, if it is to be seen.
    for (const line of document.querySelectorAll('[data-testid=hint]')) {
        if (!line.checkVisibility({visibilityProperty: true})) continue;
        const words = document.createRange();
        words.selectNodeContents(line);  // they may hang out of their box
        const said = words.getBoundingClientRect();
        for (const each of document.querySelectorAll('button')) {
            if (each.closest('dialog, [role=dialog]')) continue;
            const own = each.getBoundingClientRect();
            const isBeside = own.left > said.right || own.right < said.left || !own.width;
            const isUnder = said.bottom > own.top + 1 && said.top < own.bottom - 1 && !isBeside;
            if (isUnder) wrong.push(`under a button: ${line.textContent}`);
        }
    }
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 0) wrong.push(`the page is ${wide} px too wide`);
    return wrong;
}"""


def speak(page: Page, code: str) -> None:
    """Switch the language in place."""
    choice, menu = page.get_by_test_id("language"), page.get_by_test_id("table-menu")
    expect(choice.or_(menu).first).to_be_attached()
    # While a page gives way to another, neither is there for a moment.
    is_in_menu = choice.count() == 0 and menu.count() > 0
    if is_in_menu:
        menu.click()
        expect(choice).to_be_visible()
    expect(choice).to_be_attached()
    page.evaluate(SPEAK, code)
    if is_in_menu:
        page.keyboard.press("Escape")
        expect(choice).to_have_count(0)
    expect(page.locator("html")).to_have_attribute("lang", WRITTEN.get(code, code))
    page.evaluate(SETTLED, [page.evaluate("innerWidth"), page.evaluate("innerHeight")])


def load_in(page: Page, code: str) -> None:
    """The same page in another language, where it has no place to switch it."""
    page.evaluate("code => localStorage.setItem('quincunx.language', code)", code)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", WRITTEN.get(code, code))


def assert_whole(page: Page, name: str = "", switch: Callable[[Page, str], None] = speak) -> None:
    """On a small phone nothing is cut or too wide, and axe finds nothing, in any language; then English."""
    resize(page, 360, 740)
    for code in (*languages()[1:], "en"):
        switch(page, code)
        page.wait_for_load_state("networkidle")
        assert page.evaluate(CUT) == [], f"{name} in {code}"
        assert_accessible(page, f"{name} in {code}")


def home(page: Page) -> Iterator[str]:
    page.goto("/")
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()
    yield "home"
    page.get_by_test_id("friends-cinqo").click()
    yield "home, with friends"
    page.goto("/open")
    yield "open tables, none"
    page.goto("/t/nothing-is-here")
    expect(page.get_by_role("heading")).to_contain_text("doesn’t exist")
    expect(page.get_by_test_id("language")).to_be_visible()
    yield "no table"


def new_tables(page: Page) -> Iterator[str]:
    for game in ("cinco", "cinqo"):
        page.goto(f"/new?game={game}")
        expect(page.get_by_test_id("make")).to_be_visible()
        yield f"new {game}"
        unfold(page)
        yield f"new {game}, all settings"
    invite_friends(page, "cinqo")
    yield "waiting"


def rules(page: Page) -> Iterator[str]:
    for game, last in (("cinco", "C7"), ("cinqo", "Q5")):
        page.goto(f"/rules/{game}")
        expect(page.locator(f"#rule-{last}")).to_be_attached()
        yield f"rules of {game}"


def cinco(page: Page) -> Iterator[str]:
    page.goto("/")
    page.get_by_test_id("play-now-cinco").click()
    assert wait_for_turn(page)
    cinco_by_mouse(page)
    assert wait_for_turn(page)
    page.locator("[data-testid^=card-]").first.click()
    yield "cinco"
    page.get_by_test_id("table-menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "menu"
    press_twice(page, "resign")
    expect(page.get_by_test_id("result")).to_be_visible()
    yield "result"
    page.goto(f"{page.url}/replay?ply=3")
    expect(page.get_by_test_id("step")).to_be_visible()
    yield "replay"


def cinqo(page: Page) -> Iterator[str]:
    page.goto("/")
    page.get_by_test_id("play-now-cinqo").click()
    assert wait_for_turn(page)
    yield "cinqo, nothing touched"
    page.get_by_test_id("die-0").click()
    yield "cinqo"
    pass_and_play(page, "cinco")
    expect(page.get_by_test_id("covered")).to_be_visible()
    yield "covered"


def people(page: Page) -> Iterator[str]:
    arrive(page)
    page.get_by_test_id("guest-name").click()
    expect(page.get_by_test_id("edit-name")).to_be_visible()
    yield "you"
    for step, shown in (("other-device", "device-link"), ("to-sign-in", "sign-in"), ("keep", "new-password")):
        page.get_by_test_id(step).click()
        expect(page.get_by_test_id(shown)).to_be_visible()
        yield step
        page.get_by_test_id("back").click()

    page.goto("/enter#0")
    yield "enter"


VISITS: list[Callable[[Page], Iterator[str]]] = [home, new_tables, rules, cinco, cinqo, people]


@pytest.mark.nightly
@pytest.mark.parametrize("visit", mostly_nightly(VISITS, home), ids=lambda visit: visit.__name__)
def test_no_text_is_cut_on_a_phone_in_any_language(new_page: NewPage, visit: Any):
    page = new_page(width=360, height=740)
    wrong: dict[str, list[str]] = {}
    for place in visit(page):
        for code in (*languages()[1:], "en"):
            speak(page, code)
            wrong |= {f"{place} in {code}": found for found in [page.evaluate(CUT)] if found}
            if place.startswith("rules"):
                assert_accessible(page, f"{place} in {code}")
    assert wrong == {}


@pytest.mark.nightly
def test_pages_about_people_and_their_tournaments_are_whole_in_any_language(new_page: NewPage):
    page, other = new_page(width=360, height=740), new_page()
    arrive(page)
    arrive(other)
    play_rated(page, other)
    ask(page, "POST", "/api/account", {"name": "Curlew of Tongues", "password": "seven languages, one table"})
    tournament = ask(page, "POST", "/api/tournaments", TOURNAMENT)["id"]
    wrong: dict[str, list[str]] = {}
    for place, shown in (
        ("/me", "game"),
        ("/me/account", "change-password"),
        ("/e", "make-tournament"),
        (f"/e/{tournament}", "tournament-join"),
    ):
        page.goto(place)
        if place == "/e":
            page.get_by_test_id("host-tournament").click()
        expect(page.get_by_test_id(shown).first).to_be_visible()
        for code in (*languages()[1:], "en"):
            speak(page, code)
            wrong |= {f"{place} in {code}": found for found in [page.evaluate(CUT)] if found}
    assert wrong == {}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("locale", "lang", "word"),
    [("de-CH", "de", "Sofort spielen"), ("zh-CN", "zh-Hans", "立即开始"), ("fi-FI", "en", "Play now")],
)
def test_the_browser_s_language_is_spoken_and_no_other_is_loaded(
    new_page: NewPage, locale: str, lang: str, word: str
):
    page = new_page(locale=locale, fresh=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    scripts: list[Route] = []
    page.route(re.compile("/assets/index-.*js$"), lambda route: scripts.append(route))
    # The texts do not wait for the scripts that ask for them.
    with page.expect_response(re.compile(f"/assets/{lang[:2]}-")):
        page.goto("/", wait_until="commit")
    scripts[0].continue_()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator("main")).to_contain_text(word)
    page.wait_for_load_state("networkidle")
    loaded = {match[1] for url in asked if (match := re.search(rf"/assets/({'|'.join(languages())})-", url))}
    assert loaded == {lang[:2]}


@pytest.mark.nightly
def test_a_language_that_was_chosen_stays_chosen(new_page: NewPage):
    page = new_page(width=360, height=740)
    page.goto("/")
    names = ["Deutsch", "English", "Español", "Français", "Italiano", "Nederlands", "简体中文"]
    expect(page.get_by_test_id("language").locator("option")).to_have_text(names)
    page.get_by_test_id("language").select_option("fr")
    expect(page.locator("main")).to_contain_text("Jouer maintenant")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("main")).to_contain_text("Jouer maintenant")
