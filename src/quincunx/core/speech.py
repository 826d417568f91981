"""What commands say, in the language of whoever called them.

A command's sentences stand in the code in English, where they are said; other languages have them in their
catalogues, under the English ones. A process that was called from a terminal speaks one language from its
beginning to its end, so that is kept here, once for all of it: English, until :func:`speak` is called.

Errors of lower layers are English sentences, for logs and programs as well. Where a command shows one to
people, :func:`in_words` knows it again by its pattern.
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
"""What the operating system says of its errors, always in English."""
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
"""By the English sentence another language's; or its forms, by CLDR's names for what a number chooses."""


class _Language(NamedTuple):
    code: str
    sentences: Sentences
    form_of: Callable[[int], str]
    patterns: list[tuple[re.Pattern[str], str]]
    """Of the sentences with numbered holes; the most particular ones first."""


def _english_form(count: int) -> str:
    return "one" if count == 1 else "other"


_spoken = _Language(ENGLISH, {}, _english_form, [])


def speak(code: str, sentences: Sentences, form_of: Callable[[int], str]) -> None:
    """From now on speak this language; ``form_of`` tells which of its plural forms a number takes."""
    global _spoken  # a process speaks one language
    numbered = sorted(filter(_NUMBERED.search, sentences), key=_rank)
    _spoken = _Language(code, sentences, form_of, [(_pattern(key), key) for key in numbered])


def speak_english() -> None:
    """From now on speak English, as in the beginning."""
    speak(ENGLISH, {}, _english_form)


def language() -> str:
    """The code of the language that is spoken."""
    return _spoken.code


def t(english: str, one: str | None = None, /, **values: Any) -> str:
    """This sentence in the language that is spoken, its holes (``{{name}}``) filled with these values.
    ``one`` is the English sentence for a ``count`` of 1."""
    found = _spoken.sentences.get(english, english)
    if not isinstance(found, str):
        found = found.get(_spoken.form_of(int(values["count"])), found["other"])
    elif found is english and one is not None and values["count"] == 1:
        found = one
    return _HOLE.sub(lambda hole: str(values.get(hole[1], hole[0])), found) if values else found


def in_words(english: object) -> str:
    """An English sentence that was made elsewhere, in the language that is spoken; as it is, if no sentence
    is like it."""
    sentence = str(english)
    found = _spoken.sentences.get(sentence)
    if isinstance(found, str):
        return found
    for pattern, key in _spoken.patterns:
        if match := pattern.fullmatch(sentence):
            # A part may be a sentence itself: what is wrong with a move, say.
            values = {name.removeprefix("_"): in_words(value) for name, value in match.groupdict().items()}
            return t(key, **values)
    return sentence


def why(error: OSError) -> str:
    """What the operating system says went wrong."""
    inner = getattr(error, "reason", None)
    if isinstance(inner, OSError):  # urllib puts the system's error into one of its own
        return why(inner)
    if (error.strerror or "").startswith("Connect call failed"):  # asyncio's words for it
        return in_words(_NOT_CONNECTED.get(error.errno or 0, "Connection refused"))
    return in_words(error.strerror or str(error) or "timed out")


def _rank(key: str) -> tuple[bool, int]:
    # A part, like the name of a database, may end with any words; it must not take a whole sentence for one.
    return not key.endswith("."), -len(_NUMBERED.sub("", key))


def _pattern(key: str) -> re.Pattern[str]:
    parts = _NUMBERED.split(key)
    holes = (f"(?P<_{hole[0][2:-2]}>.+?)" for hole in _NUMBERED.finditer(key))
    translated = "".join(re.escape(part) + next(holes, "") for part in parts)
    return re.compile(translated, re.DOTALL)
