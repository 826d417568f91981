"""Records for the tests: a small one to be spoilt, random ones of every setup, and what refuses them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from quincunx.core.record import Record, RecordError, parse, verify
from quincunx.core.values import Outcome, Step
from quincunx.games import GAMES, game_of
from tests.games.support import SETUPS, random_game

RECORDS = Path("testdata/records")
SMALL = """\
[Quincunx "1"]
[Game "cinqo"]
[Players "1"]
[Goal "hundred"]
[Rounds "5"]
[First "1"]
[Seat 1 "Ada"]
[Result "unfinished"]

1. seat 1: roll 1 2 3 4 5 6; rack 1 bank 23
end
"""

names = st.text(max_size=40)
hex32 = st.binary(min_size=32, max_size=32).map(bytes.hex)


def sample(name: str) -> str:
    """One of the records that are kept."""
    return (RECORDS / f"{name}.txt").read_text("utf-8")


def refusal(text: str) -> RecordError | None:
    """The reason why the text is no record; ``None`` if it is one."""
    try:
        parse(text, GAMES)
    except RecordError as error:
        return error
    return None


def fault(text: str) -> str:
    """The same in words, for a text that must be none."""
    with pytest.raises(RecordError) as caught:
        parse(text, GAMES)
    error = caught.value
    assert str(error) == f"line {error.line}, column {error.column}: {error.fault}"
    return str(error)


def check_fault(old: str, new: str, expected: str) -> None:
    """The small record with one thing changed is refused like this."""
    assert SMALL.count(old) >= 1
    assert expected in fault(SMALL.replace(old, new, 1))


def steps_of(options: Any, game: list[tuple[Any, Any]]) -> tuple[Step, ...]:
    """The steps of a random game."""
    turn = game_of(options).to_move
    seats = [turn(state) for _, state in game]
    return tuple(
        Step(seat, move) for seat, (move, _) in zip(seats, game[1:], strict=False) if seat is not None
    )


def endings(options: Any) -> list[Outcome | None]:
    """Endings by which a table or a program may stop a game that is not over by its rules."""
    game = game_of(options)
    found: list[Outcome | None] = [None, Outcome("truncated", ())]
    if game.no_draws is None:
        found.append(Outcome("agreed", ()))
    sides = game.sides(options)
    if len(set(sides)) <= 2:
        for lost in set(sides):
            winners = tuple(seat for seat, side in enumerate(sides) if side != lost)
            found.append(Outcome("resigned", winners))
    return found


@st.composite
def commit_reveals(draw: st.DrawFn, players: int) -> tuple[Any, ...]:
    """The additions of version 2 to version 1, or nothing: commitments, left-out seats, void rounds."""
    if draw(st.booleans()):
        return (), (), ()
    commitments = draw(st.tuples(*(st.just("") | hex32 for _ in range(players))))
    seats = st.sets(st.integers(0, players - 1), min_size=1).map(sorted).map(tuple)
    return commitments, draw(st.just(()) | seats), draw(st.lists(seats, max_size=3).map(tuple))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Random games of every setup: whole, or broken off after a ply."""
    options = draw(st.sampled_from(SETUPS))
    game = random_game(options, draw(st.integers(0, 2**32)), most=draw(st.sampled_from([1, 4, 40, 1000])))
    entropies = st.tuples(*(st.one_of(st.just(""), hex32) for _ in range(options.players)))
    outcome = game_of(options).outcome(game[-1][1])
    if outcome is None:
        outcome = draw(st.sampled_from(endings(options)))
    return Record(
        game_of(options),
        options,
        draw(st.tuples(*(names for _ in range(options.players)))),
        steps_of(options, game),
        outcome,
        draw(st.none() | hex32),
        draw(st.none() | hex32),
        draw(st.just(()) | entropies),
        draw(st.none() | st.binary(min_size=64, max_size=64).map(bytes.hex)),
        *draw(commit_reveals(options.players)),
        bot_moves=draw(st.just(()) | st.tuples(*(st.integers(0, 999),) * options.players).filter(any)),
    )


def faults_of(record: Record) -> list[str]:
    """The faults found in a record's chance, in English."""
    return [str(fault) for fault in verify(record)]
