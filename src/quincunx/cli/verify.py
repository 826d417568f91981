"""``quincunx verify FILE``: whether every shuffle, roll and lot follows from the seed."""

from __future__ import annotations

import json as json_text
from pathlib import Path

from quincunx.cli.files import complain, load, say
from quincunx.core.chance import CHANCE
from quincunx.core.record import RecordError
from quincunx.core.record import verify as faults_of


def verify(file: Path, *, json: bool = False) -> int:
    """Check the moves and the chance of a recorded game.

    The exit code is 0 if all is well, 1 if anything does not match or the file cannot be read.

    Parameters
    ----------
    file
        A record, as the result page offers it.
    json
        Print the result as JSON: ``{"ok", "questions", "faults"}``.
    """
    try:
        record = load(file)
        faults = faults_of(record)
    except RecordError as error:
        return complain(file, error)
    questions = sum(step.seat == CHANCE for step in record.steps)
    if json:
        say(json_text.dumps({"ok": not faults, "questions": questions, "faults": faults}))
    elif faults:
        say("\n".join(faults))
    else:
        answers = "The one answer" if questions == 1 else f"All {questions} answers"
        follow = "follows" if questions == 1 else "follow"
        say(f"The seed is the one that was promised. {answers} of chance {follow} from it.")
    if faults:
        return complain(file, RecordError(f"Chance was not what the seed says ({_count(len(faults))})."))
    return 0


def _count(faults: int) -> str:
    return "1 fault" if faults == 1 else f"{faults} faults"
