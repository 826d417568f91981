"""Tables that are worked out once, and kept on disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from quincunx.engines.cached_tables import cached_table


class Maker:
    """Counts how often it had to work."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> NDArray[np.float64]:
        self.times += 1
        return np.array([[0.1, 0.2], [1 / 3, 1e-17]])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path


def test_worked_out_once_and_the_same_to_the_last_digit(folder: Path) -> None:
    make = Maker()
    first, second = cached_table("table", make), cached_table("table", make)
    assert make.times == 1
    assert np.array_equal(first, second)
    # Kernels are compiled for arrays that can be written to, in this order.
    assert second.flags.writeable
    assert second.flags.c_contiguous
    assert [path.name for path in folder.iterdir()] == ["table.npy"]


def test_tables_are_told_apart_by_name(folder: Path) -> None:
    make = Maker()
    cached_table("one", make), cached_table("other", make)
    assert make.times == 2


@pytest.mark.parametrize("length", [0, 5, 140])
def test_a_damaged_table_is_made_again(folder: Path, length: int) -> None:
    cached_table("table", Maker())
    path = folder / "table.npy"
    path.write_bytes(path.read_bytes()[:length])
    make = Maker()
    assert np.array_equal(cached_table("table", make), make())
    assert cached_table("table", make)[1, 0] == 1 / 3
    assert make.times == 2  # once by the test itself


def test_a_folder_that_is_not_there_is_no_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder / "none"))
    make = Maker()
    assert cached_table("table", make)[0, 0] == 0.1
    assert cached_table("table", make)[0, 0] == 0.1
    assert make.times == 2
