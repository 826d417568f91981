"""The data folder: one server's, and nobody else's to read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from quincunx.server.settings import BadSetting

LOCK: Final = ".in-use"


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Hold the folder, which is made if need be; the operating system lets go of it with the process.

    What this process writes from now on only its own user may read. Raises ``OSError``, and
    :class:`~quincunx.server.settings.BadSetting` while another server has it.
    """
    os.umask(0o077)
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / LOCK, mode=0o600)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise BadSetting(
            f"{folder} is in use by another server; stop it, or choose another folder with --data."
        ) from None
    try:
        yield
    finally:
        lock.release()
