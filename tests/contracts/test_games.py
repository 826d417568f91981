"""The contract of every game, whatever its rules: one suite for all games of the registry."""

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
from msgspec.structs import replace

from quincunx.core.chance import CHANCE, Picked, Rolled, Shuffled, resolve_chance
from quincunx.core.game import LONGEST_SMALL, AnyGame, decode_options, encode
from quincunx.core.reason import GameError, Refusal, Unparseable
from quincunx.core.values import Phrase, Seating
from quincunx.games import GAMES, game_of
from quincunx.games.cinco.types import Draw, Exchange, Play
from quincunx.games.cinqo.types import Put
from quincunx.texts.catalogue import Catalogue, languages
from tests.examples import mostly_nightly
from tests.games.support import SETUPS, any_move, name_of, random_game

each_setup = pytest.mark.parametrize("options", SETUPS, ids=name_of)
some_setups = pytest.mark.parametrize("options", mostly_nightly(SETUPS, *SETUPS[::3]), ids=name_of)
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

    options: Any
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
def test_a_random_game_comes_to_its_end(options: Any):
    game = game_of(options)
    for seed in range(5):
        steps = random_game(options, seed, most=20_000)
        state = steps[-1][1]
        outcome = game.outcome(state)
        assert outcome is not None
        assert list(outcome.winners) == sorted(set(outcome.winners))
        assert all(0 <= seat < game.players(options) for seat in outcome.winners)


@each_setup
def test_the_same_options_and_moves_reach_the_same_state(options: Any):
    game = game_of(options)
    steps = random_game(options, 7)
    state = game.initial(options)
    for move, reached in steps[1:]:
        state = game.apply(state, move)
        assert state == reached


@given(positions())
def test_the_seat_to_move_alone_has_moves(position: Position):
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


@given(positions())
def test_every_legal_move_applies_and_changes_no_state_but_makes_one(position: Position):
    game, state = game_of(position.options), position.state
    before = repr(state)
    for move in game.legal_moves(state):
        assert game.apply(state, move) != state
    assert repr(state) == before


@given(positions(), ANY_MOVES)
def test_exactly_the_legal_moves_are_taken_and_others_refused_with_a_rule(position: Position, move: Any):
    game, state = game_of(position.options), position.state
    before = repr(state)
    is_chance = isinstance(move, Picked | Rolled | Shuffled)
    error = _refusal(game, state, move)
    if error is None:
        assert (game.to_move(state) == CHANCE) if is_chance else (move in game.legal_moves(state))
    elif isinstance(error, Refusal):
        reason = error.reason
        assert (reason.kind, bool(reason.rule), bool(reason.code)) == ("rule", True, True)
        assert reason.sentence.endswith(".")
        assert is_chance or move not in game.legal_moves(state)
    else:
        assert isinstance(error, Unparseable)
        assert not isinstance(move, game.move_type)
    assert repr(state) == before


def _refusal(game: AnyGame, state: Any, move: Any) -> GameError | None:
    try:
        game.apply(state, move)
    except GameError as error:
        return error
    return None


@given(positions())
def test_notation_says_every_move_and_reads_it_back(position: Position):
    game, state = game_of(position.options), position.state
    for move in game.legal_moves(state):
        text = game.text.write_move(move)
        assert text == text.strip()
        assert game.text.parse_move(text) == move


@given(st.sampled_from(sorted(GAMES)), st.text(max_size=40))
def test_notation_refuses_everything_else_in_a_sentence(name: str, text: str):
    game = GAMES[name]
    with suppress(GameError):
        move = game.text.parse_move(text)
        assert game.text.write_move(move) == text, "one spelling for each move"
        return
    with pytest.raises(GameError, match=r"\.$"):
        game.text.parse_move(text)


@given(positions())
def test_views_are_small_and_survive_the_wire(position: Position):
    game, state = game_of(position.options), position.state
    views = [(viewer, game.view(state, viewer)) for viewer in (None, *range(game.players(position.options)))]
    for viewer, view in (*views, (None, game.reveal(state))):
        sent = msgspec.json.encode(view)
        assert len(sent) < 16_000
        assert msgspec.json.decode(sent, type=game.view_type) == view
        assert view.viewer == viewer
        assert game_of(view) is game_of(view.options) is game


@given(positions())
def test_moves_and_options_survive_the_wire(position: Position):
    game = game_of(position.options)
    for move in game.legal_moves(position.state):
        assert game.decode_move(encode(move)) == move
    assert decode_options(GAMES, encode(position.options)) == position.options


@given(positions())
def test_the_seat_to_move_alone_has_choices(position: Position):
    """Bots choose from these, which follow from the view alone."""
    game, state = game_of(position.options), position.state
    for seat in range(game.players(position.options)):
        is_to_move = game.to_move(state) == seat
        choices = game.bots.choices(game.view(state, seat)) if is_to_move else None
        assert choices == (game.legal_moves(state) if is_to_move else None)


# ---- the game as one value ---------------------------------------------------------------------------------


