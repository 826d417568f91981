"""Replacing files in two steps, safe against crashes: stage everything, then put it in place.

A plan is written between the two steps. Without a plan the old state is in place, and staged files are
deleted. With a plan the next command that opens the folder completes the restore. The old state is kept
beside the new one until a server has started.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

import msgspec

from quincunx.adapters.secret_file import sync

PLAN: Final = ".restore.json"
FRESH_PLAN: Final = ".restore.json.fresh"
"""A plan that is being written and does not count yet."""
STAGED: Final = ".restored"
FORMER: Final = ".before-restore"
COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside its own."""
State = Literal["old", "new"]


class Plan(msgspec.Struct, frozen=True):
    """The files and databases to be replaced."""

    files: tuple[str, ...]
    """Files whose new content is staged beside them."""
    journal: str | None = None
    """The staged file whose journal goes into a database; ``None`` if the journal is a file."""
    people: str | None = None
    """The staged file whose people go into a database; ``None`` if the store is a file."""


def staged_path(path: Path) -> Path:
    """The path of a file's staged content."""
    return path.with_name(f".{path.name}{STAGED}")


def former(path: Path) -> Path:
    """The path of a file's former content."""
    return path.with_name(f".{path.name}{FORMER}")


def stage_as(path: Path, content: Path) -> None:
    """Copy the new content of a file beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(content, staged_path(path))


def seal(path: Path) -> None:
    """Give a staged file the owner and mode of the file that it replaces, and force it to the disk."""
    fresh = staged_path(path)
    there = path.stat() if path.exists() else None
    owner = there or path.parent.stat()
    fresh.chmod(0o600 if there is None else there.st_mode & 0o777)
    if (fresh.stat().st_uid, fresh.stat().st_gid) != (owner.st_uid, owner.st_gid):
        with suppress(PermissionError):
            os.chown(fresh, owner.st_uid, owner.st_gid)
    sync(fresh)
    sync(path.parent)


def commit(folder: Path, plan: Plan) -> None:
    """Write the plan. From then on the new state counts."""
    for each in plan.files:
        for companion in _with_companions(former(Path(each))):
            companion.unlink(missing_ok=True)
    beside = folder / FRESH_PLAN
    beside.write_bytes(msgspec.json.encode(plan))
    sync(beside)
    beside.rename(folder / PLAN)
    sync(folder)


def planned(folder: Path) -> Plan | None:
    """The plan of a restore that has not been completed; ``None`` if there is none."""
    try:
        return msgspec.json.decode((folder / PLAN).read_bytes(), type=Plan)
    except FileNotFoundError:
        return None


def put_in_place(path: Path) -> None:
    """Put a file's staged content in place, and keep the former content. Safe to repeat."""
    fresh = staged_path(path)
    if not fresh.exists():
        return  # it is already in place
    for end in ("", *COMPANIONS):
        there = path.with_name(path.name + end)
        if there.exists():
            there.rename(former(path).with_name(former(path).name + end))
    fresh.rename(path)
    sync(path.parent)


def done(folder: Path) -> None:
    """Delete the plan, once the new state is in place."""
    (folder / PLAN).unlink()
    sync(folder)


def discard(files: Iterable[Path]) -> bool:
    """Delete the files that were staged without a plan. Returns ``True`` if there were any."""
    found = [each for path in files for each in _with_companions(staged_path(path)) if each.exists()]
    for each in found:
        each.unlink()
    return bool(found)


def forget_former(files: Iterable[Path]) -> None:
    """Delete the former content, once a server has started on the new state."""
    for path in files:
        for each in _with_companions(former(path)):
            each.unlink(missing_ok=True)


def _with_companions(path: Path) -> list[Path]:
    return [path, *(path.with_name(path.name + end) for end in COMPANIONS)]
