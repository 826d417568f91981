"""The package's own sources and networks, as play without a server unpacks them in the browser: zip archives.

They are made from the installed package, so pages and rules are always of one version.
"""

from __future__ import annotations

import asyncio
import gzip
import io
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

import quincunx
from quincunx.kit.cache import Cache
from quincunx.lessons.library import PUZZLES
from quincunx.server.built_client import BuiltFile

CODE: Final = "local/code.zip"
NETWORKS: Final = "local/networks.zip"
"""The networks of bots. They are larger than a first download should be, so they come while the first game is
played; until then those bots are played by the strongest baseline."""
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
    "club/daily/streak.py",
    "club/daily/wire.py",
    "club/puzzles/*.py",
    "club/results/rat*.py",
    "club/results/results.py",
    "club/results/statistics.py",
    "club/wire.py",
    "games/*/bots/tables/solved.npz",
)
# Every start unpacks the archive, and few need the puzzles, so those stay compressed, as in a wheel.
KINDS: Final = (".py", ".json", ".gz", ".npz", ".typed")


class LocalFiles:
    """The archives :data:`CODE` and :data:`NETWORKS` as a server sends them. Each is packed once, in a
    thread, by the first of its requests."""

    def __init__(self) -> None:
        self._files: Cache[str, BuiltFile] = Cache(2)

    async def file(self, name: str) -> BuiltFile:
        """The archive of this name."""
        return await self._files.get(name, lambda: asyncio.to_thread(_packed, name))


def _packed(name: str) -> BuiltFile:
    return BuiltFile(name, archive(name))


def archive(name: str) -> bytes:
    """The archive :data:`CODE` or :data:`NETWORKS`. The same package gives the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as packing:
        for inside, path in _networks() if name == NETWORKS else _code():
            content = path.read_bytes()
            if path.name == PUZZLES:
                inside, content = f"{inside}.gz", gzip.compress(content, mtime=0)
            packing.writestr(zipfile.ZipInfo(f"quincunx/{inside}"), content, zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def _code() -> Iterator[tuple[str, Path]]:
    yield "__init__.py", PACKAGE / "__init__.py"
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*")):
            name = path.relative_to(PACKAGE).as_posix()
            is_kept = any(fnmatch(name, each) for each in KEPT)
            is_left_out = not is_kept and any(fnmatch(name, each) for each in LEFT_OUT)
            if path.suffix in KINDS and path.is_file() and not is_left_out:
                yield name, path


def _networks() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.glob("games/*/bots/weights/*.npz")):
        yield path.relative_to(PACKAGE).as_posix(), path
