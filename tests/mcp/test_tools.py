"""The tools without the protocol: games in every seating, refusals that change nothing, bounds."""

from __future__ import annotations

import json
import pickle
import re
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

import quincunx
from quincunx.api.level_bot import LevelBot
from quincunx.core.extras import MissingExtra
from quincunx.core.values import Seating
from quincunx.engines.levels import names
from quincunx.games import GAMES
from quincunx.mcp import open_game, shelf
from quincunx.mcp.shelf import Shelf
from quincunx.mcp.tools import tools

TOOLS = tools()
SEATINGS = [
    pytest.param(
        name,
        seating,
        id=f"{name}-{seating.players}-{seating.sides}",
        marks=() if seating in (game.seatings[0], game.seatings[-1]) else pytest.mark.nightly,
    )
    for name, game in GAMES.items()
    for seating in game.seatings
]
each_game = pytest.mark.parametrize("name", list(GAMES))


def plain(value: object) -> Any:
    """A value as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


@cache
def validators(name: str) -> tuple[Draft202012Validator, Draft202012Validator]:
    """For what a tool is given, and for what it answers."""
    schemas = TOOLS[name].input_schema, TOOLS[name].output_schema
    for schema in schemas:
        Draft202012Validator.check_schema(schema)
    given, answered = map(Draft202012Validator, schemas)
    return given, answered


def call(games: Shelf, name: str, **arguments: Any) -> Any:
    """The data of an answer, which is as the tool's schema says."""
    given, answered = validators(name)
    given.validate(arguments)
    data, text = TOOLS[name].call(games, arguments)
    answered.validate(data)
    assert text
    return data


def play_on(games: Shelf, found: Any, random: Random) -> Any:
    """Play random moves until the game is over, and return its last position."""
    while found["outcome"] is None:
        moves = call(games, "legal_moves", game_id=found["game_id"])["moves"]
        found = call(games, "move", game_id=found["game_id"], move=random.choice(moves))
    return found


def options_of(name: str, seating: Seating) -> dict[str, int]:
    """The arguments of a new game with this seating."""
    known = TOOLS[f"new_{name}"].input_schema["properties"]
    every = {"players": seating.players, "teams": seating.sides}
    return {key: value for key, value in every.items() if key in known}


@pytest.mark.parametrize(("name", "seating"), SEATINGS)
def test_every_seating_is_played_to_the_end(name: str, seating: Seating) -> None:
    games, last = Shelf("seed"), seating.players - 1
    found = call(games, f"new_{name}", **options_of(name, seating), seat=last, opponents=["random"])
    assert (found["seat"], found["to_move"], len(found["names"])) == (last, last, seating.players)
    assert found["names"][last] == f"Seat {last} (you)"
    done = play_on(games, found, Random(1))
    assert done["to_move"] is None
    assert done["outcome"]["termination"]
    assert call(games, "legal_moves", game_id=1) == {"moves": []}
    assert call(games, "advice", game_id=1) == {"advice": []}
    record = call(games, "record", game_id=1)["record"]
    assert quincunx.read(record).outcome == games.find(1).game.outcome
    assert quincunx.read(record).verify() == []


@each_game
def test_a_client_sees_what_its_seat_sees_until_the_end(name: str) -> None:
    games = Shelf("seed")
    found = call(games, f"new_{name}", players=3, seat=1, opponents=["random"])
    live = games.find(1).game
    assert found["view"] == plain(live.view(1)) != plain(live.view(2))
    assert found["view"]["viewer"] == 1
    with pytest.raises(ValueError, match="isn't over"):
        call(games, "record", game_id=1)
    with pytest.raises(ValueError, match="isn't over"):
        call(games, "review", game_id=1)
    done = play_on(games, found, Random(2))
    assert done["view"] == plain(games.find(1).game.reveal())


