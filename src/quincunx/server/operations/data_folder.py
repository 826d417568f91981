"""The data folder and SQLite files of one server: locked against other servers, unreadable to other users."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

import structlog
from filelock import FileLock, Timeout

from quincunx.core.sentence import sentence
from quincunx.server.adapters import file_of_journal, place_of_store
from quincunx.server.settings import BadSetting, Settings

log = structlog.get_logger("quincunx.server")

LOCK: Final = ".in-use"
_BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside its own."""


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Lock the data folder, which is created if it does not exist. The lock ends with the process at the
    latest.

    From now on only this process's user may read what it writes. Raises ``OSError``, and
    :class:`~quincunx.server.settings.BadSetting` while another server holds the lock.
    """
    os.umask(0o077)
    folder.mkdir(parents=True, exist_ok=True)
    refusal = sentence(
        "{{1}} is in use by another server. Stop that server, or choose another folder with --data.", folder
    )
    with _locked(folder / LOCK, BadSetting(refusal)):
        yield


@contextmanager
def claimed_files(files: Iterable[Path]) -> Iterator[None]:
    """Lock these SQLite files: only one process may serve a file, whatever its data folder. Raises as
    :func:`claimed` does."""
    with ExitStack() as held:
        for file in sorted({file.resolve() for file in files}):
            file.parent.mkdir(parents=True, exist_ok=True)
            refusal = sentence(
                "{{1}} is in use by another server. Stop that server, or choose another database.", file
            )
            held.enter_context(_locked(lock_of(file), BadSetting(refusal)))
        yield


def lock_of(file: Path) -> Path:
    """The file that a server locks while it serves this SQLite file."""
    real = file.resolve()
    return real.with_name(real.name + LOCK)


def files_of(settings: Settings) -> Iterator[Path]:
    """The SQLite files of these settings: the journal's and the store's, unless these are databases."""
    if (journal := file_of_journal(settings)) is not None:
        yield journal
    kind, _, rest = place_of_store(settings).partition(":")
    if kind == "sqlite":
        yield Path(rest)


@contextmanager
def _locked(path: Path, refusal: BadSetting) -> Iterator[None]:
    lock = FileLock(path, mode=0o600)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise refusal from None
    try:
        yield
    finally:
        lock.release()


def close_to_others(settings: Settings) -> None:
    """Remove other users' access to the folders of these settings and to the server's files in them. Folders
    made by hand or unpacked may be open to others, who could read games, people and keys.

    The log names the paths that were open, and those that stay open because another user owns them.
    """
    closed: list[str] = []
    left: list[str] = []
    for path in (settings.data, settings.keys_folder, *_secrets(settings)):
        with suppress(FileNotFoundError):  # SQLite may remove a file of its own at any time
            status = path.stat()
            # A shared folder (such as /tmp) stays open; its sticky bit marks it.
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
    except PermissionError:  # a read-only disk
        return False
    return True


def _secrets(settings: Settings) -> Iterator[Path]:
    """The files that other users must not read or lock, wherever they are."""
    yield settings.data / LOCK
    for folder in {settings.data, settings.keys_folder}:
        yield from (path for path in folder.glob("*.key*") if path.is_file())
    for file in files_of(settings):
        yield lock_of(file)
        yield from (file.with_name(file.name + end) for end in _BESIDE)
