"""Reading records from files, and printing text that cannot manipulate the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, TextIO

import msgspec

from quincunx.core.record import LONGEST, Record, RecordError, read
from quincunx.core.record.text import visible
from quincunx.core.sentence import Value, sentence
from quincunx.core.speech import in_words
from quincunx.games import GAMES


def load(file: Path) -> Record:
    """Return the record in a file. Raises :class:`RecordError`, also for a file that cannot be opened."""
    return read(load_bytes(file), GAMES)


def load_bytes(file: Path) -> bytes:
    """Return the bytes of a record's file, at most one more than a record may have. Raises
    :class:`RecordError` for a file that cannot be opened."""
    try:
        with file.open("rb") as stream:
            # One byte above the limit tells a file that is too long from one that just fits.
            return stream.read(LONGEST + 1)
    except OSError as error:
        raise RecordError(sentence("Can’t read the file: {{1}}.", error)) from error
    except ValueError as error:
        raise RecordError(sentence("That isn’t a file name: {{1}}.", error)) from error


def print_line(text: str, stream: TextIO | None = None) -> None:
    """Print a line."""
    print(text, file=stream or sys.stdout)


def json_line(value: Any) -> str:
    """Return a value as JSON, on one line."""
    # The standard library escapes everything beyond ASCII: safe for every terminal and log.
    return json.dumps(msgspec.to_builtins(value), separators=(",", ":"))


def fail(sentence: str, code: int = 1) -> int:
    """Print to the error stream why a command failed. Return its exit code."""
    print_line(f"quincunx: {sentence}", sys.stderr)
    return code


def print_fault(file: Path, fault: Value | BaseException) -> int:
    """Print to the error stream the fault in a file. Return the exit code of a failed command."""
    return fail(f"{visible(str(file))}: {in_words(fault)}")