def test_cards_of_other_seats_are_in_no_answer() -> None:
    """Two games that differ in hidden cards alone give the same answers."""
    answers = []
    for swapped in (False, True):
        games = Shelf("seed")
        call(games, "new_cinco", first=0, opponents=["greedy"])
        live = games.find(1).game
        if swapped:
            options, seed, own, randomness, asked, before, made, state = live.__getstate__()
            hands, pile = state.hands, state.pile
            state = replace(state, hands=(hands[0], tuple(sorted(pile[:4]))), pile=(*hands[1], *pile[4:]))
            live.__setstate__((options, seed, own, randomness, asked, before, made, state))
        shown = [TOOLS[each].call(games, {"game_id": 1}) for each in ("view", "legal_moves")]
        # With simulations alone, and not its usual time, a search is reproducible.
        shown.append(TOOLS["advice"].call(games, {"game_id": 1, "simulations": 50}))
        answers.append((shown, live.view(1).hand))
    assert answers[0][0] == answers[1][0]
    assert answers[0][1] != answers[1][1]


@each_game
def test_events_since_the_last_move_are_told(name: str) -> None:
    games = Shelf("seed")
    found = call(games, f"new_{name}", first=0, opponents=["greedy"])
    assert not any("greedy" in event for event in found["events"])
    while not any("greedy" in event for event in found["events"]):
        move = call(games, "legal_moves", game_id=1)["moves"][0]
        found = call(games, "move", game_id=1, move=move)
        assert "Seat 0 (you)" in found["events"][0]
    assert call(games, "view", game_id=1) == found


@each_game
def test_opponents_are_one_for_all_or_one_for_each(name: str) -> None:
    games = Shelf()
    one = call(games, f"new_{name}", players=3, seat=1, opponents=["random"])
    each = call(games, f"new_{name}", players=3, seat=1, opponents=["random", "greedy"])
    assert one["names"] == ["Seat 0 (random)", "Seat 1 (you)", "Seat 2 (random)"]
    assert each["names"] == ["Seat 0 (random)", "Seat 1 (you)", "Seat 2 (greedy)"]
    with pytest.raises(ValueError, match="one opponent for all 3 other seats"):
        call(games, f"new_{name}", players=4, opponents=["random", "greedy"])


@each_game
def test_every_level_is_an_opponent_and_nothing_else_is(name: str) -> None:
    schema = TOOLS[f"new_{name}"].input_schema["properties"]["opponents"]
    assert set(schema["items"]["enum"]) == set(names(GAMES[name].bots))
    with pytest.raises(ValueError, match="Invalid enum value"):
        TOOLS[f"new_{name}"].call(Shelf(), {"opponents": ["cmd:echo"]})


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("new_cinco", {"players": 5}, "2, 3, 4 or 6 players, not 5"),
    ("new_cinco", {"players": 4, "teams": 3}, "teams"),
    ("new_cinco", {"players": "two"}, "Expected `int`"),
    ("new_cinco", {"seed": 1}, "unknown field `seed`"),
    ("new_cinco", {"seat": 2}, "no seat 2"),
    ("new_cinco", {"seat": -1}, "no seat -1"),
    ("new_cinco", {"opponents": []}, "length >= 1"),
    ("new_cinqo", {"players": 7}, "1 to 6 players, not 7"),
    ("new_cinqo", {"goal": "glory"}, "Invalid enum value"),
    ("new_cinqo", {"goal": "rounds", "rounds": 10**9}, "1 to 20 rounds"),
    ("move", {"game_id": 1}, "missing required field `move`"),
    ("move", {"game_id": 1, "move": "castle"}, "isn’t a move in Cinco"),
    ("move", {"game_id": 1, "move": "90>91"}, "90>91"),
    ("move", {"game_id": 1, "move": "1>90"}, "rule 4.1"),
    ("move", {"game_id": 1, "move": 57}, "Expected `str`"),
    ("move", {"game_id": 1, "move": "5" * 201}, "length <= 200"),
    ("move", {"game_id": 2, "move": "draw"}, "There is no game 2. Open games: 1."),
    ("view", {"game_id": "1"}, "Expected `int`"),
    ("view", {}, "missing required field `game_id`"),
    ("advice", {"game_id": 1, "count": 0}, "Expected `int` >= 1"),
    ("advice", {"game_id": 1, "simulations": 10**9}, "<= 2000"),
    ("review", {"game_id": 1, "simulations": 0}, "Expected `int` >= 1"),
    ("delete_game", {"game_id": 7}, "There is no game 7"),
    ("list_games", {"all": True}, "unknown field `all`"),
    ("view", [], "Expected `object`"),  # type: ignore[list-item]  # a client may send anything
]


