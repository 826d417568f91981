"""Arrays read without numpy are those that numpy has written."""

from __future__ import annotations

import io

import numpy as np
import pytest

from quincunx.engines.plain.npz import BadArrays, read_npz


def saved(**arrays: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # pyright: ignore[reportArgumentType]  # its stub takes no dictionary
    return file.getvalue()


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.uint16, np.uint8])
def test_numbers_are_read(kind: type[np.generic]) -> None:
    numbers = (np.arange(24) * 1.5).astype(kind).reshape(2, 3, 4)
    found = read_npz(saved(numbers=numbers, made=np.array("by hand")))
    assert list(found) == ["numbers"]
    array = found["numbers"]
    assert array.shape == (2, 3, 4)
    assert array.numbers() == tuple(numbers.ravel().tolist())
    assert list(array.rows(4)) == [tuple(row) for row in numbers.reshape(-1, 4).tolist()]
    assert array.row(1, 12) == tuple(numbers[1].ravel().tolist())


def test_anything_else_is_refused() -> None:
    for data in (b"", b"no zip", saved(columns=np.asfortranarray(np.ones((2, 3))))):
        with pytest.raises(BadArrays):
            read_npz(data)
