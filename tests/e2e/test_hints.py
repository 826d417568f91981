"""Hints on the screen: asking for one, reading it, taking it, and where there are none."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from quincunx.texts.catalogue import languages
from tests.e2e.play import (
    change_hints,
    cinco_by_mouse,
    cinqo_turn,
    invite_friends,
    make_cinco,
    make_cinqo,
    press_twice,
    resize,
    unfold,
    wait_for_turn,
    with_chances,
)
from tests.e2e.windows import NewPage
from tests.examples import mostly_nightly


def test_cinco_by_keyboard_a_choice_is_taken_and_the_hint_goes_with_the_position(page: Page):
    make_cinco(page, 2)
    with_chances(page)
    page.keyboard.press("?")
    panel = page.get_by_test_id("hint-panel")
    expect(panel.get_by_role("listitem")).to_have_count(3)
    expect(panel).to_contain_text("63%")
    before = page.get_by_test_id("table").get_attribute("data-version")
    page.get_by_test_id("hint-0").focus()
    page.keyboard.press("Enter")
    # It is shown, and not done until it is confirmed.
    to_press = page.locator(".actions .primary")
    expect(to_press).to_have_count(1)
    # The button of an exchange shows a shorter name than it has.
    name = to_press.get_attribute("aria-label") or to_press.inner_text()
    assert page.get_by_test_id("hint-0").locator(".what").inner_text() in name
    assert page.get_by_test_id("table").get_attribute("data-version") == before
    to_press.click()
    if to_press.count():  # what is exchanged or drawn is confirmed
        press_twice(page, to_press.get_attribute("data-testid") or "")
    expect(panel).to_be_hidden()
    assert wait_for_turn(page)
    expect(panel).to_be_hidden()


@pytest.mark.nightly
def test_while_the_best_bot_gets_ready_a_simpler_one_answers_and_says_so(page: Page):
    make_cinco(page, 2)

    def answer(route: Route) -> None:  # a simple bot's values may be anything
        response = route.fetch()
        hint = response.json()
        for number, choice in enumerate(hint["choices"]):
            choice["value"] = -0.5 - number
        route.fulfill(response=response, json=hint)

    page.route(re.compile("/hints$"), answer)
    page.get_by_test_id("ask-hint").click()
    panel = page.get_by_test_id("hint-panel")
    expect(panel).to_contain_text("This hint is from a simpler bot")
    expect(panel).not_to_contain_text("rounds")
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-panel")).to_be_hidden()


def test_cinqo_on_a_phone_in_italian(new_page: NewPage):
    page = new_page(width=390, height=844, locale="it-IT")
    make_cinqo(page)
    expect(page.get_by_test_id("status")).to_have_text("Tocca a te")
    with_chances(page)
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-panel")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("hint-0")).to_contain_text("63%")
    # No die leaves the tray before a choice is picked; the dice of the first are ringed.
    expect(page.locator("[data-testid^=die-]:not([data-fate=tray])")).to_have_count(0)
    ringed = page.locator("[data-testid^=die-].hinted").count()
    assert ringed
    # Dice that the player has placed stay where they are, until a choice is touched.
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-panel")).to_be_hidden()
    page.get_by_test_id("keep-all").click()
    expect(page.locator("[data-testid^=die-][data-fate=tray]")).to_have_count(0)
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-panel")).to_be_visible()
    expect(page.locator("[data-testid^=die-][data-fate=tray]")).to_have_count(0)
    page.get_by_test_id("hint-0").click()
    expect(page.locator("[data-testid^=die-]:not([data-fate=tray])")).to_have_count(ringed)
    expect(page.get_by_test_id("commit")).to_have_attribute("aria-disabled", "false")
    page.get_by_test_id("commit").click()
    expect(page.get_by_test_id("hint-panel")).to_be_hidden()


THREE = """({choices: [{move}]}) => {
    const tray = [...document.querySelectorAll('[data-testid^=die-]')];
    const thrown = tray.map(each => +each.dataset.value).sort();
    move = {...move, rack: thrown.slice(0, 1), bank: thrown.slice(1, 4), from_bank: [], box: true};
    const others = [[1, 2, 3], [4, 5, 6]].map(bank => ({...move, rack: [7 - thrown[0]], bank}));
    const choices = [move, ...others].map((each, at) => ({move: each, value: 0.6 - 0.1 * at, error: 0}));
    return {choices, reasons: [{code: 'banks', params: {count: 2}}]};
}"""
"""The best choice and the others name dice in the Rack, the Bank and the box: no choice is wider."""


ONE_KEPT = THREE.replace(
    "const others",
    """const dice = [...move.rack, ...move.bank].sort();
    move = {...move, rack: dice.slice(0, 1), bank: [], from_bank: [], box: false};
    const others""",
)
"""The same, but the best choice names one die."""


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 844), (932, 430)])
def test_choices_with_dice_are_rows_and_the_first_says_why(new_page: NewPage, width: int, height: int):
    page = three_choices(new_page, width, height)
    panel = page.get_by_test_id("hint-panel")
    expect(panel.get_by_role("heading")).to_be_in_viewport(ratio=1)
    whole = panel.bounding_box()
    assert whole
    expect(page.get_by_test_id("hint-0").get_by_test_id("hint-why")).to_be_in_viewport(ratio=1)
    # The suggested Hi/Lo die fills its place, as large as the others.
    sizes = page.evaluate("[...document.querySelectorAll('.die .face')].map(face => face.offsetWidth)")
    assert min(sizes) == max(sizes)
    assert_close_is_in_the_headings_line(page)
    for choice in panel.get_by_role("button").filter(has_text="% to win").all():
        expect(choice).to_be_in_viewport(ratio=0.99)
        box = choice.bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["width"] > 0.8 * whole["width"]
        assert box["y"] + box["height"] <= whole["y"] + whole["height"] + 1


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_beside_a_wide_case_all_dice_of_a_choice_are_in_one_line(
    new_page: NewPage, width: int, height: int
) -> None:
    page = three_choices(new_page, width, height)
    case, panel = page.get_by_test_id("case").bounding_box(), page.get_by_test_id("hint-panel").bounding_box()
    assert case
    assert panel
    assert case["x"] + case["width"] <= panel["x"]
    for choice in page.get_by_test_id("hint-panel").locator(".dice").all():
        assert choice.evaluate("dice => dice.getBoundingClientRect().height") < 40


CUT_LINES = """() => {
    const log = document.querySelector('[data-testid=log]').getBoundingClientRect();
    const panel = document.querySelector('[data-testid=hint-panel]').getBoundingClientRect();
    const all = [...document.querySelectorAll('[data-testid=log] li')];
    const lines = all.map(each => each.getBoundingClientRect());
    const seen = lines.filter(({left, top}) => left < log.right && top < log.bottom);
    const cut = seen.filter(({bottom}) => bottom > log.bottom + 1 || bottom > panel.top);
    return [lines.length - seen.length, seen.length, cut.length];
}"""
"""The numbers of lines of the log that are left out, that are shown, and that are cut."""


@pytest.mark.nightly
def test_no_line_of_the_log_is_cut_above_a_hint(page: Page) -> None:
    resize(page, 1280, 800)
    make_cinco(page, 2)
    for _ in range(6):
        cinco_by_mouse(page)
        assert wait_for_turn(page)
    with_chances(page)
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-panel")).to_be_visible()
    for height in range(701, 740, 7):
        resize(page, 1280, height)
        left, shown, cut = page.evaluate(CUT_LINES)
        assert left > 0
        assert shown > 0
        assert cut == 0, height


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 664), (844, 390)])
def test_on_a_low_phone_the_choices_are_side_by_side_above_the_reason(
    new_page: NewPage, width: int, height: int
) -> None:
    page = three_choices(new_page, width, height)
    panel = page.get_by_test_id("hint-panel")
    why = page.get_by_test_id("hint-why-below")
    expect(why).to_be_in_viewport(ratio=1)
    choices = panel.get_by_role("button").filter(has_text="% to win")
    expect(choices).to_have_count(3)
    for choice in choices.all():
        expect(choice).to_be_in_viewport(ratio=0.99)
        box, below = choice.bounding_box(), why.bounding_box()
        assert box
        assert below
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= below["y"]
    head = page.get_by_test_id("hint-head")
    assert_seen_whole(head)
    # Once a choice is taken, the heading names the button.
    page.get_by_test_id("hint-0").click()
    assert_seen_whole(head)
    expect(head).to_contain_text("Press “Roll")


@pytest.mark.nightly
def test_a_taken_choice_of_few_dice_keeps_its_reason_on_a_phone(new_page: NewPage):
    page = new_page(width=390, height=844)
    make_cinqo(page)
    change_hints(page, ONE_KEPT)
    page.get_by_test_id("ask-hint").click()
    page.get_by_test_id("hint-0").click()
    expect(page.get_by_test_id("hint-head")).to_contain_text("Press “Roll")
    expect(page.get_by_test_id("hint-why")).to_be_in_viewport(ratio=1)


def assert_seen_whole(part: Locator) -> None:
    """A part is in view, and is no pixel for screen readers alone."""
    expect(part).to_be_in_viewport(ratio=1)
    assert part.evaluate("each => each.offsetWidth") > 100


@pytest.mark.nightly
@pytest.mark.parametrize("code", languages())
def test_a_reason_fits_a_low_phone_even_where_it_takes_the_headings_place(
    new_page: NewPage, code: str
) -> None:
    page = new_page(width=390, height=664)
    make_cinco(page, 2)
    page.evaluate("code => localStorage.setItem('quincunx.language', code)", code)
    page.reload()
    expect(page.get_by_test_id("ask-hint")).to_have_attribute("aria-disabled", "false")
    longest = TWO_REASONS.replace("'keeps-low': 34", "'stands-alone': 90")
    change_hints(page, longest.replace("{card}}", "{card, space: card}}"))
    page.get_by_test_id("ask-hint").click()
    panel = page.get_by_test_id("hint-panel")
    expect(panel).to_be_visible()
    expect(page.get_by_test_id("hint-why-below").locator("span").first).to_be_in_viewport(ratio=1)
    for taken in (False, True):
        if taken:
            page.get_by_test_id("hint-0").click()
            assert_seen_whole(page.get_by_test_id("hint-head"))
        expect(page.get_by_test_id("hint-0")).to_be_in_viewport(ratio=1)
        assert panel.evaluate("panel => panel.scrollHeight - panel.clientHeight") <= 1


TWO_REASONS = """() => {
    const hand = [...document.querySelectorAll('[data-testid^=card-]')];
    const card = Math.min(...hand.map(each => +each.dataset.testid.slice(5)));
    const plays = [90, 89].map(space => ({type: 'play', card, space}));
    const choices = [...plays, {type: 'exchange'}].map((move, at) => ({move, value: 0.6 - 0.1 * at}));
    const why = {'keeps-low': 34, 'leaves-little': 64};
    const reasons = Object.entries(why).map(([code, card]) => ({code, params: {card}}));
    return {choices, reasons};
}"""


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (360, 740)])
def test_at_cinco_both_reasons_and_all_choices_fit_a_phone(new_page: NewPage, width: int, height: int):
    page = new_page(width=width, height=height)
    make_cinco(page, 2)
    change_hints(page, TWO_REASONS)
    page.get_by_test_id("ask-hint").click()
    panel = page.get_by_test_id("hint-panel")
    expect(panel).to_be_visible()
    for sentence in ("Card 34, which reaches the most spaces", "The best card left would have been 64"):
        expect(panel.locator("span", has_text=sentence).locator("visible=true").last).to_be_in_viewport(
            ratio=1
        )
    assert panel.evaluate("panel => panel.scrollHeight - panel.clientHeight") == 0
    # The spaces that the choices name have their places, and the first one's the thick outline.
    for number, space, outline in ((1, 90, "3px"), (2, 89, "2px")):
        expect(page.get_by_test_id(f"option-{space}")).to_have_text(str(number))
        expect(page.locator(f'[data-space="{space}"] .cell')).to_have_css("stroke-width", outline)
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid^=option-], .space.offered")).to_have_count(0)


@pytest.mark.nightly
def test_at_cinqo_the_panel_leaves_the_ring_around_the_button_free(new_page: NewPage):
    page = three_choices(new_page, 390, 664)
    for width, height in ((390, 664), (844, 390), (390, 844)):
        resize(page, width, height)
        panel = page.get_by_test_id("hint-panel")
        assert panel.evaluate("panel => panel.scrollHeight - panel.clientHeight") <= 1
        box, button = panel.bounding_box(), page.get_by_test_id("commit").bounding_box()
        assert box
        assert button
        assert box["y"] + box["height"] + 4 <= button["y"]


TWO_SENTENCES = THREE.replace(
    "params: {count: 2}}]", "params: {count: 2}}, {code: 'more-points', params: {points: 1.4}}]"
)


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 800)])
def test_at_cinqo_both_reasons_are_read_whole(new_page: NewPage, width: int, height: int):
    page = new_page(width=width, height=height)
    make_cinqo(page)
    change_hints(page, TWO_SENTENCES)
    page.get_by_test_id("ask-hint").click()
    panel = page.get_by_test_id("hint-panel")
    for taken in (False, True):
        if taken:
            page.get_by_test_id("hint-0").click()
        sentence = panel.locator("span", has_text="On average, the turn scores 1.4").locator("visible=true")
        expect(sentence.last).to_be_in_viewport(ratio=1)
        assert panel.evaluate("panel => panel.scrollHeight - panel.clientHeight") <= 1


BLOCKS = """() => {
    const names = ['[data-testid=case]', '.scores > *', '[data-testid=card]', '.panel', '.does'];
    const boxes = names.map(name => document.querySelector(name).getBoundingClientRect());
    const isBelow = (one, other) => other.top > one.top && other.left < one.right && one.left < other.right;
    const pairs = boxes.flatMap(one => boxes.filter(other => isBelow(one, other)).map(other => [one, other]));
    return pairs.map(([one, other]) => other.top - one.bottom).filter(gap => gap < 7);
}"""
"""The distances of fewer than 7 pixels between a block of Cinq-O's table and one below it."""


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 844), (390, 664), (844, 390)])
def test_the_blocks_of_cinqos_table_stand_apart(new_page: NewPage, width: int, height: int):
    page = three_choices(new_page, width, height)
    assert page.evaluate(BLOCKS) == []


