"""The table of Cinq-O: at every size, by keyboard, and at the end of a turn."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.axe import THOROUGHLY
from tests.e2e.play import make_cinqo, make_table, pass_and_play, resize, unfold, with_chances
from tests.e2e.windows import NewPage

SIZES = [
    (360, 640),
    (390, 664),
    (390, 844),
    (667, 375),
    (740, 360),
    (844, 340),
    (844, 390),
    (640, 400),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1920, 1080),
    # 200 % zoom of 1920 x 1080 and 1024 x 768; that of 1280 x 800 is above.
    (960, 540),
    (512, 384),
]

ONE_OF_EACH = [(360, 640), (667, 375), (768, 1024), (1280, 800)]

# Dice that lie outside the window, under something, or are too small to be touched; whether the page scrolls.
FAULTS = """least => {
    const faults = [];
    const names = ['die-', 'bank-', 'racked-', 'hilo', 'commit', 'ask-hint'];
    const wanted = names.map(name => `button[data-testid^="${name}"]`).join();
    const found = [...document.querySelectorAll(wanted)];
    if (found.length < 8) faults.push(`only ${found.length} things to touch`);
    for (const each of found) {
        const { x, y, width, height } = each.getBoundingClientRect();
        const size = Math.min(width, height);
        if (size < least - 0.1) faults.push(`${each.dataset.testid} measures ${size}`);
        for (const [across, down] of [[0.5, 0.5], [0.22, 0.22], [0.78, 0.22], [0.22, 0.78], [0.78, 0.78]]) {
            const hit = document.elementFromPoint(x + across * width, y + down * height);
            if (!each.contains(hit)) faults.push(`${each.dataset.testid} is under ${hit?.className}`);
        }
        if (each.scrollWidth > each.clientWidth + 1) faults.push(`${each.dataset.testid} is cut off`);
    }
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) faults.push('the page scrolls');
    return faults;
}"""


def wait_for_dice(page: Page) -> None:
    """Wait until this person's dice lie in the tray, and none is held."""
    page.wait_for_selector("[data-testid^=die-][aria-disabled=false]")


def put_all_away(page: Page) -> None:
    dice = page.locator("[data-testid^=die-][data-fate=tray]")
    while dice.count():
        dice.first.click()


def box_of(page: Page, name: str) -> dict[str, float]:
    box = page.get_by_test_id(name).bounding_box()
    assert box is not None
    return {key: round(value, 1) for key, value in box.items()}


SEATINGS = [
    (6, True),
    *(pytest.param(each, marks=pytest.mark.nightly) for each in ((1, False), (2, False), (6, False))),
]
"""Players, and whether the rounds are fixed."""


@pytest.fixture(scope="module", params=SEATINGS, ids=str)
def table(request: pytest.FixtureRequest, new_page_for_module: NewPage) -> Page:
    """A table at this person's second roll, with dice in every part of the case."""
    page = new_page_for_module()
    players, rounds = request.param
    make_cinqo(page, players, "rounds" if rounds else "hundred")
    page.get_by_test_id("die-0").click()
    page.get_by_test_id("die-1").click()
    page.get_by_test_id("die-1").click()
    page.get_by_test_id("commit").click()
    expect(page.get_by_test_id("round")).to_contain_text("Roll 2 of 5")
    return page


