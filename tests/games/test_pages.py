"""The pages for people say what the programs do: every rule that is named exists, and every example reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quincunx.core.record import MOST_TURNS, parse, verify, write
from quincunx.games import GAMES
from quincunx.games.cinco.board import COORDINATES
from quincunx.games.cinqo.card import number_of
from quincunx.games.cinqo.types import CinqoOptions

PAGES = {name: Path(f"docs/rules/{name}.md").read_text("utf-8") for name in GAMES}
RULINGS = {"cinco": [f"C{n}" for n in range(1, 8)], "cinqo": [f"Q{n}" for n in range(1, 6)]}


def numbers(name: str) -> set[str]:
    """The numbers of a page's sections and rulings."""
    page = PAGES[name]
    return set(re.findall(r"^##+ ([0-9](?:\.[0-9])?)\b", page, re.M)) | set(
        re.findall(r"^\| \*\*([CQ][0-9])\*\* \|", page, re.M)
    )


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_that_the_code_names_is_on_the_page(name: str) -> None:
    source = "".join(file.read_text("utf-8") for file in Path("src/quincunx/games", name).glob("*.py"))
    named = set(re.findall(r'"([CQ]?[0-9](?:\.[0-9])?)"', source))
    assert named
    assert named <= numbers(name)


@pytest.mark.parametrize("name", GAMES)
def test_every_ruling_is_explained_and_used(name: str) -> None:
    assert numbers(name) >= set(RULINGS[name])
    for ruling in RULINGS[name]:
        assert f"({ruling})" in PAGES[name], "a section refers to it"


def test_the_board_on_the_page() -> None:
    """Its rows, read from the picture, are the board's."""
    picture = PAGES["cinco"].split("```")[1].strip("\n").split("\n")
    rows: dict[int, list[tuple[int, int]]] = {}
    for number, (q, r) in enumerate(COORDINATES, 1):
        rows.setdefault(r, []).append((q, number))
    expected = [[number for _, number in sorted(row)] for _, row in sorted(rows.items())]
    assert [list(map(int, line.split())) for line in picture] == expected


def test_the_card_on_the_page() -> None:
    hi, lo, read = (
        re.findall(r"[0-9]+", line)
        for line in PAGES["cinqo"].split("\n")
        if line.startswith(("| ↑ Hi", "| **↓ Lo", "| number"))
    )
    for high, low, number in zip(hi, lo, read, strict=True):
        assert number_of(int(high), hi=True) == number_of(int(low), hi=False) == int(number)


def test_the_record_on_the_page() -> None:
    text = Path("docs/record-format.md").read_text("utf-8").split("```")[1].removeprefix("\n")
    record = parse(text, GAMES)
    assert write(record) == text
    assert isinstance(record.options, CinqoOptions)
    assert verify(record) == []


def test_after_how_many_turns_a_game_is_broken_off_stands_where_people_read_it() -> None:
    pages = (Path("docs/rules/cinco.md"), Path("docs/record-format.md"), Path("docs/hosting/reference.md"))
    for page in pages:
        assert f"{MOST_TURNS:,} turns" in page.read_text("utf-8"), page
    for rules in Path("web/src/games/cinco/rules").glob("*.json"):
        # Each language parts thousands in its own way.
        digits = re.sub(r"(?<=\d)[,\u202f](?=\d{3})", "", rules.read_text("utf-8"))
        assert digits.count(str(MOST_TURNS)) == 2, f"the section and the ruling in {rules.name}"
