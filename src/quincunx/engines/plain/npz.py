"""Arrays in ``.npz`` files, read with the standard library alone: for machines without numpy."""

from __future__ import annotations

import ast
import io
import struct
import zipfile
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

_MAGIC: Final = b"\x93NUMPY"
_KINDS: Final = {"<f2": "e", "<f4": "f", "<f8": "d", "<u2": "H", "|u1": "B"}
"""Kinds of numbers, as the ``struct`` module writes them."""


class BadArrays(ValueError):
    """Data that is no such file, or whose arrays are of another kind."""


class Array(NamedTuple):
    """An array in C order."""

    shape: tuple[int, ...]
    kind: str
    data: bytes

    def rows(self, size: int) -> Iterator[tuple[Any, ...]]:
        """Return the numbers in rows of this size."""
        return struct.iter_unpack(f"<{size}{self.kind}", self.data)

    def row(self, at: int, size: int) -> tuple[Any, ...]:
        """Return one of these rows."""
        layout = f"<{size}{self.kind}"
        return struct.unpack_from(layout, self.data, at * struct.calcsize(layout))

    def numbers(self) -> tuple[Any, ...]:
        """Return all numbers in one row."""
        return self.row(0, len(self.data) // struct.calcsize(self.kind))


def read_npz(data: bytes) -> dict[str, Array]:
    """Return the arrays of numbers in a file, by name. Others, as of text, are left out. Raises
    :class:`BadArrays`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            found = {name.removesuffix(".npy"): _array(file.read(name)) for name in file.namelist()}
    except (zipfile.BadZipFile, OSError, SyntaxError, KeyError, struct.error) as error:
        raise BadArrays(str(error)) from error
    return {name: array for name, array in found.items() if array is not None}


def _array(data: bytes) -> Array | None:
    """Read one array: a head in Python's notation, then the numbers."""
    if not data.startswith(_MAGIC):
        raise BadArrays("no array")
    start = len(_MAGIC) + 2
    size = "<H" if data[start - 2] == 1 else "<I"
    (length,) = struct.unpack_from(size, data, start)
    start += struct.calcsize(size)
    head = ast.literal_eval(data[start : start + length].decode("latin-1"))
    kind = _KINDS.get(head["descr"])
    if kind is None:
        return None
    if head["fortran_order"]:
        raise BadArrays("columns before rows")
    return Array(tuple(head["shape"]), kind, data[start + length :])
