"""The imports of the core: msgspec, and modules of the standard library without access to the world."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "src" / "quincunx" / "core"

# A list of allowed imports, not of forbidden ones: a new module cannot escape it.
PURE = {
    "__future__", "bisect", "collections", "dataclasses", "enum", "errno", "functools", "hashlib", "heapq",
    "hmac", "itertools", "math", "operator", "re", "string", "struct", "typing", "unicodedata",
}  # fmt: skip
# Of these one name alone: a generator that is handed its seed, and a path as a value.
ONE_NAME = {"random": {"Random"}, "pathlib": {"Path"}}
OTHERS = {"msgspec", "quincunx.core"}


def imports(source: str) -> Iterator[tuple[str, str | None]]:
    """Each module that is imported anywhere in a source, with the name that is taken from it, if one is."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (("." * node.level + (node.module or ""), alias.name) for alias in node.names)


def is_allowed(module: str, name: str | None) -> bool:
    if module in ONE_NAME:
        return name in ONE_NAME[module]
    return module.partition(".")[0] in PURE or any(
        module == other or module.startswith(other + ".") for other in OTHERS
    )


@pytest.mark.parametrize("path", sorted(CORE.rglob("*.py")), ids=lambda path: path.name)
def test_the_core_imports_pure_modules_alone(path: Path) -> None:
    assert [found for found in imports(path.read_text("utf-8")) if not is_allowed(*found)] == []


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "import os.path",
        "import random",
        "from random import randrange",
        "from pathlib import Path, PosixPath",
        "from quincunx.games import GAMES",
        "from quincunx import corellary",
        "from . import chance",
        "def late() -> None:\n    import numpy",
        "if TYPE_CHECKING:\n    from litestar import Litestar",
        "import importlib",
    ],
)
def test_anything_else_is_found_wherever_it_stands(source: str) -> None:
    assert not all(is_allowed(*found) for found in imports(source))


def test_something_is_looked_at() -> None:
    found = {module for path in CORE.rglob("*.py") for module, _ in imports(path.read_text("utf-8"))}
    assert {"msgspec", "random", "typing", "quincunx.core.reason"} <= found
