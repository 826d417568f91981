"""Files with one result a line, with which a stopped run continues."""

from __future__ import annotations

from pathlib import Path


def whole_lines(path: Path | None) -> list[bytes]:
    """The lines of JSON in a file, without an incomplete last one; none without a file."""
    lines = path.read_bytes().splitlines() if path is not None and path.exists() else []
    return [line for line in lines if line.endswith(b"}")]
