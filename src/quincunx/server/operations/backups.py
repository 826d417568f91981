"""Backups: folders with the journal and the store as SQLite files, the keys, and a manifest.

A backup is a data folder, too: ``quincunx check --data BACKUP`` checks it, and a server could use a copy.
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
from quincunx.adapters.journal import backup
from quincunx.adapters.journal.backup import Content, OnProgress
from quincunx.adapters.secret_file import sync
from quincunx.adapters.versions import BEFORE_RELEASE
from quincunx.core.sentence import SpokenError, sentence
from quincunx.node.ports import JournalDamaged
from quincunx.server.adapters import JOURNAL, STORE, place_of_store
from quincunx.server.operations import recounting
from quincunx.server.settings import BadSetting, Settings

MANIFEST: Final = "backup.json"
FORMAT: Final = 3
"""The version of the format. Earlier ones were never released."""


class People(msgspec.Struct, frozen=True):
    """The number of people in the store's file, and the file's hash."""

    people: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """The content of :data:`MANIFEST`."""

    format: int
    program: str
    made: str
    """The time of the backup, in UTC."""
    journal: Content
    keys: tuple[str, ...]
    """The names of the key files."""
    people: People | None = None
    """``None`` if there was no store."""


class BackupFailed(SpokenError):
    """A backup cannot be made or used. The text is a sentence for people."""


def place_of(settings: Settings) -> tuple[str, str]:
    """The kind of the journal's database, and the rest of its address."""
    kind, _, rest = (settings.database or f"sqlite:{settings.data / JOURNAL}").partition(":")
    if kind not in ("sqlite", "postgresql"):
        raise BadSetting(sentence("QUINCUNX_DATABASE can’t begin with “{{1}}”.", kind[:20]))
    return kind, rest


def key_folder(settings: Settings) -> Path:
    """The folder of the keys."""
    return settings.keys_folder


def keys_of(folder: Path) -> list[Path]:
    """The key files in a folder."""
    return sorted(path for path in folder.glob("*.key*") if path.is_file() and not path.name.startswith("."))


async def save(settings: Settings, target: Path, on_progress: OnProgress, is_exact: bool = False) -> Manifest:
    """Make a backup in a new folder, while a server may be running. With ``is_exact``, no server may run, and
    results are copied as they are, even if they do not match the games.

    The folder appears only when it is complete. Raises :class:`BackupFailed`, ``OSError`` and
    :class:`~quincunx.node.ports.JournalUnavailable`.
    """
    fresh = _folder_beside(target)
    try:
        manifest = await _save(settings, fresh, on_progress, is_exact)
        _finish(fresh, target, manifest)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return manifest


def _folder_beside(target: Path) -> Path:
    if target.exists():
        raise BackupFailed(sentence("{{1}} already exists. Please name a new folder.", target))
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


async def _save(settings: Settings, folder: Path, on_progress: OnProgress, is_exact: bool) -> Manifest:
    kind, rest = place_of(settings)
    # People first: every game with a result has ended in the journal, which is copied after them.
    people = await save_people(place_of_store(settings), folder / STORE)
    if kind == "sqlite":
        backup.copy_file(Path(rest), folder / JOURNAL, on_progress)
        try:
            content = backup.content_of(folder / JOURNAL, on_progress)
        except JournalDamaged as error:
            # The file was copied page by page, and some pages are damaged.
            raise BackupFailed(
                sentence(
                    "{{1}} is too damaged to read to the end. Stop the server and copy its folder.",
                    rest,
                )
            ) from error
    else:
        from quincunx.adapters.journal import backup_postgres

        content = await backup_postgres.save(f"{kind}:{rest}", folder / JOURNAL, on_progress)
        if backup.content_of(folder / JOURNAL, on_progress) != content:
            raise BackupFailed(
                sentence("The file read back differs from the data written; is the disk faulty?")
            )
    if people is not None:
        # Count the games that ended between the two copies.
        if not is_exact:
            await recounting.repair_results(f"sqlite:{folder / JOURNAL}", f"sqlite:{folder / STORE}")
        people = People(people.people, hash_of(folder / STORE))
    keys = keys_of(key_folder(settings))
    for key in keys:
        shutil.copyfile(key, folder / key.name)
    made = datetime.now(UTC).isoformat(timespec="seconds")
    return Manifest(FORMAT, __version__, made, content, tuple(key.name for key in keys), people)


async def save_people(place: str, target: Path) -> People | None:
    """Copy the store's people into a file; ``None`` if there is no store."""
    from quincunx.adapters.store import copies

    if not await copies.store_exists(place):
        return None
    content = await copies.copy(place, f"sqlite:{target}")
    return People(content.people, hash_of(target))


def hash_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def opened(folder: Path) -> Manifest:
    """The manifest of a backup, once all its files are found to exist. Raises :class:`BackupFailed`."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise BackupFailed(sentence("{{1}} isn’t a complete backup ({{2}}).", folder, error)) from error
    if manifest.format > FORMAT:
        raise BackupFailed(
            sentence("{{1}} was made by a newer version of Quincunx. Please update this one.", folder)
        )
    if manifest.format < FORMAT:
        raise BackupFailed(BEFORE_RELEASE)
    files = (JOURNAL, *([STORE] if manifest.people else []), *manifest.keys)
    missing = [name for name in files if not (folder / name).is_file()]
    if missing:
        raise BackupFailed(sentence("Missing in {{1}}: {{2}}.", folder, tuple(missing)))
    return manifest
