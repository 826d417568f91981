"""What every game must keep, whatever its rules: one suite for both."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.core.game import CHANCE, Forbidden, GameError, Picked, Rolled, Shuffled
from quincunx.games import GAMES, AnyGame, Move, Options, View, game_of
from quincunx.games.cinco.types import CincoOptions, Draw, Exchange, Play
from quincunx.games.cinqo.types import Put
from tests.games.support import SETUPS, any_move, chance, name_of, random_game

each_setup = pytest.mark.parametrize("options", SETUPS, ids=name_of)
setups = st.sampled_from(SETUPS)
seeds = st.integers(0, 2**32)

SPACES = st.integers(-1, 92)
DICE = st.lists(st.integers(0, 7), max_size=6).map(tuple)
ANY_MOVES: st.SearchStrategy[Any] = st.one_of(
    st.builds(Play, SPACES, st.none() | SPACES),
    st.just(Draw()),
    st.just(Exchange()),
    st.builds(Put, DICE, DICE, DICE, st.booleans()),
    st.builds(Picked, st.integers(-1, 7)),
    st.builds(Rolled, DICE),
    st.builds(Shuffled, st.permutations(range(1, 91)).map(tuple) | DICE),
)


@dataclass
class Position:
    """A position somewhere in a random game."""

    options: Options
    state: Any


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position of any game, its beginning and its end included."""
    options, seed, plies = draw(setups), draw(seeds), draw(st.integers(0, 250))
    game, random = game_of(options), Random(seed)
    state = game.initial(options)
    while plies and game.to_move(state) is not None:
        state = game.apply(state, any_move(state, options, random))
        plies -= 1
    return Position(options, state)


@each_setup
def test_a_random_game_comes_to_its_end(options: Options):
    game = game_of(options)
    for seed in range(5):
        steps = random_game(options, seed, most=20_000)
        state = steps[-1][1]
        outcome = game.outcome(state)
        assert outcome is not None
        assert list(outcome.winners) == sorted(set(outcome.winners))
        assert all(0 <= seat < game.players(options) for seat in outcome.winners)


@each_setup
def test_the_same_options_and_moves_reach_the_same_state(options: Options):
    game = game_of(options)
    steps = random_game(options, 7)
    state = game.initial(options)
    for move, reached in steps[1:]:
        state = game.apply(state, move)
        assert state == reached


@settings(max_examples=150)
@given(positions())
def test_whoever_is_to_move_has_moves_and_nobody_else(position: Position):
    game, state = game_of(position.options), position.state
    turn, moves = game.to_move(state), game.legal_moves(state)
    assert (turn is None) == (game.outcome(state) is not None)
    if turn is None or turn == CHANCE:
        assert moves == ()
    else:
        assert 0 <= turn < game.players(position.options)
        assert moves
        assert len(set(moves)) == len(moves)
    if turn == CHANCE:
        game.asks(state)
    else:
        with pytest.raises(ValueError, match="not asked"):
            game.asks(state)


@settings(max_examples=150)
@given(positions())
def test_every_legal_move_applies_and_changes_no_state_but_makes_one(position: Position):
    game, state = game_of(position.options), position.state
    before = msgspec.json.encode(state)
    for move in game.legal_moves(state):
        assert game.apply(state, move) != state
    assert msgspec.json.encode(state) == before


@settings(max_examples=400)
@given(positions(), ANY_MOVES)
def test_every_move_that_is_not_legal_is_refused_with_a_rule_and_changes_nothing(
    position: Position, move: Any
):
    game, state = game_of(position.options), position.state
    before = msgspec.json.encode(state)
    is_chance = isinstance(move, Picked | Rolled | Shuffled)
    legal = {game.write_move(each) for each in game.legal_moves(state)}
    error = _refusal(game, state, move)
    if isinstance(error, Forbidden):
        assert error.rule
        assert error.code
        assert str(error).endswith(".")
        assert is_chance or not _is_of(position.options, move) or game.write_move(move) not in legal
    elif error is not None:
        assert not _is_of(position.options, move)
    else:
        assert (game.to_move(state) == CHANCE) if is_chance else (game.write_move(move) in legal)
    assert msgspec.json.encode(state) == before


def _refusal(game: AnyGame, state: Any, move: Any) -> GameError | None:
    try:
        game.apply(state, move)
    except GameError as error:
        return error
    return None


def _is_of(options: Options, move: Any) -> bool:
    return isinstance(move, Put) != isinstance(options, CincoOptions)


@settings(max_examples=150)
@given(positions())
def test_notation_says_every_move_and_reads_it_back(position: Position):
    game, state = game_of(position.options), position.state
    for move in game.legal_moves(state):
        text = game.write_move(move)
        assert text == text.strip()
        assert game.parse_move(text) == move


@settings(max_examples=300)
@given(st.sampled_from(sorted(GAMES)), st.text(max_size=40))
def test_notation_refuses_everything_else_in_a_sentence(name: str, text: str):
    game = GAMES[name]
    with suppress(GameError):
        move = game.parse_move(text)
        assert game.parse_move(game.write_move(move)) == move
        return
    with pytest.raises(GameError, match=r"\.$"):
        game.parse_move(text)


@settings(max_examples=150)
@given(positions())
def test_views_are_small_and_survive_the_wire(position: Position):
    game, state = game_of(position.options), position.state
    for viewer in (None, *range(game.players(position.options))):
        view = game.view(state, viewer)
        sent = msgspec.json.encode(view)
        assert len(sent) < 16_000
        assert msgspec.json.decode(sent, type=View) == view
        assert view.viewer == viewer
    revealed = game.reveal(state)
    assert msgspec.json.decode(msgspec.json.encode(revealed), type=View) == revealed


@settings(max_examples=100)
@given(positions())
def test_moves_survive_the_wire(position: Position):
    for move in game_of(position.options).legal_moves(position.state):
        assert msgspec.json.decode(msgspec.json.encode(move), type=Move) == move


@each_setup
def test_stories_can_be_told_and_positions_drawn(options: Options):
    game = game_of(options)
    names = tuple("ABCDEF"[: game.players(options)])
    steps = random_game(options, 3)
    for (_, before), (move, after) in pairwise(steps):
        for viewer in (None, 0):
            for item in game.story(before, move, after, viewer):
                assert game.tell(item, names).endswith((".", "!"))
    for _, state in steps[:: max(1, len(steps) // 10)]:
        drawn = game.draw(game.view(state, 0), names)
        assert max(map(len, drawn.splitlines())) <= 80


@settings(max_examples=60)
@given(setups, seeds, st.data())
def test_what_nature_answers_is_taken_only_if_it_answers_the_question(
    options: Options, seed: int, data: st.DataObject
):
    game = game_of(options)
    state = game.initial(options)
    answer = chance(game.asks(state), Random(seed))
    game.apply(state, answer)
    other = data.draw(ANY_MOVES)
    if type(other) is not type(answer):
        with pytest.raises(GameError):
            game.apply(state, other)
