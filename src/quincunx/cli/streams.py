"""The three standard streams of a command, on any terminal, pipe or device.

:func:`prepare` is the only place that sets them up. After it,

- a character that the output's encoding lacks is written as a plain one (``->`` for an arrow), and as its
  number (``\\u4e2d``) only if there is no plain one;
- a typed byte that is not text becomes a replacement character;
- text is laid out for at least 20 columns, since nothing can be laid out in fewer;
- a stream that was closed by the caller (``>&-``) leads nowhere;
- an output that cannot be written ends the command: with a sentence and exit code 1 if the device is full,
  silently with 0 if the reader of a pipe has left. Loss of the error stream ends nothing.
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

from quincunx.core.speech import os_error_message, t

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN: Final = "quincunx.plain"
"""The name of the error handler that writes plain characters."""
NARROWEST: Final = 20
WIDEST: Final = 1_000
"""The largest number of columns that text is laid out for. A narrower terminal wraps the lines itself."""
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
    """Make the standard streams safe for any output and input. Call it once, before anything is printed."""
    _occupy_descriptors()
    _limit_width()
    codecs.register_error(PLAIN, _replace_plainly)
    sys.stdin = _tolerant_input(sys.stdin)
    sys.stdout = _Output(sys.stdout)
    sys.stderr = _Errors(sys.stderr)


def finish(code: int) -> int:
    """Flush the streams. Return the exit code of a command that ended with ``code``."""
    sys.stderr.flush()
    try:
        sys.stdout.flush()
    except OutputFailed as failed:
        return code or int(failed.code or 0)
    return code


def is_writable(text: str, stream: TextIO) -> bool:
    """Return whether the text is readable on this stream: every letter can be written, or replaced by a plain
    one."""
    encoding = stream.encoding or "utf-8"
    return all(_plain(character, encoding) is not None for character in text)


class _Stream(io.TextIOWrapper):
    """A stream that writes to the same place as another one, replacing characters that its encoding lacks."""

    def __init__(self, replaced: TextIO | None) -> None:
        if replaced is None:
            # It stays open for the life of the process.
            replaced = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        replaced.flush()
        self._replaced = replaced  # closing it would close the shared file
        super().__init__(
            _bytes_of(replaced),
            encoding=replaced.encoding,
            errors=PLAIN,
            line_buffering=getattr(replaced, "line_buffering", False),
            write_through=getattr(replaced, "write_through", False),
        )


class _Output(_Stream):
    """Standard output. A failure of it ends the command wherever it is, and only once."""

    def write(self, text: str, /) -> int:
        with _end_on_failure(self):
            return super().write(text)

    def flush(self) -> None:
        with _end_on_failure(self):
            super().flush()


class _Errors(_Stream):
    """The error stream. If it fails, no message can be shown, and the command continues."""

    def write(self, text: str, /) -> int:
        with contextlib.suppress(OSError):
            return super().write(text)
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            super().flush()


@contextlib.contextmanager
def _end_on_failure(stream: io.TextIOWrapper) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        # Discard the buffers: otherwise Python would try to write them once more, and complain.
        with contextlib.suppress(OSError, ValueError):
            _redirect_to_null(stream.fileno())
        # Windows reports a closed pipe as an invalid argument.
        if isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL):
            raise OutputFailed(0) from error
        print(
            f"quincunx: {t('Can’t write the output: {{error}}.', error=os_error_message(error))}",
            file=sys.stderr,
        )
        raise OutputFailed(1) from error


def _occupy_descriptors() -> None:
    """Occupy the descriptors of closed streams, so that a file opened later cannot get their numbers."""
    while (opened := os.open(os.devnull, os.O_RDWR)) < STANDARD:
        os.set_inheritable(opened, True)
    os.close(opened)


def _limit_width() -> None:
    columns = shutil.get_terminal_size().columns
    # The size of a real terminal is read again on every output, since it may be resized.
    if "COLUMNS" in os.environ or columns < NARROWEST:
        os.environ["COLUMNS"] = str(min(max(columns, NARROWEST), WIDEST))


def _redirect_to_null(descriptor: int) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def _bytes_of(stream: TextIO) -> IO[bytes]:
    """Return the binary stream below a stream. A file is opened anew, since Python's information may be out
    of date: the descriptor may have been redirected into a pipe, which is not seekable."""
    try:
        descriptor = stream.fileno()
    except OSError:
        return cast("IO[bytes]", stream.buffer)  # it is in memory
    is_direct = getattr(stream, "write_through", False)
    return open(descriptor, "wb", 0 if is_direct else -1, closefd=False)


def _tolerant_input(stream: TextIO | None) -> TextIO:
    if stream is None:
        return open(os.devnull, encoding="utf-8")  # for the life of the process
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    return stream


def _replace_plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace characters that an encoding lacks; ``codecs`` calls this error handler."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    parts = (_plain(each, error.encoding) for each in lacking)
    return "".join(
        each.encode("ascii", "backslashreplace").decode() if part is None else part
        for each, part in zip(lacking, parts, strict=True)
    ), error.end


def _plain(character: str, encoding: str) -> str | None:
    """Return the character itself if the encoding has it, else plain characters that read like it, or
    ``None``."""
    for text in (character, _letters(character)):
        with contextlib.suppress(UnicodeEncodeError):
            text.encode(encoding)
            return text
    return None


def _letters(character: str) -> str:
    """Return the character without its marks, as characters that look like it."""
    if character in _PLAIN:
        return _PLAIN[character]
    if "\u2500" <= character <= "\u257f":
        return _box(character)
    if "\u2800" <= character <= "\u28ff":
        return "*"
    parts = unicodedata.normalize("NFKD", character)
    return "".join(_PLAIN.get(part, part) for part in parts if not unicodedata.combining(part))


def _box(character: str) -> str:
    """Return the plain form of a box-drawing character: horizontal, vertical, or a corner."""
    name = unicodedata.name(character)
    lies = "HORIZONTAL" in name or "LEFT" in name or "RIGHT" in name
    stands = "VERTICAL" in name or "UP" in name or "DOWN" in name
    return "+" if lies and stands else "|" if stands else "-"
