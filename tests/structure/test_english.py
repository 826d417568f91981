"""Docstrings, comments and names of tests name their subject: none begins with a free relative clause."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import pytest

ROOT: Final = Path(__file__).parents[2]
CLIENT: Final = ROOT / "web"
SCRIPTS: Final = (".ts", ".svelte", ".js", ".mjs", ".css")

FREE_RELATIVE: Final = re.compile(r"\s*(?:Who|Whom|Whose|Whoever|What|Of whom|Of which|All on which)\b")
WHOEVER: Final = re.compile(r"\bwhoever\b", re.IGNORECASE)
SUSPECT: Final = re.compile(
    r"""(?:#|"\"\"|\btest_)\s*(?:who|what|of.wh|all on which)|whoever""", re.IGNORECASE
)
"""Found in each Python module with a wrong text; others need no parsing, which would take seconds."""
STRING: Final = r""""(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`"""
COMMENT: Final = (
    r"/\*+(?P<block>.*?)\*/|<!--(?P<markup>.*?)-->"
    r"|(?<![:\w\"'])//(?P<line>[^\n]*(?:\n[ \t]*//[^\n]*)*)"
)
CODE: Final = re.compile(f"{STRING}|{COMMENT}", re.DOTALL)
"""A string or a comment of the client: ``//`` within a string begins none. Adjacent lines are one comment."""
TEST_NAME: Final = re.compile(r"""\b(?:it|test|describe)\b[^"\n]*\(("(?:\\.|[^"\\\n])*"), """)


Reader: TypeAlias = Callable[[str], Iterator[tuple[str, str]]]
"""Yields the texts of a source, each with its name or line."""


def docstrings(source: str) -> Iterator[tuple[str, str]]:
    """Each docstring with the name of its module (empty), class, function, or attribute."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        name = "" if isinstance(node, ast.Module) else node.name
        before: ast.stmt | None = None
        for statement in node.body:
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield (
                        name if before is None else re.split("[: ]", ast.unparse(before), maxsplit=1)[0],
                        text,
                    )
            before = statement


def comments(source: str) -> Iterator[tuple[str, str]]:
    """Each comment of a Python module with its first line; adjacent lines are one comment."""
    last = (0, -1)
    lines: list[str] = []
    first = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        line, column = token.start
        if (line - 1, column) != last and lines:
            yield str(first), " ".join(lines)
            lines = []
        if not lines:
            first = line
        lines.append(token.string.lstrip("# "))
        last = (line, column)
    if lines:
        yield str(first), " ".join(lines)


def client_comments(source: str) -> Iterator[tuple[str, str]]:
    """Each comment of a client's file, and each name of a test, with its first line."""
    for match in CODE.finditer(source):
        text = match["block"] or match["markup"] or match["line"]
        if text is not None:
            yield str(source.count("\n", 0, match.start()) + 1), re.sub(r"\n\s*(?:\*|//)?", " ", text)
    for match in TEST_NAME.finditer(source):
        yield str(source.count("\n", 0, match.start()) + 1), match[1]


def client_files() -> list[Path]:
    """The client's own files."""
    folders = (CLIENT, *(CLIENT / "src").rglob("*"))
    return [
        file for folder in folders if folder.is_dir() for file in folder.iterdir() if file.suffix in SCRIPTS
    ]


def python_files() -> list[Path]:
    """All modules of the package, its tests, tools and benchmarks."""
    folders = (ROOT / name for name in ("src", "tests", "tools", "benchmarks"))
    return [file for folder in folders for file in folder.rglob("*.py")]


def names_of_tests(source: str) -> Iterator[tuple[str, str]]:
    """The names of a module's tests in words."""
    for name in re.findall(r"^ *(?:async )?def test_(\w+)", source, re.MULTILINE):
        yield name, name.replace("_", " ").capitalize()


@cache
def python_texts() -> list[tuple[str, str]]:
    suspects = [file for file in python_files() if SUSPECT.search(file.read_text("utf-8"))]
    return texts((docstrings, comments, names_of_tests), suspects)


@cache
def client_texts() -> list[tuple[str, str]]:
    return texts((client_comments,), client_files())


def texts(readers: Iterable[Reader], files: Iterable[Path]) -> list[tuple[str, str]]:
    """All texts of these files with their places, as ``folder/file: name or line``."""
    return [
        (f"{file.relative_to(ROOT).as_posix()}: {place}", text)
        for file in files
        for source in [file.read_text("utf-8")]
        for reader in readers
        for place, text in reader(source)
    ]


@pytest.mark.parametrize("read", [python_texts, client_texts])
def test_no_text_begins_with_a_free_relative(read: Callable[[], list[tuple[str, str]]]) -> None:
    assert [place for place, text in read() if FREE_RELATIVE.match(text)] == []


@pytest.mark.parametrize("read", [python_texts, client_texts])
def test_no_actor_is_a_relative_pronoun(read: Callable[[], list[tuple[str, str]]]) -> None:
    assert [place for place, text in read() if WHOEVER.search(text)] == []


def test_the_client_is_read() -> None:
    assert {file.suffix for file in client_files()} >= {".ts", ".svelte", ".css"}
    assert not [file for file in client_files() if "node_modules" in file.parts]


def test_docstrings_of_everything_are_read() -> None:
    source = '''"""What a module is."""
LIMIT = 3
"""What an attribute is."""


class Kind:
    """What a class is."""

    field: int
    """What a field is."""

    async def method(self) -> None:
        """What a method is."""
'''
    assert dict(docstrings(source)) == {
        "": "What a module is.",
        "LIMIT": "What an attribute is.",
        "Kind": "What a class is.",
        "field": "What a field is.",
        "method": "What a method is.",
    }


def test_comments_are_read_and_strings_are_not() -> None:
    source = 'x = "# Who plays"  # What is played\n# Whoever\n# reads\ny = 1\n'
    assert list(comments(source)) == [("1", "What is played"), ("2", "Whoever reads")]


def test_comments_of_the_client_are_read_and_strings_are_not() -> None:
    source = """<!-- Who plays. -->
const url = "http://What"; // What comes
/**
 * Whom it meets,
 * in two lines.
 */
// Whose turn
// it is.
describe("whoever sits", () => {
"""
    assert [(line, text.strip()) for line, text in client_comments(source)] == [
        ("1", "Who plays."),
        ("2", "What comes"),
        ("3", "Whom it meets,  in two lines."),
        ("7", "Whose turn  it is."),
        ("9", '"whoever sits"'),
    ]
