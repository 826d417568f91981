"""A backup is a folder: the journal and the store as SQLite files, the keys, and what is in it.

It is a data folder, too: ``quincunx check --data BACKUP`` looks at it, and a server could use a copy.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from quincunx import __version__
from quincunx.adapters import backup
from quincunx.adapters.backup import Content, OnProgress
from quincunx.adapters.secret_file import sync
from quincunx.node.ports import JournalDamaged
from quincunx.server.ports import JOURNAL, STORE, place_of_store
from quincunx.server.settings import BadSetting, Settings

MANIFEST: Final = "backup.json"
FORMAT: Final = 2
"""In the first format there was no store."""


class People(msgspec.Struct, frozen=True):
    """How many people there are in the store's file, and a hash of it."""

    people: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What stands in :data:`MANIFEST`."""

    format: int
    program: str
    made: str
    """When, in UTC."""
    journal: Content
    keys: tuple[str, ...]
    """The files of the keys."""
    people: People | None = None
    """``None`` where there was no store."""


class BackupFailed(Exception):
    """It could not be made, or cannot be used. The text is a sentence for people."""


def place_of(settings: Settings) -> tuple[str, str]:
    """The kind of the journal's database, and the rest of its address."""
    kind, _, rest = (settings.database or f"sqlite:{settings.data / JOURNAL}").partition(":")
    if kind not in ("sqlite", "postgresql"):
        raise BadSetting(f"QUINCUNX_DATABASE cannot begin with “{kind[:20]}”.")
    return kind, rest


def key_folder(settings: Settings) -> Path:
    """Where the keys are."""
    return settings.keys_folder


def keys_of(folder: Path) -> list[Path]:
    """The files of the keys in a folder."""
    return sorted(path for path in folder.glob("*.key*") if path.is_file() and not path.name.startswith("."))


# ---- saving -------------------------------------------------------------------------------------------


async def save(settings: Settings, target: Path, on_progress: OnProgress) -> Manifest:
    """Make a backup in a folder that is not there yet; a server may run meanwhile.

    The folder appears when it is whole. Raises :class:`BackupFailed`, ``OSError`` and
    :class:`~quincunx.node.ports.JournalUnavailable`.
    """
    fresh = _folder_beside(target)
    try:
        manifest = await _save(settings, fresh, on_progress)
        _finish(fresh, target, manifest)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return manifest


def _folder_beside(target: Path) -> Path:
    if target.exists():
        raise BackupFailed(f"{target} is there already; please name a folder that is not.")
    os.umask(0o077)
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f".{target.name}.{os.getpid()}")
    fresh.mkdir()
    return fresh