def assert_close_is_in_the_headings_line(page: Page) -> None:
    """The middle of the close button is beside the heading."""
    heading = page.get_by_test_id("hint-panel").get_by_role("heading").bounding_box()
    close = page.get_by_test_id("hint-panel").get_by_role("button", name="Close the hint").bounding_box()
    assert heading
    assert close
    assert heading["y"] <= close["y"] + close["height"] / 2 <= heading["y"] + heading["height"]


def hint_of_a_card(page: Page) -> tuple[int, int]:
    """Sit at a table of Cinco where the best bot's hint is to play; the card and the space of its choice."""
    make_cinco(page, 2)
    name = page.locator("[data-testid^=card-]").last.get_attribute("data-testid") or ""
    card = int(name.removeprefix("card-"))
    changed = {"type": "play", "card": card, "space": 90}

    def answer(route: Route) -> None:
        response = route.fetch()
        hint = response.json()
        choices = [
            {"move": changed, "value": 0.6, "error": 0},
            {"move": {"type": "exchange"}, "value": 0.4, "error": 0},
        ]
        route.fulfill(response=response, json={**hint, "scale": "chance", "choices": choices, "reasons": []})

    page.route(re.compile("/hints$"), answer)
    page.get_by_test_id("ask-hint").click()
    return card, 90


