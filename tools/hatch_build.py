"""Hatch build hook: every wheel, sdist and editable install carries the built client."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import client
import node


class ClientBuildHook(BuildHookInterface[Any]):
    """Builds ``web/`` into the package, with a Node.js from PyPI where the machine has none."""

    def dependencies(self) -> list[str]:
        if client.is_built() or node.machine_has_node():
            return []
        return [node.PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        client.build()
