"""Python processes in which numpy and numba cannot be imported, as on machines that do not have them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_PROGRAM: Final = """
import sys

class Lacking:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Lacking())
"""


def lacking(folder: Path) -> dict[str, str]:
    """Variables for a process that lacks both, and for all processes that it starts; the folder is written
    to."""
    (folder / "sitecustomize.py").write_text(_PROGRAM)
    return {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)}
