"""A folder of dated backups, of which the newest are kept, and the time of the last backup."""

from __future__ import annotations

import re
import shutil
from datetime import date
from itertools import count
from pathlib import Path
from typing import Final

from quincunx.server.operations.backups import MANIFEST
from quincunx.server.settings import Settings

LAST_BACKUP: Final = "last-backup"
"""A file in the data folder whose time is that of the last backup."""
_DATED: Final = re.compile(r"(\d{4}-\d{2}-\d{2})(?:-(\d+))?")


def dated_folder(folder: Path, day: date) -> Path:
    """The folder for a backup of this day. Further ones of the same day get a number."""
    names = (f"{day}" if number == 1 else f"{day}-{number}" for number in count(1))
    return next(folder / name for name in names if not (folder / name).exists())


def prune(folder: Path, keep: int) -> list[Path]:
    """Delete all dated backups in a folder but the newest ``keep``, and return them. Nothing else in it is
    touched."""
    found = [(match, path) for path in folder.iterdir() if (match := _DATED.fullmatch(path.name))]
    backups = [
        (match[1], int(match[2] or 1), path)
        for match, path in found
        if (path / MANIFEST).is_file() and not path.is_symlink()
    ]
    old = [path for *_, path in sorted(backups)[:-keep]]
    for path in old:
        shutil.rmtree(path)
    return old


def record_backup(settings: Settings) -> None:
    """Record that a backup has been made now. Databases and keys may be elsewhere, and the folder missing."""
    settings.data.mkdir(parents=True, exist_ok=True)
    (settings.data / LAST_BACKUP).touch()


def last_backup(settings: Settings) -> float:
    """The time of the last backup in seconds since 1970; 0 without one."""
    try:
        return (settings.data / LAST_BACKUP).stat().st_mtime
    except OSError:
        return 0.0
