"""Exports as Parquet files, with one row group for each part: the extra ``quincunx[export]``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from quincunx.rl.data.decisions import Decisions, masks_of, observations_of
from quincunx.rl.data.heads import Head, decode_head
from quincunx.rl.data.rows import Header, Row

# They ship no types.
arrow: Any = import_module("pyarrow")
tables: Any = import_module("pyarrow.parquet")

_KEY: Final = b"quincunx"
_COMPRESSION: Final = "zstd"
_FIELDS: Final[Any] = (
    ("game", arrow.string()),
    ("ply", arrow.int32()),
    ("seat", arrow.int8()),
    ("observation", arrow.binary()),
    ("legal", arrow.list_(arrow.int32())),
    ("action", arrow.int32()),
    ("outcome", arrow.float64()),
    ("adjusted", arrow.float64()),
)


class Parquet:
    """The format ``parquet``."""

    def write(self, file: Path, head: Head, rows: Sequence[Row]) -> None:
        columns = {name: [getattr(row, name) for row in rows] for name, _ in _FIELDS}
        table = arrow.Table.from_pydict(columns, schema=_schema(head))
        tables.write_table(table, file, compression=_COMPRESSION)

    def head(self, file: Path) -> Head:
        try:
            found: Any = tables.read_schema(file).metadata or {}
        except (arrow.ArrowException, OSError):  # the file exists, but is damaged or something else
            found = {}
        data: bytes = found.get(_KEY, b"")
        return decode_head(file, data)

    def join(self, file: Path, header: Header, parts: Sequence[Path]) -> None:
        with tables.ParquetWriter(file, _schema(Head(header)), compression=_COMPRESSION) as writer:
            for part in parts:
                writer.write_table(tables.read_table(part))

    def batches(self, file: Path, size: int) -> Iterator[Decisions]:
        header = self.head(file).header
        with tables.ParquetFile(file) as opened:
            for batch in opened.iter_batches(batch_size=size):
                yield _decisions(header, batch)


def _schema(head: Head) -> Any:
    return arrow.schema(_FIELDS, metadata={_KEY: msgspec.json.encode(head)})


def _decisions(header: Header, batch: Any) -> Decisions:
    legal = batch.column("legal")
    return Decisions(
        games=batch.column("game").to_pylist(),
        plies=_array(batch, "ply"),
        seats=_array(batch, "seat"),
        observations=observations_of(header, batch.column("observation").to_pylist()),
        masks=masks_of(header, legal.value_lengths().to_numpy(), legal.flatten().to_numpy()),
        actions=_array(batch, "action").astype(np.int64),
        outcomes=_array(batch, "outcome"),
        adjusted=_array(batch, "adjusted"),
    )


def _array(batch: Any, name: str) -> Any:
    """Return a column of numbers; a missing one becomes NaN."""
    return batch.column(name).to_numpy(zero_copy_only=False)
