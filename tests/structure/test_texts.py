"""The texts of every language: one glossary for all, nothing left in English, nothing unused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from quincunx.games import GAMES
from quincunx.texts.catalogue import languages
from tests.structure.commands import said, translated
from tests.structure.counting import MANY

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "src" / "quincunx"
CLIENT: Final = ROOT / "web" / "src"
FOLDERS: Final = {"": PACKAGE / "texts", **{f"{game.name}.": game.texts for game in GAMES.values()}}
OTHERS: Final = [code for code in languages() if code != "en"]
BUILT_IN: Final = {"push.offlineTitle", "push.offline", "push.again"}
"""Texts that the build puts into the service worker."""
FORM: Final = re.compile(r"_(zero|one|two|few|many|other)$")

SAME: Final = {
    # Names, signs, and words that are borrowed as they are.
    "": "Rack, Bank, Hi, Lo, Cinco, Cinq-O, Joker, B, R, G, {{game}}: {{names}}., {{name}}:, "
    "{{total}} + {{increment}} s, {{percent}}%, Passkey, Passkeys, Password, "
    "({{what}}), ± {{margin}}, {{value}} ± {{margin}}, {{value}}%, {{result}}: {{people}}, "
    "{{verdict}}. {{sentence}}, {{what}}: {{value}}, {{move}}: {{sentence}}, {{parts}}, "
    "{{date}}: {{points}} {{margin}}",
    "de": "Chat, Community, Moderation, Name, Normal, Partner, Pause, Team, Teams, Team {{n}}",
    "es": "Total, Normal, Chat, provisional, Final",
    "fr": "Pause, Clubs, Documentation, Notifications, "
    "Invitations, Menu, Points, Solitaire, Total, Scores, point, points, {{count}} point, "
    "{{count}} points, {{count}} place, {{count}} places, Normal, six, Table",
    "it": "Menu, Home, Chat",
    "nl": "Accounts, Chat, Clubs, Open, Rating, Rating: {{points}} ({{change}}), Community, "
    "Hint, Hint: {{move}}, Ladder, Ladder: {{name}}, Later, Menu, "
    "Ratings, Scores, Sorry!, Partner, partner, Variant, "
    "rating {{points}}, Team, Teams, Team {{n}}, {{count}} team, {{count}} teams",
    "zh": "",
}
"""Texts that are rightly the same as in English, in every language and in each, separated by commas and
spaces."""

NEVER_ONE: Final = {
    "cinqo.review.lacks.more-points",
    # A list that has more than is shown.
    "home.allGames",
    # Limits of tournaments.
    "tournament.refusal.tournament-apart",
    "tournament.refusal.tournament-boards",
    "tournament.refusal.tournament-team-name",
    "tournament.refusal.tournament-team-players",
    "tournament.refusal.tournament-teams",
    "tournament.refusal.tournament-too-few-teams",
    "tournament.refusal.tournament-apart-most",
    "tournament.refusal.tournament-rulings",
    "tournament.refusal.tournament-acts",
    "tournament.starting.itself",
    "tournament.refusal.ladder-reach",
    "tournament.refusal.ladder-answer",
    "tournament.refusal.ladder-out",
    "tournament.refusal.ladder-in",
    "tournament.refusal.ladder-day",
    # Limits, of which each is greater.
    "account.mail.sent",
    "mail.signInEnds",
    "refusal.invited-often",
    "refusal.bots-play-on",
    "refusal.name-length",
    "refusal.text-length",
    "refusal.said-enough",
    "refusal.too-many-blocks",
    "refusal.too-many-friends",
    "terminal.wrong.seed",
    "account.refusal.too-many-tokens",
    "account.refusal.password-length",
    "tournament.refusal.tournament-name",
    "tournament.refusal.tournament-most",
    "tournament.refusal.tournament-rounds",
    "tournament.refusal.tournament-begins",
    "tournament.refusal.tournaments-open",
    "tournament.refusal.tournaments-joined",
    "tournament.refusal.tournament-too-few",
    "club.refusal.club-title",
    "club.refusal.club-text",
    "club.refusal.club-night-title",
    "club.refusal.club-season",
    "club.refusal.club-many-nights",
    "club.refusal.club-links",
    "club.refusal.clubs-many",
    # Teams, those who play in them, and those of a tournament are several.
    "new.teamsOf",
    "new.inTeams",
    "tournament.places",
    # With a decimal.
    "hint.rounds",
    "review.rounds",
    "cinqo.person.alone.line",
    "cinqo.review.reason.takes-longer",
    # Most of the deck, and a hundred points or more.
    "cinco.event.reshuffled",
    "cinqo.result.hundred",
    "cinqo.result.rounds",
}
"""Texts that are plural after a number that is never 1, so that ``count`` does not choose among forms."""
BY_COUNT: Final = {
    "review.measured",
    "day.bestShared",
    "day.people",
    "puzzle.howMany",
    "cinco.person.fact.turns",
    "cinqo.person.fact.best_turn",
    "cinqo.review.reason.more-points",
    "cinqo.review.reason.not-for-points",
    "cinqo.review.reason.fewer-rounds",
    "cinqo.review.next.average",
}
"""Texts in which ``count`` is the same number as another one, which is formatted in a way of its own."""

TOUCHING: Final = re.compile(
    r"[\u4e00-\u9fff](?:[0-9A-Za-z]|\{\{(?!team|line|yours))|"
    # These holes are filled with Chinese words; after a sentence’s full stop another one follows.
    r"(?:[0-9A-Za-z]|\{\{(?!team\}|time\}|how\}|line\}|entries\}|people\}|yours\}|2\})\w+\}\})[\u4e00-\u9fff]"
)
"""A Chinese word with a number or a Latin word right beside it."""


def read(folder: Path, language: str) -> dict[str, Any]:
    tree: dict[str, Any] = json.loads((folder / f"{language}.json").read_text("utf-8"))
    return tree


def flat(tree: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.") if not key.startswith("_") else ()
        else:
            yield prefix + key, value


def test_nothing_is_called_the_same_that_is_not() -> None:
    english = {text for prefix in FOLDERS for _, text in flat(read(FOLDERS[prefix], "en"))}
    for language, same in SAME.items():
        assert [each for each in same.split(", ") if each and each not in english] == [], language


def test_chinese_has_a_space_between_its_words_and_numbers() -> None:
    trees = [read(folder, "zh") for folder in FOLDERS.values()]
    texts = [text for tree in trees for _, text in flat(tree)] + [rules(prefix, "zh") for prefix in FOLDERS]
    texts += [text for text in translated("zh").values() if isinstance(text, str)]
    assert [text for text in texts if TOUCHING.search(text)] == []


def test_a_plural_is_chosen_by_its_number() -> None:
    english = {prefix + key: text for prefix in FOLDERS for key, text in flat(read(FOLDERS[prefix], "en"))}
    found = {
        FORM.sub("", key)
        for key, text in english.items()
        for match in MANY.finditer(text)
        if match[1] != "count" or not FORM.search(key)
    }
    assert found == NEVER_ONE | BY_COUNT
    assert [key for key in BY_COUNT if f"{key}_one" not in english] == []


def rules(prefix: str, language: str) -> str:
    file = CLIENT / "games" / prefix.rstrip(".") / "rules" / f"{language}.json"
    return file.read_text("utf-8") if prefix else ""


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("prefix", FOLDERS)
def test_terms_of_the_glossary_are_the_words_of_the_texts(prefix: str, language: str) -> None:
    english = read(FOLDERS[prefix], "en")["_glossary"]
    tree = read(FOLDERS[prefix], language)
    said = " ".join([*(text for _, text in flat(tree)), rules(prefix, language)]).casefold()
    assert list(tree["_glossary"]) == list(english)
    assert [term for term in tree["_glossary"].values() if term.casefold() not in said] == []


@pytest.mark.parametrize("prefix", FOLDERS)
def test_english_terms_are_the_words_of_the_texts(prefix: str) -> None:
    tree = read(FOLDERS[prefix], "en")
    said = " ".join([*(text for _, text in flat(tree)), rules(prefix, "en")]).casefold()
    assert [term for term in tree["_glossary"] if term.casefold() not in said] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("prefix", FOLDERS)
def test_nothing_is_left_in_english(prefix: str, language: str) -> None:
    english = dict(flat(read(FOLDERS[prefix], "en")))
    same = {*SAME[""].split(", "), *SAME[language].split(", ")}
    texts = flat(read(FOLDERS[prefix], language))
    left = {key: text for key, text in texts if text == english.get(key) and text not in same}
    assert left == {}


@pytest.mark.parametrize("language", OTHERS)
def test_no_rule_is_left_in_english(language: str) -> None:
    for prefix in FOLDERS:
        lines = rules(prefix, language).splitlines()
        english = set(rules(prefix, "en").splitlines())
        # Headings that are numbers, and pictures, are what they are.
        told = [line for line in lines if re.search(r"[a-z]{3,} [a-z]{2,}", line)]
        assert [line for line in told if line in english] == []


class Asked:
    """The keys named in the code: whole keys; beginnings and ends of those that are filled in; words."""

    def __init__(self, code: str) -> None:
        self.whole = set(re.findall(r"""["'`]([A-Za-z][\w-]*(?:\.[\w-]+)*)["'`]""", code)) | BUILT_IN
        name = r"""["'`](?:\$?\{[^}]*\}\.)?([A-Za-z][\w-]*\.[\w.-]*?)"""
        self.beginnings = set(re.findall(name + r"\$?\{", code))
        self.ends = set(re.findall(r"""\}\.([\w.-]+)["'`]""", code))
        self.words = set(re.findall(r"[\w-]+", code))

    def names(self, key: str) -> bool:
        """True if code names this text: all of it, or its beginning in one place and its end in another."""
        name = FORM.sub("", key)
        # A key that addresses the reader is used through the one about others.
        if name in self.whole or (name.endswith("You") and self.names(name[:-3])):
            return True
        # Games’ texts, and those of pages about people, may be asked for under a name that is filled in.
        return any(each in self.ends or self._is_filled(each) for each in (name, name.partition(".")[2]))

    def _is_filled(self, name: str) -> bool:
        return any(
            name.startswith(beginning) and self._is_word(name[len(beginning) :])
            for beginning in self.beginnings
        )

    def _is_word(self, end: str) -> bool:
        said_of = re.sub("(Line|Hello|Glad|Beaten)$", "", end)  # what is said of a bot's level, and by it
        return not self.words.isdisjoint((end, said_of, end.split(".")[-1]))


@pytest.fixture(scope="module")
def asked() -> Asked:
    """By all code that could ask for a text, tests left out."""
    files = [*PACKAGE.rglob("*.py"), *CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")]
    files += PACKAGE.glob("games/*/studies/*.json")
    return Asked("\n".join(file.read_text("utf-8") for file in files if not file.name.endswith(".test.ts")))


@pytest.mark.parametrize("prefix", FOLDERS)
def test_every_text_is_asked_for(prefix: str, asked: Asked) -> None:
    texts = flat(read(FOLDERS[prefix], "en"))
    assert [key for key, _ in texts if not asked.names(prefix + key)] == []


def test_an_unused_text_is_found(asked: Asked) -> None:
    assert not asked.names("app.neverSaidByAnybody")
    assert not asked.names("refusal.never-said-by-anybody")
    assert asked.names("table.watchers_one")


SUBJECTLESS: Final = re.compile(r"\b[Ww]hoever\b|(?:^|[.!:;] )(?:Who|Whom|Whose|What) [^?]*\.(?:\s|$)")
"""A sentence whose subject is a relative clause."""
VOSOTROS: Final = re.compile(r"\b(?:vosotr[oa]s|vuestr[oa]s?|os)\b|\b\w+[áé]is\b(?<!\bseis)", re.IGNORECASE)
HALF_WIDTH: Final = re.compile(r"[\u4e00-\u9fff][,;:?!(]|[,;:?!)][\u4e00-\u9fff]")
UNSPACED: Final = re.compile(r"[^\u00a0\u202f\s!?][;!?](?!/)|[^\u00a0]:(?!/)|«(?!\u00a0|\u202f\?)|[^\u00a0]»")
SPELLED: Final = re.compile(
    r"``.*?``|\{\{\w+\}\}(?::\{\{\w+\}\})?|(?:py|cmd|sqlite|mailto|master|race3):\S*|\w+://\S*|\d:\d+"
    r"|seat 3:.*"
)
"""Parts that are spelled as in a command line, a file or on a clock."""


def worded(language: str) -> list[str]:
    """All texts of a language, as people read them."""
    texts = [text for folder in FOLDERS.values() for _, text in flat(read(folder, language))]
    if language != "en":
        forms = translated(language).values()
        texts += [text for each in forms for text in (each.values() if isinstance(each, dict) else [each])]
    else:
        texts += said()
    return [SPELLED.sub("x", text) for text in texts]


@pytest.mark.parametrize(
    ("language", "wrong"),
    [("en", SUBJECTLESS), ("es", VOSOTROS), ("zh", HALF_WIDTH), ("fr", UNSPACED)],
    ids=["en", "es", "zh", "fr"],
)
def test_texts_keep_the_rules_of_their_language(language: str, wrong: re.Pattern[str]) -> None:
    assert [text for text in worded(language) if wrong.search(text)] == []


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (SUBJECTLESS, "Whoever is late loses."),
        (SUBJECTLESS, "It ends. What is left stays."),
        (VOSOTROS, "¿Cuántos jugáis?"),
        (HALF_WIDTH, "结束,再来"),
        (UNSPACED, "Bravo!"),
    ],
)
def test_the_rules_find_what_breaks_them(wrong: re.Pattern[str], text: str) -> None:
    assert wrong.search(text)