def test_the_best_moves_card_space_and_button_are_ringed_until_they_are_chosen(page: Page):
    card, space = hint_of_a_card(page)
    expect(page.get_by_test_id(f"card-{card}")).to_have_css("outline-style", "solid")
    ringed = page.locator(".space.hinted")
    expect(ringed).to_have_attribute("data-space", str(space))
    expect(page.get_by_test_id("place")).to_have_css("outline-style", "none")
    page.get_by_test_id("hint-0").click()
    expect(ringed).to_have_class(re.compile(r"\bproposed\b"))
    expect(page.get_by_test_id(f"card-{card}")).to_have_css("outline-style", "none")
    expect(page.get_by_test_id("place")).to_have_css("outline-style", "solid")
    expect(page.get_by_test_id("place").locator(".number")).to_have_text("1")
    expect(page.get_by_test_id("hint-0")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("hint-head")).to_have_text(f"Press “Play {card} on {space}” or pick another")
    # The controls of another option are ringed once it is picked.
    page.get_by_test_id("hint-1").click()
    expect(page.get_by_test_id("hint-1")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("hint-0")).to_have_attribute("aria-pressed", "false")
    # The best one's space keeps its outline.
    expect(ringed).to_have_attribute("data-space", str(space))
    expect(ringed).not_to_have_class(re.compile(r"\bproposed\b"))
    expect(page.get_by_test_id("exchange")).to_have_class(re.compile(r"\bprimary\b"))
    # The ring in the colour of the best option is not for a weaker one.
    expect(page.get_by_test_id("exchange")).to_have_css("outline-style", "none")
    expect(page.get_by_test_id("hint-head")).to_have_text("Press “Exchange” or pick another")
    expect(page.get_by_test_id("hint")).not_to_contain_text("Choose")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("place")).to_have_css("outline-style", "none")


