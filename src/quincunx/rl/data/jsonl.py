"""Exports as JSON Lines: the head, then one decision a line, its observation in base64."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec
import numpy as np

from quincunx.rl.data.decisions import Decisions, masks_of, observations_of
from quincunx.rl.data.heads import Head, decode_head
from quincunx.rl.data.rows import Header, Row


class JsonLines:
    """The format ``jsonl``."""

    def write(self, file: Path, head: Head, rows: Sequence[Row]) -> None:
        with file.open("wb") as stream:
            for line in (head, *rows):
                stream.write(msgspec.json.encode(line) + b"\n")

    def head(self, file: Path) -> Head:
        with file.open("rb") as stream:
            return decode_head(file, stream.readline())

    def join(self, file: Path, header: Header, parts: Sequence[Path]) -> None:
        with file.open("wb") as joined:
            joined.write(msgspec.json.encode(Head(header)) + b"\n")
            for part in parts:
                with part.open("rb") as stream:
                    stream.readline()
                    shutil.copyfileobj(stream, joined)

    def batches(self, file: Path, size: int) -> Iterator[Decisions]:
        decoder = msgspec.json.Decoder(Row)
        with file.open("rb") as stream:
            header = decode_head(file, stream.readline()).header
            while rows := [decoder.decode(line) for line in islice(stream, size)]:
                yield _decisions(header, rows)


def _decisions(header: Header, rows: Sequence[Row]) -> Decisions:
    return Decisions(
        games=[row.game for row in rows],
        plies=np.array([row.ply for row in rows], np.int32),
        seats=np.array([row.seat for row in rows], np.int8),
        observations=observations_of(header, [row.observation for row in rows]),
        masks=masks_of(
            header, [len(row.legal) for row in rows], [number for row in rows for number in row.legal]
        ),
        actions=np.array([row.action for row in rows], np.int64),
        # None becomes NaN.
        outcomes=np.array([row.outcome for row in rows], np.float64),
        adjusted=np.array([row.adjusted for row in rows], np.float64),
    )
