"""``quincunx verify FILE``: check every shuffle, roll and lot of a record against its seed."""

from __future__ import annotations

import json as json_text
from pathlib import Path

from quincunx.cli.files import load, print_fault, print_line
from quincunx.core.chance import CHANCE
from quincunx.core.record import Record, RecordError, signed_text
from quincunx.core.record import verify as faults_of
from quincunx.core.record.statements import own_statements
from quincunx.core.sentence import Sentence, sentence
from quincunx.core.speech import in_words, t


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
    notes = list(own_statements(record))
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
