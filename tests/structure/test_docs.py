"""The documents' English, as far as it can be checked, and their links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "SECURITY.md",
        *(path for path in (ROOT / "docs").rglob("*.md")),
    ]
)
MOST_WORDS = 40
OPENING = re.compile(r"(?:Who|Whom|Whose|Whoever|What)\b")
SENTENCE = re.compile(r"(?<=[.!:;])\s+(?=[A-Z])")


def blocks(text: str) -> Iterator[str]:
    """The paragraphs, list items and cells of a document, without its code blocks; headings keep their mark."""
    text = re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.M | re.S)
    paragraph: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("    ") and not paragraph:
            continue
        if line.startswith("|"):
            yield from (cell.strip() for cell in line.strip("|").split(" | "))
            continue
        starts_anew = re.match(r"\s*(?:[-*] |\d+\. |#)", line) or not line.strip()
        if starts_anew and paragraph:
            yield " ".join(paragraph)
            paragraph = []
        if line.strip():
            paragraph.append(re.sub(r"^\s*(?:[-*] |\d+\. )", "", line).strip())


def cells(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line.startswith("|"):
            yield from (cell.strip() for cell in line.strip("|").split(" | "))


def prose(path: Path) -> str:
    """A document's text; of the page on security without the table of the standard, which has its own words."""
    return path.read_text("utf-8").partition("## ASVS 5.0, level 2")[0]


def anchors(path: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub derives them."""
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(path: Path) -> Iterator[tuple[Path, str]]:
    """The files that a document links to, each with its anchor."""
    for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text("utf-8")):
        if "://" not in target:
            name, _, anchor = target.partition("#")
            yield (path.parent / name).resolve() if name else path, anchor


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_no_sentence_begins_with_a_free_relative_clause(path: Path) -> None:
    """Questions may begin like this; in statements the actor has a name."""
    guilty = []
    for block in blocks(prose(path)):
        for sentence in SENTENCE.split(re.sub(r"[*_]{1,2}", "", block)):
            if OPENING.match(sentence) and "?" not in sentence:
                guilty.append(sentence)
    assert guilty == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_no_actor_is_called_whoever(path: Path) -> None:
    assert re.findall(r".*\bwho(?:m|so)?ever\b.*", prose(path), re.I) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_no_cell_is_an_essay(path: Path) -> None:
    words = re.compile(r"\S*[^\W\d]\S*")
    assert [cell for cell in cells(prose(path)) if len(words.findall(cell)) > MOST_WORDS] == []


@pytest.mark.parametrize("path", [*DOCUMENTS, ROOT / "CHANGELOG.md"], ids=name_of)
def test_every_link_leads_somewhere(path: Path) -> None:
    broken = [
        (target.name, anchor)
        for target, anchor in links(path)
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target))
    ]
    assert broken == []