@THOROUGHLY
def test_every_die_and_button_can_be_touched(table: Page, is_thorough: bool):
    faults = {}
    for width, height in SIZES if is_thorough else ONE_OF_EACH:
        resize(table, width, height)
        least = 44 if width > 512 else 28
        found = table.evaluate(FAULTS, least)
        table.get_by_test_id("die-0").click()
        found += table.evaluate(FAULTS, least)
        table.get_by_test_id("die-0").click()
        table.get_by_test_id("die-0").click()
        if found:
            faults[width, height] = found
    assert not faults


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), ONE_OF_EACH)
def test_nothing_moves_the_case(new_page: NewPage, width: int, height: int):
    page = new_page(width=width, height=height)
    make_cinqo(page, 6)
    with_chances(page)
    before = box_of(page, "case")
    page.get_by_test_id("commit").click(force=True)
    expect(page.get_by_test_id("hint")).to_have_text("Put at least one die in the Rack first.")
    assert box_of(page, "case") == before
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-panel")).to_be_visible()
    assert box_of(page, "case") == before
    assert page.evaluate(FAULTS, 44) == []
    page.get_by_test_id("hint-0").click()
    assert box_of(page, "case") == before
    page.get_by_test_id("ask-hint").click()
    put_all_away(page)
    page.get_by_test_id("commit").click()
    # The bots may have played their turns before the page is looked at again.
    second_round = page.get_by_test_id("round").filter(has_text="Round 2")
    expect(page.get_by_test_id("sum").or_(second_round).first).to_be_visible()
    assert box_of(page, "case") == before
    wait_for_dice(page)
    assert box_of(page, "case") == before


@pytest.mark.nightly
def test_labels_of_the_case_grow_with_it(new_page: NewPage):
    sizes = []
    for width, height in ((390, 844), (1920, 1080)):
        page = new_page(width=width, height=height)
        make_cinqo(page, 1)
        name = page.locator("[data-part=rack] .name")
        sizes.append(float(name.evaluate("each => getComputedStyle(each).fontSize").removesuffix("px")))
    assert sizes[1] > 1.2 * sizes[0] > 12


@pytest.mark.nightly
def test_a_requirement_disappears_once_it_is_met(page: Page):
    make_cinqo(page, 1)
    page.get_by_test_id("commit").click(force=True)
    expect(page.get_by_test_id("hint")).to_have_text("Put at least one die in the Rack first.")
    page.get_by_test_id("die-0").click()
    expect(page.get_by_test_id("hint")).to_contain_text("Tap a kept die again")
    expect(page.get_by_test_id("commit")).to_have_attribute("aria-disabled", "false")


@pytest.mark.nightly
def test_the_best_total_is_shown_for_the_throw_and_not_for_moved_dice(page: Page):
    make_cinqo(page, 1)
    card = page.get_by_test_id("card")
    expect(card).to_contain_text(re.compile(r"Score now: \d+"))
    expect(card).to_contain_text(re.compile(r"Best possible: \d+"))
    page.get_by_test_id("die-0").click()
    expect(card).to_contain_text(re.compile(r"Score now: \d+"))
    expect(card).not_to_contain_text("Best possible")


FOCUSED = "document.activeElement.dataset.testid ?? document.activeElement.tagName"


def test_enter_on_a_die_moves_the_die_and_nothing_else(page: Page):
    make_cinqo(page, 1)
    version = page.get_by_test_id("table").get_attribute("data-version")
    page.get_by_test_id("die-2").focus()
    die = page.evaluate_handle("document.activeElement")
    for place, key in [("rack", "Enter"), ("bank", "Enter"), ("tray", "Space"), ("rack", "Enter")]:
        page.keyboard.press(key)
        expect(page.get_by_test_id("die-2")).to_have_attribute("data-fate", place)
        assert page.evaluate("die => die === document.activeElement", die)
    assert page.get_by_test_id("table").get_attribute("data-version") == version
    expect(page.get_by_test_id("spoken")).to_have_text("Roll 4 dice and Hi/Lo")
    # The button is a few steps further, and rolls.
    for _ in range(6):
        if page.evaluate(FOCUSED) == "commit":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("round")).to_contain_text("Roll 2 of 5")
    assert page.evaluate(FOCUSED) == "commit"
    # Pressed once more, as by a hand that trembles, it asks for a die and rolls nothing.
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("hint")).to_have_text("Put at least one die in the Rack first.")
    expect(page.get_by_test_id("round")).to_contain_text("Roll 2 of 5")


