"""The texts of commands: present in every language, none left in English, none unused."""

from __future__ import annotations

import errno
import json
import re
from typing import Any, Final
from urllib.error import URLError

import pytest
from babel import Locale
from cyclopts.help import HelpEntry, HelpPanel
from rich.console import Console, ConsoleOptions

from quincunx.cli.helping import Help
from quincunx.cli.speaking import SECTION, use_language
from quincunx.core.reason import GameReason
from quincunx.core.sentence import SpokenError, sentence
from quincunx.core.speech import in_words, os_error_message, speak_english, t
from quincunx.games import GAMES
from quincunx.texts.catalogue import Catalogue, languages
from tests.structure.commands import PACKAGE, counted, helps, said, translated
from tests.structure.counting import MANY

OTHERS: Final = [code for code in languages() if code != "en"]
NUMBERED: Final = re.compile(r"\{\{([1-9])\}\}")
HOLE: Final = re.compile(r"\{\{\w+\}\}")
OPTION: Final = re.compile(r"--[a-z]+|QUINCUNX_[A-Z_]+|“quincunx [a-z]+|``.*?``")
SAME: Final = {
    "": {"{{players}} in {{teams}}", ", "},
    "de": set[str](),
    "es": {"error {{error}}", "bot", "no"},
    "fr": {"Arguments", "[OPTIONS]", "bot", "chance", "points", "table {{table}}", "variance"},
    "it": {"account", "bot", "no"},
    "nl": {"Parameters", "account", "bot", "rating"},
    "zh": set[str](),
}
"""Texts that are rightly the same as in English, in every language (empty key) and in each."""
TYPEWRITTEN: Final = re.compile(r"(?<=\w)'|\.\.\.| - |“|”")
"""Signs that no printer of these languages sets; “…” is English, and Chinese."""

NEVER_ONE: Final = {
    # Limits, of which each is greater.
    "A name has at most {{1}} characters.",
    "A record has at most {{1}} bytes; this file is longer.",
    "A record has at most {{1}} characters; this one is longer.",
    "A record has at most {{1}} turns.",
    "{{1}} must be square, of {{2}} × {{2}} to {{3}} × {{3}} pixels.",
    # With a decimal.
    "{{turns}} turns",
}
"""Texts that are plural after a number that is never 1."""

SPELLED: Final = re.compile(r"``.*?``|rack 66.*|seat 3:.*|(py|cmd|sqlite):\w*(:\w+)?|\w+://\S*|u\{…\}")
"""Parts that are spelled as in a command line or a file."""

Forms = dict[str, Any]


def forms(language: str) -> dict[str, Forms]:
    """Of every sentence, by CLDR's names."""
    return {
        key: text if isinstance(text, dict) else {"other": text} for key, text in translated(language).items()
    }


def description_of(entry: HelpEntry) -> str:
    return str(getattr(entry.description, "primary_renderable", entry.description) or "").strip()


