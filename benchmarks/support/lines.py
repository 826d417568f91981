"""Files of one result a line, which a run that was stopped goes on with."""

from __future__ import annotations

from pathlib import Path


def whole_lines(path: Path | None) -> list[bytes]:
    """The lines of JSON that a file has; none without one. One that was cut short is left out."""
    lines = path.read_bytes().splitlines() if path is not None and path.exists() else []
    return [line for line in lines if line.endswith(b"}")]
