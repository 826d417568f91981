"""The contract of every game, checked for the third one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.chance import CHANCE, Picked, Rolled, Shuffled
from quincunx.core.reason import GameError, Refusal, Unparseable
from quincunx.core.record import replay
from quincunx.core.values import Phrase, Ply
from quincunx.engines.levels import fallback, names
from quincunx.games.cinco.types import Draw
from quincunx.games.cinco.types import Play as CincoPlay
from tests.third.game.flags import TrioFlags
from tests.third.game.game import GAME
from tests.third.game.state import TrioState
from tests.third.game.types import Pass, Play, TrioOptions
from tests.third.support import PEOPLE, SETUPS, record_of

TEXTS = Path(__file__).parent / "game" / "texts"
NAMES = tuple(person.name for person in PEOPLE)
FACES = st.lists(st.integers(-1, 7), max_size=2).map(tuple)
ANY_MOVES: st.SearchStrategy[Any] = st.one_of(
    st.builds(Play, st.integers(-1, 14)),
    st.just(Pass()),
    st.builds(Picked, st.integers(-1, 3)),
    st.builds(Rolled, FACES),
    st.builds(Shuffled, st.permutations(range(1, 13)).map(tuple) | FACES),
    st.just(CincoPlay(1, 1)),
    st.just(Draw()),
)


def plies() -> Iterator[Ply]:
    """Every ply of some games of every set-up."""
    for options in SETUPS:
        for number in range(5):
            yield from replay(record_of(options, number))


@st.composite
def positions(draw: st.DrawFn) -> TrioState:
    """Any position, the beginning and the end included."""
    found = list(replay(record_of(draw(st.sampled_from(SETUPS)), draw(st.integers(0, 255)))))
    ply = draw(st.sampled_from(found))
    position: TrioState = draw(st.sampled_from((ply.before, ply.after)))
    return position


@given(positions(), ANY_MOVES)
def test_exactly_the_legal_moves_are_taken_and_others_refused_with_a_rule(
    position: TrioState, move: Any
) -> None:
    before = msgspec.json.encode(position)
    is_chance = isinstance(move, Picked | Rolled | Shuffled)
    legal = GAME.legal_moves(position)
    error = caught(GAME.apply, position, move)
    if isinstance(error, Refusal):
        assert error.reason.rule
        assert error.reason.sentence.endswith(".")
        assert move not in legal
    elif error is not None:
        assert isinstance(move, CincoPlay | Draw)
    else:
        assert GAME.to_move(position) == CHANCE if is_chance else move in legal
    assert msgspec.json.encode(position) == before


def caught(function: Callable[..., object], *arguments: object) -> GameError | None:
    """The error that a call raises, or ``None``."""
    try:
        function(*arguments)
    except GameError as error:
        return error
    return None


def test_the_seat_to_move_alone_has_moves() -> None:
    for ply in plies():
        for state in (ply.before, ply.after):
            seat, moves = GAME.to_move(state), GAME.legal_moves(state)
            assert (seat is None) == (GAME.outcome(state) is not None)
            assert bool(moves) == (seat is not None and seat >= 0)
            assert len(set(moves)) == len(moves)
            if seat != CHANCE:
                with pytest.raises(ValueError, match="not asked"):
                    GAME.asks(state)


def test_moves_survive_notation_numbers_and_the_wire() -> None:
    for move in {move for ply in plies() for move in GAME.legal_moves(ply.before)}:
        assert GAME.text.parse_move(GAME.text.write_move(move)) == move
        assert GAME.actions.move_of(GAME.actions.number_of(move)) == move
        assert GAME.decode_move(msgspec.json.encode(move)) == move
    for number in range(GAME.actions.count):
        assert GAME.actions.number_of(GAME.actions.move_of(number)) == number
    for number in (-1, GAME.actions.count):
        with pytest.raises(ValueError, match="number"):
            GAME.actions.move_of(number)


@given(st.text(max_size=20) | st.from_regex(r"(play|pass|roll|lot)( [0-9]{1,3})?", fullmatch=True))
def test_a_text_is_a_move_or_refused_in_a_sentence(text: str) -> None:
    error = caught(GAME.text.parse_move, text)
    if error is None:
        assert GAME.text.write_move(GAME.text.parse_move(text)) == text
    else:
        assert isinstance(error, Unparseable)
        assert str(error).endswith(".")


def test_views_survive_the_wire_and_the_pipe_to_the_engines() -> None:
    for ply in plies():
        views = [GAME.view(ply.after, viewer) for viewer in (None, 0, 1)]
        for view in (*views, GAME.reveal(ply.after)):
            assert msgspec.json.decode(msgspec.json.encode(view), type=GAME.view_type) == view
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=GAME.view_type) == view


@pytest.mark.parametrize("name", names(GAME.bots))
def test_bots_play_legal_moves_and_the_same_ones_again(name: str) -> None:
    bot = GAME.bots.bot(name)
    for ply in plies():
        if ply.step.seat != CHANCE:
            view = GAME.view(ply.before, ply.step.seat)
            decision = bot.choose(view, Random(ply.number))
            assert decision == bot.choose(view, Random(ply.number))
            assert {choice.action for choice in decision.alternatives} <= set(GAME.legal_moves(ply.before))
            assert decision.alternatives[0].action == decision.action


def test_a_bot_finds_in_a_view_what_the_rules_find_in_the_state() -> None:
    for ply in plies():
        for seat in range(ply.before.options.players):
            is_turn = GAME.to_move(ply.before) == seat
            assert GAME.bots.choices(GAME.view(ply.before, seat)) == (
                GAME.legal_moves(ply.before) if is_turn else ()
            )
    assert type(fallback(GAME.bots)) is type(GAME.bots.bot("greedy"))
    with pytest.raises(KeyError):
        GAME.bots.bot("oracle")


def test_flags_name_options() -> None:
    assert TrioFlags(players=3, most_passes=0, first=3).options() == TrioOptions(3, 0, 2)
    with pytest.raises(Refusal, match="2 or 3 players"):
        TrioFlags(players=4).options()


# ---- words -----------------------------------------------------------------------------------------------


def keys(tree: dict[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from keys(value, f"{prefix}{key}.")
        else:
            yield prefix + key.removesuffix("_one").removesuffix("_many").removesuffix("_other")


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_event_and_drawing_has_its_words_in_every_language(language: str) -> None:
    words = set(keys(json.loads((TEXTS / f"{language}.json").read_text("utf-8")), "trio."))
    said: set[str] = {key for _, key in GAME.text.forms}

    def say(phrase: Phrase) -> str:
        said.add(phrase.key)
        return phrase.key.rsplit(".")[-1]

    for ply in plies():
        if ply.step.seat != CHANCE:
            say(GAME.text.say_move(ply.step.move))
        for viewer in (None, 0):
            for event in GAME.public_events(ply.before, ply.step.move, ply.after, viewer):
                say(GAME.text.describe(event, NAMES))
        for view in (GAME.view(ply.after, 0), GAME.reveal(ply.after)):
            drawn = GAME.text.draw(view, NAMES[: ply.before.options.players], say)
            assert max(map(len, drawn.splitlines())) <= 80
            for part in GAME.text.highlight(view, drawn):
                assert 0 <= part.start < part.end <= len(drawn)
        GAME.text.asides["worths"](GAME.view(ply.after, 0), say)
    assert said <= words
    assert {word for word in words if word.startswith(("trio.event.", "trio.terminal."))} <= said
