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

    Nobody has two turns while somebody waits: who is next holds a file, too, and whoever has had a turn must
    get hold of that first. It all spares waiting in worse ways, and nothing rests on it: where files cannot
    be locked like this it is always everybody's turn. Only one that is stopped in the midst of its turn, and
    neither goes on nor dies, holds up the others.
    """

    def __init__(self, file: Path) -> None:
        """The file is made if need be, and one beside it. Raises ``OSError``."""
        self._turn = _opened(file)
        self._next = _opened(file.with_name(f"{file.name}-next"))

    def __enter__(self) -> None:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                fcntl.flock(self._next, fcntl.LOCK_EX)
                fcntl.flock(self._turn, fcntl.LOCK_EX)
                fcntl.flock(self._next, fcntl.LOCK_UN)

    def __exit__(self, *_: object) -> None:
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                fcntl.flock(self._turn, fcntl.LOCK_UN)

    def close(self) -> None:
        """Take part no more."""
        os.close(self._turn)
        os.close(self._next)


def _opened(file: Path) -> int:
    return os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