def test_every_command_option_and_argument_has_a_description(monkeypatch: pytest.MonkeyPatch) -> None:
    entries: list[HelpEntry] = []
    write = Help.__call__

    def listen(self: Help, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        entries.extend(panel.entries)
        write(self, console, options, panel)

    monkeypatch.setattr(Help, "__call__", listen)
    bare = []
    for path in helps():
        bare += [(path, each.names) for each in entries if not description_of(each)]
        entries.clear()
    assert bare == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_has_its_own_and_no_other_has_one(language: str) -> None:
    there = set(translated(language))
    assert sorted(said() - there) == []
    assert sorted(there - said()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    left = {key for key, text in translated(language).items() if key == text}
    assert left - SAME[""] - SAME[language] == set()


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_has_the_same_holes_and_the_same_words_to_type(language: str) -> None:
    for key, texts in forms(language).items():
        assert sorted(HOLE.findall(texts["other"])) == sorted(HOLE.findall(key)), key
        assert all(set(HOLE.findall(text)) <= set(HOLE.findall(key)) for text in texts.values()), key
        for typed in OPTION.findall(key):
            assert typed.removeprefix("“") in texts["other"], key


@pytest.mark.parametrize("language", OTHERS)
def test_counted_texts_have_the_forms_of_the_language(language: str) -> None:
    known = {*Locale.parse(language).plural_form.tags, "other"}
    for key, texts in forms(language).items():
        assert set(texts) <= known, key
        if ("{{count}}" in key or key in counted()) and len(known) > 1:
            assert {"one", "other"} <= set(texts), key


def test_a_plural_is_chosen_by_its_number() -> None:
    assert {key for key in said() - counted() if MANY.search(key)} == NEVER_ONE
    # A number chooses for one word alone.
    assert [key for key in counted() if len(MANY.findall(key)) > 1] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_set_as_the_language_is(language: str) -> None:
    wrong = {
        "zh": r"(?<=\w)'|\.\.\.| - |[\u4e00-\u9fff][,;:?!(]|[，。；：] ",
        "fr": TYPEWRITTEN.pattern + r"|[^\u202f][;!?](?!/)|«[^\xa0]|[^\xa0]»| :",
        "de": r"(?<=\w)'|\.\.\.| - |[«»]",
    }.get(language, TYPEWRITTEN.pattern)
    for texts in forms(language).values():
        for text in texts.values():
            plain = SPELLED.sub("x", text)
            assert not re.search(wrong, plain), text


def test_a_game_s_sentences_are_its_own() -> None:
    titles = re.compile("|".join(re.escape(game.title) for game in GAMES.values()))
    for language in OTHERS:
        shared = json.loads((PACKAGE / "texts" / f"{language}.json").read_text("utf-8"))[SECTION]
        assert [key for key in shared if titles.search(key)] == []


def test_english_is_said_as_it_stands_in_the_code() -> None:
    speak_english()
    assert t("{{count}} games", "{{count}} game", count=1) == "1 game"
    assert t("{{count}} games", "{{count}} game", count=2) == "2 games"
    assert t("{{name}} is {{old}}.", name="{{old}}") == "{{old}} is {{old}}."
    assert in_words(sentence("Entry {{1}} is missing.", 7)) == "Entry 7 is missing."


def test_the_system_s_errors_are_translated_inside_any_wrapper() -> None:
    refused = ConnectionRefusedError(errno.ECONNREFUSED, "Connect call failed ('127.0.0.1', 1)")
    try:
        use_language("it", GAMES)
        assert os_error_message(refused) == "Connessione rifiutata"
        assert os_error_message(URLError(refused)) == "Connessione rifiutata"
        assert os_error_message(TimeoutError()) == "tempo scaduto"
    finally:
        speak_english()


def test_another_language_says_it_with_its_own_forms() -> None:
    try:
        use_language("it", GAMES)
        assert t("{{count}} games", "{{count}} game", count=1) == "1 partita"
        assert t("{{count}} games", "{{count}} game", count=1_000_000) == "1000000 partite"
        # An untranslated text stays as it is.
        assert t("Nobody has ever said this {{name}}.", name=1) == "Nobody has ever said this 1."
    finally:
        speak_english()


def test_a_sentence_within_another_is_translated_as_well() -> None:
    missing = sentence("Entry {{1}} is missing.", 7)
    damaged = sentence("{{1}} is damaged: {{2}} Restore it from a backup.", "/a b", SpokenError(missing))
    club = sentence("The database {{1}} at {{2}}", "club", sentence("this machine"))
    seats = sentence(
        "No device took part for these seats, so they didn’t contribute to the randomness: {{1}}.", ("1", "3")
    )
    try:
        use_language("it", GAMES)
        assert in_words(damaged) == "/a b è danneggiato: La voce 7 manca. Ripristinalo da un backup."
        assert in_words(sentence("{{1}} closed the connection.", club)) == (
            "La base di dati club in questo computer ha chiuso la connessione."
        )
        use_language("zh", GAMES)
        assert in_words(seats).endswith("1、3。")
    finally:
        speak_english()


ODD: Final = (
    "{{1}}",
    "{{2}} {{count}}",
    "Permission denied",
    "Connection refused",
    "\\1 $& %s {0}",
    "",
    "“{”",
    "第",
)
"""Texts from outside: what looks like a hole, or is a sentence of the catalogues."""


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("odd", ODD)
def test_every_sentence_of_an_error_is_translated_whatever_its_values(language: str, odd: str) -> None:
    templates = {template for template in said() if NUMBERED.search(template)}
    assert len(templates) > 100
    texts = translated(language)
    try:
        use_language(language, GAMES)
        for template in templates:
            count = max(int(hole) for hole in NUMBERED.findall(template))
            values = [odd, *(f"<{number}>" for number in range(2, count + 1))]
            parts = NUMBERED.split(texts[template])
            parts[1::2] = [values[int(hole) - 1] for hole in parts[1::2]]
            assert in_words(sentence(template, *values)) == "".join(parts)
    finally:
        speak_english()


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_from_outside_is_never_taken_for_a_sentence(language: str) -> None:
    try:
        use_language(language, GAMES)
        for text in said():
            assert in_words(text) == text
            assert in_words(ValueError(text)) == text
            assert text in in_words(sentence("There’s no file {{1}}.", text))
    finally:
        speak_english()


@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_within_a_sentence_is_worded_by_its_game(language: str) -> None:
    catalogue = Catalogue(language)
    for game in GAMES.values():
        reason = game.not_your_turn
        try:
            use_language(language, GAMES)
            said = in_words(sentence("Move {{1}}: {{2}}", 3, GameReason(reason, game.name)))
            assert catalogue.refusal(reason, game) in said
            assert reason.sentence not in said
        finally:
            speak_english()
