"""The client's folders: no import circle, no import upwards, no folder that is too large."""

from __future__ import annotations

import os
import re
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final, TypeAlias

import pytest

ROOT: Final = Path(__file__).parents[2]
CLIENT: Final = ROOT / "web" / "src"
BUILD: Final = ROOT / "web" / "vite.config.ts"

ROOMS: Final = {"games", "i18n", "kit", "local", "pages", "state", "ui", "wire", "words", "worker"}
FORBIDDEN: Final = {
    "wire": ROOMS - {"games", "wire"},
    "i18n": ROOMS - {"i18n", "state"},
    "words": {"games", "kit", "pages", "ui"},
    "kit": {"games", "pages", "ui"},
    "games": {"pages", "ui"},
    "state": {"kit", "pages", "ui"},
    "ui": {"pages"},
    "worker": ROOMS - {"worker"},
    # Pages know its messages alone.
    "local": ROOMS - {"local"},
}
"""The rooms that each room does not import. Tests may import everything."""

MOST: Final = 15
LARGER: Final = {
    "pages": 20,  # One file for each address.
}
"""Folders with more modules than others may have, how many, and why."""

STATIC: Final = r"""^[ \t]*(?:import|export)\b[^;"'()]*?\bfrom\s*["'](?P<static>[^"']+)["']"""
EFFECT: Final = r"""^[ \t]*import\s*["'](?P<effect>[^"']+)["']"""
DYNAMIC: Final = r"""\bimport\(\s*["'](?P<dynamic>[^"']+)["']"""
COMMENT: Final = re.compile(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)", re.MULTILINE | re.DOTALL)
IMPORT: Final = re.compile(f"{STATIC}|{EFFECT}|{DYNAMIC}", re.MULTILINE)

Graph: TypeAlias = dict[str, set[str]]


def is_module(path: Path) -> bool:
    """True if a file holds code that is not a test."""
    return path.suffix in (".ts", ".svelte", ".js") and not path.name.endswith((".test.ts", ".d.ts"))


def imported(path: Path) -> set[Path]:
    """The files that a file imports by relative paths: at once, later, or for their types alone."""
    found = set()
    for match in IMPORT.finditer(COMMENT.sub("", path.read_text("utf-8"))):
        name = next(filter(None, match.groups()))
        # Files that the build prepares are no modules of the client.
        if name.startswith(".") and "/node_modules/" not in name:
            target = Path(os.path.normpath(path.parent / name))
            candidates = (target, Path(f"{target}.ts"), target / "index.ts")
            file = next((each for each in candidates if each.is_file()), None)
            assert file, f"{path} imports {name}, which does not exist"
            found.add(file)
    return found


def graph_of(folder: Path) -> Graph:
    """For each module of a folder those that it imports there, by their paths in it."""
    modules = [path for path in folder.rglob("*") if is_module(path)]
    return {
        path.relative_to(folder).as_posix(): {
            each.relative_to(folder).as_posix() for each in imported(path) if each.is_relative_to(folder)
        }
        for path in modules
    }


def circle_in(graph: Graph) -> list[str]:
    """The modules of an import circle, if there is one."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def upward(graph: Graph) -> list[str]:
    """Every import that the order of the rooms forbids."""
    room = {path: path.partition("/")[0] for path in graph}
    return sorted(
        f"{path} imports {other}"
        for path, others in graph.items()
        for other in others
        if room.get(other) in FORBIDDEN.get(room[path], set())
    )


@pytest.fixture(scope="module")
def client() -> Graph:
    """The imports of the whole client."""
    graph = graph_of(CLIENT)
    assert len(graph) > 300
    assert sum(map(len, graph.values())) > 1000
    return graph


def test_no_module_imports_itself_by_way_of_others(client: Graph) -> None:
    assert circle_in(client) == []


def test_no_import_goes_upwards(client: Graph) -> None:
    assert {path.partition("/")[0] for path in client if "/" in path} == ROOMS | {"testing"}
    assert upward(client) == []


def test_the_wire_knows_nothing_of_games_but_their_types(client: Graph) -> None:
    outside = {other for path, others in client.items() if path.startswith("wire/") for other in others}
    assert {path for path in outside if not re.fullmatch(r"wire/\w+\.ts|games/\w+/types\.ts", path)} == set()


def test_no_folder_has_too_many_modules(client: Graph) -> None:
    sizes = Counter(path.rpartition("/")[0] for path in client)
    assert {folder: size for folder, size in sizes.items() if size > LARGER.get(folder, MOST)} == {}
    assert all(MOST < size <= 20 and sizes[folder] > MOST for folder, size in LARGER.items())


def test_the_build_names_files_that_exist() -> None:
    """A file that was moved would silently go into another chunk."""
    lists = dict(re.findall(r"^const (\w+) = \[(.*?)\];", BUILD.read_text("utf-8"), re.MULTILINE | re.DOTALL))
    assert set(lists) == {"BASE", "PARTS", "ROOM"}
    named = [name for names in lists.values() for name in re.findall(r'"([^"]+)"', names)]
    assert len(named) > 30
    assert [name for name in named if not (CLIENT / name).is_file()] == []
    assert len(set(named)) == len(named)


@pytest.mark.parametrize(
    "line",
    [
        'import { a } from "./b";',
        'import type { A } from "./b";',
        'export { a } from "./b";',
        'export * from "./b";',
        'import {\n  a,\n  type A,\n} from "./b";',
        'import "./b";',
        'const b = () => import("./b");',
        '{#await import("./b") then { default: B }}<B />{/await}',
        'type A = import("./b").A;',
    ],
)
def test_every_kind_of_import_is_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "a.svelte").write_text(f"{line}\n", "utf-8")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "index.ts").write_text('import A from "../a.svelte";\n', "utf-8")
    graph = graph_of(tmp_path)
    assert graph == {"a.svelte": {"b/index.ts"}, "b/index.ts": {"a.svelte"}}
    assert set(circle_in(graph)) == set(graph)


def test_a_comment_imports_nothing(tmp_path: Path) -> None:
    text = '/**\n * Like `import("./b")`.\n */\n// import "./b";\nconst all = import.meta.glob("./*.json");\n'
    (tmp_path / "a.ts").write_text(text, "utf-8")
    assert graph_of(tmp_path) == {"a.ts": set()}


def test_a_forbidden_direction_is_found() -> None:
    graph: Graph = {
        "games/a/index.ts": {"kit/b.ts", "ui/chat/c.ts"},
        "kit/b.ts": set(),
        "ui/chat/c.ts": set(),
    }
    assert upward(graph) == ["games/a/index.ts imports ui/chat/c.ts"]
