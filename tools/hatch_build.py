"""Hatch build hook: every wheel, sdist and editable install carries the built client.

A wheel carries the games' puzzles compressed, which is a twentieth of their size, and texts without the
spaces between them.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
import tempfile
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
        if self.target_name == "wheel" and version == "standard":
            self._compressed = Path(tempfile.mkdtemp(prefix="quincunx-wheel-"))
            build_data["force_include"].update(self._compress_puzzles() | self._compact_texts())

    def _compress_puzzles(self) -> dict[str, str]:
        """Compress the puzzles, which ``pyproject.toml`` excludes, and return their places in the wheel."""
        source = Path(self.root) / "src"
        places: dict[str, str] = {}
        for number, file in enumerate(sorted(source.glob("quincunx/games/*/studies/puzzles.json"))):
            compressed = self._compressed / f"{number}.gz"
            # Without a time in its head, the same puzzles give the same file.
            compressed.write_bytes(gzip.compress(file.read_bytes(), mtime=0))
            places[str(compressed)] = f"{file.relative_to(source).as_posix()}.gz"
        return places

    def _compact_texts(self) -> dict[str, str]:
        """Write the texts, which ``pyproject.toml`` excludes, in one line each, and return their places in
        the wheel."""
        source = Path(self.root) / "src"
        places: dict[str, str] = {}
        for number, file in enumerate(sorted(source.glob("quincunx/**/texts/*.json"))):
            compact = self._compressed / f"{number}.json"
            texts = json.loads(file.read_text("utf-8"))
            compact.write_text(json.dumps(texts, ensure_ascii=False, separators=(",", ":")), "utf-8")
            places[str(compact)] = file.relative_to(source).as_posix()
        return places

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.target_name == "wheel" and version == "standard":
            shutil.rmtree(self._compressed, ignore_errors=True)
