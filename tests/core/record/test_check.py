"""Verifying a record: whatever was not what the seed says is found out, and named."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from quincunx.core.chance import CHANCE, Picked, Rolled, Shuffled
from quincunx.core.randomness import Randomness, commitment, entropy_commitment
from quincunx.core.record import Record, RecordError, parse, signed_text, write
from quincunx.core.values import Outcome, Step
from quincunx.games import GAMES
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.types import CinqoOptions, Put
from tests.core.record.support import faults_of, sample


def fair() -> Record:
    """A short game whose chance follows from a seed."""
    options = CinqoOptions(2, "rounds", 1)
    seed, entropies = bytes(range(32)), (b"\1" * 32, b"")
    randomness = Randomness(seed, entropies)
    state, questions = CINQO.initial(options), 0
    steps: list[Step] = []
    while (turn := CINQO.to_move(state)) is not None:
        move: Any = CINQO.legal_moves(state)[-1] if turn != CHANCE else None
        if turn == CHANCE:
            move = randomness.chance_move(questions, CINQO.asks(state))
            questions += 1
        steps.append(Step(turn, move))
        state = CINQO.apply(state, move)
    known = tuple(map(bytes.hex, entropies))
    outcome = CINQO.outcome(state)
    return Record(CINQO, options, ("A", "B"), tuple(steps), outcome, commitment(seed), seed.hex(), known)


def test_fair_chance_is_confirmed() -> None:
    assert faults_of(fair()) == []


def test_another_seed_is_found_out() -> None:
    faults = faults_of(replace(fair(), seed="00" * 32))
    assert faults[0] == "The seed isn’t the one committed: its SHA-256 isn’t the commitment."
    assert faults[1].startswith("Turn 1: die ")
    assert faults_of(replace(fair(), commitment="00" * 32)) == faults[:1]


def test_swapped_entropies_are_found_out() -> None:
    record = fair()
    assert faults_of(replace(record, entropies=record.entropies[::-1]))


@pytest.mark.parametrize(
    ("commit_reveal", "faults"),
    [
        ({}, []),
        ({"voided": ((1,),)}, []),
        ({"left_out": (0,)}, ["Seat 1: it was left out, but it has an entropy."]),
        ({"entropies": ("", "")}, ["Seat 1: it has committed, but its entropy is missing."]),
        (
            {"entropies": ("02" * 32, "")},
            ["Seat 1: the entropy isn’t the one its device committed to."],
        ),
        (
            {"voided": ((0,),)},
            ["Seat 1: it didn’t reveal in time, but took part in a later round."],
        ),
        (
            {"voided": ((1,), (1,))},
            ["Seat 2: it didn’t reveal in time, but took part in a later round."],
        ),
    ],
)
def test_seats_that_did_not_take_part_as_the_record_says_are_found_out(
    commit_reveal: dict[str, Any], faults: list[str]
) -> None:
    record = replace(fair(), commitments=(entropy_commitment("01" * 32), ""), left_out=(1,))
    found = faults_of(replace(record, **commit_reveal))
    assert [fault for fault in found if fault.startswith("Seat")] == faults


def test_a_turned_die_is_found_out() -> None:
    record = fair()
    roll = record.steps[-2].move
    assert isinstance(roll, Rolled)
    face = roll.faces[5] % 6 + 1
    steps = (*record.steps[:-2], Step(CHANCE, Rolled((*roll.faces[:5], face))), record.steps[-1])
    altered = replace(record, steps=steps, outcome=_outcome(record, steps))
    assert faults_of(altered) == [f"Turn 2: die 6 of the roll is {face}, but the seed gives {roll.faces[5]}."]


def test_of_two_dice_the_one_that_was_turned_is_named() -> None:
    randomness = Randomness(bytes(32), (b"\1" * 32,))
    first = CINQO.initial(CinqoOptions(1))
    roll = randomness.chance_move(0, CINQO.asks(first))
    put = Put(rack=tuple(sorted(roll.faces[:4])))
    after = CINQO.apply(CINQO.apply(first, roll), put)
    die, hilo = randomness.chance_move(1, CINQO.asks(after)).faces
    turned = Rolled((die, hilo % 6 + 1))
    steps = (Step(CHANCE, roll), Step(0, put), Step(CHANCE, turned))
    promised = commitment(bytes(32))
    record = Record(CINQO, CinqoOptions(1), ("A",), steps, None, promised, "00" * 32, ("01" * 32,))
    assert faults_of(record) == [f"Turn 1: die 2 of the roll is {hilo % 6 + 1}, but the seed gives {hilo}."]


def _outcome(record: Record, steps: tuple[Step, ...]) -> Outcome | None:
    state = record.game.initial(record.options)
    for step in steps:
        state = record.game.apply(state, step.move)
    return record.game.outcome(state)


def test_a_chosen_start_is_found_out() -> None:
    record = parse(sample("cinco-4in2"), GAMES)
    lot = record.steps[0].move
    assert isinstance(lot, Picked)
    other = (lot.number + 1) % 4
    steps = (Step(CHANCE, Picked(other)), record.steps[1])
    assert faults_of(replace(record, steps=steps, outcome=None)) == [
        f"Turn 0: the lot is {other + 1}, but the seed gives {lot.number + 1}."
    ]


NOT_SHOWN = "The record doesn’t show the commitment and the seats’ entropies."


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (
            replace(fair(), seed=None),
            "The record doesn’t show the seed, so chance can’t be checked. "
            "The seed is revealed when the game ends.",
        ),
        (replace(fair(), commitment=None), NOT_SHOWN),
        (replace(fair(), entropies=()), NOT_SHOWN),
    ],
)
def test_required_headers_must_be_there(record: Record, sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        faults_of(record)
    assert str(caught.value) == sentence


# ---- what a signature signs --------------------------------------------------------------------------------


def test_a_signature_signs_the_text_without_it_and_every_byte_of_that() -> None:
    record = fair()
    signed = replace(record, signature="ab" * 64)
    assert signed_text(signed) == signed_text(record) == write(record).encode()
    assert parse(write(signed), GAMES).signature == "ab" * 64
    assert signed_text(replace(signed, names=("A", "C"))) != signed_text(signed)


def test_a_stacked_deck_is_found_out() -> None:
    record = parse(sample("cinco-4in2"), GAMES)
    shuffle = record.steps[1].move
    assert isinstance(shuffle, Shuffled)
    top, *between, last = shuffle.cards
    steps = (record.steps[0], Step(CHANCE, Shuffled((top, last, *between))))
    assert faults_of(replace(record, steps=steps, outcome=None)) == [
        f"Turn 0: card 2 of the shuffle is {last}, but the seed gives {between[0]}."
    ]
