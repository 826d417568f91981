"""Collaborators are given to constructors: no module assigns attributes of another module's objects."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "quincunx"
ROOMS = ("node", "server")


def declared(tree: ast.Module) -> set[str]:
    """The attributes of the classes in a module."""
    found: set[str] = set()
    for each in ast.walk(tree):
        if isinstance(each, ast.ClassDef):
            for inner in ast.walk(each):
                if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store) and is_self(inner):
                    found.add(inner.attr)
                elif isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                    found.add(inner.target.id)
    return found


def is_self(target: ast.Attribute) -> bool:
    """True for an attribute of the object itself."""
    return isinstance(target.value, ast.Name) and target.value.id in ("self", "cls")


def hooks(source: str) -> Iterator[str]:
    """The assignments to attributes of objects whose class is in another module."""
    tree = ast.parse(source)
    own = declared(tree)
    for each in ast.walk(tree):
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
            if not is_self(each) and each.attr not in own:
                yield ast.unparse(each)
        elif isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == "setattr":
            yield ast.unparse(each)


def test_no_hooks_are_set_after_construction() -> None:
    paths = [path for room in ROOMS for path in sorted((PACKAGE / room).rglob("*.py"))]
    assert len(paths) > 100
    found = {
        f"{path.relative_to(PACKAGE).as_posix()}: {hook}"
        for path in paths
        for hook in hooks(path.read_text())
    }
    assert found == set()


def test_hooks_are_found() -> None:
    guilty = """
class Own:
    size: int

    def __init__(self, other):
        self.name = "own"
        self.other = other
        self.other.on_end = print

def wire(journal, own):
    journal.on_group = print
    journal.count += 1
    setattr(journal, "name", 1)
    own.name, own.size = "", 0
"""
    assert set(hooks(guilty)) == {
        "self.other.on_end",
        "journal.on_group",
        "journal.count",
        "setattr(journal, 'name', 1)",
    }
