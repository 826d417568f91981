"""The data folder: one server's, and nobody else's to read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import structlog
from filelock import FileLock, Timeout

from quincunx.server.ports import file_of_journal, place_of_store
from quincunx.server.settings import BadSetting, Settings

log = structlog.get_logger("quincunx.server")

LOCK: Final = ".in-use"
_BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""What SQLite puts behind the name of its file."""


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


def close_to_others(settings: Settings) -> None:
    """Take the folders of these settings, and what a server keeps in them, from everybody but its own user:
    they may have been made by hand, or unpacked, so that others can read games, people and keys.

    The log says what was open, and what is still, because it is somebody else's.
    """
    closed: list[str] = []
    left: list[str] = []
    for path in (settings.data, settings.keys_folder, *_secrets(settings)):
        with suppress(FileNotFoundError):  # SQLite may remove a file of its own at any time
            status = path.stat()
            # What everybody may write to (/tmp, say) belongs to everybody, whatever lies in it.
            if status.st_mode & 0o077 and not status.st_mode & stat.S_ISVTX:
                (closed if _closed(path, status) else left).append(str(path))
    if closed:
        log.warning("closed_to_others", paths=closed)
    if left:
        log.warning("open_to_others", paths=left)


def _closed(path: Path, status: os.stat_result) -> bool:
    if status.st_uid != os.geteuid():
        return False
    try:
        path.chmod(status.st_mode & stat.S_IRWXU)
    except PermissionError:  # a disk that can only be read
        return False
    return True


def _secrets(settings: Settings) -> Iterator[Path]:
    """The files that nobody else is to read, wherever they are, or to lock."""
    yield settings.data / LOCK
    for folder in {settings.data, settings.keys_folder}:
        yield from (path for path in folder.glob("*.key*") if path.is_file())
    kind, _, rest = place_of_store(settings).partition(":")
    databases = (file_of_journal(settings), Path(rest) if kind == "sqlite" else None)
    for database in filter(None, databases):
        yield from (database.with_name(database.name + end) for end in _BESIDE)
