"""The catalogue: forms that a number chooses, lists, what stands in for what is missing; and the files."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from babel import Locale

from quincunx.cli.language import command_catalogue
from quincunx.cli.speaking import start
from quincunx.core.reason import Reason
from quincunx.core.speech import speak_english
from quincunx.core.values import Phrase
from quincunx.games import GAMES
from quincunx.texts import catalogue as catalogue_module
from quincunx.texts.catalogue import Catalogue, languages
from quincunx.texts.cldr import LANGUAGES
from tools.generate_languages import language as facts_of

SHARED = Path(catalogue_module.__file__).parent
FOLDERS = [SHARED, *(game.texts for game in GAMES.values())]
HOLE = re.compile(r"\{\{(\w+)\}\}")
FORM = re.compile(r"_(zero|one|two|few|many|other)$")


def flat(folder: Path, language: str) -> dict[str, str]:
    def walk(tree: dict[str, Any], prefix: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for key, value in tree.items():
            if not key.startswith("_"):
                found |= {prefix + key: value} if isinstance(value, str) else walk(value, f"{prefix}{key}.")
        return found

    return walk(json.loads((folder / f"{language}.json").read_text("utf-8")), "")


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of shared texts that a test writes itself; the games' own are gone."""
    monkeypatch.setattr(catalogue_module, "_FOLDER", tmp_path)
    return tmp_path


def put(folder: Path, language: str, texts: dict[str, Any]) -> None:
    (folder / f"{language}.json").write_text(json.dumps(texts), "utf-8")


@pytest.mark.parametrize(
    ("count", "said"), [(1, "1 karta"), (3, "3 karty"), (7, "7 kart"), (22, "22 karty"), (0, "0 kart")]
)
def test_the_language_s_own_rules_choose_the_form(
    count: int, said: str, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LANGUAGES, "pl", facts_of("pl"))
    forms = {"cards_one": "{{count}} karta", "cards_few": "{{count}} karty", "cards_many": "{{count}} kart"}
    put(made, "pl", forms | {"cards_other": "{{count}} karty"})
    put(made, "en", {})
    assert Catalogue("pl", {}).translate(Phrase("cards", {"count": count})) == said


def test_a_missing_text_is_said_in_english_with_english_forms(made: Path) -> None:
    put(made, "en", {"cards_one": "{{count}} card", "cards_other": "{{count}} cards of {{names}}"})
    put(made, "it", {"joker": "jolly"})
    catalogue = Catalogue("it", {})
    assert catalogue.translate(Phrase("cards", {"count": 1})) == "1 card"
    # Parameters are in the reader's language all the same.
    names = (Phrase("joker"), "Ada")
    assert catalogue.translate(Phrase("cards", {"count": 2, "names": names})) == "2 cards of jolly e Ada"
    assert not catalogue.has("cards")


def test_a_glossary_is_for_translators_alone(made: Path) -> None:
    put(made, "en", {"_glossary": {"table": "where people sit"}, "table": "a table"})
    catalogue = Catalogue("en", {})
    assert catalogue.translate(Phrase("table")) == "a table"
    assert not catalogue.has("_glossary.table")


@pytest.mark.says_keys
def test_an_unknown_key_is_shown_as_it_is(made: Path) -> None:
    put(made, "en", {"known": "{{name}} and {{other}}"})
    assert Catalogue("en", {}).translate(Phrase("unknown.key")) == "unknown.key"
    assert Catalogue("en", {}).translate(Phrase("known", {"name": "{{other}}"})) == "{{other}} and {{other}}"


@pytest.mark.parametrize(
    ("language", "joined"),
    [
        ("en", ("", "13", "13 and 21", "13, 21 and 49")),
        ("it", ("", "13", "13 e 21", "13, 21 e 49")),
        ("zh", ("", "13", "13 和 21", "13、21 和 49")),
    ],
)
def test_several_values_are_joined_as_the_language_does(language: str, joined: tuple[str, ...]) -> None:
    catalogue = Catalogue(language)
    for length, said in enumerate(joined):
        phrase = Phrase("cinco.event.dealtMine", {"cards": (13, 21, 49)[:length]})
        assert catalogue.translate(phrase)[:-1].endswith(f" {said}")


