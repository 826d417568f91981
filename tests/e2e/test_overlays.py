"""Nothing covers what it speaks of: each overlay of a table and of a study, at several sizes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from quincunx.texts.catalogue import languages
from tests.e2e.overlays import FEW, SIZES, covered
from tests.e2e.play import (
    cinco_by_mouse,
    make_cinco,
    make_cinqo,
    play_cinqo,
    play_out,
    press_twice,
    resize,
    with_chances,
)
from tests.e2e.test_games import Cable
from tests.examples import mostly_nightly

Look = Callable[..., dict[str, list[str]]]


PLACES = [["de", FEW], *([code, SIZES] for code in languages())]
"""Languages, and the windows in which each is tried."""


@pytest.fixture(
    params=mostly_nightly(PLACES, PLACES[0]), ids=lambda each: each[0] if each[1] == SIZES else "few"
)
def look(request: pytest.FixtureRequest) -> Look:
    """The faults of an overlay at several sizes, in one language."""
    code, sizes = request.param

    def faults(
        page: Page, overlay: str, kind: str, again: Callable[[], None] = lambda: None
    ) -> dict[str, list[str]]:
        # `again` brings the overlay back after a reload. The buttons below an answer are looked at with it.
        found = {}
        page.evaluate("code => localStorage.setItem('quincunx.language', code)", code)
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{code}"))
        page.locator(".frame").wait_for()
        again()
        expect(page.get_by_test_id(overlay)).to_be_visible()
        for width, height in sizes:
            resize(page, width, height)
            buttons = ", .frame > .next" if kind == "answer" else ""
            wrong = covered(page, f"[data-testid={overlay}]{buttons}", kind)
            if wrong:
                found[f"{width} x {height}"] = wrong
        return found

    return faults


def cinco(players: int) -> Callable[[Page], None]:
    """Sit at a table of Cinco, on turn."""
    return lambda page: make_cinco(page, players)


def cinqo(players: int) -> Callable[[Page], None]:
    """Sit at a table of Cinq-O, on turn."""
    return lambda page: make_cinqo(page, players, level="novice")


TABLES = {"cinco-2": cinco(2), "cinco-6": cinco(6), "cinqo-2": cinqo(2), "cinqo-4": cinqo(4)}


@pytest.mark.parametrize("table", mostly_nightly(TABLES, "cinco-6"))
def test_a_hint_is_read_beside_the_hand_and_the_board(page: Page, look: Look, table: str):
    TABLES[table](page)

    def ask() -> None:
        with_chances(page)
        page.locator("[data-testid=ask-hint][aria-disabled=false]").click()

    assert look(page, "hint-panel", "hint", ask) == {}


@pytest.mark.nightly
@pytest.mark.parametrize("table", TABLES)
def test_a_newcomer_is_offered_the_lesson_beside_the_game(page: Page, look: Look, table: str):
    TABLES[table](page)
    assert look(page, "new-here", "notice") == {}


@pytest.mark.nightly
def test_the_offer_of_one_touch_is_made_beside_the_game(page: Page, look: Look):
    make_cinco(page, 2)
    page.evaluate("""() => {
        localStorage.setItem('quincunx.games-finished', '3');
        localStorage.setItem('quincunx.finished-a-game', 'yes');
    }""")
    assert look(page, "one-press-offer", "notice") == {}


def somebody_is_away(page: Page) -> None:
    """Every presence that the server tells has the last seat away."""

    def connect(line: WebSocketRoute) -> None:
        def on_message(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["type"] == "presence":
                frame["away"] = [False] * (len(frame["away"]) - 1) + [True]
            line.send(json.dumps(frame))

        line.connect_to_server().on_message(on_message)

    page.route_web_socket(re.compile("/api/tables/.*/socket"), connect)


@pytest.mark.nightly
@pytest.mark.parametrize("table", TABLES)
def test_a_question_about_a_seat_covers_no_seat(fresh_page: Page, look: Look, table: str):
    page = fresh_page
    somebody_is_away(page)
    TABLES[table](page)
    assert look(page, "prompt", "notice") == {}


@pytest.mark.nightly
@pytest.mark.parametrize("table", TABLES)
def test_a_lost_connection_is_told_beside_the_game(fresh_page: Page, look: Look, table: str):
    page = fresh_page
    cable = Cable(page)
    TABLES[table](page)

    def lose() -> None:
        page.locator("[data-testid=draw], [data-testid=commit]").wait_for()
        cable.pull()

    def plugged() -> None:
        cable.plug()

    page.on("framenavigated", lambda _: plugged())
    assert look(page, "banner", "notice", lose) == {}


@pytest.mark.nightly
def test_a_refusal_is_told_beside_the_game(page: Page, look: Look):
    make_cinco(page, 2)

    def ask() -> None:
        page.get_by_test_id("table-menu").click()
        page.get_by_test_id("offer-draw").click()

    assert look(page, "refusal", "notice", ask) == {}


@pytest.mark.parametrize("is_played_out", mostly_nightly([False, True], False))
def test_the_result_of_cinco_leaves_the_board_in_view(page: Page, look: Look, is_played_out: bool):
    make_cinco(page, 2)
    if is_played_out:
        play_out(page, cinco_by_mouse)
    else:
        page.get_by_test_id("table-menu").click()
        press_twice(page, "resign")
        expect(page.get_by_test_id("result")).to_be_visible()
    assert look(page, "result", "result") == {}


@pytest.mark.nightly
@pytest.mark.parametrize("players", [2, 4])
def test_the_result_of_cinq_o_leaves_the_scores_in_view(page: Page, look: Look, players: int):
    TABLES[f"cinqo-{players}"](page)
    play_cinqo(page, page.url)
    assert look(page, "result", "result") == {}


@pytest.mark.nightly
def test_answers_of_cinco_are_said_beside_the_cards_and_spaces_they_name(page: Page, look: Look):
    page.goto("/learn/cinco?step=6")
    assert look(page, "answer", "answer", lambda: press_twice(page, "draw")) == {}


@pytest.mark.nightly
def test_the_board_stays_where_it_is_under_an_answer(page: Page):
    for width, height in SIZES[:2]:
        resize(page, width, height)
        page.goto("/learn/cinco?step=6")
        board = page.get_by_role("grid").bounding_box()
        press_twice(page, "draw")
        expect(page.get_by_test_id("answer")).to_be_visible()
        assert page.get_by_role("grid").bounding_box() == board, (width, height)


@pytest.mark.nightly
def test_answers_of_cinq_o_are_said_beside_the_dice_they_name(page: Page, look: Look):
    page.goto("/learn/cinqo?step=5")

    def answer() -> None:
        expect(page.get_by_test_id("case")).to_be_visible()
        page.keyboard.press("2")
        page.keyboard.press("Enter")

    assert look(page, "answer", "answer", answer) == {}