@pytest.mark.parametrize(("tool", "arguments", "sentence"), WRONG)
def test_bad_input_is_explained_and_changes_nothing(tool: str, arguments: Any, sentence: str) -> None:
    games = Shelf("seed")
    call(games, "new_cinco", first=0)
    before = [pickle.dumps(each.game) for each in games.games.values()]
    with pytest.raises(ValueError, match=re.escape(sentence)):
        TOOLS[tool].call(games, arguments)
    assert [pickle.dumps(each.game) for each in games.games.values()] == before


def test_a_bot_that_fails_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    games = Shelf("seed")
    call(games, "new_cinco", first=0)
    before = pickle.dumps(games.find(1).game)

    def fail(*_: object) -> None:
        raise MissingExtra("bots")

    monkeypatch.setattr(LevelBot, "choose", fail)
    move = call(games, "legal_moves", game_id=1)["moves"][0]
    with pytest.raises(MissingExtra):
        call(games, "move", game_id=1, move=move)
    assert pickle.dumps(games.find(1).game) == before
    with pytest.raises(MissingExtra):
        call(games, "new_cinco", first=1)
    assert list(games.games) == [1]


def test_the_number_of_games_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_GAMES", 2)
    games = Shelf()
    for number in (1, 2):
        assert call(games, "new_cinqo")["game_id"] == number
    with pytest.raises(ValueError, match="2 games already"):
        call(games, "new_cinqo")
    assert list(call(games, "delete_game", game_id=1)["games"]) == ["2"]
    assert call(games, "new_cinqo")["game_id"] == 3
    assert list(call(games, "list_games")["games"]) == ["2", "3"]


def test_a_game_ends_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_game, "MOST_PLIES", 6)
    games = Shelf("seed")
    found = call(games, "new_cinco", first=0)
    with pytest.raises(ValueError, match="can't go on"):
        play_on(games, found, Random(1))
    assert games.find(1).game.plies in (6, 7)
    assert call(games, "view", game_id=1)["to_move"] == 0


@each_game
def test_a_seed_repeats_the_deals_game_by_game(name: str) -> None:
    def first_two(seed: str | None) -> list[Any]:
        games = Shelf(seed)
        return [call(games, f"new_{name}", first=0)["view"] for _ in range(2)]

    assert first_two("a") == first_two("a")
    first, second = first_two("a")
    assert first != second
    assert first != first_two("b")[0]
    assert first_two(None) != first_two(None)


def test_advice_is_of_legal_moves_best_first() -> None:
    games = Shelf("seed")
    call(games, "new_cinqo", players=1)
    found = call(games, "advice", game_id=1, count=2)["advice"]
    assert {each["move"] for each in found} <= set(call(games, "legal_moves", game_id=1)["moves"])
    assert [each["value"] for each in found] == sorted((each["value"] for each in found), reverse=True)


def test_a_review_names_each_seat_s_luck_and_mistakes() -> None:
    games = Shelf("seed")
    play_on(games, call(games, "new_cinqo", first=0), Random(3))
    found = call(games, "review", game_id=1)
    assert [each["name"] for each in found["seats"]] == ["Seat 0 (you)", "Seat 1 (greedy)"]
    assert found["mistakes"]
    text = TOOLS["review"].call(games, {"game_id": 1})[1]
    assert "Seat 0 (you)" in text
    assert all(f"{each['turn']}" in text for each in found["mistakes"])


def test_schemas_have_an_object_at_the_root() -> None:
    """The protocol demands it up to its version of 2025-11-25."""
    for tool in TOOLS.values():
        assert tool.description
        for schema in (tool.input_schema, tool.output_schema):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
            assert len(json.dumps(schema)) < 20_000
