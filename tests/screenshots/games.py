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


def play(page: Page, table: str, is_enough: Enough = lambda game: False, least: int | None = None) -> Any:
    """Play seat 0 by hints until there is enough, or to the end. Return the last state. Where there are no
    hints, the person racks Cinq-O's dice from ``least`` on."""
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
        if least is None:
            hint = ask(page, "POST", f"/api/tables/{table}/hints", {"seat": 0})
            moves = [hint["choices"][0]["move"]]
        else:
            moves = [_rack(game["tray"], least), _rack(game["tray"], 1)]  # the last roll takes all
        answers = (_move(page, table, state["version"], move) for move in moves)
        assert any(answer["type"] == "ack" for answer in answers), table
    raise AssertionError(f"The game at {table} does not end.")


def _rack(tray: list[int], least: int) -> dict[str, Any]:
    """Move the dice from ``least`` on to the Rack, or the highest one."""
    rack = sorted(die for die in tray if die >= min(least, max(tray)))
    return {"type": "put", "rack": rack, "bank": [], "from_bank": [], "box": False}


def _move(page: Page, table: str, version: int, move: dict[str, Any]) -> Any:
    command = {"type": "make_move", "seat": 0, "move": move}
    body = {"key": f"move-{version}-{len(str(move))}", "version": version, "command": command}
    return ask(page, "POST", f"/api/tables/{table}/commands", body)


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
