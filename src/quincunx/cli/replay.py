"""``quincunx replay FILE``: a recorded game, move by move, with everything open."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from quincunx.cli.files import complain, load, say
from quincunx.core.game import CHANCE
from quincunx.core.record import Ply, Record, RecordError
from quincunx.core.record.model import write_result
from quincunx.core.record.text import visible
from quincunx.core.record.turns import Turn, label, turn_of
from quincunx.games import game_of
from quincunx.games import record as records


def replay(file: Path, *, json: bool = False) -> int:
    """Print a recorded game move by move.

    Parameters
    ----------
    file
        A record, as the result page offers it.
    json
        Print one JSON object a line instead: the game first, then every move with the open view
        after it.
    """
    try:
        record = load(file)
        for part in as_json(record) if json else as_text(record):
            say(part)
    except RecordError as error:
        return complain(file, error)
    return 0


def as_text(record: Record) -> Iterator[str]:
    """The game for people: each turn's moves told, then the position after it."""
    game = game_of(record.options)
    names = tuple(map(visible, record.names))
    for turn, plies in turns(record):
        yield f"{label(turn)}"
        for ply in plies:
            for item in told(record, turn, ply):
                yield f"  {game.tell(item, names)}"
        yield f"{game.draw(game.reveal(plies[-1].after), names)}\n"
    yield f"{write_result(record.outcome).capitalize()}."


def as_json(record: Record) -> Iterator[str]:
    """The game for programs, one object a line."""
    game = game_of(record.options)
    head = msgspec.to_builtins(record)
    head["moves"] = len(head.pop("steps"))
    yield _line(head)
    for turn, plies in turns(record):
        for ply in plies:
            yield _line(
                {
                    "number": ply.number,
                    "turn": turn.number,
                    "seat": None if ply.step.seat == CHANCE else ply.step.seat,
                    "text": game.write_move(ply.step.move),
                    "move": ply.step.move,
                    "story": told(record, turn, ply),
                    "view": game.reveal(ply.after),
                }
            )


def turns(record: Record) -> Iterator[tuple[Turn, list[Ply]]]:
    """The moves of the game, turn by turn."""
    for number, plies in groupby(
        records.replay(record), lambda ply: turn_of(record.options, ply.before).number
    ):
        group = list(plies)
        # Only at its beginning is it sure whose turn it is.
        yield Turn(number, turn_of(record.options, group[0].before).seat), group


def told(record: Record, turn: Turn, ply: Ply) -> tuple[Any, ...]:
    """What is told to whoever's turn it is: in a game that lies open, drawn cards are shown."""
    return game_of(record.options).story(ply.before, ply.step.move, ply.after, turn.seat)


def _line(value: Any) -> str:
    # The standard library escapes everything beyond ASCII: safe for every terminal and log.
    return json_text.dumps(msgspec.to_builtins(value), separators=(",", ":"))
