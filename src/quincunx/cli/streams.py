"""The three standard streams of a command, on any terminal, pipe or device.

:func:`prepare` is the one place at which they are set up. After it,

- a character that the output's encoding lacks is written as a plain one (``->`` for an arrow), and as its
  number (``\\u4e2d``) only if there is no plain one;
- a byte that is typed and is no text becomes a replacement character;
- text is laid out for at least 20 columns, since nothing can be laid out in fewer;
- a stream that was closed by the caller (``>&-``) leads nowhere;
- what cannot be written to the output ends the command: with a sentence and exit code 1 if the device is
  full, in silence with 0 if the reader of a pipe has left. Loss of the error stream ends nothing.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import shutil
import sys
import unicodedata
from typing import IO, TYPE_CHECKING, Final, TextIO, cast

from quincunx.core.speech import t, why

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN: Final = "quincunx.plain"
"""The name of the error handler that writes characters plainly."""
NARROWEST: Final = 20
WIDEST: Final = 1_000
"""Columns for which text is laid out. A narrower terminal breaks the lines itself."""
STANDARD: Final = 3
_PLAIN: Final = {
    **dict.fromkeys("‘’‛‹›′`´", "'"),
    **dict.fromkeys("“”„‟«»″「」『』《》", '"'),
    **dict.fromkeys("‐‑‒–—―−¯", "-"),
    **dict.fromkeys("→⟶➔➜", "->"),
    **dict.fromkeys("←⟵", "<-"),
    **dict.fromkeys("⇒⟹", "=>"),
    **dict.fromkeys("·∙⋅。", "."),
    **dict.fromkeys("•●◆★☆✦✱", "*"),
    **dict.fromkeys("■◼▮█▓", "#"),
    **dict.fromkeys("□◻▯○◇◦", "o"),
    **dict.fromkeys("✓✔", "v"),
    **dict.fromkeys("×✕✗✘", "x"),
    **dict.fromkeys("░▒", ":"),
    "\ufffd": "?",
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0f", ""),
    **dict(zip("▁▂▃▄▅▆▇", "_.-=+*%", strict=True)),
    **dict(zip("↑↓¡¿≈⁄‚、÷¦", "^v!?~/,,/|", strict=True)),
    **{"↔": "<->", "≤": "<=", "≥": ">=", "≠": "!=", "±": "+/-", "∞": "inf", "°": " deg", "€": "EUR"},
    **{"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "đ": "d"},
    **{"Đ": "D", "ł": "l", "Ł": "L", "ð": "d", "þ": "th", "ı": "i", "λ": "lambda", "σ": "sigma", "…": "..."},
}


class OutputFailed(SystemExit):
    """The output cannot be written; the code is the command's exit code."""


def prepare() -> None:
    """Make the standard streams safe for whatever is written and typed. Call it once, before anything is
    printed."""
    _occupy_descriptors()
    _limit_width()
    codecs.register_error(PLAIN, _written_plainly)
    sys.stdin = _typed(sys.stdin)
    sys.stdout = _Output(sys.stdout)
    sys.stderr = _Errors(sys.stderr)


def finish(code: int) -> int:
    """Write what is still to be written; the exit code of a command that ended with this one."""
    sys.stderr.flush()
    try:
        sys.stdout.flush()
    except OutputFailed as failed:
        return code or int(failed.code or 0)
    return code


def is_writable(text: str, stream: TextIO) -> bool:
    """Whether people can read this text there: with every letter, or with a plain one in its place."""
    encoding = stream.encoding or "utf-8"
    return all(_plain(character, encoding) is not None for character in text)


class _Stream(io.TextIOWrapper):
    """A stream that writes where another one does, with plain characters where that lacks some."""

    def __init__(self, replaced: TextIO | None) -> None:
        if replaced is None:
            # It stays open for as long as the process lives.
            replaced = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        replaced.flush()
        self._replaced = replaced  # it would close what both write to
        super().__init__(
            _bytes_of(replaced),
            encoding=replaced.encoding,
            errors=PLAIN,
            line_buffering=getattr(replaced, "line_buffering", False),
            write_through=getattr(replaced, "write_through", False),
        )


