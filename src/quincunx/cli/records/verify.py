"""``quincunx verify FILE``: check every shuffle, roll and lot of a record against its seed."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterator
from pathlib import Path

from quincunx.cli.files import complain, load, say
from quincunx.core.chance import CHANCE
from quincunx.core.record import Record, RecordError, signed_text
from quincunx.core.record import verify as faults_of
from quincunx.core.speech import in_words, t
from quincunx.core.values import Seat


def verify(file: Path, *, key: str | None = None, json: bool = False) -> int:
    """Check the moves and the chance of a recorded game, and who has signed it.

    The exit code is 0 if all is well, 1 if anything does not match or the file cannot be read.

    Parameters
    ----------
    file
        A record, as the result page offers it.
    key
        A server's public key, 64 hexadecimal digits, as it is published at
        /.well-known/quincunx-record-key: the record must carry that server's signature.
    json
        Print the result as JSON: ``{"ok", "questions", "faults", "notes"}``.
    """
    try:
        record = load(file)
        faults = [*faults_of(record), *_signature_faults(record, key)]
    except RecordError as error:
        return complain(file, error)
    questions = sum(step.seat == CHANCE for step in record.steps)
    if json:
        notes = list(_notes(record))
        say(json_text.dumps({"ok": not faults, "questions": questions, "faults": faults, "notes": notes}))
    elif faults:
        say("\n".join(map(in_words, faults)))
    else:
        sentence = "The seed is the one that was promised. All {{count}} answers of chance follow from it."
        one = "The seed is the one that was promised. The one answer of chance follows from it."
        say(t(sentence, one, count=questions))
        for sentence in _notes(record):
            say(in_words(sentence))
        if key is not None:
            say(t("The holder of the key has signed exactly this record."))
    if faults:
        sentence = "The record is not what it says ({{count}} faults)."
        one = "The record is not what it says ({{count}} fault)."
        return complain(file, RecordError(t(sentence, one, count=len(faults))))
    return 0


def _commit_reveal_notes(record: Record) -> Iterator[str]:
    """Yield what a reader who relies on the chance should know about its commit–reveal."""
    for seats in record.voided:
        late = _seats(seats)
        yield f"A round was void and chance was mixed anew; these seats did not reveal in time: {late}."
    void = {seat for seats in record.voided for seat in seats}
    if unrevealed := _seats(tuple(seat for seat in record.left_out if seat in void)):
        yield (
            "These seats did not reveal what they had committed to, and added nothing to the chance: "
            f"{unrevealed}."
        )
    if out := _seats(tuple(seat for seat in record.left_out if seat not in void)):
        yield f"No device took part for these seats, which added nothing to the chance: {out}."


def _notes(record: Record) -> Iterator[str]:
    """Yield the record's own statements that affect its reliability."""
    if record.day is not None:
        yield f"It is the deal of {record.day}; the commitment of that day is {record.commitment}."
    yield from _commit_reveal_notes(record)
    for seat, count in enumerate(record.bot_moves, 1):
        if count:
            yield f"Moves that a bot made in place of seat {seat}: {count}."


def _seats(seats: tuple[Seat, ...]) -> str:
    return ", ".join(str(seat + 1) for seat in seats)


def _signature_faults(record: Record, key: str | None) -> list[str]:
    """Return why the record lacks a valid signature by this key; nothing if it has one, or if no key is
    given."""
    if key is None:
        return []
    if record.signature is None:
        return ["The record carries no signature."]
    from quincunx.adapters.signing import is_signed

    try:
        signed = is_signed(signed_text(record), record.signature, key)
    except ValueError:
        raise RecordError("A key is 64 hexadecimal digits.") from None
    return [] if signed else ["The signature is not that of this key, or the record was changed afterwards."]
