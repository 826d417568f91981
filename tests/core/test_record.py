"""The text record: what is written is read back, and whatever no game can have been is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.core.randomness import Randomness, commitment
from quincunx.games.cinco.types import CincoOptions, Draw, Exchange
from quincunx.games.cinqo.types import CinqoOptions, Put
from quincunx.core.game import CHANCE, Outcome, Picked, Rolled, Shuffled
from quincunx.core.record import Record, RecordError, Step, parse, replay, verify, write
from quincunx.games import Options, game_of
from tests.games.support import SETUPS, name_of, random_game

RECORDS = Path("testdata/records")

names = st.text(max_size=40)
hex32 = st.binary(min_size=32, max_size=32).map(bytes.hex)


def steps_of(options: Options, game: list[tuple[Any, Any]]) -> tuple[Step, ...]:
    turn = game_of(options).to_move
    seats = [turn(state) for _, state in game]
    return tuple(
        Step(seat, move) for seat, (move, _) in zip(seats, game[1:], strict=False) if seat is not None
    )


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Random games of every setup: whole, or broken off after a ply."""
    options = draw(st.sampled_from(SETUPS))
    game = random_game(options, draw(st.integers(0, 2**32)), most=draw(st.sampled_from([1, 4, 40, 1000])))
    entropies = st.tuples(*(st.one_of(st.just(""), hex32) for _ in range(options.players)))
    outcome = game_of(options).outcome(game[-1][1])
    if outcome is None:
        outcome = draw(st.sampled_from([None, Outcome("agreed", ()), Outcome("truncated", ())]))
    return Record(
        options,
        draw(st.tuples(*(names for _ in range(options.players)))),
        steps_of(options, game),
        outcome,
        draw(st.none() | hex32),
        draw(st.none() | hex32),
        draw(st.just(()) | entropies),
    )


@settings(max_examples=150)
@given(records())
def test_record_parse_replay_write_is_the_same(record: Record) -> None:
    text = write(record)
    again = parse(text)
    assert again == record
    assert tuple(ply.step for ply in replay(again)) == record.steps
    assert write(again) == text


@pytest.mark.parametrize("options", SETUPS, ids=name_of)
def test_one_turn_a_line(options: Options) -> None:
    game = random_game(options, 3)
    outcome = game_of(options).outcome(game[-1][1])
    record = Record(options, ("a",) * options.players, steps_of(options, game), outcome)
    lines = write(record).split("\n\n", 1)[1].split("\n")
    assert lines[-2:] == ["end", ""]
    last = game_of(options).view(game[-1][1], None)
    turns = last.turn if isinstance(options, CincoOptions) else len(last.history)
    assert int(lines[-3].split(".")[0]) == turns


def test_it_is_made_to_be_read() -> None:
    faces = [(4, 4, 4, 4, 4, 1), (6, 6, 1, 2, 3, 6), (6, 6, 2)]
    moves: list[Any] = [
        Rolled(faces[0]),
        Rolled(faces[1]),
        Put((6, 6), (3,), (), True),
        Rolled((6, 5)),
        Put((5, 6)),
    ]
    steps = tuple(Step(CHANCE if isinstance(move, Rolled) else 0, move) for move in moves)
    record = Record(CinqoOptions(1), ('Zoë "Z" \u202e',), steps)
    assert write(record) == (
        '[Quincunx "1"]\n[Game "cinqo"]\n[Players "1"]\n[Goal "hundred"]\n[Rounds "5"]\n[First "1"]\n'
        '[Seat 1 "Zoë \\"Z\\" \\u{202E}"]\n[Result "unfinished"]\n\n'
        "1. seat 1: roll 4 4 4 4 4 1\n"
        "2. seat 1: roll 6 6 1 2 3 6; rack 66 bank 3 box; roll 6 5; rack 56\n"
        "end\n"
    )


def test_windows_line_ends_and_a_missing_last_line_feed_are_fine() -> None:
    text = (RECORDS / "cinco-2in2.txt").read_text("utf-8")
    record = parse(text)
    assert parse(text.replace("\n", "\r\n")) == record
    assert parse(text.rstrip("\n")) == record
    assert parse(text + "\n\n") == record


# ---- what is not a game ---------------------------------------------------------------------------------