@pytest.mark.nightly
def test_dice_that_the_best_choice_has_elsewhere_are_ringed_and_then_the_button(page: Page):
    make_cinqo(page)
    page.keyboard.press("a")
    change_hints(page, ONE_KEPT)
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-panel")).to_be_visible()
    # One die stays in the Rack, where all were put; the others are to be taken back.
    expect(page.locator(".die.hinted")).to_have_count(4)
    expect(page.get_by_test_id("commit")).to_have_css("outline-style", "none")
    page.get_by_test_id("hint-0").click()
    expect(page.locator(".die.hinted")).to_have_count(0)
    expect(page.get_by_test_id("commit")).to_have_css("outline-style", "solid")


@pytest.mark.nightly
@pytest.mark.parametrize("forced", ["none", "active"])
def test_dice_that_a_hint_names_stay_in_the_tray_until_they_are_picked(page: Page, forced: str):
    page.emulate_media(forced_colors="active" if forced == "active" else "none", reduced_motion="reduce")
    make_cinqo(page)
    with_chances(page)
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-panel")).to_be_visible()
    expect(page.locator("[data-testid^=die-]:not([data-fate=tray])")).to_have_count(0)
    expect(page.locator(".die.new")).to_have_count(0)
    named = page.locator("[data-testid^=die-].hinted").first
    expect(named).to_have_css("outline-style", "dashed")
    expect(named.locator(".sign")).to_be_visible()
    expect(page.get_by_test_id("hint-head")).to_have_text("Best moves: pick one to try it")
    # Once it is picked, it is a choice: a whole ring, and no mark of the hint.
    page.get_by_test_id("hint-0").click()
    page.mouse.move(1, 1)
    placed = page.locator("[data-testid^=die-]:not([data-fate=tray])").first
    expect(page.locator(".die .sign")).to_have_count(0)
    expect(placed).to_have_class(re.compile(r"\bnew\b"))
    expect(placed).to_have_css("outline-style", "solid" if forced == "active" else "none")
    expect(page.get_by_test_id("hint-0")).to_have_attribute("aria-pressed", "true")
    button = page.get_by_test_id("commit").inner_text()
    expect(page.get_by_test_id("hint-head")).to_have_text(f"Press “{button}” or pick another")
    page.emulate_media(forced_colors="none")


