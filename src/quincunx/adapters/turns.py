"""Whose turn it is, among the processes of one machine: a file is locked by one at a time."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

if sys.platform != "win32":
    import fcntl


class Turns:
    """``with turns: …`` waits for this process's turn; the operating system ends that of a process that dies.

    It spares waiting in worse ways, and nothing rests on it: where files cannot be locked like this it is
    always everybody's turn.
    """

    def __init__(self, file: Path) -> None:
        """The file is made if need be. Raises ``OSError``."""
        self._file = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def __enter__(self) -> None:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Take part no more."""
        os.close(self._file)
