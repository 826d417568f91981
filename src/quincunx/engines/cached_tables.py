"""Tables that are computed once for each machine and version, and cached beside the compiled kernels."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quincunx.engines import kernel_cache

_ = kernel_cache  # chooses the cache folder, whose name follows from the sources


def cached_table(name: str, make: Callable[[], NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return the result of ``make``, read from disk if a process of this version has computed it before.

    ``name`` is a file name, unique among all games. A missing or damaged file is computed again; a file that
    cannot be written is not an error.
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
    """Write the file atomically: other processes may be reading or writing the same one."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
    try:
        with os.fdopen(handle, "wb") as file:
            np.save(file, table)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
