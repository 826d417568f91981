"""Restoring in two steps: everything is staged beside its place, and then put there, whatever happens.

A plan is written between the two. Without a plan what was there before is in place, and what was staged goes.
With a plan the restore is carried on by the next command that opens the folder, until the new state is in
place. What was there before stays beside it until a server has started.
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
"""A plan that is being written: not decided yet."""
STAGED: Final = ".restored"
FORMER: Final = ".before-restore"
COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside its own."""
State = Literal["old", "new"]


class Plan(msgspec.Struct, frozen=True):
    """The files and databases to be put in place."""

    files: tuple[str, ...]
    """Files whose new content lies beside them."""
    journal: str | None = None
    """A file whose journal goes into the database, where that is no file."""
    people: str | None = None
    """The same for the store."""


def staged(path: Path) -> Path:
    """Where the new content of a file waits."""
    return path.with_name(f".{path.name}{STAGED}")


def former(path: Path) -> Path:
    """Where what was there before is kept."""
    return path.with_name(f".{path.name}{FORMER}")


def stage_as(path: Path, content: Path) -> None:
    """Copy the new content of a file beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(content, staged(path))


def seal(path: Path) -> None:
    """Give what is staged the owner and the mode of what is there, and have it on the disk."""
    fresh = staged(path)
    there = path.stat() if path.exists() else None
    owner = there or path.parent.stat()
    fresh.chmod(0o600 if there is None else there.st_mode & 0o777)
    if (fresh.stat().st_uid, fresh.stat().st_gid) != (owner.st_uid, owner.st_gid):
        with suppress(PermissionError):
            os.chown(fresh, owner.st_uid, owner.st_gid)
    sync(fresh)
    sync(path.parent)


def commit(folder: Path, plan: Plan) -> None:
    """From now on the new state counts."""
    for each in plan.files:
        for companion in _with_companions(former(Path(each))):
            companion.unlink(missing_ok=True)
    beside = folder / FRESH_PLAN
    beside.write_bytes(msgspec.json.encode(plan))
    sync(beside)
    beside.rename(folder / PLAN)
    sync(folder)


def planned(folder: Path) -> Plan | None:
    """The restore that has been decided on, and not been carried out to its end."""
    try:
        return msgspec.json.decode((folder / PLAN).read_bytes(), type=Plan)
    except FileNotFoundError:
        return None


def put(path: Path) -> None:
    """Put the new content of a file in place; what was there is kept. Safe to repeat."""
    fresh = staged(path)
    if not fresh.exists():
        return  # it is there already
    for end in ("", *COMPANIONS):
        there = path.with_name(path.name + end)
        if there.exists():
            there.rename(former(path).with_name(former(path).name + end))
    fresh.rename(path)
    sync(path.parent)


def done(folder: Path) -> None:
    """The new state is in place."""
    (folder / PLAN).unlink()
    sync(folder)


def discard(files: Iterable[Path]) -> bool:
    """Remove what was staged without a plan; whether there was anything."""
    found = [each for path in files for each in _with_companions(staged(path)) if each.exists()]
    for each in found:
        each.unlink()
    return bool(found)


def forget_former(files: Iterable[Path]) -> None:
    """Remove what was there before: a server has started on the new state."""
    for path in files:
        for each in _with_companions(former(path)):
            each.unlink(missing_ok=True)


def _with_companions(path: Path) -> list[Path]:
    return [path, *(path.with_name(path.name + end) for end in COMPANIONS)]
