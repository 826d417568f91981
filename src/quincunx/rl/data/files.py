"""The interface of a file format of exports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal, Protocol

from quincunx.rl.data.decisions import Decisions
from quincunx.rl.data.heads import Head
from quincunx.rl.data.rows import Header, Row

FormatName = Literal["parquet", "jsonl"]
_PARQUET: Final = b"PAR1"


class Format(Protocol):
    """A format, in which files can be written and read."""

    def write(self, file: Path, head: Head, rows: Sequence[Row]) -> None:
        """Write a part."""
        ...

    def head(self, file: Path) -> Head:
        """Return the head of a file. Raises :class:`BadExport`."""
        ...

    def join(self, file: Path, header: Header, parts: Sequence[Path]) -> None:
        """Write the rows of all parts to one file, part after part."""
        ...

    def batches(self, file: Path, size: int) -> Iterator[Decisions]:
        """Yield all decisions of a file, so many at once; the last batch may be smaller."""
        ...


def format_named(name: FormatName) -> Format:
    """Return the format of this name. Raises ``ImportError`` if its package is missing."""
    if name == "parquet":
        from quincunx.rl.data.parquet import Parquet

        return Parquet()
    from quincunx.rl.data.jsonl import JsonLines

    return JsonLines()


def format_of(file: Path) -> Format:
    """Return the format of an existing file."""
    with file.open("rb") as stream:
        return format_named("parquet" if stream.read(len(_PARQUET)) == _PARQUET else "jsonl")
