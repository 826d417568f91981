"""The package's own sources, as play without a server unpacks them in the browser: one zip archive.

It is made from the installed package, so pages and rules are always of one version.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Final

import quincunx

NAME: Final = "local/code.zip"
PACKAGE: Final = Path(quincunx.__file__).parent
ROOMS: Final = ("club", "core", "engines", "games", "lessons", "local", "table", "texts")
LEFT_OUT: Final = (
    "club/*",
    "engines/kernels/*",
    "games/*/bots/kernels/*", "games/*/bots/tables/*", "games/*/bots/training/*", "games/*/bots/solver/*",
    "games/*/bots/weights/*.npz", "games/*/commands/*", "games/*/texts/*", "texts/*.json",
)  # fmt: skip
"""Parts that no request of local play reaches, except :data:`KEPT`."""
KEPT: Final = (
    "*/__init__.py",
    "club/accounts/friendly_names.py",
    "club/accounts/tokens.py",
    "club/accounts/wire.py",
    "club/puzzles/*.py",
    "club/results/rat*.py",
    "club/results/results.py",
    "club/results/statistics.py",
    "club/wire.py",
    "games/*/bots/tables/solved.npz",
)
KINDS: Final = (".py", ".json", ".gz", ".npz", ".typed")


@cache
def archive() -> bytes:
    """The archive. The same package gives the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, path in _files():
            archive.writestr(zipfile.ZipInfo(f"quincunx/{name}"), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def _files() -> Iterator[tuple[str, Path]]:
    yield "__init__.py", PACKAGE / "__init__.py"
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*")):
            name = path.relative_to(PACKAGE).as_posix()
            is_kept = any(fnmatch(name, each) for each in KEPT)
            is_left_out = not is_kept and any(fnmatch(name, each) for each in LEFT_OUT)
            if path.suffix in KINDS and path.is_file() and not is_left_out:
                yield name, path
