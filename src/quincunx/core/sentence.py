"""Sentences for people: an English template with numbered holes, and the values that fill them.

An error of a lower layer carries such a sentence. Its text is the finished English, for logs and programs. A
command translates the template and fills in the values (:func:`quincunx.core.speech.in_words`). A value may
itself be a sentence, such as the fault of a move; it is translated, too. All other values stay as they are.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

BETWEEN: Final = ", "
"""The separator of the names in a list, in English."""
SYSTEM_ERRORS: Final = frozenset(
    {
        "Address already in use",
        "Cannot assign requested address",
        "Connection refused",
        "Connection reset by peer",
        "Connection timed out",
        "Disk quota exceeded",
        "File exists",
        "Is a directory",
        "Name or service not known",
        "Network is unreachable",
        "No route to host",
        "No space left on device",
        "No such file or directory",
        "Not a directory",
        "Permission denied",
        "Read-only file system",
        "Temporary failure in name resolution",
        "timed out",
    }
)
"""The operating system's error messages, always in English."""
_NOT_CONNECTED: Final = {
    errno.ECONNRESET: "Connection reset by peer",
    errno.ETIMEDOUT: "Connection timed out",
    errno.ENETUNREACH: "Network is unreachable",
    errno.EHOSTUNREACH: "No route to host",
    errno.EADDRNOTAVAIL: "Cannot assign requested address",
}
_HOLE: Final = re.compile(r"\{\{([1-9])\}\}")


class Spoken:
    """A whole sentence that a language translates. ``str`` is the finished English."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Sentence(Spoken):
    """A sentence, or a part of one, that stands in the code."""

    template: str
    """English, with the holes ``{{1}}``, ``{{2}}`` … It is the key of the catalogues."""
    values: tuple[Value, ...] = ()

    def __str__(self) -> str:
        return fill(self.template, [in_english(value) for value in self.values])


Value: TypeAlias = Spoken | str | tuple["Value", ...]
"""A value of a sentence: another sentence, a text that no language changes, or a list."""


class SpokenError(Exception):
    """An error whose text is a sentence for people."""

    def __init__(self, sentence: Spoken) -> None:
        super().__init__(sentence)
        self.sentence: Spoken = sentence


def sentence(template: str, *values: object) -> Sentence:
    """Return a sentence with these values. An error as a value stands for its own sentence."""
    return Sentence(template, tuple(map(_value, values)))


def fill(template: str, texts: Sequence[str]) -> str:
    """Fill the numbered holes of a template. Texts may contain anything, also what looks like a hole."""
    return _HOLE.sub(lambda hole: texts[int(hole[1]) - 1], template)


def in_english(value: Value) -> str:
    """Return a value as it stands in an English sentence."""
    return BETWEEN.join(map(in_english, value)) if isinstance(value, tuple) else str(value)


def sentence_of(error: BaseException) -> Value:
    """Return the sentence that an error carries, or else its text."""
    said = getattr(error, "sentence", None)
    if isinstance(said, Spoken):
        return said
    return system_message(error) if isinstance(error, OSError) else str(error)


def system_message(error: OSError) -> Sentence | str:
    """Return the operating system's message for this error."""
    inner = getattr(error, "reason", None)
    if isinstance(inner, OSError):  # urllib wraps the system's error in one of its own
        return system_message(inner)
    message: object = error.strerror or str(error) or "timed out"
    if isinstance(message, Sentence):
        return message
    text = str(message)
    if text.startswith("Connect call failed"):  # asyncio's wording
        text = _NOT_CONNECTED.get(error.errno or 0, "Connection refused")
    return Sentence(text) if text in SYSTEM_ERRORS else text


def _value(value: object) -> Value:
    match value:
        case Spoken() | str():
            return value
        case BaseException():
            return sentence_of(value)
        case tuple() | list():
            return tuple(map(_value, cast("Sequence[object]", value)))
        case _:
            return str(value)
