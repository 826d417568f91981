"""The package uses no private members and no private names of others."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = "SLF001,PLC2701"
ALLOWED = "Private member accessed: `_mapping`"
"""SQLAlchemy documents ``Row._mapping``; the underscore keeps it apart from columns."""


def private_uses(*paths: Path | str) -> set[str]:
    """The messages of ruff's rules on private members and names."""
    command = [sys.executable, "-m", "ruff", "check", "--preview", "--isolated", "--select", RULES]
    done = subprocess.run(
        [*command, "--output-format", "json", *map(str, paths)], cwd=ROOT, capture_output=True, check=False
    )
    return {each["message"] for each in json.loads(done.stdout)}


def test_nothing_private_is_used() -> None:
    assert private_uses("src") <= {ALLOWED}


def test_private_uses_are_found(tmp_path: Path) -> None:
    file = tmp_path / "guilty.py"
    file.write_text("from other import _name\n\nprint(_name.inner._member)\n")
    assert len(private_uses(file)) == 2
