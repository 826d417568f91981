"""The file that the record of a terminal game is written to. It is always a new file."""

from __future__ import annotations

from pathlib import Path

from quincunx.core.record import Record, write
from quincunx.core.speech import os_error_message
from quincunx.core.values import Phrase


def unwritable(file: Path) -> Phrase | None:
    """Return why no record can be written there, so that the user learns it before the game."""
    try:
        if file.exists():
            return Phrase("terminal.wrong.recordExists", {"file": file})
        file.touch()
        file.unlink()
    except (OSError, ValueError) as error:
        return _fails(error)
    return None


def save(record: Record, file: Path) -> Phrase | None:
    """Write the record. Return the reason if that fails."""
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(write(record))
    except OSError as error:
        return _fails(error)
    return None


def _fails(error: Exception) -> Phrase:
    return Phrase(
        "terminal.wrong.recordFails",
        {"error": os_error_message(error) if isinstance(error, OSError) else error},
    )
