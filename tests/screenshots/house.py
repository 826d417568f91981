"""Scenes around the tables: the front page, people, the community, a new table, rules, moderation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.play import seek
from tests.e2e.test_people import ask, command, play_rated
from tests.screenshots.games import against_bot, play
from tests.screenshots.stage import Stage

CASUAL = {"options": {"game": "cinco", "first": 0}, "seats": [{"kind": "me"}, {"kind": "open"}]}
CINQO: dict[str, Any] = {"game": "cinqo", "goal": "rounds", "rounds": 3}


def _show(page: Page, path: str, *shown: str) -> Page:
    """Go to a page, and wait until elements with these test ids are visible."""
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for name in shown:
        expect(page.get_by_test_id(name).first).to_be_visible()
    return page


def _newcomer(path: str, *shown: str, is_alone: bool = False) -> Callable[[Stage], Page]:
    """The scene of a newcomer who opens a page, on an empty server if ``is_alone``."""

    def show(stage: Stage) -> Page:
        if is_alone:
            stage.start_server()
        return _show(stage.window(), path, *shown)

    return show


def _with_games(stage: Stage, name: str, opponent: str) -> tuple[Page, Page]:
    """Two accounts after several rated games. The first one has also played a bot, and has a game that
    runs."""
    me, other = stage.account(name), stage.account(opponent)
    for winner, loser in ((me, other), (other, me), (me, other), (me, other)):
        play_rated(winner, loser)
    play(me, against_bot(me, **CINQO))
    play(me, against_bot(me, **CINQO), lambda game: game["scores"][0] > 0)
    return me, other


def account(stage: Stage) -> Page:
    """The page of a signed-in person's own account."""
    me = stage.account("Heron of the Lake")
    return _show(me, "/me/account", "edit-name")


def me(stage: Stage) -> Page:
    """A person's own page after several games."""
    return _show(_with_games(stage, "Robin of the Reeds", "Bo of the Ferry")[0], "/me", "running")


def mara(stage: Stage) -> Page:
    """The page of another person with whom I have played."""
    mine, hers = _with_games(stage, "Ada of the Strand", "Mara of the Marsh")
    table = play_rated(hers, mine)
    handle = ask(mine, "GET", f"/api/tables/{table}")["seats"][0]["handle"]
    return _show(mine, f"/p/{handle}", "person-name", "game")


def home(stage: Stage) -> Page:
    """The front page of a person who has games."""
    return _show(_with_games(stage, "Wren of the Weir", "Cy of the Mill")[0], "/", "running")


def community(stage: Stage) -> Page:
    """The community with two people who wait for a game, open tables, and a game that has ended."""
    stage.start_server()
    people = [stage.account(name) for name in ("Ada of the Reeds", "Bo of the Ferry")]
    play_rated(*people, listed=True)
    for page, game, pace in zip(people, ("cinqo", "cinco"), ("daily", "quick"), strict=True):
        _show(page, "/community")
        seek(page, game, pace)
        expect(page.get_by_test_id("seeking")).to_be_visible()
    for name, game in (("Heron", "cinqo"), ("Curlew", "cinco")):
        host = stage.guest(name)
        against = {"options": {"game": game}, "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
        table = ask(host, "POST", "/api/tables", against)["id"]
        command(host, table, {"type": "sit_down", "seat": 0, "commitment": "a" * 64})
        host.goto(f"/t/{table}")
    return _show(stage.guest("Robin"), "/community", "seekers")


def moderation(stage: Stage) -> Page:
    """The operators' page with two reports."""
    stage.start_server()
    operator = stage.account("Robin of the Reeds")
    for name, text in (("Gull", "You play like a bot!"), ("Magpie", "Hurry up, slowpoke.")):
        rude, other = stage.guest(name), stage.guest("Wren")
        table = ask(other, "POST", "/api/tables", CASUAL)["id"]
        for seat, page in enumerate((other, rude)):
            command(page, table, {"type": "sit_down", "seat": seat, "commitment": "a" * 64})
        for seat, page in enumerate((other, rude)):
            move = {"type": "make_move", "seat": seat, "move": {"type": "exchange"}}
            command(page, table, move)
        command(rude, table, {"type": "resign", "seat": 1})
        command(rude, table, {"type": "write", "seat": 1, "text": text})
        ask(other, "POST", "/api/reports", {"table": table, "seat": 1, "why": "rude"})
    stage.administer("operator", "Robin of the Reeds")
    while not ask(operator, "GET", "/api/me")["is_operator"]:
        operator.wait_for_timeout(200)
    return _show(operator, "/moderation", "report")


SCENES: dict[str, Callable[[Stage], Page]] = {
    "home": home,
    "homenew": _newcomer("/", "play-now-cinco"),
    "account": account,
    "me": me,
    "mara": mara,
    "community": community,
    "communityempty": _newcomer("/community", "alone-bot", is_alone=True),
    "new": _newcomer("/new?game=cinco", "make"),
    "rules": _newcomer("/rules/cinco"),
    "tournamentnone": _newcomer("/e", "host-tournament", is_alone=True),
    "clubsempty": _newcomer("/c", "new-club", is_alone=True),
    "daynew": _newcomer("/today", "day-play-cinqo", is_alone=True),
    "moderation": moderation,
}
