"""The table at every size: all of it in sight and under the finger, and a board that never moves."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import THOROUGHLY
from tests.e2e.play import cinco_by_mouse, make_cinco, resize, wait_for_turn, with_chances
from tests.e2e.test_games import Cable
from tests.e2e.windows import NewPage
from tests.examples import mostly_nightly

SIZES = {
    (360, 640): 30.5,
    (390, 664): 33,
    (390, 844): 33,
    (667, 375): 32.5,
    (740, 360): 34,
    (844, 340): 32,
    (844, 390): 37,
    (640, 400): 30,
    (768, 1024): 60,
    (1024, 768): 55,
    (1280, 800): 60,
    (1920, 1080): 88,
    # 200 % zoom of 1920 x 1080 and 1024 x 768; that of 1280 x 800 is above.
    (960, 540): 52,
    (512, 384): 19,
}
"""Windows, and how far apart spaces must be there, in CSS pixels, with six at the table."""

PLACES = [(390, 664), (844, 390), (1280, 800)]
"""The windows that differ most."""

HIDDEN = """() => {
    const found = [];
    const within = (node, x, y) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (hit === node || node.contains(hit));
    };
    const check = (node, points) => {
        const box = node.getBoundingClientRect();
        const name = node.dataset.testid ?? node.textContent.trim();
        const [right, bottom] = [innerWidth - box.right, innerHeight - box.bottom];
        if (Math.min(box.left, box.top, right, bottom) < -0.5)
            found.push(`${name} is cut off: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
        for (const [x, y] of points)
            if (!within(node, box.left + x * box.width, box.top + y * box.height))
                found.push(`${name} is covered at ${x}, ${y}`);
    };
    const cross = [[0.5, 0.5], [0.5, 0.08], [0.5, 0.92], [0.08, 0.5], [0.92, 0.5]];
    for (const space of document.querySelectorAll('.space')) check(space, [[0.5, 0.5]]);
    for (const button of document.querySelectorAll('.frame button, .frame a')) {
        if (!button.checkVisibility()) continue;
        check(button, cross);
        const {width, height} = button.getBoundingClientRect();
        if (Math.min(width, height) < 44) found.push(`${button.dataset.testid} is ${width} x ${height}`);
    }
    for (const text of document.querySelectorAll('.actions button, .seats li'))
        if (text.scrollWidth > text.clientWidth + 1) found.push(`${text.textContent} does not fit`);
    const page = document.documentElement, frame = document.querySelector('.frame');
    for (const each of [page, frame])
        if (each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth)
            found.push(`${each.className} scrolls: ${each.scrollHeight} of ${each.clientHeight}`);
    return found;
}"""

PITCH = """() => {
    const middle = space => {
        const box = document.querySelector(`[data-space="${space}"] .cell`).getBoundingClientRect();
        return box.x + box.width / 2;
    };
    return middle(2) - middle(1);
}"""

WATCH_THE_END = """() => {
    window.end = {};
    new MutationObserver(() => {
        const status = document.querySelector('[data-testid=status]').textContent;
        if (status === 'Game over') end.seen ??= performance.now();
        if (document.querySelector('[data-testid=result]')) end.told ??= performance.now();
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""

BOARD = "() => JSON.stringify(document.querySelector('[data-testid=board]').getBoundingClientRect())"


@THOROUGHLY
@pytest.mark.parametrize("players", mostly_nightly([2, 3, 4, 6], 6))
def test_everything_is_seen_and_can_be_touched(new_page: NewPage, players: int, is_thorough: bool):
    page = new_page()
    make_cinco(page, players)
    # A round is played, so that every seat tells its last move, and a card and a space are chosen.
    cinco_by_mouse(page)
    assert wait_for_turn(page)
    page.locator("[data-testid^=card-]").first.click()
    page.locator(".space.lit").first.click()
    wrong: dict[Any, Any] = {}
    for size, pitch in SIZES.items():
        if not is_thorough and size not in PLACES:
            continue
        resize(page, *size)
        complaints = page.evaluate(HIDDEN)
        found = page.evaluate(PITCH)
        if found < pitch:
            complaints.append(f"spaces are {found:.1f} px apart, not {pitch}")
        if complaints:
            wrong[size] = complaints
    assert not wrong


@pytest.mark.nightly
def test_names_that_are_short_still_tell_the_seats_apart(new_page: NewPage):
    page = new_page(width=360, height=640)
    make_cinco(page, 6)
    for size in SIZES:
        resize(page, *size)
        cut = page.locator(".seats .name").evaluate_all(
            "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).length"
        )
        names = page.locator(".seats .name").all_inner_texts()
        assert cut == 0, size
        assert len(set(names)) == 6, size


def boards(page: Page) -> dict[tuple[int, int], str]:
    """The place of the board at each size."""
    found = {}
    for size in PLACES:
        resize(page, *size)
        found[size] = page.evaluate(BOARD)
    return found


@pytest.mark.nightly
def test_the_board_stays_where_it_is_until_the_result(new_page: NewPage):
    page = new_page(fresh=True)
    cable = Cable(page)
    make_cinco(page, 2)
    before = boards(page)
    # A refusal, of the page's own and of the server.
    page.get_by_test_id("draw").click(force=True)
    expect(page.get_by_test_id("hint")).to_contain_text("You already hold four cards")
    assert boards(page) == before
    page.get_by_test_id("table-menu").click()
    page.get_by_test_id("offer-draw").click()
    expect(page.get_by_test_id("refusal")).to_be_visible()
    assert boards(page) == before
    page.get_by_test_id("refusal").get_by_role("button").click()
    # A hint: the actions stay free.
    with_chances(page)
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-panel")).to_be_visible()
    assert boards(page) == before
    for size in PLACES:
        resize(page, *size)
        page.get_by_test_id("hint-0").click()
        expect(page.locator(".actions .primary")).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        expect(page.get_by_test_id("hint-panel")).to_be_visible()
    page.keyboard.press("Escape")
    # A lost connection, and its return.
    cable.pull()
    expect(page.get_by_test_id("banner")).to_be_visible()
    assert boards(page) == before
    cable.plug()
    expect(page.get_by_test_id("banner")).to_be_hidden()
    expect(page.get_by_text("You’re back online.")).to_be_visible()
    assert boards(page) == before
    # Hands of all sizes, up to the end.
    page.evaluate(WATCH_THE_END)
    for place in cycle(PLACES):
        if not wait_for_turn(page):
            break
        resize(page, *place)
        assert page.evaluate(BOARD) == before[place]
        version = page.get_by_test_id("table").get_attribute("data-version")
        cinco_by_mouse(page)
        page.wait_for_function(
            "before => document.querySelector('[data-testid=table]')?.dataset.version !== before", arg=version
        )
    assert boards(page) == before
    # The winning move is shown before the result.
    end = page.evaluate("window.end")
    assert end["told"] - end["seen"] > 1000
    for size in PLACES:
        resize(page, *size)
        expect(page.get_by_test_id("rematch")).to_be_in_viewport(ratio=1)
        assert page.evaluate(HIDDEN) == []


UNCUT = """() => [...document.querySelectorAll('[data-testid^=seat-] svg')].filter(sign => {
    const at = sign.getBoundingClientRect();
    // The least that is seen of it, through all that it lies in.
    for (let box = sign.parentElement; box; box = box.parentElement) {
        const {overflow} = getComputedStyle(box);
        const {left, right, top, bottom} = box.getBoundingClientRect();
        const isWide = at.left < left - 1 || at.right > right + 1;
        const isOut = isWide || at.top < top - 1 || at.bottom > bottom + 1;
        if (overflow !== 'visible' && isOut) return true;
    }
    return at.width < 7 || at.right > innerWidth || at.left < 0;
}).length"""


@pytest.mark.nightly
def test_no_sign_of_four_players_is_cut(page: Page):
    page.goto("/new?game=cinco")
    page.get_by_test_id("players-4-2").check(force=True)
    page.get_by_test_id("make").click()
    expect(page.locator("[data-testid^=seat-] svg").nth(3)).to_be_visible()
    for width, height in ((360, 640), (390, 664), (844, 390), (1280, 800)):
        resize(page, width, height)
        assert page.evaluate(UNCUT) == 0, (width, height)
