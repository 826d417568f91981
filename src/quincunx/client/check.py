"""The check of a finished game's record against what the program saw of it."""

from __future__ import annotations

from quincunx.core.game import encode
from quincunx.core.record import Record, parse, replay, verify
from quincunx.core.sentence import Sentence, sentence
from quincunx.games import GAMES
from quincunx.table.wire.table import TableView


def faults_of(view: TableView, record_text: str) -> list[Sentence]:
    """Return the faults found, as sentences for people. ``view`` is the last one of the table. Raises
    :class:`~quincunx.core.record.RecordError`."""
    record = parse(record_text, GAMES)
    faults = verify(record)
    if _chance_of(view) != (
        record.day,
        record.commitment,
        record.seed,
        record.entropies,
        record.commitments,
        record.left_out,
        record.voided,
    ):
        faults.append(sentence("The record shows another seed, or other entropies, than the table did."))
    if not _is_of_this_game(view, record):
        faults.append(sentence("The record isn’t of the game played at this table."))
    return faults


def _chance_of(view: TableView) -> tuple[object, ...]:
    day = None if view.of_day is None else view.of_day.date
    protocol = view.commit_reveal
    seen = ((), (), ()) if protocol is None else (protocol.commitments, protocol.left_out, protocol.voided)
    return day, view.commitment, view.seed, view.entropies, *seen


def _is_of_this_game(view: TableView, record: Record) -> bool:
    if encode(record.options) != view.settings.options or record.outcome != view.outcome:
        return False
    state = None
    for ply in replay(record):
        state = ply.after
    return state is not None and record.game.reveal(state) == view.game