@pytest.mark.nightly
def test_a_die_that_the_player_moves_ends_the_proposal(page: Page):
    make_cinqo(page)
    with_chances(page)
    page.get_by_test_id("ask-hint").click()
    page.get_by_test_id("hint-0").click()
    expect(page.get_by_test_id("hint-0")).to_have_attribute("aria-pressed", "true")
    many = page.locator(".die.new").count()
    page.locator("[data-testid^=die-][data-fate=tray]").first.click()
    # The die that was moved is not where the hint has it.
    expect(page.locator(".die.hinted")).to_have_count(1)
    expect(page.locator(".die.new")).to_have_count(many)
    expect(page.get_by_test_id("hint-0")).to_have_attribute("aria-pressed", "false")


CONTRAST = """names => {
    const light = colour => {
        const [r, g, b] = colour.map(each => ((each / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const parse = text => text.match(/\\d+/g).slice(0, 3).map(Number);
    const of = name => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(${name})`;
        const colour = parse(getComputedStyle(probe).color);
        probe.remove();
        return colour;
    };
    return names.flatMap(name => {
        const outline = light(parse(getComputedStyle(document.querySelector(name)).boxShadow));
        return ['--wood', '--wood-2'].map(wood => {
            const [dark, bright] = [outline, light(of(wood))].sort((one, other) => one - other);
            return (bright + 0.05) / (dark + 0.05);
        });
    });
}"""


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("place", ["table", "/learn/cinqo?step=2"])
def test_the_outlines_of_rack_bank_and_box_are_seen_on_the_wood(page: Page, place: str, theme: str):
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    if place == "table":
        make_cinqo(page)
    else:  # where the Bank and the box are faded
        page.goto(place)
        expect(page.get_by_test_id("case")).to_be_visible()
    contrasts = page.evaluate(CONTRAST, [".well.rack", ".well.bank", ".well.box"])
    assert min(contrasts) >= 3, contrasts


def three_choices(new_page: NewPage, width: int, height: int) -> Page:
    """A hint of three choices with dice, open at a size of window."""
    page = new_page(width=width, height=height)
    make_cinqo(page)
    change_hints(page, THREE)
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-panel")).to_be_visible()
    return page


