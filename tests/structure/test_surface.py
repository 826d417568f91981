"""The names of the library: ``import quincunx`` loads none of them, and type checkers see all of them."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import quincunx

SOURCE = Path(quincunx.__file__).read_text("utf-8")
PROGRAM = """
import json, sys
before = set(sys.modules)
import quincunx
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def typed_names() -> dict[str, str]:
    """The names that type checkers see, each with its module."""
    block = next(
        node
        for node in ast.parse(SOURCE).body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    )
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name: str(node.module) for node in imports for alias in node.names}


def test_importing_the_package_imports_nothing_else() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == ["quincunx"]


def test_type_checkers_see_the_names_of_the_library() -> None:
    assert typed_names() == quincunx._HOMES
    assert set(quincunx.__all__) == {"__version__", *quincunx._HOMES}


def test_each_name_is_found_in_its_module() -> None:
    for name, home in quincunx._HOMES.items():
        assert getattr(quincunx, name) is getattr(sys.modules[home], name)
        assert name in dir(quincunx)


def test_a_wrong_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'quincunx' has no attribute 'Cinko'"):
        _ = quincunx.Cinko  # type: ignore[attr-defined]  # the mistake under test
