"""Scenes of clubs and tournaments."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.test_people import ask, play_rated
from tests.screenshots.stage import Stage

HOUR = 3_600_000
CLUBS = {
    "reed-and-water": "Reed and Water",
    "ferry-house": "The Ferry House",
    "cafe-hexagon": "Café Hexagon",
    "tuesday-dice": "Tuesday Dice",
}
SETTINGS: dict[str, Any] = {
    "format": "swiss",
    "options": {"game": "cinco", "players": 2, "teams": 2, "joker": False, "first": None},
    "pace": {"type": "live", "total": 300, "increment": 10},
    "rounds": 3,
    "wait": 3_600,
    "by_hand": True,
    "listed": True,
}
NAMES = ("Ada of the Reeds", "Bo of the Ferry", "Cy of the Weir", "Dee of the Mill", "Eli of the Strand")


def _now() -> int:
    return int(time.time() * 1000)


def _club(owner: Page, name: str, title: str, members: list[Page]) -> None:
    """Found a club that these people join."""
    about = f"{title} meets every week for a quiet game. Newcomers are welcome."
    settings = {"title": title, "about": about, "joining": "open"}
    ask(owner, "POST", "/api/clubs", {"name": name, "settings": settings})
    for page in members:
        ask(page, "POST", f"/api/clubs/{name}/commands", {"type": "join"})


def clubs(stage: Stage) -> Page:
    """The list of clubs with several clubs, of which one is mine."""
    stage.start_server()
    me, *others = [stage.account(name) for name in ("Robin of the Reeds", *NAMES[:4])]
    for number, (owner, (name, title)) in enumerate(zip(others, CLUBS.items(), strict=True)):
        _club(owner, name, title, [page for page in others[number + 1 :] if page is not owner])
    ask(me, "POST", "/api/clubs/reed-and-water/commands", {"type": "join"})
    me.goto("/c")
    expect(me.get_by_text("Tuesday Dice").first).to_be_visible()
    return me


def club(stage: Stage) -> Page:
    """A member's page of a club with members, nights, announcements, a table, and a season's table."""
    stage.start_server()
    owner, me, *others = [stage.account(name) for name in (NAMES[0], "Robin of the Reeds", *NAMES[1:])]
    name = "reed-and-water"
    _club(owner, name, CLUBS[name], [me, *others])
    begins = [_now() + (24 + 168 * week) * HOUR for week in range(4)]
    for command in (
        {"type": "announce", "text": "The season begins on Friday. Bring a friend!"},
        {"type": "announce", "text": "The next night is at the Ferry House, upstairs."},
        {"type": "add_nights", "title": "Club night", "begins": begins},
    ):
        ask(owner, "POST", f"/api/clubs/{name}/commands", command)
    for winner, loser in ((me, others[0]), (others[1], me), (owner, others[2])):
        play_rated(winner, loser, club=name)
    table = {"options": {"game": "cinqo"}, "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
    host = ask(others[1], "POST", "/api/tables", table | {"club": name})["id"]
    others[1].goto(f"/t/{host}")
    expect(others[1].get_by_test_id("link")).to_be_visible()
    me.goto(f"/c/{name}")
    for shown in ("club-announcement", "club-night", "club-member", "club-table"):
        expect(me.get_by_test_id(shown).first).to_be_visible()
    return me


class Event:
    """A tournament with its host, as they and its players act by requests."""

    def __init__(self, host: Page, name: str, **settings: Any) -> None:
        self._host = host
        made = ask(host, "POST", "/api/tournaments", SETTINGS | {"name": name} | settings)
        self.id = str(made["id"])

    def send(self, page: Page, kind: str, **more: Any) -> None:
        """Send a command as this page's person."""
        ask(page, "POST", f"/api/tournaments/{self.id}/commands", {"type": kind, **more})

    def start(self, players: list[Page]) -> None:
        """Let these players join, and start the first round."""
        for page in players:
            self.send(page, "join")
        self.send(self._host, "start")
        self._wait(1)

    def play_round(self, number: int) -> None:
        """Decide each game of a round: the first player wins, and at the last board nobody does."""
        games = self._wait(number)
        for game in games:
            points = [1, 0] if game is not games[-1] else [0.5, 0.5]
            if len(game["players"]) == 2:
                self.send(self._host, "set_result", round=number, board=game["board"], points=points)

    def go_on(self, number: int) -> None:
        """Start this round."""
        self.send(self._host, "next_round", round=number)
        self._wait(number)

    def _wait(self, number: int) -> list[dict[str, Any]]:
        """Wait for a round. Return its games."""
        for _ in range(100):
            view = ask(self._host, "GET", f"/api/tournaments/{self.id}")
            current = view["current"]
            if view["round"] == number and current and current["games"]:
                return list(current["games"])
            self._host.wait_for_timeout(100)
        raise AssertionError(f"round {number} does not start")


def _people(stage: Stage) -> tuple[Page, list[Page]]:
    stage.start_server()
    return stage.account("Robin of the Reeds"), [stage.account(name) for name in NAMES]


def tournaments(stage: Stage) -> Page:
    """The list of tournaments with one that is announced, one that runs, and my own one that waits. The
    list has none that have ended."""
    me, others = _people(stage)
    Event(others[0], "Sunday Marathon", begins=_now() + 26 * HOUR)
    Event(others[1], "Friday Cup").start([me, *others])
    Event(me, "Autumn Cup", begins=_now() + 50 * HOUR)
    me.goto("/e")
    for text in ("Sunday Marathon", "Friday Cup", "Autumn Cup"):
        expect(me.get_by_text(text).first).to_be_visible()
    return me


def tournament(stage: Stage) -> Page:
    """A player's page of a tournament in its second round, with standings."""
    me, others = _people(stage)
    event = Event(others[0], "Friday Cup")
    event.start([me, *others])
    event.play_round(1)
    event.go_on(2)
    me.goto(f"/e/{event.id}")
    expect(me.get_by_test_id("standings").first).to_be_visible()
    return me


SCENES: dict[str, Callable[[Stage], Page]] = {
    "tournaments": tournaments,
    "tournament": tournament,
    "clubs": clubs,
    "club": club,
}