class _Output(_Stream):
    """Standard output. A failure of it ends the command wherever it is, and once."""

    def write(self, text: str, /) -> int:
        with _or_end(self):
            return super().write(text)

    def flush(self) -> None:
        with _or_end(self):
            super().flush()


class _Errors(_Stream):
    """The error stream. If it fails there is nobody left to tell, and the command goes on."""

    def write(self, text: str, /) -> int:
        with contextlib.suppress(OSError):
            return super().write(text)
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            super().flush()


@contextlib.contextmanager
def _or_end(stream: io.TextIOWrapper) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        # What is left in the buffers goes nowhere: Python would try to write it once more, and complain.
        with contextlib.suppress(OSError, ValueError):
            _lead_nowhere(stream.fileno())
        # Windows reports a reader who has left as an invalid argument.
        if isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL):
            raise OutputFailed(0) from error
        print(f"quincunx: {t('The output cannot be written: {{error}}.', error=why(error))}", file=sys.stderr)
        raise OutputFailed(1) from error


def _occupy_descriptors() -> None:
    """A file that is opened later must not take the number of a stream that was closed."""
    while (opened := os.open(os.devnull, os.O_RDWR)) < STANDARD:
        os.set_inheritable(opened, True)
    os.close(opened)


def _limit_width() -> None:
    columns = shutil.get_terminal_size().columns
    # A terminal of sensible width is asked again whenever something is printed, since it may be resized.
    if "COLUMNS" in os.environ or columns < NARROWEST:
        os.environ["COLUMNS"] = str(min(max(columns, NARROWEST), WIDEST))


def _lead_nowhere(descriptor: int) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def _bytes_of(stream: TextIO) -> IO[bytes]:
    """Where a stream's bytes go. A file is opened anew, since what Python believes of it may be out of date:
    that one can seek there, where it was led into a pipe meanwhile."""
    try:
        descriptor = stream.fileno()
    except OSError:
        return cast("IO[bytes]", stream.buffer)  # it is in memory
    is_direct = getattr(stream, "write_through", False)
    return open(descriptor, "wb", 0 if is_direct else -1, closefd=False)


def _typed(stream: TextIO | None) -> TextIO:
    if stream is None:
        return open(os.devnull, encoding="utf-8")  # for as long as the process lives
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    return stream


def _written_plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """The error handler that ``codecs`` calls for characters that an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    parts = (_plain(each, error.encoding) for each in lacking)
    return "".join(
        each.encode("ascii", "backslashreplace").decode() if part is None else part
        for each, part in zip(lacking, parts, strict=True)
    ), error.end


def _plain(character: str, encoding: str) -> str | None:
    """The character itself if the encoding has it, else plain ones that are read like it, or ``None``."""
    for text in (character, _letters(character)):
        with contextlib.suppress(UnicodeEncodeError):
            text.encode(encoding)
            return text
    return None


def _letters(character: str) -> str:
    """The character without its marks, and by other characters that look like it."""
    if character in _PLAIN:
        return _PLAIN[character]
    if "\u2500" <= character <= "\u257f":
        return _box(character)
    if "\u2800" <= character <= "\u28ff":
        return "*"
    parts = unicodedata.normalize("NFKD", character)
    return "".join(_PLAIN.get(part, part) for part in parts if not unicodedata.combining(part))


def _box(character: str) -> str:
    """A line of a box: lying, standing, or a corner."""
    name = unicodedata.name(character)
    lies = "HORIZONTAL" in name or "LEFT" in name or "RIGHT" in name
    stands = "VERTICAL" in name or "UP" in name or "DOWN" in name
    return "+" if lies and stands else "|" if stands else "-"
