"""A record's own statements that affect its reliability, as sentences for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quincunx.core.record.model import Record
from quincunx.core.sentence import Sentence, sentence
from quincunx.core.values import Seat


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


def own_statements(record: Record) -> Iterator[Sentence]:
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
