"""``quincunx replay FILE``: a recorded game, move by move, with all hands open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from quincunx.cli.files import json_line, load, print_fault, print_line
from quincunx.cli.language import command_catalogue, result
from quincunx.core.chance import CHANCE
from quincunx.core.record import Record, RecordError
from quincunx.core.record import replay as plies_of
from quincunx.core.record.text import visible
from quincunx.core.values import Phrase, Ply, Turn
from quincunx.texts.catalogue import Catalogue


def replay(file: Path, *, json: bool = False) -> int:
    """Print a recorded game move by move.

    Parameters
    ----------
    file
        Record file, as downloaded from the result page.
    json
        Print one JSON object per line instead: the game first, then every move with the open view after
        it.
    """
    catalogue = command_catalogue()
    try:
        record = load(file)
        for part in as_json(record) if json else as_text(record, catalogue):
            print_line(part)
    except RecordError as error:
        return print_fault(file, error)
    return 0


def as_text(record: Record, catalogue: Catalogue) -> Iterator[str]:
    """Yield the game for people: the events of each turn, then the position after it."""
    game = record.game
    record = msgspec.structs.replace(record, names=tuple(map(visible, record.names)))
    for turn, plies in turns(record):
        yield catalogue.translate(heading(turn, record.names))
        for ply in plies:
            for event in events(record, turn, ply):
                yield f"  {catalogue.translate(game.text.describe(event, record.names))}"
        yield f"{game.text.draw(game.reveal(plies[-1].after), record.names, catalogue.translate)}\n"
    yield catalogue.translate(result(record))


def as_json(record: Record) -> Iterator[str]:
    """Yield the game for programs, one object per line."""
    game = record.game
    head = {
        "options": record.options,
        "names": record.names,
        "outcome": record.outcome,
        "commitment": record.commitment,
        "seed": record.seed,
        "commitments": record.commitments,
        "entropies": record.entropies,
        "left_out": record.left_out,
        "voided": record.voided,
        "bot_moves": record.bot_moves,
        "moves": len(record.steps),
    }
    yield json_line(head)
    for turn, plies in turns(record):
        for ply in plies:
            yield json_line(
                {
                    "number": ply.number,
                    "turn": turn.number,
                    "seat": None if ply.step.seat == CHANCE else ply.step.seat,
                    "text": game.text.write_move(ply.step.move),
                    "move": ply.step.move,
                    "events": events(record, turn, ply),
                    "view": game.reveal(ply.after),
                }
            )


def turns(record: Record) -> Iterator[tuple[Turn, list[Ply]]]:
    """Yield the moves of the game, turn by turn."""
    for _, plies in groupby(plies_of(record), lambda ply: record.game.turn(ply.before).number):
        group = list(plies)
        # Only at the beginning of a turn is it certain whose turn it is.
        yield record.game.turn(group[0].before), group


def heading(turn: Turn, names: tuple[str, ...]) -> Phrase:
    """Return the heading of a turn: its number, and its player."""
    if turn.seat is None:
        return Phrase("terminal.setUp", {"number": turn.number})
    return Phrase("terminal.turn", {"number": turn.number, "name": names[turn.seat], "seat": turn.seat + 1})


def events(record: Record, turn: Turn, ply: Ply) -> tuple[Any, ...]:
    """Return the events as the turn's own player sees them: in an open game, drawn cards are shown."""
    return record.game.public_events(ply.before, ply.step.move, ply.after, turn.seat)
