"""``quincunx show FILE``: one position of a recorded game as text, SVG or PNG."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from quincunx.cli.files import fail, load, print_fault
from quincunx.cli.language import command_catalogue
from quincunx.core.picture import Picture
from quincunx.core.record import Record, RecordError, replay
from quincunx.core.record.text import visible
from quincunx.core.sentence import sentence
from quincunx.core.speech import os_error_message, t

_SCALE: Final = 2.0
"""The size of a PNG, as a multiple of the SVG's."""


def show(
    file: Path,
    *,
    ply: int | None = None,
    svg: bool = False,
    png: bool = False,
    text: bool = False,
    out: Path | None = None,
) -> int:
    """Draw one position of a recorded game, with all hands open.

    Parameters
    ----------
    file
        Record file, as downloaded from the result page.
    ply
        Number of steps before the position, chance moves included. Default: the last position.
    svg
        Draw as SVG.
    png
        Draw as PNG.
    text
        Draw as text (default).
    out
        Write to this file instead of printing. Needed for PNG unless the output is a pipe or a file.
    """
    if svg + png + text > 1:
        return fail(t("Choose one of --text, --svg and --png."), 2)
    if png and out is None and sys.stdout.isatty():
        return fail(t("A picture can’t be shown in the terminal. Choose a file with --out."), 2)
    try:
        record = load(file)
        draw = _svg if svg else _png if png else _text
        drawn = draw(record, _state_at(record, ply))
    except RecordError as error:
        return print_fault(file, error)
    return _write(drawn, out)


def _state_at(record: Record, number: int | None) -> object:
    """Return the state after this many steps. Raises :class:`RecordError`."""
    count = len(record.steps)
    if number is not None and not 0 <= number <= count:
        raise RecordError(sentence("There’s no step {{1}}. This record has {{2}}.", number, count))
    state: object = record.game.initial(record.options)
    for ply in replay(record):
        if number is None or ply.number <= number:
            state = ply.after
    return state


def _text(record: Record, state: object) -> bytes:
    game, names = record.game, tuple(map(visible, record.names))
    return f"{game.text.draw(game.reveal(state), names, command_catalogue().translate)}\n".encode()


def _svg(record: Record, state: object) -> bytes:
    from quincunx.pages.drawing import svg

    return f"{svg(_picture(record, state), record.game.title)}\n".encode()


def _png(record: Record, state: object) -> bytes:
    from quincunx.pages.raster import png

    return png(_picture(record, state), _SCALE)


def _picture(record: Record, state: object) -> Picture:
    game = record.game
    if game.drawing is None:
        raise RecordError(sentence("Games of {{1}} can only be drawn as text.", game.title))
    return game.drawing(game.reveal(state), tuple(map(visible, record.names)), command_catalogue().translate)


def _write(drawn: bytes, out: Path | None) -> int:
    if out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(drawn)
        sys.stdout.buffer.flush()
        return 0
    try:
        out.write_bytes(drawn)
    except OSError as error:
        return fail(t("Can’t write {{file}}: {{error}}.", file=out, error=os_error_message(error)))
    return 0