def test_a_refusal_is_the_game_s_own_then_the_shared_one_then_the_sentence(
    tmp_path: Path, made: Path
) -> None:
    put(made, "en", {})
    put(made, "it", {"refusal": {"full": "Pieno: {{held}}.", "over": "Finito."}})
    own = tmp_path / "own"
    own.mkdir()
    put(own, "it", {"refusal": {"full": "La mano è piena: {{held}}."}})
    game = replace(GAMES["cinco"], texts=own)
    catalogue = Catalogue("it", {game.name: game})
    full = Reason("rule", "full", "It is full.", "4.2", {"held": 4})
    assert catalogue.refusal(full, game) == "La mano è piena: 4."
    assert catalogue.refusal(full) == "Pieno: 4."
    assert catalogue.refusal(Reason("rule", "over", "It is over."), game) == "Finito."
    assert catalogue.refusal(Reason("rule", "odd", "It is {{odd}}."), game) == "It is {{odd}}."


@pytest.mark.parametrize(
    ("wanted", "environment", "said"),
    [
        ("de", {}, "Die Partie bleibt unvollendet."),
        (None, {"LANG": "zh_CN.UTF-8"}, "这一局没有打完。"),
        ("it", {}, "La partita resta incompiuta."),
        ("IT-ch", {"LC_ALL": "en_US.UTF-8"}, "La partita resta incompiuta."),
        (None, {"LANG": "it_IT.UTF-8"}, "La partita resta incompiuta."),
        (None, {"LANG": "en_US.UTF-8", "LC_MESSAGES": "it_IT@euro"}, "La partita resta incompiuta."),
        (
            None,
            {"LANG": "it_IT.UTF-8", "LC_MESSAGES": "it", "LC_ALL": "C.UTF-8"},
            "The game was left unfinished.",
        ),
        (None, {"LANG": "it_IT.UTF-8", "LC_ALL": ""}, "La partita resta incompiuta."),
        (None, {"LANG": "tlh_AQ.UTF-8"}, "The game was left unfinished."),
        (None, {}, "The game was left unfinished."),
    ],
)
def test_the_language_of_the_caller_is_spoken(
    wanted: str | None, environment: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    try:
        assert start([] if wanted is None else ["--lang", wanted], GAMES) == []
        assert command_catalogue().translate(Phrase("terminal.unfinished")) == said
    finally:
        speak_english()


# ---- the files ---------------------------------------------------------------------------------------------


def test_every_folder_has_every_language() -> None:
    assert languages()[0] == "en"
    assert len(languages()) > 1
    for folder in FOLDERS:
        assert {file.stem for file in folder.glob("*.json")} == set(languages())


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_languages_are_in_step(folder: Path, language: str) -> None:
    """The same texts, with the same holes to fill, in all forms that the language has."""
    english, texts = flat(folder, "en"), flat(folder, language)
    assert {FORM.sub("", key) for key in texts} == {FORM.sub("", key) for key in english}
    forms = set(Locale.parse(language).plural_form.tags) | {"other"}
    for key in english:
        if FORM.search(key):
            stem = FORM.sub("", key)
            assert {f"{stem}_{form}" for form in forms} <= set(texts)
            for form in forms - {"one"}:  # “one” may be written out instead of counted
                assert set(HOLE.findall(texts[f"{stem}_{form}"])) == set(
                    HOLE.findall(english[f"{stem}_other"])
                )
        else:
            assert set(HOLE.findall(texts[key])) == set(HOLE.findall(english[key])), key
    assert all(text.strip() for text in texts.values())


def codes_in(folder: Path) -> set[str]:
    """Every text in a game's rules that looks like a reason's code: small words with hyphens between."""
    # Facts name kinds of seating, and refuse nothing.
    files = (file for file in folder.glob("*.py") if file.name != "facts.py")
    trees = [ast.parse(file.read_text("utf-8")) for file in files]
    texts = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {text for text in texts if isinstance(text, str) and re.fullmatch("[a-z]+(-[a-z]+)+", text)}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_refusal_of_the_rules_has_a_text_and_every_text_a_refusal(game: Any, language: str) -> None:
    """All but the one that answers chance, which no player speaks for. What people say is none."""
    codes = codes_in(game.texts.parent)
    catalogue = Catalogue(language)
    for code in codes - {"not-what-was-asked", *game.phrases}:
        assert catalogue.has(f"{game.name}.refusal.{code}") or catalogue.has(f"refusal.{code}"), code
    own = {key.removeprefix("refusal.") for key in flat(game.texts, language) if key.startswith("refusal.")}
    assert own
    assert own <= codes