SIGNS_IN_THE_WAY = """() => {
    const end = document.querySelector('.well.tray').getBoundingClientRect().bottom;
    return [...document.querySelectorAll('.die.tray:not([data-testid=hilo])')].flatMap(die => {
        const sign = die.querySelector('.sign')?.getBoundingClientRect();
        if (!sign) return [];
        const face = die.querySelector('svg'), lies = face.getScreenCTM(), scale = Math.hypot(lies.a, lies.b);
        // The lower pips of a four and of a six.
        const places = [[9, 23], [23, 23], [9, 23.5], [23, 23.5]];
        const pips = places.map(([x, y]) => new DOMPoint(x, y).matrixTransform(lies));
        const x = (sign.left + sign.right) / 2, y = (sign.top + sign.bottom) / 2;
        const half = die.querySelector('.sign').offsetWidth / 2;
        const gap = Math.min(...pips.map(pip => Math.hypot(pip.x - x, pip.y - y))) - half - 2.9 * scale;
        return gap < 0.5 || y + half > end ? [[die.dataset.value, gap, end - y - half]] : [];
    });
}"""
"""Dice of which the hint's sign covers a pip or leaves the tray, with both distances in pixels."""


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 664), (390, 844), (844, 390), (1280, 800)])
def test_a_sign_on_a_die_covers_no_pip_and_lies_in_the_tray(
    new_page: NewPage, width: int, height: int
) -> None:
    page = three_choices(new_page, width, height)
    expect(page.locator(".die.tray .sign")).to_have_count(5)
    assert page.evaluate(SIGNS_IN_THE_WAY) == []


@pytest.mark.nightly
def test_solitaire_counts_the_rounds_to_go(page: Page):
    make_cinqo(page, 1)

    def answer(route: Route) -> None:  # as the best bot answers where no player can win
        response = route.fetch()
        hint = response.json()
        for number, choice in enumerate(hint["choices"]):
            choice["value"] = -5.25 - number
        route.fulfill(response=response, json={**hint, "scale": "rounds"})

    page.route(re.compile("/hints$"), answer)
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-0")).to_contain_text("6.25 rounds")


@pytest.mark.nightly
def test_a_table_without_hints_offers_none(page: Page):
    page.goto("/new?game=cinqo")
    unfold(page)
    expect(page.get_by_test_id("hints")).to_be_checked()
    page.get_by_test_id("hints").uncheck()
    page.get_by_test_id("make").click()
    assert wait_for_turn(page)
    expect(page.get_by_test_id("ask-hint")).to_have_count(0)
    page.keyboard.press("?")
    cinqo_turn(page)
    expect(page.get_by_test_id("hint-panel")).to_have_count(0)


@pytest.mark.nightly
def test_among_people_hints_are_off_until_the_host_wants_them(page: Page):
    page.goto("/new?game=cinco")
    unfold(page)
    page.get_by_test_id("plan-1").select_option("open")
    expect(page.get_by_test_id("hints")).not_to_be_checked()
    page.get_by_test_id("hints").check()
    page.get_by_test_id("make").click()
    expect(page.get_by_test_id("hints-allowed")).to_be_visible()


@pytest.mark.parametrize("level", mostly_nightly(["novice", "master"], "master"))
def test_levels_are_chosen_by_name_and_say_what_they_are_like(page: Page, level: str):
    names = {
        "novice": ("Seedling", "Just starting out. A good first opponent."),
        "master": ("Stargazer", "Thinks ahead. The strongest bot we have."),
    }
    page.goto("/new?game=cinco")
    expect(page.get_by_test_id("plan-1").locator("option[value^='bot:']")).to_have_count(6)
    unfold(page)
    page.get_by_test_id("plan-1").select_option(f"bot:{level}")
    expect(page.get_by_test_id("level-line")).to_have_text(" ".join(names[level]))
    page.get_by_test_id("make").click()
    expect(page.get_by_test_id("seat-1")).to_contain_text(names[level][0])


@pytest.mark.nightly
def test_the_waiting_room_offers_every_level(page: Page):
    invite_friends(page, "cinqo")
    page.get_by_test_id("add-bot-1").select_option("skilled")
    assert wait_for_turn(page)
    page.get_by_test_id("table-menu").click()
    expect(page.get_by_role("dialog")).to_contain_text("Carpenter – Solid and patient.")
