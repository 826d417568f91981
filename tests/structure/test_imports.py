"""The third-party modules that each package may import, and the packages that work with msgspec alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

from tests.structure.trees import nodes_of

SOURCE = Path(__file__).parents[2] / "src"
PACKAGE = SOURCE / "quincunx"

# Imports allowed to a file, anywhere in it; the longest fitting entry counts.
MAY_IMPORT: dict[str, set[str]] = {
    "__init__.py": set(),
    "__main__.py": set(),
    "adapters": {"alembic", "asyncpg", "cryptography", "redis", "sqlalchemy", "structlog"},
    "api": set(),
    "arena": {"filelock", "numpy"},
    "cli": {"babel", "cyclopts", "platformdirs", "rich", "structlog", "uvicorn", "uvloop"},
    "client": {"websockets"},
    "club": {"networkx", "openskill"},
    "core": set(),
    "engines": {"llvmlite", "numba", "numpy", "platformdirs"},
    "games": set(),
    "games/*/bots": {"numpy"},
    "games/*/commands": {"cyclopts", "matplotlib", "rich"},
    "games/*/learning": {"numpy", "pyspiel"},
    "games/*/puzzles": {"numpy"},
    "games/*/review": {"numpy"},
    "kit": {"cachetools", "structlog"},
    "lessons": set(),
    "local": set(),
    "mcp": {"mcp"},
    "node": {"structlog"},
    "pages": {"matplotlib"},
    "review": set(),
    "rl": {"filelock", "gymnasium", "numpy", "pettingzoo"},
    "server": {
        "argon2", "cachetools", "filelock", "httptools", "litestar", "markdown_it", "platformdirs",
        "prometheus_client", "segno", "structlog", "uvicorn", "webauthn", "websockets",
    },
    "table": set(),
    "texts": set(),
}  # fmt: skip

# Every module of these can be imported with msgspec alone, kernels and what is made of them excepted.
PLAIN = (
    "api",
    "arena",
    "core",
    "engines",
    "games",
    "lessons",
    "local",
    "pages",
    "review",
    "rl",
    "table",
    "texts",
)
KERNELS = (
    "engines/kernels/*",
    "engines/batches.py",
    "engines/cached_tables.py",
    "engines/kernel_cache.py",
    "games/*/bots/kernels/*",
    "games/*/bots/solver/*",
    "games/*/bots/training/*",
    "games/cinco/bots/control.py",
    "games/cinco/bots/belief.py",
    "games/cinco/bots/ranking.py",
    "games/cinco/bots/search.py",
    "games/cinco/bots/weights.py",
    "games/cinqo/bots/advisor.py",
    "games/cinqo/bots/control.py",
    "games/*/commands/*",
    "games/*/learning/batch.py",
    "games/*/learning/greedy.py",
    "games/*/learning/mirror.py",
    "games/*/learning/observe.py",
    "games/*/learning/position.py",
    "games/*/puzzles/*",
    "games/*/review/*",
    "games/*/learning/recall.py",
    "games/*/learning/spiel.py",
    "rl/aec.py",
    "rl/batches.py",
    "rl/check.py",
    "rl/data/*",
    "rl/drawing.py",
    "rl/gym.py",
    "rl/vector.py",
)
PROGRAM = """
import importlib, sys
names = sys.argv[1:]
outside = {name for name in sys.modules}
for name in names:
    importlib.import_module(name)
loaded = {name.partition(".")[0] for name in set(sys.modules) - outside}
print(*sorted(loaded - set(sys.stdlib_module_names) - {"__mp_main__"}))
"""


def place_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def entry_of(path: Path) -> str:
    """The longest entry of the table that fits a file; a missing one is a failure."""
    return max((each for each in MAY_IMPORT if _fits(path, each)), key=len)


def allowed(path: Path) -> set[str]:
    """The modules that a file may import."""
    return {"msgspec", "quincunx", "_typeshed", *MAY_IMPORT[entry_of(path)]}


@cache
def _places(path: Path) -> tuple[str, ...]:
    """A file's place and the folders around it, down from the package."""
    parts = path.relative_to(PACKAGE).parts
    return tuple("/".join(parts[: n + 1]) for n in range(len(parts)))


def _fits(path: Path, pattern: str) -> bool:
    """True if a pattern names the file, or a folder around it."""
    depth = pattern.count("/")
    places = _places(path)
    return depth < len(places) and fnmatchcase(places[depth], pattern)


def imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The outermost names of the modules that a source imports, wherever in it."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


FILES = sorted(PACKAGE.rglob("*.py"))


def test_no_package_imports_what_it_may_not() -> None:
    found = {
        place_of(path): foreign
        for path in FILES
        if (foreign := set(imported(nodes_of(path))) - sys.stdlib_module_names - allowed(path))
    }
    assert found == {}


def test_the_table_lists_nothing_that_is_not_imported() -> None:
    used: dict[str, set[str]] = {pattern: set() for pattern in MAY_IMPORT}
    for path in FILES:
        used[entry_of(path)] |= set(imported(nodes_of(path)))
    assert {pattern: idle for pattern, names in MAY_IMPORT.items() if (idle := names - used[pattern])} == {}


def plain_modules(package: str) -> list[str]:
    """The modules of a package that need msgspec alone."""
    paths = [path for path in sorted((PACKAGE / package).rglob("*.py")) if not _is_kernel(path)]
    names = [".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in paths]
    return [name.removesuffix(".__init__") for name in names]


def _is_kernel(path: Path) -> bool:
    return any(_fits(path, pattern) for pattern in KERNELS)


@pytest.mark.parametrize("package", [name for name in PLAIN if (PACKAGE / name).is_dir()])
def test_a_package_loads_nothing_but_msgspec(package: str) -> None:
    modules = plain_modules(package)
    assert modules
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *modules], capture_output=True, text=True, check=True
    )
    # msgspec looks for typing_extensions, which others may have brought.
    assert set(done.stdout.split()) <= {"msgspec", "quincunx", "typing_extensions"}


@pytest.mark.parametrize("source", ["import numpy", "def f():\n    from numpy.typing import NDArray"])
def test_an_import_is_found_wherever_it_stands(source: str) -> None:
    found = set(imported(ast.walk(ast.parse(source))))
    assert found - allowed(PACKAGE / "games" / "cinco" / "rules.py") == {"numpy"}
    assert found <= allowed(PACKAGE / "games" / "cinco" / "bots" / "kernels" / "moves.py")
