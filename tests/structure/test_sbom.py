"""The bill of materials: valid, and with all that a server and its client are made of."""

from __future__ import annotations

import ast
import json
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from quincunx.server.built_client import BUILT
from tests.structure.trees import imports_in
from tools import sbom

ROOT = Path(__file__).parents[2]
OPTIONAL = {"gymnasium", "mcp", "open_spiel", "pettingzoo", "pyarrow", "pyspiel", "ray", "_typeshed"}
"""Packages that only extras or type checkers need."""


@pytest.fixture(scope="module")
def bill() -> dict[str, Any]:
    return sbom.bill()


def imported() -> set[str]:
    """The outermost names of all that the package imports."""
    found: set[str] = set()
    for path in (ROOT / "src" / "quincunx").rglob("*.py"):
        for node in imports_in(path):
            if isinstance(node, ast.Import):
                found |= {each.name.partition(".")[0] for each in node.names}
            elif node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"quincunx"} - OPTIONAL


def test_it_is_what_the_standard_wants(bill: dict[str, Any]) -> None:
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(bill)) is None
    assert bill["metadata"]["component"]["name"] == "quincunx"


def test_all_that_is_imported_is_in_it(bill: dict[str, Any]) -> None:
    names = {each["name"] for each in bill["components"]}
    brought = packages_distributions()
    modules = imported()
    assert {"litestar", "numba", "prometheus_client"} <= modules
    missing = {
        module
        for module in modules
        if not {re.sub(r"[-_.]+", "-", each).lower() for each in brought.get(module, ())} & names
    }
    assert missing == set()


def test_versions_are_those_of_the_lock_and_no_tool_is_in_it(bill: dict[str, Any]) -> None:
    locked = dict(re.findall(r"^([a-z0-9.-]+)==([^ ;\\]+)", (ROOT / "requirements.lock").read_text(), re.M))
    python = [each for each in bill["components"] if each["purl"].startswith("pkg:pypi/")]
    assert len(python) > 30
    several = {"numpy", "contourpy", "networkx"}  # another version for an older Python
    assert [
        each["name"]
        for each in python
        if each["name"] not in several and locked[each["name"]] != each["version"]
    ] == []
    assert not {"pytest", "mypy", "ray", "hypothesis", "cyclonedx-python-lib"} & {
        each["name"] for each in python
    }
    assert [each["name"] for each in python if "licenses" not in each] == []


def test_the_client_is_in_it_and_its_notices_are_served(bill: dict[str, Any]) -> None:
    client = {
        each["name"]: each["version"] for each in bill["components"] if each["purl"].startswith("pkg:npm/")
    }
    assert {"svelte", "@noble/hashes", "@fontsource-variable/source-serif-4"} <= set(client)
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    assert {name: lock[f"node_modules/{name}"]["version"] for name in client} == client
    notices = (BUILT / "licenses.txt").read_text(encoding="utf-8")
    for name, version in client.items():
        assert f"\n{name} {version} (" in notices
    for each in json.loads((BUILT / ".third-party.json").read_text(encoding="utf-8")):
        assert f"\n{each['name']} {each['version']} ({each['license']})" in notices  # the interpreter's, too
    assert "Permission is hereby granted, free of charge" in notices
    assert "SIL OPEN FONT LICENSE" in notices.upper()


def test_common_dependencies_are_there(bill: dict[str, Any]) -> None:
    known = {each["bom-ref"] for each in (*bill["components"], bill["metadata"]["component"])}
    told = {each["ref"]: set(each["dependsOn"]) for each in bill["dependencies"]}
    assert set().union(*told.values()) <= known
    waiting, reached = [bill["metadata"]["component"]["bom-ref"]], set()
    while waiting:
        reached.add(each := waiting.pop())
        waiting += told.get(each, set()) - reached
    assert reached == known, "everything is there for a reason"


def test_the_same_components_give_the_same_text(bill: dict[str, Any]) -> None:
    assert sbom.bill() == bill


def test_build_dependencies_are_pinned() -> None:
    text = (ROOT / "tools" / "uv.txt").read_text()
    assert re.findall(r"^(\S+)==\d+\.\d+\.\d+ \\$", text, re.M) == ["uv"]
    assert text.count("--hash=sha256:") > 10
