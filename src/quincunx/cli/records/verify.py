"""``quincunx verify FILE``: check every shuffle, roll and lot of a record against its seed."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterable, Iterator
from pathlib import Path

from quincunx.cli.files import load, print_fault, print_line
from quincunx.core.chance import CHANCE
from quincunx.core.record import Record, RecordError, signed_text
from quincunx.core.record import verify as faults_of
from quincunx.core.sentence import Sentence, sentence
from quincunx.core.speech import in_words, t
from quincunx.core.values import Seat


def verify(file: Path, *, key: str | None = None, json: bool = False) -> int:
    """Check the moves and the chance of a recorded game, and who has signed it.

    The exit code is 0 if all is well, 1 if anything does not match or the file cannot be read.

    Parameters
    ----------
    file
        Record file, as downloaded from the result page.
    key
        A server’s public key (64 hexadecimal digits), as published at /.well-known/quincunx-record-key.
        The record must carry that server’s signature.
    json
        Print the result as JSON: ``{"ok", "questions", "faults", "notes"}``.
    """
    try:
        record = load(file)
        faults = [*faults_of(record), *_signature_faults(record, key)]
    except RecordError as error:
        return print_fault(file, error)
    questions = sum(step.seat == CHANCE for step in record.steps)
    notes = list(_own_statements(record))
    if json:
        found = {"ok": not faults, "questions": questions, "faults": faults, "notes": notes}
        print_line(json_text.dumps(found, default=str))
    elif faults:
        print_line("\n".join(in_words(each) for each in faults))
    else:
        many = "The seed is the one committed. All {{count}} random results follow from it."
        one = "The seed is the one that was promised. The one answer of chance follows from it."
        print_line(t(many, one, count=questions))
        for note in notes:
            print_line(in_words(note))
        if key is not None:
            print_line(t("This record’s signature is valid for this key."))
    if faults:
        many = "The record isn’t correct ({{count}} faults)."
        one = "The record isn’t correct ({{count}} fault)."
        return print_fault(file, t(many, one, count=len(faults)))
    return 0


def _commit_reveal_notes(record: Record) -> Iterator[Sentence]:
    """Yield what a reader who relies on the chance should know about its commit–reveal."""
    for seats in record.voided:
        yield sentence(
            "A round was void and was repeated; these seats didn’t reveal in time: {{1}}.",
            _seats(seats),
        )
    void = {seat for seats in record.voided for seat in seats}
    if unrevealed := _seats(seat for seat in record.left_out if seat in void):
        yield sentence(
            "These seats didn’t reveal what they had committed to, "
            "so they didn’t contribute to the randomness: {{1}}.",
            unrevealed,
        )
    if out := _seats(seat for seat in record.left_out if seat not in void):
        yield sentence(
            "No device took part for these seats, so they didn’t contribute to the randomness: {{1}}.", out
        )


def _own_statements(record: Record) -> Iterator[Sentence]:
    """Yield the record's own statements that affect its reliability."""
    if record.day is not None:
        yield sentence(
            "It is the deal of {{1}}; the commitment of that day is {{2}}.", record.day, record.commitment
        )
    yield from _commit_reveal_notes(record)
    for seat, count in enumerate(record.bot_moves, 1):
        if count:
            yield sentence("Moves that a bot made in place of seat {{1}}: {{2}}.", seat, count)


def _seats(seats: Iterable[Seat]) -> tuple[str, ...]:
    return tuple(str(seat + 1) for seat in seats)


def _signature_faults(record: Record, key: str | None) -> list[Sentence]:
    """Return why the record lacks a valid signature by this key; nothing if it has one, or if no key is
    given."""
    if key is None:
        return []
    if record.signature is None:
        return [sentence("The record carries no signature.")]
    from quincunx.adapters.signing import is_signed

    try:
        signed = is_signed(signed_text(record), record.signature, key)
    except ValueError:
        raise RecordError(sentence("A key is 64 hexadecimal digits.")) from None
    if signed:
        return []
    return [sentence("The signature isn’t from this key, or the record was changed afterwards.")]
