"""The layout of the package: small folders, no import circles, and lists of modules that exist."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping, Set
from fnmatch import fnmatch
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

from tests.structure.trees import imports_in, nodes_of

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "quincunx"
MODULES_IN_A_FOLDER = 15
LISTS = frozenset({"adapters/store/migrations/versions"})
"""Folders that only ever grow, by a numbered module each time: there is nothing to find in them by topic."""
MOST_PARAMETERS = 6
PLACES = (PACKAGE, PACKAGE / "games" / "cinco", ROOT / "web" / "src", ROOT)
"""The folders below which documents name files."""
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imported(path: Path) -> Iterator[str]:
    """The package's modules that a file imports, wherever in the file: also for types, also in functions."""
    for node in imports_in(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif node.module in MODULES:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else node.module


def circle_in(graph: Mapping[str, Set[str]]) -> list[str]:
    """The modules of a circle, in order; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_import_circles() -> None:
    graph = {name: set(imported(path)) - {name} for name, path in MODULES.items()}
    assert sum(map(len, graph.values())) > 2000
    assert circle_in(graph) == []


def test_a_circle_is_found() -> None:
    assert set(circle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}


def test_no_folder_has_more_than_fifteen_modules() -> None:
    sizes = {
        folder.relative_to(PACKAGE).as_posix(): sum(
            path.suffix == ".py" and path.name != "__init__.py" for path in folder.iterdir()
        )
        for folder in {path.parent for path in MODULES.values()}
    }
    assert len(sizes) > 40
    large = {folder for folder, size in sizes.items() if size > MODULES_IN_A_FOLDER}
    assert large - LISTS == set()


def listed_modules() -> Iterator[str]:
    """The modules, or patterns of modules, that ``pyproject.toml`` names."""
    for contract in PROJECT["tool"]["importlinter"]["contracts"]:
        for key in ("source_modules", "forbidden_modules", "modules"):
            yield from contract.get(key, [])
        for layer in contract.get("layers", []):
            yield from (
                f"{container}.{part}" if (container := "".join(contract.get("containers", []))) else part
                for part in layer.replace("(", "").replace(")", "").split(" | ")
            )
        for exception in contract.get("ignore_imports", []):
            yield from exception.split(" -> ")
    for override in PROJECT["tool"]["mypy"]["overrides"]:
        yield from override["module"]


@pytest.mark.parametrize("name", sorted({name for name in listed_modules() if name.startswith("quincunx")}))
def test_a_listed_module_exists(name: str) -> None:
    pattern = name.removesuffix(".*")
    assert any(fnmatch(module, pattern) for module in MODULES)


def listed_paths() -> Iterator[str]:
    """The files and folders that ``pyproject.toml`` names."""
    mutmut = PROJECT["tool"]["mutmut"]
    yield from mutmut["only_mutate"]
    yield from mutmut["do_not_mutate"]
    yield from mutmut["also_copy"]
    for argument in mutmut["pytest_add_cli_args_test_selection"]:
        yield argument.removeprefix("--ignore=")
    yield from PROJECT["tool"]["pyright"]["include"]
    yield from PROJECT["tool"]["pyright"]["exclude"]


@pytest.mark.parametrize("path", sorted(set(listed_paths())))
def test_a_listed_path_exists(path: str) -> None:
    assert any(ROOT.glob(path)) or any(PACKAGE.rglob(path.removeprefix("*/")))


NAMED = re.compile(r"`(?:src/quincunx/)?((?:[a-z_0-9]+/)+[a-z_0-9]+(?:\.py|/))`")


def named_files() -> Iterator[tuple[str, str]]:
    """The Python files and folders that the documents name, each with its document."""
    for document in sorted((ROOT / "docs").rglob("*.md")):
        for name in NAMED.findall(document.read_text("utf-8")):
            yield document.name, name


@pytest.mark.parametrize(("document", "name"), sorted(set(named_files())))
def test_a_file_that_a_document_names_exists(document: str, name: str) -> None:
    """A path is below the package, a game, the client or the project."""
    assert any((root / name).exists() for root in PLACES)


def constructors() -> Iterator[tuple[str, int]]:
    """The number of parameters of each constructor in the node and the server, without ``self``."""
    for package in ("node", "server"):
        for path in sorted((PACKAGE / package).rglob("*.py")):
            for node in nodes_of(path):
                if isinstance(node, ast.FunctionDef) and node.name == "__init__":
                    given = node.args
                    yield name_of(path), len(given.posonlyargs) + len(given.args) + len(given.kwonlyargs) - 1


def test_no_constructor_has_more_than_six_parameters() -> None:
    found = list(constructors())
    assert len(found) > 60
    assert [each for each in found if each[1] > MOST_PARAMETERS] == []
