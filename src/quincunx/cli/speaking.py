"""The language of commands and its sentences, loaded without the dependencies of other texts."""

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
from quincunx.core.reason import Reason
from quincunx.core.speech import ENGLISH, Sentences, speak, speak_english, t
from quincunx.texts.cldr import LANGUAGES

FLAG: Final = "--lang"
SECTION: Final = "_commands"
"""The section of a catalogue with the sentences of commands, by their English text."""
SAMPLE: Final = "Usage:"
"""A sentence that shows which letters a language needs."""
_FOLDER: Final = Path(texts.__file__).parent
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


class NoSuchLanguage(Exception):
    """An unsupported language; the text is what was asked for."""


def start(words: Sequence[str], games: Mapping[str, AnyGame]) -> list[str]:
    """Choose the language by ``--lang``, or else by the environment. Return the words without the flag.

    Raises :class:`NoSuchLanguage`.
    """
    rest, wanted = _without_flag(words)
    code = from_environment(os.environ) if wanted is None else code_of(wanted)
    if not _is_supported(code):
        raise NoSuchLanguage(wanted)
    use_language(code, games)
    # Escaped characters are unreadable: if the output lacks the language's letters, use English.
    if not is_writable(t(SAMPLE), sys.stdout):
        speak_english()
    return rest


def use_language(code: str, games: Mapping[str, AnyGame]) -> None:
    """Speak this supported language."""
    if code == ENGLISH:
        speak_english()
    else:
        speak(code, sentences(code, games), partial(_form, code), partial(_reason, code, games))


def sentences(code: str, games: Mapping[str, AnyGame]) -> Sentences:
    """Return the sentences of commands, including those of all games."""
    folders = (_FOLDER, *(game.texts for game in games.values()))
    return {key: text for folder in folders for key, text in _section(folder / f"{code}.json").items()}


def from_environment(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for; English if it is not supported."""
    # The first variable that is set decides, as POSIX has it.
    setting = next((value for name in _VARIABLES if (value := environment.get(name))), ENGLISH)
    return code if _is_supported(code := code_of(setting)) else ENGLISH


def code_of(locale: str) -> str:
    """Return the language code of a locale: ``it`` for ``it_IT.UTF-8``."""
    return locale.replace("-", "_").split("_")[0].split(".")[0].split("@")[0].lower()


def _is_supported(code: str) -> bool:
    return code.isalpha() and code.isascii() and (_FOLDER / f"{code}.json").exists()


def _without_flag(words: Sequence[str]) -> tuple[list[str], str | None]:
    """Return the words without ``--lang it`` or ``--lang=it``, and the last language given."""
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


def _reason(code: str, games: Mapping[str, AnyGame], reason: Reason, game: str | None) -> str:
    from quincunx.texts.catalogue import Catalogue  # loads every text of the language

    return Catalogue(code, games).refusal(reason, None if game is None else games[game])


def _form(code: str, count: int) -> str:
    return LANGUAGES[code].plural_form(count)