JOINED: Final = {
    "two values": re.compile(r"^(?!.*new Error\().*\}[,:;.] \$\{"),
    "a list": re.compile(r"""join\(["'`][,:;.] ["'`]\)"""),
}
SHOWN: Final = {
    "a sign alone": re.compile(r"""\{["'][,:;.] ?["']\}"""),
    "two values": re.compile(r"(?<=[}>])[,:;.] [{<]"),
    "a text and a sign": re.compile(r"\{t\((?:[^{}]|\{[^{}]*\})*\)\}[,:;.]"),
    "a text in parentheses": re.compile(r"\(\{t\("),
}
"""Signs between values that the client writes, though each language has its own (``comma``, ``app.labelled``,
``app.aside``): in any code, and in the markup of a component."""
SCRIPT: Final = re.compile(r"<(script|style).*?</\1>|<!--.*?-->", re.DOTALL)


def joins(text: str, is_page: bool = True) -> list[str]:
    """The signs between words that a file fixes for all languages."""
    markup = SCRIPT.sub("", text) if is_page else ""
    parts = [(line, JOINED) for line in text.splitlines()] + [(line, SHOWN) for line in markup.splitlines()]
    return [
        f"{what}: {line.strip()[:100]}"
        for line, signs in parts
        for what, sign in signs.items()
        if sign.search(line)
    ]


def test_no_sign_between_words_is_fixed_in_code() -> None:
    files = [*CLIENT.rglob("*.svelte"), *CLIENT.rglob("*.ts")]
    written = {
        path.name: []
        if path.name.endswith(".test.ts")
        else joins(path.read_text("utf-8"), path.suffix == ".svelte")
        for path in files
    }
    assert {name: found for name, found in written.items() if found} == {}


@pytest.mark.parametrize(
    "text",
    [
        "const about = `${game}, ${date}`;",
        'names.join(", ")',
        "<span>{title}: {value}</span>",
        "<b>{who}</b>, {when}",
        '<p>{t("app.guest", { name })}.</p>',
        '<span>({t("app.guest")})</span>',
        '{when}{": "}{reason}',
    ],
)
def test_a_fixed_sign_is_found(text: str) -> None:
    assert joins(text)
