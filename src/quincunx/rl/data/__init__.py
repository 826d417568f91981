"""Decisions of exported games as numpy arrays, in batches: files of ``quincunx export``.

It needs numpy, and for Parquet files pyarrow, as the extra ``quincunx[export]`` brings them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from quincunx.rl.data.decisions import Decisions
from quincunx.rl.data.files import format_of
from quincunx.rl.data.heads import BadExport
from quincunx.rl.data.rows import Header

__all__ = ["BadExport", "Decisions", "Header", "batches", "header"]


def header(file: str | Path) -> Header:
    """Return the settings of an export. Raises :class:`BadExport` for any other file."""
    path = Path(file)
    return format_of(path).head(path).header


def batches(file: str | Path, size: int = 4096) -> Iterator[Decisions]:
    """Yield all decisions of an export in their order, ``size`` at once; the last batch may be smaller.
    Raises :class:`BadExport` for any other file."""
    if size < 1:
        raise ValueError("A batch has at least one decision.")
    path = Path(file)
    return format_of(path).batches(path, size)