def test_those_who_listen_hear_what_lies_there_and_what_the_button_would_do(page: Page):
    make_cinqo(page, 1)
    spoken = page.get_by_test_id("spoken")
    expect(spoken).to_have_text(
        re.compile(r"^Your turn\. You rolled (\d, ){4}\d and \d[↑↓]\. Put at least one die in the Rack\.$")
    )
    page.keyboard.press("1")
    expect(spoken).to_have_text("Roll 4 dice and Hi/Lo")
    page.keyboard.press("h")
    expect(spoken).to_have_text("Roll 4 dice")
    for key in "2345":
        page.keyboard.press(key)
    expect(spoken).to_have_text(re.compile(r"^End turn: \d+\s×\s\d\s=\s\d+$"))


def test_a_die_is_dragged_to_where_it_goes(page: Page):
    make_cinqo(page, 1)
    for name, part, fate in [("die-1", "bank", "bank"), ("hilo", "box", "box"), ("die-3", "rack", "rack")]:
        page.get_by_test_id(name).hover()
        page.mouse.down()
        target = page.locator(f"[data-part={part}]").bounding_box()
        assert target is not None
        page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=5)
        page.mouse.up()
        expect(page.get_by_test_id(name)).to_have_attribute("data-fate", fate)
    # Let go outside the case it goes back.
    page.get_by_test_id("die-4").hover()
    page.mouse.down()
    page.mouse.move(3, 3, steps=5)
    page.mouse.up()
    expect(page.get_by_test_id("die-4")).to_have_attribute("data-fate", "tray")


def end_turn(page: Page) -> str:
    """Rack all dice; what the button said of it."""
    put_all_away(page)
    label = page.get_by_test_id("commit").inner_text()
    page.get_by_test_id("commit").click()
    return label


def stop_time(page: Page) -> None:
    """From now on nothing happens in the page by itself. It leaps ahead a little: on a busy machine some time
    goes by until it is told."""
    page.clock.pause_at((page.evaluate("Date.now()") + 500) / 1000)  # in seconds


def step_to(page: Page, stage: str) -> None:
    """Let time pass, a little at a time, until the sum is so far."""
    total = page.get_by_test_id("sum")
    expect(total).to_be_visible()
    for _ in range(200):
        if total.get_attribute("data-stage") == stage:
            return
        page.clock.run_for(50)
    raise AssertionError(f"the sum never came to {stage}")


def score_of_mine(page: Page) -> int:
    """Return my score: 0, or 10 where five of a kind came first and gave a second turn."""
    return int(re.findall(r"\d+", page.get_by_test_id("score-0").inner_text())[-1])


@pytest.mark.nightly
def test_the_end_of_a_turn_is_seen_before_the_next_begins(fresh_page: Page):
    page = fresh_page
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    make_cinqo(page, 1)
    put_all_away(page)
    stop_time(page)
    label = page.get_by_test_id("commit").inner_text()
    before = score_of_mine(page)
    page.get_by_test_id("commit").click()
    points = re.findall(r"\d+", label)[-1]
    total = page.get_by_test_id("sum")
    step_to(page, "total")
    expect(page.locator("[data-fate=rack]")).to_have_count(5)
    expect(page.get_by_test_id("score-0")).to_contain_text(re.compile(rf":\s*{before}$"))
    step_to(page, "number")
    expect(page.locator("[data-testid=card] .mark").first).to_be_visible()
    step_to(page, "points")
    expect(total).to_contain_text(points)
    expect(page.get_by_test_id("score-0")).to_contain_text(re.compile(rf":\s*{before + int(points)}$"))
    expect(page.get_by_test_id("round")).to_contain_text("Round 1")
    page.clock.run_for(5_000)
    expect(total).to_be_hidden()
    expect(page.get_by_test_id("round")).to_contain_text("Round 2 · Roll 1 of 5")


