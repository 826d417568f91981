"""Tables that are worked out once for each machine and version, and kept beside the compiled kernels."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quincunx.engines import kernel_cache

_ = kernel_cache  # it says which folder is used, whose name follows from the sources


def kept(name: str, make: Callable[[], NDArray[np.float64]]) -> NDArray[np.float64]:
    """What ``make`` returns, read from disk if a process of this version has made it before.

    ``name`` is a file's name, unique among all games. A file that is missing or damaged is made again; one
    that cannot be written is no error.
    """
    path = Path(os.environ["NUMBA_CACHE_DIR"]) / f"{name}.npy"
    try:
        read: NDArray[np.float64] = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        made = make()
        with contextlib.suppress(OSError):
            _write(path, made)
        return made
    return read


def _write(path: Path, table: NDArray[np.float64]) -> None:
    """Whole or not at all: other processes may read it, or write the same."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
    try:
        with os.fdopen(handle, "wb") as file:
            np.save(file, table)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
