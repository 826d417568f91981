"""Prints a bill of materials (CycloneDX 1.6, JSON): the components of a server and of the client.

It lists the packages that are installed in ``.venv`` and built into the client, in the versions of the lock
files. Developers' tools are left out. The same components give the same text.
"""

from __future__ import annotations

import json
import sys
import uuid
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

THIRD_PARTY = Path(__file__).parents[1] / "src" / "quincunx" / "server" / "static" / ".third-party.json"
ROOT = "quincunx"
Component = dict[str, Any]


def runtime() -> dict[str, set[str]]:
    """Every distribution that Quincunx needs to run here, itself included, and the requirements of each."""
    needs: dict[str, set[str]] = {}
    waiting = [(ROOT, frozenset({"server", "bots"}))]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        name, extras = waiting.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        found = needs.setdefault(name, set())
        for line in metadata.requires(name) or ():
            requirement = Requirement(line)
            if any(_applies(requirement, extra) for extra in (*extras, "")):
                needed = canonicalize_name(requirement.name)
                found.add(needed)
                waiting.append((needed, frozenset(requirement.extras)))
    return needs


def _applies(requirement: Requirement, extra: str) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


def of_python(name: str) -> Component:
    """A distribution as a component."""
    about = metadata.metadata(name)
    version = metadata.version(name)
    return _component(name, version, f"pkg:pypi/{name}@{version}", _license_of(about))


def _license_of(about: Any) -> Component | None:
    """The license in its metadata: an expression, a word, or the classifiers' text."""
    if expression := about.get("License-Expression"):
        return {"expression": expression}
    kinds = [
        line.rpartition(" :: ")[2] for line in about.get_all("Classifier", ()) if line.startswith("License")
    ]
    text = (about.get("License") or "").strip().partition("\n")[0]
    name = " and ".join(kinds) or text
    return {"license": {"name": name}} if name else None


def of_client(entry: dict[str, str]) -> Component:
    """A package of the client as a component."""
    name, version = entry["name"], entry["version"]
    purl = entry.get("purl") or f"pkg:npm/{name.replace('@', '%40')}@{version}"
    return _component(name, version, purl, {"expression": entry["license"]})


def _component(name: str, version: str, purl: str, license_: Component | None) -> Component:
    made: Component = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    return made | ({"licenses": [license_]} if license_ else {})


def bill() -> dict[str, Any]:
    """The whole document. Raises ``FileNotFoundError`` while the client is not built."""
    needs = runtime()
    python = {name: of_python(name) for name in sorted(needs)}
    client = [of_client(entry) for entry in json.loads(THIRD_PARTY.read_text(encoding="utf-8"))]
    own = python[ROOT] | {"type": "application"}
    components = [*(each for name, each in python.items() if name != ROOT), *client]
    depends = [
        {"ref": python[name]["bom-ref"], "dependsOn": sorted(python[each]["bom-ref"] for each in needed)}
        for name, needed in sorted(needs.items())
    ]
    root = next(each for each in depends if each["ref"] == own["bom-ref"])
    root["dependsOn"] = [*root["dependsOn"], *(each["bom-ref"] for each in client)]
    name = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(components, sort_keys=True))
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{name}",
        "version": 1,
        "metadata": {"component": own},
        "components": components,
        "dependencies": depends,
    }


if __name__ == "__main__":
    json.dump(bill(), sys.stdout, indent=2, ensure_ascii=False)
    print()