@pytest.mark.nightly
@pytest.mark.parametrize("how", ["tap", "key", "button"])
def test_an_impatient_player_skips_the_animation(fresh_page: Page, how: str):
    page = fresh_page
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    make_cinqo(page, 1)
    put_all_away(page)
    stop_time(page)
    page.get_by_test_id("commit").click()
    step_to(page, "total")
    page.clock.run_for(400)
    expect(page.get_by_test_id("sum")).to_be_visible()
    match how:
        case "tap":
            page.locator("[data-part=tray]").click()
        case "key":
            page.locator("body").press("Escape")
        case _:
            page.get_by_test_id("commit").click()
    page.clock.run_for(50)
    expect(page.get_by_test_id("sum")).to_be_hidden()
    expect(page.get_by_test_id("round")).to_contain_text("Round 2 · Roll 1 of 5")
    expect(page.get_by_test_id("die-0")).to_have_attribute("data-fate", "tray")


@pytest.mark.nightly
def test_under_reduced_motion_the_sum_is_there_at_once_and_goes_soon(fresh_page: Page):
    page = fresh_page
    page.clock.install()
    make_cinqo(page, 1)
    put_all_away(page)
    stop_time(page)
    page.get_by_test_id("commit").click()
    expect(page.get_by_test_id("sum")).to_have_attribute("data-stage", "points")
    page.clock.run_for(1_500)
    expect(page.get_by_test_id("sum")).to_be_hidden()


@pytest.mark.nightly
def test_a_bots_turn_can_be_followed(page: Page):
    page.emulate_media(reduced_motion="no-preference")
    make_cinqo(page)
    page.evaluate(
        """() => {
            window.seen = [];
            new MutationObserver(() => {
                const sum = document.querySelector('[data-testid=sum]');
                const now = sum ? `${sum.querySelector('.who').textContent} ${sum.dataset.stage}` : 'dice';
                if (window.seen.at(-1) !== now) window.seen.push(now);
            }).observe(document.body, { subtree: true, childList: true, attributes: true });
        }"""
    )
    end_turn(page)
    expect(page.get_by_test_id("sum")).to_be_visible()
    # The bots of these tests move at once: what they do is told in the few seconds that it takes at most.
    wait_for_dice(page)
    seen = page.evaluate("window.seen")
    bots = [each.split()[-1] for each in seen if each.startswith("Lamplighter")]
    stages = ["rack", "total", "number", "points"]
    # A busy machine may draw too seldom to show each of them.
    assert bots == [stage for stage in stages if stage in bots], seen
    assert {"total", "points"} <= set(bots), seen


@pytest.mark.nightly
def test_on_one_device_a_sum_is_seen_before_the_next_person_plays(page: Page):
    pass_and_play(page, "cinqo")
    wait_for_dice(page)
    for seat in (0, 1):
        expect(page.get_by_test_id(f"score-{seat}")).to_have_class(re.compile(r"\bturn\b"))
        end_turn(page)
        expect(page.get_by_test_id("sum")).to_be_visible()
        wait_for_dice(page)
    expect(page.get_by_test_id("round")).to_contain_text("Round 2")


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [ONE_OF_EACH[0], ONE_OF_EACH[-1]])
def test_the_last_sum_is_made_before_the_result_is_told(new_page: NewPage, width: int, height: int):
    host, guest = new_page(), new_page(width=width, height=height)
    host.goto("/new?game=cinqo")
    unfold(host)
    host.get_by_test_id("goal-rounds").check()
    host.get_by_test_id("rounds").fill("1")
    host.get_by_test_id("plan-1").select_option("open")
    host.get_by_test_id("make").click()
    expect(host.get_by_test_id("link")).to_be_visible()
    guest.goto(host.url)
    guest.get_by_test_id("sit-1").click()
    wait_for_dice(host)
    end_turn(host)
    wait_for_dice(guest)
    before = box_of(guest, "case")
    end_turn(guest)
    expect(guest.get_by_test_id("sum")).to_be_visible()
    expect(guest.get_by_test_id("result")).to_be_hidden()
    expect(guest.get_by_test_id("result")).to_be_visible()
    expect(guest.get_by_test_id("result")).to_be_in_viewport(ratio=1)
    expect(guest.locator("[data-fate=rack]")).to_have_count(5)
    if width > height:  # in one column the case makes room for the result
        assert box_of(guest, "case") == before
    for size in ONE_OF_EACH:
        resize(guest, *size)
        expect(guest.get_by_test_id("case")).to_be_in_viewport(ratio=1)
        expect(guest.get_by_test_id("result")).to_be_in_viewport(ratio=1)


