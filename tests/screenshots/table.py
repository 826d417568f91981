"""Scenes at a table: games against a bot, their results, and the waiting room."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.play import wait_for_friend, wait_for_turn, with_chances
from tests.screenshots.games import play_to_middle, win
from tests.screenshots.stage import Stage

CINQO = {"game": "cinqo", "goal": "hundred", "rounds": 5, "level": "keen"}
CINCO = {"game": "cinco"}
POINTS = 40
TOKENS = 10


def cinqo_in_middle(stage: Stage) -> Page:
    """A game of Cinq-O after some rounds, with new dice in the tray."""

    def is_enough(game: dict[str, Any]) -> bool:
        return game["scores"][0] >= POINTS and len(game["tray"]) >= 5

    page = _player(stage)
    page.goto(f"/t/{play_to_middle(page, is_enough, **CINQO)}")
    page.wait_for_selector("[data-testid^=die-][aria-disabled=false]")
    return page


def cinqo_with_hint(stage: Stage) -> Page:
    """The same with an open hint."""
    page = cinqo_in_middle(stage)
    _open_hint(page)
    return page


def cinco_in_middle(stage: Stage) -> Page:
    """A game of Cinco with a chosen card, whose spaces are lit."""
    page = _cinco(stage)
    page.locator("[data-testid^=card-]").nth(1).click()
    expect(page.locator(".space.lit").first).to_be_visible()
    return page


def cinco_with_hint(stage: Stage) -> Page:
    """The same game with an open hint instead."""
    page = _cinco(stage)
    _open_hint(page)
    return page


def _cinco(stage: Stage) -> Page:
    def is_enough(game: dict[str, Any]) -> bool:
        tokens = sum(team is not None for team in game["board"])
        return tokens >= TOKENS and len(game["hand"]) >= 3

    page = _player(stage)
    page.goto(f"/t/{play_to_middle(page, is_enough, **CINCO)}")
    assert wait_for_turn(page)
    return page


def _player(stage: Stage) -> Page:
    """Return the window of someone who has finished a game before, and is not offered the lesson."""
    page = stage.guest("Robin")
    page.goto("/")
    page.evaluate("localStorage.setItem('quincunx.finished-a-game', 'yes')")
    return page


def _open_hint(page: Page) -> None:
    """Ask for a hint that looks as those of the best bot do."""
    with_chances(page)
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-0")).to_be_visible()


def cinco_won(stage: Stage) -> Page:
    """The result of a game of Cinco."""
    return _won(stage, CINCO)


def cinqo_over(stage: Stage) -> Page:
    """The result of a game of Cinq-O."""
    return _won(stage, CINQO)


def _won(stage: Stage, options: dict[str, Any]) -> Page:
    page = stage.guest("Robin")
    page.goto(f"/t/{win(page, **options)}")
    expect(page.get_by_test_id("result")).to_be_visible()
    return page


def waiting(stage: Stage) -> Page:
    """A waiting room with a link for a friend."""
    page = stage.guest("Robin")
    wait_for_friend(page, "cinqo")
    return page


SCENES = {
    "cinqo": cinqo_with_hint,
    "cinqot": cinqo_in_middle,
    "cinqoover": cinqo_over,
    "cinco": cinco_in_middle,
    "cincot": cinco_with_hint,
    "cincowon": cinco_won,
    "waiting": waiting,
}
