"""Which language commands speak, and its sentences, read without what only other texts need."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from quincunx import texts
from quincunx.cli.streams import is_writable
from quincunx.core.game import AnyGame
from quincunx.core.speech import ENGLISH, Sentences, speak, speak_english, t

FLAG: Final = "--lang"
SECTION: Final = "_commands"
"""Of a catalogue: what is said by commands alone, by the English sentences."""
SAMPLE: Final = "Usage:"
"""A sentence by which the letters of a language are known."""
_FOLDER: Final = Path(texts.__file__).parent
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


class NoSuchLanguage(Exception):
    """The text is the language that was asked for."""


def start(words: Sequence[str], games: Mapping[str, AnyGame]) -> list[str]:
    """Speak what ``--lang`` asks for, or else the environment; the words without the flag.

    Raises :class:`NoSuchLanguage`.
    """
    rest, wanted = _without_flag(words)
    code = from_environment(os.environ) if wanted is None else code_of(wanted)
    if not _there_is(code):
        raise NoSuchLanguage(wanted)
    begin(code, games)
    # Characters by their numbers are no language: where the output has no letters of it, English has.
    if not is_writable(t(SAMPLE), sys.stdout):
        speak_english()
    return rest


def begin(code: str, games: Mapping[str, AnyGame]) -> None:
    """Speak this language, which there is."""
    if code == ENGLISH:
        speak_english()
    else:
        speak(code, sentences(code, games), partial(_form, code))


def sentences(code: str, games: Mapping[str, AnyGame]) -> Sentences:
    """All games' own ones among them."""
    folders = (_FOLDER, *(game.texts for game in games.values()))
    return {key: text for folder in folders for key, text in _section(folder / f"{code}.json").items()}


def from_environment(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for; English if there is none like it."""
    # The first that is set decides, as in every program that follows POSIX.
    setting = next((value for name in _VARIABLES if (value := environment.get(name))), ENGLISH)
    return code if _there_is(code := code_of(setting)) else ENGLISH


def code_of(locale: str) -> str:
    """``it`` of ``it_IT.UTF-8``."""
    return locale.replace("-", "_").split("_")[0].split(".")[0].split("@")[0].lower()


def _there_is(code: str) -> bool:
    return code.isalpha() and code.isascii() and (_FOLDER / f"{code}.json").exists()


def _without_flag(words: Sequence[str]) -> tuple[list[str], str | None]:
    """The words without ``--lang it`` or ``--lang=it``, and what was asked for last."""
    rest, wanted = list[str](), None
    for each in (found := iter(words)):
        if each == "--":
            return [*rest, each, *found], wanted
        if each == FLAG:
            wanted = next(found, "")
        elif each.startswith(f"{FLAG}="):
            wanted = each.removeprefix(f"{FLAG}=")
        else:
            rest.append(each)
    return rest, wanted


@cache
def _section(file: Path) -> dict[str, Any]:
    if not file.exists():
        return {}
    section: dict[str, Any] = json.loads(file.read_text("utf-8")).get(SECTION, {})
    return section


def _form(code: str, count: int) -> str:
    from babel import Locale  # a tenth of a second, and few sentences count

    return Locale.parse(code).plural_form(count)
