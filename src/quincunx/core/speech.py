"""Translation of the sentences that commands print.

A command's sentences stand in the code in English; the catalogues of other languages use them as keys. A
process started from a terminal uses one language from beginning to end, so the language is stored once, here:
English, until :func:`speak` is called.

Errors of lower layers are English sentences, which logs and programs use as well. When a command shows one to
people, :func:`in_words` finds its translation by pattern.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

ENGLISH: Final = "en"
SYSTEM_ERRORS: Final = (
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
)
"""The operating system's error messages, always in English."""
_NOT_CONNECTED: Final = {
    errno.ECONNRESET: "Connection reset by peer",
    errno.ETIMEDOUT: "Connection timed out",
    errno.ENETUNREACH: "Network is unreachable",
    errno.EHOSTUNREACH: "No route to host",
    errno.EADDRNOTAVAIL: "Cannot assign requested address",
}
_HOLE: Final = re.compile(r"\{\{(\w+)\}\}")
_NUMBERED: Final = re.compile(r"\{\{[0-9]+\}\}")

Sentences = Mapping[str, str | Mapping[str, str]]
"""Translations by English sentence: a text, or its plural forms by their CLDR names."""


class _Language(NamedTuple):
    code: str
    sentences: Sentences
    form_of: Callable[[int], str]
    patterns: list[tuple[re.Pattern[str], str]]
    """Patterns of the sentences with numbered holes, the most specific first."""


def _english_form(count: int) -> str:
    return "one" if count == 1 else "other"


_spoken = _Language(ENGLISH, {}, _english_form, [])


def speak(code: str, sentences: Sentences, form_of: Callable[[int], str]) -> None:
    """Use this language from now on; ``form_of`` returns the name of the plural form for a number."""
    global _spoken  # a process has one language
    numbered = sorted(filter(_NUMBERED.search, sentences), key=_rank)
    _spoken = _Language(code, sentences, form_of, [(_pattern(key), key) for key in numbered])


def speak_english() -> None:
    """Use English again, as at the start."""
    speak(ENGLISH, {}, _english_form)


def language() -> str:
    """Return the code of the present language."""
    return _spoken.code


def t(english: str, one: str | None = None, /, **values: Any) -> str:
    """Translate this sentence and fill its holes (``{{name}}``) with these values. ``one`` is the English
    sentence for a ``count`` of 1."""
    found = _spoken.sentences.get(english, english)
    if not isinstance(found, str):
        found = found.get(_spoken.form_of(int(values["count"])), found["other"])
    elif found is english and one is not None and values["count"] == 1:
        found = one
    return _HOLE.sub(lambda hole: str(values.get(hole[1], hole[0])), found) if values else found


def in_words(english: object) -> str:
    """Translate an English sentence from a lower layer. Returns it unchanged if no sentence matches."""
    sentence = str(english)
    found = _spoken.sentences.get(sentence)
    if isinstance(found, str):
        return found
    for pattern, key in _spoken.patterns:
        if match := pattern.fullmatch(sentence):
            # A part may itself be a sentence, such as the fault of a move.
            values = {name.removeprefix("_"): in_words(value) for name, value in match.groupdict().items()}
            return t(key, **values)
    return sentence


def why(error: OSError) -> str:
    """Return the operating system's message for this error, translated."""
    inner = getattr(error, "reason", None)
    if isinstance(inner, OSError):  # urllib wraps the system's error in one of its own
        return why(inner)
    if (error.strerror or "").startswith("Connect call failed"):  # asyncio's wording
        return in_words(_NOT_CONNECTED.get(error.errno or 0, "Connection refused"))
    return in_words(error.strerror or str(error) or "timed out")


def _rank(key: str) -> tuple[bool, int]:
    # A part, like the name of a database, may end with any words; it must not match a whole sentence.
    return not key.endswith("."), -len(_NUMBERED.sub("", key))


def _pattern(key: str) -> re.Pattern[str]:
    parts = _NUMBERED.split(key)
    holes = (f"(?P<_{hole[0][2:-2]}>.+?)" for hole in _NUMBERED.finditer(key))
    translated = "".join(re.escape(part) + next(holes, "") for part in parts)
    return re.compile(translated, re.DOTALL)
