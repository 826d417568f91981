"""The intrinsics of arrays, called by kernels, against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.engines.kernels.arrays import (
    and_bytes,
    clear_bytes,
    copy_bytes,
    row,
    set_word,
    table,
    word,
)


@kernel
def words_of(array: NDArray[np.int8], at: int, number: int) -> tuple[int, int]:
    """Return a word of an array, and the word again after a number is written there."""
    before = word(array, at)
    set_word(array, at, number)
    return before, word(array, at)


@kernel
def move_bytes(source: NDArray[np.uint8], other: NDArray[np.uint8], to: NDArray[np.uint8]) -> None:
    """Write seven shared bytes, seven copied ones and seven zeros, with a gap of one between them."""
    and_bytes(to, 1, source, 3, other, 5, 7)
    copy_bytes(to, 9, source, 2, 7)
    clear_bytes(to, 17, 7)


@kernel
def mark_entries(rows: NDArray[np.int16], tables: NDArray[np.uint8]) -> tuple[int, int, int]:
    """Write into entry 1 of both arrays, and return the shapes of the entries."""
    one, block = row(rows, 1), table(tables, 1)
    one[2], block[1, 3] = 7, 8
    return one.shape[0], block.shape[0], block.shape[1]


def test_words_keep_their_signs() -> None:
    array = np.arange(-12, 12).astype(np.int8)
    before = int(array[3:11].view(np.int64)[0])
    expected: Any = array.copy()
    expected[3:11].view(np.int64)[0] = -(2**40)
    assert words_of(array, 3, -(2**40)) == (before, -(2**40))
    assert (array == expected).all()


def test_bytes_are_moved_where_they_belong_and_no_further() -> None:
    random = np.random.default_rng(1)
    source, other, to = (random.integers(1, 256, 25).astype(np.uint8) for _ in range(3))
    expected = to.copy()
    expected[1:8] = source[3:10] & other[5:12]
    expected[9:16] = source[2:9]
    expected[17:24] = 0
    move_bytes(source, other, to)
    assert (to == expected).all()


def test_an_entry_of_a_batch_is_a_view_of_it() -> None:
    rows, tables = np.zeros((3, 4), np.int16), np.zeros((3, 2, 5), np.uint8)
    assert mark_entries(rows, tables) == (4, 2, 5)
    assert np.argwhere(rows).tolist() == [[1, 2]]
    assert np.argwhere(tables).tolist() == [[1, 1, 3]]
    assert (rows[1, 2], tables[1, 1, 3]) == (7, 8)
