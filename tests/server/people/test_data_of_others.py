"""Every route that names something of a person's, asked by another person with that very name.

ASVS 5, 8.2.2: a stranger who knows an identifier still reads and changes nothing by it.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from quincunx.server.http.routes import ROUTES
from quincunx.table.seats.person import handle_of
from tests.server.people.conftest import Browser, Clubhouse
from tests.server.people.test_results import RATED, command, counted, played

pytestmark = pytest.mark.asyncio(loop_scope="module")
PRIVATE: Final[dict[str, Any]] = {**RATED, "watchable": False}
TOURNAMENT: Final[dict[str, Any]] = {
    "name": "Ada's",
    "format": "swiss",
    "options": {"game": "cinco"},
    "pace": {"type": "live", "total": 60, "increment": 1},
}
CLUB: Final[dict[str, Any]] = {"name": "adas-club", "settings": {"title": "Ada's", "private": True}}
HOOK: Final = {"url": "https://chat.example/hook", "language": "en"}
FOR_ALL: Final = {
    # Visible to all who have the name or the link; test_results.py covers strangers' view of people.
    "/api/people/{handle:str}",
    "/api/people/{handle:str}/games",
    "/api/people/{handle:str}/curve/{game:str}/{kind:str}",
    "/api/people/{handle:str}/play",
    "/api/tournaments/{tournament:str}",
    "/api/tournaments/{tournament:str}/rounds",
    "/api/tournaments/{tournament:str}/rounds/{number:int}",
    "/api/tournaments/{tournament:str}/steps",
    "/api/tournaments/{tournament:str}/qr.svg",
    # Read by all who follow the tournament, as its page is; who may write is asked below.
    "/api/tournaments/{tournament:str}/talk",
    # Of a private club it shows strangers how to join, and nothing else: test_clubs.py asks.
    "/api/clubs/{club:str}",
    "/api/schemas/{name:str}",
    "/api/site/{name:str}",
    # Data without an owner: days, games, puzzles and studies. What is counted there belongs to the caller.
    "/api/days/{date:str}",
    "/api/days/{date:str}/{game:str}",
    "/api/ratings/{game:str}/{kind:str}",
    "/api/puzzles/{game:str}/{puzzle:str}",
    "/api/puzzles/{game:str}/{puzzle:str}/answer",
    "/api/puzzles/{game:str}/{puzzle:str}/solution",
    "/api/puzzles/{game:str}/run",
    "/api/puzzles/{game:str}/run/{puzzle:str}/answer",
    "/api/studies/{game:str}/lessons",
    "/api/studies/{game:str}/{study:str}",
    "/api/studies/{game:str}/{study:str}/answer",
    "/api/studies/{game:str}/{study:str}/solution",
}
MOVE: Final = {"type": "exchange"}


def with_names() -> set[tuple[str, str]]:
    """Methods and paths of all routes that name something."""
    return {
        (method, path)
        for route in ROUTES
        for path in route.paths
        for method in route.http_methods
        if "{" in path and path not in FOR_ALL
    }


async def test_a_stranger_reads_and_changes_nothing_by_another_persons_identifiers(club: Clubhouse) -> None:
    ada, bo = club.browser(), await club.browser().hello()
    eve = club.browser(address="203.0.113.66")
    passkey = await ada.account_by_passkey("Ada")
    await eve.account("Eve")
    await ada.sign_in_by(passkey)
    token = await ada.ask("POST", "/api/account/tokens", {"name": "Bot", "scopes": ["play"]}, 201)
    (key,) = (await ada.ask("GET", "/api/account"))["passkeys"]
    (device,) = (await ada.ask("GET", "/api/me/devices"))["devices"]
    over = await played(ada, bo, PRIVATE)
    await ada.ask("POST", "/api/me/blocks", {"table": over, "seat": 1})
    running = str((await ada.ask("POST", "/api/tables", PRIVATE, 201))["id"])
    for seat, browser in enumerate((ada, await club.browser().hello())):
        await command(browser, running, {"type": "sit_down", "seat": seat, "commitment": f"{seat}" * 64})
    await counted(club)
    friend = await club.browser().hello()
    await played(ada, friend, PRIVATE)
    await counted(club)
    await ada.ask("POST", "/api/me/friends", {"handle": handle_of(await friend.person())})
    tournament = (await ada.ask("POST", "/api/tournaments", TOURNAMENT, 201))["id"]
    await ada.ask("POST", "/api/clubs", CLUB, 201)
    before = [await seen_by(ada, path, over, running, tournament) for path in OWN]

    def commands(path: str, *whats: dict[str, Any]) -> list[tuple[str, str, str, Any]]:
        version = 9
        return [
            ("POST", path, running, {"key": f"eve-{at}", "version": version, "command": what})
            for at, what in enumerate(whats)
        ]

    of_table = "/api/tables/{table:str}"
    elsewhere = {"handle": handle_of(await friend.person())}
    attacks: list[tuple[str, str, str, Any]] = [
        ("DELETE", "/api/account/passkeys/{passkey_id:str}", key["id"], None),
        ("DELETE", "/api/account/tokens/{token_id:str}", token["token"]["id"], None),
        ("DELETE", "/api/me/devices/{device_id:str}", device["id"], None),
        ("DELETE", "/api/me/blocks/{handle:str}", handle_of(await bo.person()), None),
        ("DELETE", "/api/me/friends/{handle:str}", handle_of(await friend.person()), None),
        ("POST", "/unsubscribe/{token:str}", f"{await ada.person()}~turn~{'A' * 22}", None),
        *[("GET", of_table + part, over, None) for part in ("", "/replay", "/record", "/review", "/qr.svg")],
        ("GET", "/t/{table:str}/picture.png", over, None),
        ("GET", of_table, running, None),
        ("POST", of_table + "/hints", running, {"seat": 0}),
        *commands(
            of_table + "/commands",
            {"type": "make_move", "seat": 0, "move": MOVE},
            {"type": "stand_up", "seat": 0},
            {"type": "resign", "seat": 0},
            {"type": "offer_draw", "seat": 0},
            {"type": "call_bot", "seat": 0},
            {"type": "open_seat", "seat": 0},
            {"type": "cancel_table"},
            {"type": "seat_bot", "seat": 0, "level": "novice"},
            {"type": "set_bot_pace", "pace": "slow"},
            {"type": "say", "seat": 0, "phrase": "hello"},
            {"type": "write", "seat": 0, "text": "I am Ada"},
        ),
        ("GET", "/api/studies/tables/{table:str}/{ply:int}", over, None),
        ("POST", "/api/studies/tables/{table:str}/{ply:int}/answer", over, {"move": MOVE}),
        ("POST", "/api/studies/tables/{table:str}/{ply:int}/solution", over, None),
        ("POST", "/api/tournaments/{tournament:str}/talk/reports", tournament, elsewhere | {"why": ""}),
        ("POST", "/api/tournaments/{tournament:str}/talk/blocks", tournament, elsewhere),
        *[
            ("POST", "/api/tournaments/{tournament:str}/commands", tournament, what)
            for what in (
                {"type": "start"},
                {"type": "next_round", "round": 1},
                {"type": "set_by_hand", "by_hand": True},
                {"type": "remove", "player": 1},
                {"type": "end"},
            )
        ],
        *[
            ("GET", path, "adas-club", None)
            for path in (
                "/api/clubs/{club:str}/games",
                "/api/clubs/{club:str}/standings",
                "/api/clubs/{club:str}/standings.csv",
                "/c/{club:str}/calendar.ics",
            )
        ],
        ("POST", "/api/clubs/{club:str}/links", "adas-club", {}),
        *[(method, "/api/clubs/{club:str}/hook", "adas-club", None) for method in ("GET", "DELETE")],
        ("PUT", "/api/clubs/{club:str}/hook", "adas-club", HOOK),
        ("POST", "/api/clubs/{club:str}/hook/test", "adas-club", None),
        *[
            ("POST", "/api/clubs/{club:str}/commands", "adas-club", what)
            for what in (
                {"type": "announce", "text": "I am Ada"},
                {"type": "begin_season", "name": "Mine"},
                {"type": "answer", "handle": handle_of(await eve.person()), "accept": True},
                {"type": "remove", "handle": handle_of(await ada.person())},
                {"type": "close"},
            )
        ],
        *[
            (method, "/api/moderation/people/{person:str}/ban", await ada.person(), {"reason": "none"})
            for method in ("POST", "DELETE")
        ],
        ("POST", "/api/moderation/reports/{report:str}/close", "1", None),
    ]
    for method, template, name, body in attacks:
        head, _, tail = template.partition("{")
        path = head + name + tail.partition("}")[2].replace("{ply:int}", "1")
        content = {} if body is None else {"json": body}
        answer = await eve.http.request(method, path, **content)
        assert answer.status_code in (403, 404), (method, path, body, answer.status_code, answer.text)
    assert {(method, template) for method, template, *_ in attacks} == with_names()
    talk = f"/api/tournaments/{tournament}/talk"
    for what in ({"type": "write", "text": "I am Ada"}, {"type": "remove_line", "number": 1}):
        assert (await eve.http.post(talk, json=what)).status_code in (403, 404), what
    # Nor by naming a seat at a table in the body.
    for path in ("/api/me/blocks", "/api/reports"):
        answer = await eve.http.post(path, json={"table": running, "seat": 0})
        assert answer.status_code in (403, 404), (path, answer.text)
    assert [await seen_by(ada, path, over, running, tournament) for path in OWN] == before


OWN: Final = (
    "/api/account",
    "/api/account/tokens",
    "/api/me/devices",
    "/api/me/blocks",
    "/api/me/friends",
    "/api/tables/{over}",
    "/api/tables/{running}",
    "/api/tournaments/{tournament}",
    "/api/clubs/adas-club",
)


async def seen_by(browser: Browser, path: str, over: str, running: str, tournament: str) -> Any:
    """The answer to its owner, without the fields that change with time."""
    found = await browser.ask("GET", path.format(over=over, running=running, tournament=tournament))
    return {name: value for name, value in found.items() if name not in ("now", "clock", "is_fresh")}
