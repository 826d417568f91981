"""From text to a record. The result is a legal game from beginning to end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from quincunx.core.chance import CHANCE, is_chance
from quincunx.core.game import AnyGame
from quincunx.core.reason import Unparseable
from quincunx.core.record.headers import read_headers, read_record
from quincunx.core.record.model import Record, RecordError, apply_step, check_outcome, label
from quincunx.core.record.text import check_characters
from quincunx.core.record.writer import BETWEEN, END
from quincunx.core.sentence import sentence
from quincunx.core.values import Step

LONGEST: Final = 1 << 20
"""The largest size of a record in bytes: a hundred times that of a long game."""
MOST_TURNS: Final = 5_000
"""The largest number of turns in a record; the longest games played by people have a few hundred."""
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_TURN: Final = re.compile(r"([0-9]{1,6}\. (?:set-up|seat [1-9])): (.+)")


def read(data: bytes, games: Mapping[str, AnyGame]) -> Record:
    """Read a record of one of these games from the bytes of a file.

    Raises :class:`RecordError` for any bytes that are not a record. A byte order mark, or a missing line feed
    at the end, is accepted, because editors cause both.
    """
    if len(data) > LONGEST:
        raise RecordError(sentence("A record has at most {{1}} bytes; this file is longer.", LONGEST), 1, 1)
    try:
        return parse(_without_editor_changes(data).decode("utf-8"), games)
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8")
        column = len(good) - good.rfind("\n")
        raise RecordError(sentence("This isn’t UTF-8 text."), good.count("\n") + 1, column) from error


def _without_editor_changes(data: bytes) -> bytes:
    """Remove a byte order mark, and add the last line feed if it is missing."""
    text = data.removeprefix(BYTE_ORDER_MARK)
    return text if text.endswith(b"\n") else text + b"\n"


def parse(text: str, games: Mapping[str, AnyGame]) -> Record:
    """Parse a record of one of these games and replay it. Raises :class:`RecordError` with the place of the
    fault."""
    if len(text) > LONGEST:
        raise RecordError(
            sentence("A record has at most {{1}} characters; this one is longer.", LONGEST), 1, 1
        )
    # Only line feeds (and the Windows pair) end lines; str.splitlines knows more separators.
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    check_characters(lines)
    headers, start = read_headers(lines)
    record, result = read_record(headers, games)
    turns = lines[start : _end(lines, start)]
    steps, state = _play(record, turns, start + 1)
    record = replace(record, steps=tuple(steps))
    try:
        check_outcome(record, state)
    except RecordError as error:
        raise result.wrong(error.fault) from error
    return record


def _end(lines: list[str], start: int) -> int:
    """Return the index of the line ``end``. It must end with a line feed, and nothing may follow it."""
    last = len(lines) - 2
    if lines[-1] or last < start or lines[last] != END:
        number = (
            next((at for at, line in enumerate(lines) if line == END and at >= start), len(lines) - 1) + 1
        )
        raise RecordError(
            sentence("A whole record closes with the line “end”, and nothing stands after it."), number, 1
        )
    return last


def _play(record: Record, lines: list[str], first: int) -> tuple[list[Step], Any]:
    """Return the steps of all turns and the resulting state. ``first`` is the number of the first line."""
    game = record.game
    state = game.initial(record.options)
    steps: list[Step] = []
    written = -1
    for number, line in enumerate(lines, first):
        match = _TURN.fullmatch(line)
        if match is None:
            raise RecordError(sentence("A turn looks like this: 12. seat 3: move; move"), number, 1)
        turn = game.turn(state)
        if game.to_move(state) is None:
            raise RecordError(sentence("The game is over before this turn."), number, 1)
        if match[1] != label(turn):
            raise RecordError(sentence("Here “{{1}}” is expected.", label(turn)), number, 1)
        if turn.number == written:
            raise RecordError(sentence("All moves of a turn stand on one line."), number, 1)
        if turn.number > MOST_TURNS:
            raise RecordError(sentence("A record has at most {{1}} turns.", MOST_TURNS), number, 1)
        written = turn.number
        for column, text in _split(match[2], match.start(2) + 1):
            try:
                if game.turn(state).number != written:
                    raise RecordError(sentence("The turn is over before this move."))
                step = _step(game, state, text)
                state = apply_step(game, state, step)
            except Unparseable as error:
                raise RecordError(error.sentence, number, column + error.position) from error
            except RecordError as error:
                raise RecordError(error.fault, number, column) from error
            steps.append(step)
    return steps, state


def _split(moves: str, column: int) -> Iterator[tuple[int, str]]:
    """Yield the moves of a turn, each with its column."""
    for move in moves.split(BETWEEN):
        yield column, move
        column += len(move) + len(BETWEEN)


def _step(game: AnyGame, state: Any, text: str) -> Step:
    """Parse one move; a move of chance belongs to chance, any other to the seat to move."""
    turn = game.to_move(state)
    seat = CHANCE if is_chance(text) else turn
    return Step(CHANCE if seat is None else seat, game.text.parse_move(text))
