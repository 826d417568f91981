"""The table of settings in the documentation has all that there are, and no others."""

from __future__ import annotations

import re
from pathlib import Path

from quincunx.server import settings

ROOT = Path(__file__).parents[2]


def test_the_table_is_that_of_the_code() -> None:
    named = set(re.findall(r"QUINCUNX_[A-Z_]+", Path(settings.__file__).read_text(encoding="utf-8")))
    rows = re.findall(
        r"^\| `(QUINCUNX_[A-Z_]+)` \|", (ROOT / "docs/hosting.md").read_text(encoding="utf-8"), re.M
    )
    assert sorted(rows) == sorted(named)
