"""The language of a command: English until another one is spoken."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from quincunx.core.reason import GameReason, Reason
from quincunx.core.sentence import sentence
from quincunx.core.speech import in_words, join_list, language, os_error_message, speak, speak_english, t

ONE, MANY = "{{count}} game was read.", "{{count}} games were read."
GERMAN = {
    "Hello, {{name}}!": "Hallo, {{name}}!",
    MANY: {"one": "{{count}} Partie gelesen.", "other": "{{count}} Partien gelesen."},
    "Line {{1}}: {{2}}": "Zeile {{1}}: {{2}}",
    "Nothing here.": "Hier ist nichts.",
    "Permission denied": "Zugriff verweigert",
    ", ": "; ",
}
REASON = Reason("rule", "no-move", "You have no such move.", rule="1")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    speak_english()
    yield
    speak_english()


@pytest.fixture
def german() -> None:
    speak("de", GERMAN, lambda count: "one" if count == 1 else "other", lambda reason, game: f"{game}: nein")


def test_english_has_two_forms() -> None:
    assert language() == "en"
    assert t("Hello, {{name}}!", name="Ada") == "Hello, Ada!"
    assert [t(MANY, ONE, count=count) for count in (0, 1, 2)] == [
        "0 games were read.",
        "1 game was read.",
        "2 games were read.",
    ]
    assert t("A hole {{name}} stays") == "A hole {{name}} stays"
    assert t("A hole {{name}} stays", other=1) == "A hole {{name}} stays"


@pytest.mark.usefixtures("german")
def test_another_language_has_its_own_forms_and_words() -> None:
    assert language() == "de"
    assert t("Hello, {{name}}!", name="Ada") == "Hallo, Ada!"
    assert [t(MANY, ONE, count=count) for count in (1, 2)] == ["1 Partie gelesen.", "2 Partien gelesen."]
    assert t("Not translated") == "Not translated"
    assert join_list(["Ada", "Bob"]) == "Ada; Bob"


@pytest.mark.usefixtures("german")
def test_an_error_is_said_with_its_values_translated() -> None:
    said = sentence("Line {{1}}: {{2}}", 7, sentence("Nothing here."))
    assert in_words(said) == "Zeile 7: Hier ist nichts."
    assert in_words(ValueError("plain")) == "plain"
    assert in_words(("Ada", sentence("Nothing here."))) == "Ada; Hier ist nichts."
    assert in_words(GameReason(REASON, "cinco")) == "cinco: nein"
    assert os_error_message(PermissionError(13, "Permission denied")) == "Zugriff verweigert"


def test_a_refusal_is_said_in_english_by_its_own_sentence() -> None:
    assert in_words(GameReason(REASON, "cinco")) == REASON.sentence
    assert os_error_message(FileNotFoundError(2, "No such file or directory")) == "No such file or directory"
