"""Parsed sources, for tests that look through the whole package: each file is parsed once for all of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a file in the order of :func:`ast.walk`, the module first."""
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


@cache
def calls_in(path: Path) -> tuple[tuple[str, ast.Call], ...]:
    """The calls in a file, each with the text of what is called, such as ``log.warning``."""
    return tuple((ast.unparse(node.func), node) for node in nodes_of(path) if isinstance(node, ast.Call))


def imports_in(path: Path) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports in a file, wherever they stand."""
    return (node for node in nodes_of(path) if isinstance(node, ast.Import | ast.ImportFrom))


def forget() -> None:
    """Free the memory."""
    nodes_of.cache_clear()
    calls_in.cache_clear()
