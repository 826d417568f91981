"""Players in the browser, for the tests: by mouse or by keyboard, to the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page, TimeoutError, expect

SETTLED = """([width, height]) => new Promise(done => {
    // The layout follows the window in a frame or two; it is there when two frames in a row look the same.
    let before = null;
    const look = () => {
        const boxes = [...document.querySelectorAll('main *')].map(each => {
            const {x, y, width, height} = each.getBoundingClientRect();
            return [x, y, width, height];
        });
        const now = JSON.stringify(boxes);
        if (innerWidth === width && innerHeight === height && now === before) return done();
        before = now;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})"""


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until the page has followed."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(SETTLED, [width, height])


def unfold(page: Page) -> None:
    """Open the further settings of a new table, and the seats in them."""
    page.get_by_test_id("more-settings").click()
    expect(page.get_by_test_id("watchable")).to_be_visible()
    if not page.get_by_test_id("plan-0").is_visible():
        page.get_by_test_id("seats").click()


def is_over(page: Page) -> bool:
    """True if the result is shown."""
    return page.get_by_test_id("result").count() > 0


def wait_for_turn(page: Page, timeout: float | None = None) -> bool:
    """Wait until it is this person's turn (true) or the game is over (false), at most so many milliseconds
    where the page's own limit is too short."""
    try:
        page.wait_for_function(
            """() => document.querySelector('[data-testid=result]')
                 || document.querySelector('[data-testid=draw], [data-testid=commit]')
                 && document.querySelector('[data-testid=status]')?.textContent.includes('Your turn')
                 && !document.querySelector('[data-testid=hint]')?.textContent.includes('Sending')""",
            timeout=timeout,
        )
    except TimeoutError as error:
        raise AssertionError(f"no turn at {page.url}:\n{page.locator('body').inner_text()}") from error
    return not is_over(page)


def invite_friends(page: Page, game: str, players: str = "2-2") -> None:
    """From the home page to the waiting room of a table for so many (players and sides)."""
    page.goto("/")
    page.get_by_test_id(f"friends-{game}").click()
    page.get_by_test_id(f"players-{players}").check(force=True)
    page.get_by_test_id("quick-make").click()
    expect(page.get_by_test_id("link")).to_be_visible()


def seek(page: Page, game: str, pace: str) -> None:
    """Look for an opponent, from the community's page."""
    page.get_by_test_id(f"seek-{game}").check(force=True)
    page.get_by_test_id(f"seek-{pace}").check(force=True)
    page.get_by_test_id("seek").click()


def pass_and_play(page: Page, game: str, *names: str) -> None:
    """From the home page to a game of two people on this device."""
    page.goto("/")
    page.get_by_test_id(f"passplay-{game}").click()
    for seat, name in enumerate(names):
        page.get_by_test_id(f"name-{seat}").fill(name)
    page.get_by_test_id("quick-make").click()
    expect(page.get_by_test_id("table")).to_be_visible()


def press_twice(page: Page, button: str) -> None:
    """Press a button twice, because irreversible actions need a second press."""
    page.get_by_test_id(button).click()
    page.get_by_test_id(button).click()


def exchange(page: Page) -> None:
    """Exchange a hand that could be played, which a third press confirms."""
    for _ in range(3):
        page.get_by_test_id("exchange").click()


def cinco_by_mouse(page: Page) -> None:
    """One turn: play the highest card on the first space that it lights, else draw."""
    cards = page.locator("[data-testid^=card-]")
    if cards.count() == 0:
        press_twice(page, "draw")
        return
    cards.last.click()
    lit = page.locator(".space.lit")
    if lit.count():
        lit.first.click()
    page.get_by_test_id("place").click()


def cinco_by_keyboard(page: Page) -> None:
    """One turn with keys alone: choose card 1, walk to a space that it reaches, Enter."""
    cards = page.locator("[data-testid^=card-]").count()
    if cards == 0:
        page.keyboard.press("d")
        page.keyboard.press("d")
        return
    page.keyboard.press("Escape")
    page.keyboard.press(str(cards))
    # The way to any lit space: along its row first, from wherever the focus is.
    target = page.evaluate("document.querySelector('.space.lit')?.dataset.space ?? null")
    if target is None:
        page.locator("body").press("Enter")
        return
    walk_to(page, int(target))
    page.keyboard.press("Enter")  # shows the token
    page.keyboard.press("Enter")  # sends the move


def walk_to(page: Page, target: int) -> None:
    """Walk the hexagon with arrow keys, row by row, then along the row."""
    script = """target => {
        const at = document.activeElement?.dataset?.space;
        const of = n => document.querySelector(`[data-space="${n}"]`);
        if (!at) return null;
        const a = of(at).getBoundingClientRect(), b = of(target).getBoundingClientRect();
        const dx = b.x - a.x, dy = b.y - a.y;
        if (Math.abs(dy) > 4) return [at, dy > 0 ? 'ArrowDown' : 'ArrowUp'];
        return [at, Math.abs(dx) > 4 ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : ''];
    }"""
    if page.evaluate(script, target) is None:
        # The grid is one stop of the Tab key.
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate(script, target) is not None:
                break
    for _ in range(40):
        _at, key = page.evaluate(script, target)
        if not key:
            return
        page.keyboard.press(key)
    raise AssertionError(f"no way to space {target}")


def cinqo_turn(page: Page) -> None:
    """One decision: rack everything that lies in the tray, put the Hi/Lo die in its box, go on.

    The page's clock is the test's (``page.clock.install()``), so that no test waits for sums to be read.
    """
    _wait_for_dice(page)
    dice = page.locator("[data-testid^=die-][data-fate=tray]")
    while dice.count():
        dice.first.click()
    page.get_by_test_id("commit").click()


def _wait_for_dice(page: Page) -> None:
    # The end of the turn before is held until it has been seen.
    page.wait_for_selector("[data-testid^=die-][aria-disabled=false], [data-testid=sum]")
    if page.get_by_test_id("sum").count():
        page.clock.fast_forward(5_000)
    page.wait_for_selector("[data-testid^=die-][aria-disabled=false]")


def change_hints(page: Page, change: str) -> None:
    """Let hints arrive changed, until the page is loaded anew. ``change`` is a function in JavaScript: from
    the server's hint to the fields that differ."""
    page.evaluate(f"""() => {{
        const real = window.fetch, change = {change};
        window.fetch = async (input, init) => {{
            const response = await real(input, init);
            if (!response.url.endsWith('/hints') || !response.ok) return response;
            const hint = await response.json();
            const changed = {{...hint, scale: 'chance', ...change(hint)}};
            return new Response(JSON.stringify(changed), {{headers: response.headers}});
        }};
    }}""")


WITH_CHANCES = """({choices}) => {
    const [{move}] = choices;
    const dice = move.rack ? [...move.rack, ...move.bank].sort() : [];
    // The fallback bot names one choice of a roll; the best bot names all.
    if (dice.length) {
        const others = [{rack: dice, bank: [], box: !move.box}, {rack: dice.slice(-1), bank: []}];
        for (const other of others) choices.push({value: 0, error: 0, move: {...move, ...other}});
    }
    choices.forEach((choice, number) => choice.value = 0.625 - 0.03 * number);
    const ofDice = move.bank?.length ? 'banks' : 'more-points';
    const code = dice.length ? ofDice : move.space ? 'builds' : 'draws';
    const reason = {code, params: {count: move.bank?.length ?? 3, points: 1.4, space: move.space}};
    return {choices, reasons: [reason]};
}"""


def with_chances(page: Page) -> None:
    """Let hints look as those of the best bot do, though here a fallback one answers: as chances to win. It
    holds until the page is loaded anew."""
    change_hints(page, WITH_CHANCES)


def play_out(page: Page, turn: object, most: int = 400) -> None:
    """Play turns until the result is shown."""
    play_turns(page, turn, most)
    expect(page.get_by_test_id("result")).to_be_visible()


def play_turns(page: Page, turn: object, most: int) -> None:
    """Play so many turns, or fewer if the game ends before."""
    assert callable(turn)
    for _ in range(most):
        if not wait_for_turn(page):
            break
        before = page.get_by_test_id("table").get_attribute("data-version")
        for attempt in range(3):
            turn(page)
            try:
                page.wait_for_function(
                    "before => document.querySelector('[data-testid=table]')?.dataset.version !== before",
                    arg=before,
                )
                break
            except TimeoutError:
                # On a busy machine keys arrive before their target is there. A player sees that nothing has
                # happened, and presses them again.
                if attempt == 2 or not wait_for_turn(page):
                    raise


PLAY_CINQO = """async ([table, isAdvised, most]) => {
    const headers = {'content-type': 'application/json'};
    const ask = (path, body) =>
        fetch(`/api/tables/${table}${path}`, body && {method: 'POST', headers, body: JSON.stringify(body)})
            .then(answer => answer.json());
    for (let asked = 0; asked < 1000; asked++) {
        const {status, version, game, outcome} = await ask('');
        if (status === 'ended') return outcome.winners;
        if (game && game.scores[0] >= most) return null;
        if (game?.to_move !== 0) {
            await new Promise(done => setTimeout(done, 50));
            continue;
        }
        const rack = [...game.tray].sort((one, other) => one - other);
        const all = {type: 'put', rack, bank: [], from_bank: [], box: false};
        const move = (isAdvised && (await ask('/hints', {seat: 0})).choices?.[0]?.move) || all;
        await ask('/commands', {key: `k${version}`, version, command: {type: 'make_move', seat: 0, move}});
    }
    throw new Error(JSON.stringify(await ask('')));
}"""


def play_cinqo(page: Page, address: str, *, advised: bool = False, points: int = 1_000) -> list[int] | None:
    """Play seat 1 of a table of Cinq-O as the page's person without its board, which takes ten times as long:
    to the end, and say who has won, or until there are so many points. All that has fallen goes to the Rack,
    or what the hint thinks best."""
    winners: list[int] | None = page.evaluate(PLAY_CINQO, [address.rpartition("/")[2], advised, points])
    return winners


def make_table(page: Page, settings: Mapping[str, object]) -> str:
    """A new table's address; the page stays where it is. A newcomer becomes a guest without loading one."""
    if not page.context.cookies():
        page.request.get("/api/me")
    answer = page.request.post("/api/tables", data=dict(settings))
    return f"/t/{answer.json()['id']}"


def make_cinco(page: Page, players: int, **settings: object) -> None:
    """Go to a table of Cinco with bots on all other seats, where I begin."""
    teams = 3 if players == 3 else 2
    options = {"game": "cinco", "players": players, "teams": teams, "joker": False, "first": 0}
    page.goto(make_table(page, _against_bots(options, "novice") | settings))
    assert wait_for_turn(page)


def make_cinqo(page: Page, players: int = 2, goal: str = "hundred", level: str = "keen") -> None:
    """Go to a table of Cinq-O with bots on all other seats, where I begin."""
    options = {"game": "cinqo", "players": players, "goal": goal, "rounds": 5, "first": 0}
    page.goto(make_table(page, _against_bots(options, level)))
    page.wait_for_selector("[data-testid^=die-][aria-disabled=false]")


def _against_bots(options: dict[str, Any], level: str) -> dict[str, Any]:
    bots = [{"kind": "bot", "level": level}] * (options["players"] - 1)
    settings = {"one_device": False, "listed": False, "watchable": True, "hints": True, "bot_pace": "quick"}
    return {"options": options, "seats": [{"kind": "me", "level": None}, *bots], **settings}


def wait_for_friend(page: Page, game: str) -> None:
    """Go to the waiting room of a table for two, as it is after an invitation."""
    page.goto(make_table(page, {"options": {"game": game}, "seats": [{"kind": "me"}, {"kind": "open"}]}))
    expect(page.get_by_test_id("link")).to_be_visible()
