"""From a record to its text."""

from __future__ import annotations

from quincunx.core.record.headers import LONGEST_NAME, write_headers
from quincunx.core.record.model import Record, RecordError, label, replay
from quincunx.core.record.text import quote
from quincunx.core.sentence import sentence

END = "end"
"""The last line. A file without it has been cut short."""
BETWEEN = "; "
"""The separator between the moves of one turn."""


def write(record: Record) -> str:
    """Write the record as text that ends in a line feed; ``parse`` reads the same record back.

    Raises :class:`RecordError` if this is not a possible game, or if names and entropies do not match the
    seats.
    """
    lines = [f"[{name} {quote(value)}]" for name, value in write_headers(_checked(record))]
    lines.append("")
    written = -1
    game = record.game
    for ply in replay(record):
        turn = game.turn(ply.before)
        move = game.text.write_move(ply.step.move)
        if turn.number != written:
            lines.append(f"{label(turn)}: {move}")
            written = turn.number
        else:
            lines[-1] += BETWEEN + move
    lines += [END, ""]
    return "\n".join(lines)


def _checked(record: Record) -> Record:
    players = record.game.players(record.options)
    if len(record.names) != players:
        raise RecordError(
            sentence("Each player has one name: {{1}} in all, not {{2}}.", players, len(record.names))
        )
    if len(record.entropies) not in (0, players):
        raise RecordError(
            sentence("Each player has one entropy: {{1}} in all, not {{2}}.", players, len(record.entropies))
        )
    if len(record.commitments) not in (0, players):
        raise RecordError(
            sentence(
                "Each player has one commitment: {{1}} in all, not {{2}}.", players, len(record.commitments)
            )
        )
    if len(record.bot_moves) not in (0, players) or (record.bot_moves and not any(record.bot_moves)):
        raise RecordError(sentence("Bots’ moves are counted for every seat, or for none."))
    for name in record.names:
        if len(name) > LONGEST_NAME:
            raise RecordError(sentence("A name has at most {{1}} characters.", LONGEST_NAME))
        if any(0xD800 <= ord(character) < 0xE000 for character in name):
            raise RecordError(sentence("A name contains half a character (a surrogate)."))
    return record