@each_setup
def test_sides_seatings_and_rematches(options: Any):
    game = game_of(options)
    sides = game.sides(options)
    players = game.players(options)
    assert len(sides) == players
    assert set(sides) == set(range(len(set(sides)))), "counted from 0 without gaps"
    assert (players, len(set(sides))) in {(each.players, each.sides) for each in game.seatings}
    again = game.rematch(options)
    assert (game.players(again), game.sides(again)) == (players, sides)
    for first in range(players):
        assert game.rematch(replace(options, first=first)).first == (first + 1) % players


@each_setup
def test_the_same_options_for_other_seatings(options: Any):
    game = game_of(options)
    for seating in game.seatings:
        seated = game.seated(options, seating)
        assert (game.players(seated), len(set(game.sides(seated)))) == (seating.players, seating.sides)
        if seating.players > 1:  # a game played alone may have options of its own
            game.check(seated)
        back = game.seated(seated, Seating(game.players(options), len(set(game.sides(options)))))
        assert replace(back, first=options.first) == options


@each_setup
def test_losers_rank_by_a_fact_of_the_game(options: Any):
    game = game_of(options)
    *_, (_, state) = random_game(options, 5)
    if game.rank_fact is not None:
        assert all(game.rank_fact in game.facts(state, seat) for seat in range(game.players(options)))


@each_setup
def test_turns_are_counted_one_by_one_and_only_the_set_up_is_nobodys(options: Any):
    game, number = game_of(options), 0
    for _, state in random_game(options, 5):
        turn = game.turn(state)
        assert turn.number in (number, number + 1)
        assert (turn.seat is None) == (turn.number == 0)
        if game.to_move(state) not in (None, CHANCE):
            assert turn.seat == game.to_move(state)
        assert 0 <= game.idle_turns(state) <= turn.number
        number = turn.number


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_refusal_of_the_games_other_modules_is_a_rule_of_the_game(game: AnyGame):
    for reason in (game.not_your_turn, game.is_over, game.no_draws):
        assert reason is None or (reason.kind == "rule" and reason.rule and reason.sentence.endswith("."))
    assert (game.not_your_turn.code, game.is_over.code) == ("not-your-turn", "game-over")


# ---- in words ----------------------------------------------------------------------------------------------


@some_setups
def test_every_event_is_said_in_a_whole_sentence(options: Any):
    game, catalogues = game_of(options), [Catalogue(language) for language in languages()]
    names = tuple("ABCDEF"[: game.players(options)])
    for (_, before), (move, after) in pairwise(random_game(options, 3)):
        for viewer in (None, 0):
            for event in game.public_events(before, move, after, viewer):
                for catalogue in catalogues:
                    said = catalogue.translate(game.text.describe(event, names))
                    assert said.endswith((".", "!", "。", "！"))
                    assert "{{" not in said
                    assert f"{game.name}." not in said, "a key instead of words"


@some_setups
def test_every_move_is_said_in_words_that_a_sentence_goes_on_with(options: Any):
    game, catalogues = game_of(options), [Catalogue(language) for language in languages()]
    for (_, before), (move, _) in pairwise(random_game(options, 3)):
        if game.to_move(before) == CHANCE:
            continue
        for catalogue in catalogues:
            said = catalogue.translate(game.text.say_move(move))
            assert said
            assert not said.endswith((".", "。"))
            assert "{{" not in said
            assert f"{game.name}." not in said, "a key instead of words"


@each_setup
def test_however_long_names_are_a_drawing_is_80_columns_wide(options: Any):
    game, say = game_of(options), Catalogue("en").translate
    names = tuple(letter * 200 for letter in "ABCDEF"[: options.players])
    steps = random_game(options, 3)
    for _, state in steps[:: max(1, len(steps) // 10)]:
        for view in (game.view(state, 0), game.reveal(state)):
            drawn = game.text.draw(view, names, say)
            assert max(map(len, drawn.split("\n"))) <= 80
            assert all(name[:20] in drawn for name in names), "20 characters of each"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_accepted_input_is_shown_with_words(game: AnyGame, language: str):
    catalogue = Catalogue(language)
    for form, key in game.text.forms:
        assert catalogue.has(key), key
        assert catalogue.translate(Phrase(key)) != key
        assert game.text.normalize_move(form) == form
        if form not in game.text.asides:
            assert isinstance(game.text.parse_move(form), game.move_type)


# ---- chance ------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(setups, seeds, st.data())
def test_an_answer_of_chance_is_taken_only_if_it_answers_the_question(
    options: Any, seed: int, data: st.DataObject
):
    game = game_of(options)
    state = game.initial(options)
    answered = resolve_chance(game.asks(state), Random(seed))
    game.apply(state, answered)
    other = data.draw(ANY_MOVES)
    if type(other) is not type(answered):
        with pytest.raises(GameError):
            game.apply(state, other)


@given(positions())
def test_a_game_in_small_is_small(position: Position):
    game = game_of(position.options)
    if game.small is None:
        return
    small = game.small(game.view(position.state, None))
    assert 0 < len(small) <= LONGEST_SMALL
    assert small.isascii()
    assert small.isprintable()


@each_setup
def test_a_game_in_small_changes_with_its_turns(options: Any):
    game = game_of(options)
    if game.small is not None:
        seen = {game.small(game.view(state, None)) for _, state in random_game(options, 7)}
        assert len(seen) > 5
