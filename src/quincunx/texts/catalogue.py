"""The catalogue of a language, for terminals: the browser client's files, in the format of i18next.

A text may have holes (``{{name}}``), and plural forms chosen by a number named ``count``: the plural
categories of CLDR as suffixes of the key (``cards_one``, ``cards_other``). Shared texts are beside this file.
A game's own texts are in its :attr:`~quincunx.core.game.Game.texts` and have its name as a prefix:
``name.key``. The section ``_glossary`` of a file is for translators; the section ``_commands`` has the
sentences of commands, for :mod:`quincunx.cli.speaking`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from quincunx.core.game import AnyGame
from quincunx.core.reason import Reason
from quincunx.core.values import Clauses, Phrase
from quincunx.games import GAMES
from quincunx.texts.cldr import LANGUAGES
from quincunx.texts.formats import OTHER, Language

ENGLISH: Final = "en"
"""The language that has every text, and replaces texts that others lack."""
_FOLDER: Final = Path(__file__).parent
_NOT_SPOKEN: Final = "_"
_HOLE: Final = re.compile(r"\{\{(\w+)\}\}")


def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    codes = sorted(file.stem for file in _FOLDER.glob("*.json"))
    return tuple(sorted(codes, key=lambda code: code != ENGLISH))


class Catalogue:
    """All texts in one language; English ones where it has none."""

    def __init__(self, language: str, games: Mapping[str, AnyGame] = GAMES) -> None:
        self.language = language
        self._own_words = _Words(language, games)
        self._english = self._own_words if language == ENGLISH else _Words(ENGLISH, games)

    @property
    def formats(self) -> Language:
        """How the language writes numbers, counted things and lists."""
        return self._own_words.formats

    def has(self, key: str, count: int | None = None) -> bool:
        """Return whether the language itself has this text, in the form for the count."""
        return self._own_words.template(key, count) is not None

    def translate(self, phrase: Phrase) -> str:
        """Return the phrase in this language; its key, if no language has it."""
        count = phrase.params.get("count")
        template = self._own_words.template(phrase.key, count)
        if template is None:
            template = self._english.template(phrase.key, count)
        return phrase.key if template is None else self._fill(template, phrase.params)

    def refusal(self, reason: Reason, game: AnyGame | None = None) -> str:
        """Return the text of a refusal: the game's own, or the shared one, or the reason's own English
        sentence."""
        keys = [f"{game.name}.refusal.{reason.code}"] if game else []
        for key in (*keys, f"refusal.{reason.code}"):
            template = self._own_words.template(key, reason.params.get("count"))
            if template is not None:
                return self._fill(template, reason.params)
        return reason.sentence

    def _fill(self, template: str, params: Mapping[str, Any]) -> str:
        return _HOLE.sub(lambda hole: self._value(params.get(hole[1], hole[0])), template)

    def _value(self, value: Any) -> str:
        match value:
            case Phrase():
                return self.translate(value)
            case Clauses():
                return self.formats.clauses([self._value(each) for each in value])
            case tuple():
                return self.formats.join_list([self._value(each) for each in value])
            case _:
                return str(value)


class _Words:
    """One language's texts by their full keys."""

    def __init__(self, language: str, games: Mapping[str, AnyGame]) -> None:
        self.formats = LANGUAGES.get(language, LANGUAGES[ENGLISH])
        self._texts = dict(_flat(_read(_FOLDER, language)))
        for game in games.values():
            self._texts.update(_flat(_read(game.texts, language), f"{game.name}."))

    def template(self, key: str, count: object) -> str | None:
        """Return the text of this key, in the form for the count; a decimal has the last one."""
        if isinstance(count, int):
            for form in (self.formats.plural_form(count), OTHER):
                if (text := self._texts.get(f"{key}_{form}")) is not None:
                    return text
        if isinstance(count, float) and (text := self._texts.get(f"{key}_{OTHER}")) is not None:
            return text
        return self._texts.get(key)


def _read(folder: Path, language: str) -> dict[str, Any]:
    file = folder / f"{language}.json"
    texts: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return texts


def _flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if key.startswith(_NOT_SPOKEN):
            continue
        if isinstance(value, str):
            yield prefix + key, value
        else:
            yield from _flat(value, f"{prefix}{key}.")
