"""Scenes of the daily challenge, replays and reviews."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.play import cinco_by_mouse, make_table, play_out
from tests.e2e.test_people import ask
from tests.screenshots.games import play
from tests.screenshots.stage import Stage

REVIEW_SECONDS = 240
"""For a machine that compiles first."""
BOTS = [{"kind": "bot", "level": "novice"}] * 2
CINQO = {"game": "cinqo", "players": 2, "goal": "rounds", "rounds": 6}
CINCO = {"game": "cinco", "players": 2, "teams": 2, "joker": False}
OTHERS = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")


def _play_day(page: Page, game: str, least: int = 6) -> None:
    """Play today's challenge of a game to its end, in Cinq-O by racking the dice from ``least`` on."""
    table = ask(page, "POST", f"/api/days/today/{game}")["table"]
    page.goto(f"/t/{table}")
    expect(page.get_by_test_id("table")).to_be_visible()
    if game == "cinqo":
        play(page, table, least=least)
    else:
        play_out(page, cinco_by_mouse)


def _today(page: Page) -> Page:
    page.goto("/today")
    expect(page.get_by_test_id("day-result").first).to_be_visible()
    return page


def day(stage: Stage) -> Page:
    """Today's challenge after both games."""
    stage.start_server()
    page = stage.guest("Robin")
    for game in ("cinqo", "cinco"):
        _play_day(page, game)
    return _today(page)


def day_among_others(stage: Stage) -> Page:
    """Today's challenge after one game, with more people on the chart."""
    stage.start_server()
    for least, name in enumerate(OTHERS, 1):
        _play_day(stage.guest(name), "cinqo", least)  # the dice are the same for all, and the results differ
    page = stage.guest("Robin")
    _play_day(page, "cinqo", 5)
    _today(page)
    expect(page.get_by_test_id("day-chart").first).to_be_visible()
    return page


def _of_bots(stage: Stage, options: dict[str, Any]) -> tuple[Page, str]:
    """A newcomer at a finished game of two bots, and its address."""
    page = stage.guest("Robin")
    address = make_table(page, {"options": options, "seats": BOTS})
    page.goto(address)
    expect(page.get_by_test_id("result")).to_be_visible()
    return page, address


def replay(options: dict[str, Any], step: int) -> Callable[[Stage], Page]:
    """The scene of a replay at a middle step."""

    def show(stage: Stage) -> Page:
        page, address = _of_bots(stage, options)
        page.goto(f"{address}/replay?ply={step}")
        expect(page.get_by_test_id("moves").locator("[aria-current]")).to_be_visible()
        return page

    return show


def review(stage: Stage) -> Page:
    """The review of a finished game."""
    stage.start_server(QUINCUNX_REVIEWS="busy")
    page, address = _of_bots(stage, CINQO)
    expect(page.get_by_test_id("review")).to_be_visible(timeout=1_000 * REVIEW_SECONDS)
    page.goto(f"{address}/review")
    expect(page.get_by_test_id("summary")).to_be_visible()
    return page


SCENES: dict[str, Callable[[Stage], Page]] = {
    "day": day,
    "daymix": day_among_others,
    "replay": replay(CINQO, 40),
    "replaycinco": replay(CINCO, 11),
    "review": review,
}
