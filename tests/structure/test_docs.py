"""The documents' English, as far as a test can check it, and their links.

A sentence that begins with "Who" or "What" + clause hides its actor, so a reader has to read it twice.
"""

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
        ROOT / "web" / "README.md",
        *(ROOT / "docs").rglob("*.md"),
    ]
)
SITE = ROOT / "docs"
MOST_WORDS = 40
"""Words in one cell of a table; longer text belongs below it."""
OPENING = re.compile(r"(?:Who|Whom|Whose|Whoever|What)\b")
SENTENCE_END = re.compile(r"(?<=[.!:;])\s+(?=[A-Z])")
WORD = re.compile(r"\S*[^\W\d]\S*")
MARK = re.compile(r"\s*(?:[-*] |\d+\. )")
"""The mark of a list item."""


def test_every_page_is_in_the_contents_of_the_site() -> None:
    pages = {path.relative_to(SITE).as_posix().removesuffix(".md") for path in SITE.rglob("*.md")} - {"index"}
    contents = re.findall(r"^```\{toctree\}\n(.*?)^```$", (SITE / "index.md").read_text("utf-8"), re.M | re.S)
    listed = [line for part in contents for line in part.splitlines() if line and not line.startswith(":")]
    assert len(contents) == 4
    assert sorted(listed) == sorted(pages)


def cells(text: str) -> Iterator[str]:
    """The cells of all tables."""
    for line in text.splitlines():
        if line.startswith("|"):
            yield from (cell.strip() for cell in line.strip("|").split(" | "))


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs and list items, each on one line; headings begin with their mark."""
    paragraph: list[str] = []
    for line in [*text.splitlines(), ""]:
        is_code = line.startswith("    ") and not paragraph
        if is_code or line.startswith("|"):
            continue
        if paragraph and (MARK.match(line) or line.startswith("#") or not line.strip()):
            yield " ".join(paragraph)
            paragraph = []
        if line.strip():
            paragraph.append(MARK.sub("", line, count=1).strip())


def sentences(text: str) -> Iterator[str]:
    """The sentences of paragraphs, list items and cells, without code blocks and emphasis."""
    text = re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.M | re.S)
    for block in [*paragraphs(text), *cells(text)]:
        yield from SENTENCE_END.split(re.sub(r"[*_]{1,2}", "", block))


def prose(path: Path) -> str:
    """A document's text, without the standard's table in the page on security: its rows await editing."""
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


def test_a_free_relative_clause_is_found() -> None:
    text = "- It waits. Whoever comes\n  first sits.\n\n| **What** is left | Who sits? |\n\n# Who does what\n"
    found = [each for each in sentences(text) if OPENING.match(each) and "?" not in each]
    assert found == ["Whoever comes first sits.", "What is left"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_no_sentence_begins_with_a_free_relative_clause(path: Path) -> None:
    """Questions and headings may begin like this; in statements the actor has a name."""
    assert [each for each in sentences(prose(path)) if OPENING.match(each) and "?" not in each] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_no_actor_is_a_relative_pronoun(path: Path) -> None:
    assert re.findall(r".*\bwho(?:m|so)?ever\b.*", prose(path), re.I) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_no_cell_is_an_essay(path: Path) -> None:
    assert [cell for cell in cells(prose(path)) if len(WORD.findall(cell)) > MOST_WORDS] == []


@pytest.mark.parametrize("path", [*DOCUMENTS, ROOT / "CHANGELOG.md"], ids=name_of)
def test_every_link_leads_somewhere(path: Path) -> None:
    broken = [
        (target.name, anchor)
        for target, anchor in links(path)
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target))
    ]
    assert broken == []