def _finish(fresh: Path, target: Path, manifest: Manifest) -> None:
    (fresh / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
    for path in fresh.iterdir():
        sync(path)
    sync(fresh)
    fresh.rename(target)
    sync(target.parent)


async def _save(settings: Settings, folder: Path, on_progress: OnProgress) -> Manifest:
    kind, rest = place_of(settings)
    if kind == "sqlite":
        backup.copy_file(Path(rest), folder / JOURNAL, on_progress)
        try:
            content = backup.content_of(folder / JOURNAL, on_progress)
        except JournalDamaged as error:
            # It was copied page by page, and some pages are none.
            raise BackupFailed(
                f"{rest} is so damaged that it cannot be read through; stop the server and copy its folder."
            ) from error
    else:
        from quincunx.adapters import backup_postgres

        content = await backup_postgres.save(f"{kind}:{rest}", folder / JOURNAL, on_progress)
        if backup.content_of(folder / JOURNAL, on_progress) != content:
            raise BackupFailed("What was written is not what was read; is the disk in order?")
    people = await _save_people(place_of_store(settings), folder / STORE)
    keys = keys_of(key_folder(settings))
    for key in keys:
        shutil.copyfile(key, folder / key.name)
    made = datetime.now(UTC).isoformat(timespec="seconds")
    return Manifest(FORMAT, __version__, made, content, tuple(key.name for key in keys), people)


async def _save_people(place: str, target: Path) -> People | None:
    from quincunx.adapters.store import copies

    if not await copies.there_is_one(place):
        return None
    content = await copies.copy(place, f"sqlite:{target}")
    return People(content.people, _hash(target))


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# ---- restoring ----------------------------------------------------------------------------------------


def opened(folder: Path) -> Manifest:
    """What a backup says of itself, if it is what it says. Raises :class:`BackupFailed`."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise BackupFailed(f"{folder} is no backup, or not a whole one ({error}).") from error
    if manifest.format > FORMAT:
        raise BackupFailed(f"{folder} was made by a newer Quincunx; please update this one.")
    files = (JOURNAL, *([STORE] if manifest.people else []), *manifest.keys)
    missing = [name for name in files if not (folder / name).is_file()]
    if missing:
        raise BackupFailed(f"{folder} lacks {', '.join(missing)}.")
    return manifest


async def restore(settings: Settings, folder: Path, overwrite: bool, on_progress: OnProgress) -> Manifest:
    """Put a backup in place: the journal where the settings say, the keys into the data folder, which is
    this process's. Raises what :func:`save` does."""
    manifest = opened(folder)
    _check_keys(key_folder(settings), folder, manifest, overwrite)
    await _check_people(settings, folder, manifest, overwrite)
    kind, rest = place_of(settings)
    fresh = settings.data / f".restored.{os.getpid()}"
    try:
        # A copy: to look at the journal of an older version is to change it.
        backup.copy_file(folder / JOURNAL, fresh, on_progress)
        if backup.content_of(fresh, on_progress) != manifest.journal:
            raise BackupFailed(f"{folder} does not hold what was once saved in it; please take another one.")
        if kind == "sqlite":
            _put(fresh, Path(rest), overwrite)
        else:
            await _put_into_database(fresh, f"{kind}:{rest}", overwrite, manifest, on_progress)
    finally:
        for each in _with_companions(fresh):
            each.unlink(missing_ok=True)
    await _put_people(settings, folder, manifest)
    for name in manifest.keys:
        _replaced(key_folder(settings) / name, folder / name)
    return manifest


def _check_keys(keys: Path, folder: Path, manifest: Manifest, overwrite: bool) -> None:
    for name in manifest.keys:
        there = keys / name
        if not overwrite and there.exists() and there.read_bytes() != (folder / name).read_bytes():
            raise BackupFailed(f"{there} holds another key; to replace it say --overwrite.")


async def _check_people(settings: Settings, folder: Path, manifest: Manifest, overwrite: bool) -> None:
    """Before anything is replaced: the file is what it was, and there is room for it."""
    from quincunx.adapters.store import copies

    if manifest.people is None:
        return
    if _hash(folder / STORE) != manifest.people.sha256:
        raise BackupFailed(f"{folder} does not hold what was once saved in it; please take another one.")
    place = place_of_store(settings)
    if not overwrite and await copies.there_is_one(place) and (await copies.content_of(place)).people:
        raise BackupFailed("People are known there already; to replace them say --overwrite.")


async def _put_people(settings: Settings, folder: Path, manifest: Manifest) -> None:
    from quincunx.adapters.store import copies

    if manifest.people is None:
        return
    fresh = settings.data / f".people.{os.getpid()}"
    try:
        # A copy: to look at the store of an older version is to change it.
        shutil.copyfile(folder / STORE, fresh)
        await copies.copy(f"sqlite:{fresh}", place_of_store(settings), overwrite=True)
    finally:
        for each in _with_companions(fresh):
            each.unlink(missing_ok=True)


def _put(fresh: Path, path: Path, overwrite: bool) -> None:
    if path.exists() and not overwrite:
        with backup.file(path) as connection:
            if backup.count(connection):
                raise BackupFailed(f"{path} holds games already; to replace them say --overwrite.")
    path.parent.mkdir(parents=True, exist_ok=True)
    for companion in _with_companions(path)[1:]:  # they belong to the old file
        companion.unlink(missing_ok=True)
    _replaced(path, fresh)


async def _put_into_database(
    fresh: Path, url: str, overwrite: bool, manifest: Manifest, on_progress: OnProgress
) -> None:
    from quincunx.adapters import backup_postgres

    if not overwrite and await backup_postgres.holds_anything(url):
        raise BackupFailed("The database holds games already; to replace them say --overwrite.")
    await backup_postgres.restore(fresh, url, on_progress)
    if await backup_postgres.content_of(url) != manifest.journal:
        raise BackupFailed("What the database holds now is not what was restored; please try again.")


def _replaced(path: Path, content: Path) -> None:
    """Copy a file beside its place, to the disk, and put it there whole."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        shutil.copyfile(content, beside)
        beside.chmod(0o600)
        sync(beside)
        beside.rename(path)
        sync(path.parent)
    finally:
        beside.unlink(missing_ok=True)


def _with_companions(path: Path) -> list[Path]:
    """A file of SQLite, and what it may have beside it."""
    return [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))]
