"""Functions have searchable names: a bare everyday verb names at most two of them."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.structure.trees import nodes_of

PACKAGE: Final = Path(__file__).parents[2] / "src" / "quincunx"
BARE: Final = ("find", "keep", "look", "note", "answer", "begin", "tell", "told", "made", "moved", "taken")
"""Words that say nothing of what is found, kept or told. ``_find`` counts as ``find``."""
MOST: Final = 2
EXEMPT: Final = {
    "cli/serving/admin.py: find": "the function's name is the command's",
}
"""Definitions that do not count, each with its reason."""


def functions(file: Path) -> Iterator[str]:
    """The names of all functions and methods, wherever they are defined."""
    for node in nodes_of(file):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def bare_names(root: Path) -> dict[str, list[str]]:
    """The definitions with a bare name, as ``package/module.py: name``, by their word."""
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted(root.rglob("*.py")):
        for name in functions(file):
            word = name.strip("_")
            if word in BARE:
                found[word].append(f"{file.relative_to(root).as_posix()}: {name}")
    return found


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    return bare_names(PACKAGE)


@pytest.mark.parametrize("word", BARE)
def test_a_bare_word_names_at_most_two_functions(word: str, found: dict[str, list[str]]) -> None:
    counted = [place for place in found.get(word, []) if place not in EXEMPT]
    assert len(counted) <= MOST, counted


def test_exemptions_exist(found: dict[str, list[str]]) -> None:
    assert EXEMPT.keys() <= {place for places in found.values() for place in places}


def test_functions_of_every_kind_are_counted(tmp_path: Path) -> None:
    source = "class A:\n    async def _find(self): ...\ndef f():\n    def find(): ...\nfound = 1\n"
    (tmp_path / "a.py").write_text(source)
    assert bare_names(tmp_path).keys() == {"find"}
    assert set(bare_names(tmp_path)["find"]) == {"a.py: _find", "a.py: find"}