SETUP = Shuffled(tuple(range(1, 91)))
START = (Step(CHANCE, SETUP), Step(0, Exchange()))
GOES_ON = "After the last move the game goes on, so it has no such result."
FIVE = "Cinco is for 2, 3, 4 or 6 players, not 5."
FULL = "You hold four cards already; draw only with fewer."
TWO = Record(CincoOptions(2, first=0), ("A", "B"), START)


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (
            replace(TWO, options=CincoOptions(5), names=tuple("ABCDE")),
            "Cinco is for 2, 3, 4 or 6 players, not 5. (rule 2)",
        ),
        (replace(TWO, names=("A",)), "2 players need 2 names, not 1."),
        (replace(TWO, names=("A", "B" * 201)), "A name has at most 200 characters."),
        (replace(TWO, names=("A", "\ud800")), "A name contains half a character (a surrogate)."),
        (replace(TWO, entropies=("",)), "2 players have 2 entropies, not 1."),
        (replace(TWO, steps=START[1:]), "Move 1: Chance is to move here, not seat 1."),
        (replace(TWO, steps=(*START, START[1])), "Move 3: Seat 2 is to move here, not seat 1."),
        (replace(TWO, steps=(*START, Step(CHANCE, SETUP))), "Move 3: Seat 2 is to move here, not chance."),
        (replace(TWO, steps=(*START, Step(1, Draw()))), f"Move 3: {FULL} (rule 4.2)"),
        (replace(TWO, outcome=Outcome("five", (0,))), GOES_ON),
        (replace(TWO, outcome=Outcome("agreed", (0,))), GOES_ON),
        (replace(TWO, outcome=Outcome("board", ())), GOES_ON),
    ],
)
def test_impossible_games_are_not_written(record: Record, sentence: str) -> None:
    with pytest.raises(RecordError) as error:
        write(record)
    assert str(error.value) == sentence
    assert (error.value.line, error.value.column) == (0, 0)


def test_nothing_follows_the_end() -> None:
    record = parse((RECORDS / "cinco-4in2.txt").read_text("utf-8"))
    with pytest.raises(RecordError, match="The game is over before this move"):
        write(replace(record, steps=(*record.steps, Step(0, Draw()))))
    with pytest.raises(RecordError, match=r"By the rules the game ended like this: won by"):
        write(replace(record, outcome=Outcome("agreed", ())))


# ---- chance ------------------------------------------------------------------------------------------------


def fair() -> Record:
    """A short game whose chance follows from a seed."""
    options = CinqoOptions(2, "rounds", 1)
    seed, entropies = bytes(range(32)), (b"\1" * 32, b"")
    game, chance = game_of(options), Randomness(seed, entropies)
    state, steps, questions = game.initial(options), [], 0
    while (turn := game.to_move(state)) is not None:
        move = game.legal_moves(state)[-1] if turn != CHANCE else chance.answer(questions, game.asks(state))
        questions += turn == CHANCE
        steps.append(Step(turn, move))
        state = game.apply(state, move)
    known = tuple(map(bytes.hex, entropies))
    return Record(options, ("A", "B"), tuple(steps), game.outcome(state), commitment(seed), seed.hex(), known)


def test_fair_chance_is_confirmed() -> None:
    assert verify(fair()) == []


def test_another_seed_is_found_out() -> None:
    faults = verify(replace(fair(), seed="00" * 32))
    assert "SHA-256 is not the commitment" in faults[0]
    assert faults[1].startswith("Turn 1: number ")
    assert verify(replace(fair(), commitment="00" * 32)) == faults[:1]


def test_swapped_entropies_are_found_out() -> None:
    record = fair()
    assert verify(replace(record, entropies=record.entropies[::-1]))


def test_a_turned_die_is_found_out() -> None:
    record = fair()
    roll = record.steps[-2].move
    assert isinstance(roll, Rolled)
    face = roll.faces[5] % 6 + 1
    steps = (*record.steps[:-2], Step(CHANCE, Rolled((*roll.faces[:5], face))), record.steps[-1])
    altered = replace(record, steps=steps, outcome=_outcome(record.options, steps))
    assert verify(altered) == [
        f"Turn 2: number 6 of the roll is {face}, but from the seed it is {roll.faces[5]}."
    ]


def _outcome(options: Options, steps: tuple[Step, ...]) -> Outcome | None:
    game = game_of(options)
    state = game.initial(options)
    for step in steps:
        state = game.apply(state, step.move)
    return game.outcome(state)


def test_a_chosen_start_is_found_out() -> None:
    record = parse((RECORDS / "cinco-4in2.txt").read_text("utf-8"))
    lot = record.steps[0].move
    assert isinstance(lot, Picked)
    other = (lot.number + 1) % 4
    steps = (Step(CHANCE, Picked(other)), record.steps[1])
    assert verify(replace(record, steps=steps, outcome=None)) == [
        f"Turn 0: the lot is {other + 1}, but from the seed it is {lot.number + 1}."
    ]


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (replace(fair(), seed=None), "does not show the seed"),
        (replace(fair(), commitment=None), "does not show the commitment"),
        (replace(fair(), entropies=()), "does not show the commitment and the seats’ entropies"),
    ],
)
def test_what_is_needed_must_be_there(record: Record, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        verify(record)
