"""No class of ours derives from one of a library's that does not promise to keep it as it is.

A base class from elsewhere is used with all its insides, which change without notice. What these libraries
offer is called, or contained.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tests.structure.trees import nodes_of

PACKAGE = Path(__file__).parents[2] / "src" / "quincunx"
LIBRARIES = {"uvicorn", "sqlalchemy", "alembic", "aiosqlite"}
ALLOWED = {"uvicorn.Server", "uvicorn.server.Server"}
"""uvicorn documents that its server may be derived from."""


def imported_names(nodes: Iterable[ast.AST]) -> dict[str, str]:
    """Names that a module gives to what it imports, wherever in the file, and where these come from."""
    names: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                names[alias.asname or first] = alias.name if alias.asname else first
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return names


def dotted(node: ast.expr) -> str:
    """``a.b`` of ``a.b`` and ``a.b[c]``; empty for anything else."""
    if isinstance(node, ast.Subscript):
        return dotted(node.value)
    if isinstance(node, ast.Attribute) and (before := dotted(node.value)):
        return f"{before}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def foreign_bases(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, str]]:
    """Classes of a module with the bases that come from :data:`LIBRARIES`. A base may be given a name first
    (``Base = uvicorn.Server``)."""
    names = imported_names(nodes)

    def origin(node: ast.expr) -> str:
        first, dot, rest = dotted(node).partition(".")
        return f"{names.get(first, '')}{dot}{rest}"

    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and dotted(node.value):
            names.setdefault(node.targets[0].id, origin(node.value))
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            bases = map(origin, node.bases)
            yield from ((node.name, base) for base in bases if base.partition(".")[0] in LIBRARIES)


def test_no_class_derives_from_a_librarys() -> None:
    files = sorted(PACKAGE.rglob("*.py"))
    assert len(files) > 400
    found = {
        (path.relative_to(PACKAGE).as_posix(), name, base)
        for path in files
        for name, base in foreign_bases(nodes_of(path))
    }
    assert {each for each in found if each[2] not in ALLOWED} == set()


def test_they_are_found_however_they_are_named() -> None:
    source = """
import uvicorn, uvicorn.config as c, asyncio
from sqlalchemy.orm import DeclarativeBase as Base, Session
from .uvicorn import Own

class A(uvicorn.protocols.http.Http): ...
class B(Base): ...
class C(c.Config, asyncio.Protocol): ...
class D(Own, list[int]): ...
Short = uvicorn.Server
def inside():
    from aiosqlite import Connection
    class E(Connection[int]): ...
    class F(Short): ...
"""
    assert set(foreign_bases(list(ast.walk(ast.parse(source))))) == {
        ("A", "uvicorn.protocols.http.Http"),
        ("B", "sqlalchemy.orm.DeclarativeBase"),
        ("C", "uvicorn.config.Config"),
        ("E", "aiosqlite.Connection"),
        ("F", "uvicorn.Server"),
    }
