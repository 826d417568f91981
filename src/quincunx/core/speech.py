"""Translation of the sentences that commands print.

A command's sentences stand in the code in English; the catalogues of other languages use them as keys. A
process started from a terminal uses one language from beginning to end, so the language is stored once, here:
English, until :func:`speak` is called.

Errors of lower layers carry a :class:`~quincunx.core.sentence.Sentence`. When a command shows one to people,
:func:`in_words` translates it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from quincunx.core.reason import GameReason, Reason
from quincunx.core.sentence import BETWEEN, Sentence, Value, fill, sentence_of, system_message

ENGLISH: Final = "en"
_HOLE: Final = re.compile(r"\{\{(\w+)\}\}")

Sentences = Mapping[str, str | Mapping[str, str]]
"""Translations by English sentence: a text, or its plural forms by their CLDR names."""
WordsOf = Callable[[Reason, str | None], str]
"""Words the reason for a refusal, by the catalogues of the game of this name."""


def _english_form(count: int) -> str:
    return "one" if count == 1 else "other"


def _english_words(reason: Reason, _game: str | None) -> str:
    return reason.sentence


class _Language(NamedTuple):
    code: str
    sentences: Sentences
    form_of: Callable[[int], str]
    words_of: WordsOf


_ENGLISH: Final = _Language(ENGLISH, {}, _english_form, _english_words)
_spoken = _ENGLISH


def speak(
    code: str, sentences: Sentences, form_of: Callable[[int], str], words_of: WordsOf = _english_words
) -> None:
    """Use this language from now on; ``form_of`` returns the name of the plural form for a number."""
    global _spoken  # a process has one language
    _spoken = _Language(code, sentences, form_of, words_of)


def speak_english() -> None:
    """Use English again, as at the start."""
    global _spoken  # a process has one language
    _spoken = _ENGLISH


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


def in_words(said: Value | BaseException) -> str:
    """Translate a sentence, or the one that an error carries. Any other text is returned unchanged."""
    match said:
        case BaseException():
            return in_words(sentence_of(said))
        case Sentence(template, values):
            return fill(t(template), [in_words(value) for value in values])
        case GameReason(reason, game):
            return _spoken.words_of(reason, game)
        case tuple():
            return join_list(in_words(each) for each in said)
        case _:
            return str(said)


def join_list(names: Iterable[str]) -> str:
    """Join names as a list in the present language, without an “and”."""
    return t(BETWEEN).join(names)


def os_error_message(error: OSError) -> str:
    """Return the operating system's message for this error, translated."""
    return in_words(system_message(error))