OUT_OF_PLACE = """() => {
    const felt = document.querySelector('[data-part=tray]').getBoundingClientRect();
    const turn = document.querySelector('[data-testid=last-turn]');
    const isLow = turn && turn.scrollHeight > turn.clientHeight + 1;
    const cut = [...turn?.querySelectorAll(':scope > :not(.who)') ?? []].filter(each =>
        isLow || each.scrollWidth > each.clientWidth + 1);
    const outside = [...document.querySelectorAll('[data-testid=sum] .line *')].filter(each => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return left < felt.left || right > felt.right || top < felt.top || bottom > felt.bottom + 1;
    });
    return [...outside, ...cut].map(each => each.textContent);
}"""
LONGEST: dict[str, dict[str, object]] = {
    "straight": {"kind": "straight", "total": 15, "number": 10, "hilo": -3, "points": 30},
    "sum": {"kind": "sum", "total": 27, "number": 10, "hilo": -3, "points": 30},
    "five": {"kind": "five", "total": 30, "number": 10, "hilo": -3, "points": 10},
}


def end_with(page: Page, result: dict[str, object]) -> None:
    """From the next visit on, the server tells that the last turn of a finished game ended so."""

    def connect(line: WebSocketRoute) -> None:
        def on_message(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["type"] == "update":
                frame["table"]["game"]["history"][-1].update(result)
            line.send(json.dumps(frame))

        line.connect_to_server().on_message(on_message)

    page.route_web_socket(re.compile("/api/tables/.*/socket"), connect)


EVERY_LANGUAGE = ["en", "de", "es", "fr", "it", "nl", "zh-Hans"]


@pytest.mark.nightly
@pytest.mark.parametrize(("kind", "language"), list(product(LONGEST, EVERY_LANGUAGE)))
def test_the_last_sum_fits_in_every_language(fresh_page: Page, kind: str, language: str):
    page = fresh_page
    people = [{"kind": "me", "level": None}] * 2
    options = {"game": "cinqo", "players": 2, "goal": "rounds", "rounds": 1, "first": 0}
    page.goto(make_table(page, {"options": options, "seats": people, "one_device": True, "hints": False}))
    for _ in people:
        wait_for_dice(page)
        end_turn(page)
    page.get_by_test_id("result").wait_for()
    end_with(page, LONGEST[kind])
    page.evaluate("code => localStorage.setItem('quincunx.language', code)", language[:2])
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_test_id("sum")).to_contain_text(str(LONGEST[kind]["points"]))
    wrong = {}
    for size in [(320, 568), (390, 664), (390, 844), (844, 390), (1280, 800), (1920, 1080)]:
        resize(page, *size)
        if parts := page.evaluate(OUT_OF_PLACE):
            wrong[size] = parts
    assert wrong == {}


@pytest.mark.nightly
def test_a_spectator_sees_the_scores_on_a_turned_phone(new_page: NewPage) -> None:
    page, late = new_page(), new_page(width=844, height=390)
    make_cinqo(page)
    late.goto(page.url)
    expect(late.get_by_test_id("watching")).to_be_visible()
    score = late.get_by_test_id("score-1")
    expect(score).to_be_in_viewport()
    assert score.evaluate(
        """own => { const box = own.getBoundingClientRect();
        return own.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"""
    )
