"""The built client: its files in memory, compressed once. All of its pages are the same HTML file."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from functools import cached_property
from pathlib import Path

from quincunx.games import GAMES

BUILT = Path(__file__).with_name("static")
_PAGE = re.compile(
    r"|new|open|today(/\d{4}-\d\d-\d\d)?|me(/account)?|enter(/operator)?|e(/[\w-]+)?|p/[\w-]+"
    rf"|t/[\w-]+(/(replay|review))?|rules/({'|'.join(GAMES)})|study|(learn|puzzles)(/({'|'.join(GAMES)}))?"
)
_COMPRESSIBLE = (
    "text/",
    "application/javascript",
    "application/json",
    "image/svg+xml",
    "application/manifest+json",
)
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


class ClientFile:
    """One file of the client, with its headers and compressed content."""

    def __init__(self, name: str, content: bytes) -> None:
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.kind = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        self.plain = content
        self.tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
        # The names of built assets contain a hash of their content; all other files may change.
        self.cache = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"

    @cached_property
    def gzip(self) -> bytes | None:
        """The file compressed by gzip; ``None`` if that is not shorter. Computed once, on first use."""
        packed = gzip.compress(self.plain, 9, mtime=0) if self.kind.startswith(_COMPRESSIBLE) else b""
        return packed if packed and len(packed) < len(self.plain) else None


class Client:
    """All files of the built client; empty if it has not been built."""

    def __init__(self, folder: Path = BUILT) -> None:
        self.files = {
            path.relative_to(folder).as_posix(): ClientFile(
                path.relative_to(folder).as_posix(), path.read_bytes()
            )
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.name.startswith(".")
        }

    def file_for(self, path: str) -> ClientFile | None:
        """The file at a path. The addresses of the client's pages have its one HTML file; unknown paths
        ``None``."""
        path = path.lstrip("/")
        if path in self.files:
            return self.files[path]
        return self.page if _PAGE.fullmatch(path) else None

    @property
    def page(self) -> ClientFile | None:
        """The client's HTML file; ``None`` if the client has not been built."""
        return self.files.get("index.html")
