"""Docstrings name their subject: none begins with a free relative, none says “whoever”."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "src" / "quincunx"
PACKAGES: Final = (
    "core",
    "kit",
    "engines",
    "games",
    "api",
    "review",
    "lessons",
    "arena",
    "pages",
    "texts",
    "client",
    "cli",
    "table",
    "club",
    "node",
    "adapters",
    "server",
)
"""The packages that keep to this; add others once they do."""

FREE_RELATIVE: Final = re.compile(r"(?:Who|Whom|Whose|Whoever|What|Of whom|All on which)\b")
WHOEVER: Final = re.compile(r"\bwhoever\b", re.IGNORECASE)


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


def found(pattern: re.Pattern[str], packages: tuple[str, ...] = PACKAGES) -> set[str]:
    """The places of the docstrings with this pattern, as ``package/module.py: name``."""
    return {
        f"{file.relative_to(PACKAGE).as_posix()}: {name}"
        for package in packages
        for file in (PACKAGE / package).rglob("*.py")
        for name, text in docstrings(file.read_text("utf-8"))
        if pattern.search(text)
    }


def test_the_packages_are_there() -> None:
    assert [package for package in PACKAGES if not (PACKAGE / package / "__init__.py").is_file()] == []


def test_no_docstring_begins_with_a_free_relative() -> None:
    assert found(re.compile(r"\A\s*" + FREE_RELATIVE.pattern)) == set()


def test_no_docstring_says_whoever() -> None:
    assert found(WHOEVER) == set()


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
