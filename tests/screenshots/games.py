"""Games played by a person's requests alone, without a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.play import make_table
from tests.e2e.test_people import ask

Enough = Callable[[dict[str, Any]], bool]
"""True for a view of a game in which the person should play no further move."""


def against_bot(page: Page, level: str = "novice", **options: Any) -> str:
    """Create a casual table for this person and a bot, at which the person begins. Return its id.
    The page sits down, and shows the table."""
    teams = {"teams": 2, "joker": False} if options["game"] == "cinco" else {}
    settings = {
        "options": {"players": 2, "first": 0, **teams, **options},
        "seats": [{"kind": "me", "level": None}, {"kind": "bot", "level": level}],
        "hints": True,
        "bot_pace": "quick",
    }
    address = make_table(page, settings)
    page.goto(address)
    expect(page.get_by_test_id("table")).to_be_visible()
    return address.rpartition("/")[2]


def play(page: Page, table: str, is_enough: Enough = lambda game: False, advised: bool = True) -> Any:
    """Play seat 0 by hints until there is enough, or to the end. Return the last state. Without hints,
    Cinq-O's whole tray goes to the Rack."""
    for _ in range(2_000):
        state = ask(page, "GET", f"/api/tables/{table}")
        game = state.get("game")
        if state["status"] == "ended":
            return state
        if not game or game["to_move"] != 0:
            page.wait_for_timeout(20)
            continue
        if is_enough(game):
            return state
        move = _advice(page, table) if advised else _all_to_rack(game)
        command = {"type": "make_move", "seat": 0, "move": move}
        body = {"key": f"move-{state['version']}", "version": state["version"], "command": command}
        answer = ask(page, "POST", f"/api/tables/{table}/commands", body)
        assert answer["type"] == "ack", answer
    raise AssertionError(f"The game at {table} does not end.")


def _advice(page: Page, table: str) -> Any:
    return ask(page, "POST", f"/api/tables/{table}/hints", {"seat": 0})["choices"][0]["move"]


def _all_to_rack(game: dict[str, Any]) -> dict[str, Any]:
    return {"type": "put", "rack": sorted(game["tray"]), "bank": [], "from_bank": [], "box": False}


def play_to_middle(page: Page, is_enough: Enough, **options: Any) -> str:
    """Play against a bot until there is enough. Return the table's id. A game that ends before that is
    replaced by another one."""
    for _ in range(10):
        table = against_bot(page, **options)
        if play(page, table, is_enough)["status"] != "ended":
            return table
    raise AssertionError("Each game ended too early.")


def win(page: Page, **options: Any) -> str:
    """Play against a bot until this person has won a game. Return its table's id."""
    table = ""
    for _ in range(6):
        table = against_bot(page, **options)
        if 0 in play(page, table)["outcome"]["winners"]:
            break
    return table
