"""Files that were built into the package: the client's, and the documents'. In memory, compressed once.

All pages of the client are the same HTML file.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import mimetypes
import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path

from quincunx.games import GAMES
from quincunx.server.site.logo import Logo

_HEAD_ENDS = b"</head>"
_ICON = re.compile(rb'<link rel="icon"[^>]*>')
_MANIFEST = "manifest.webmanifest"
_TEXTS = "texts.json"
_BROTLI = ".br"
_PICTURES = ("apple-touch-icon.png", "icon-192.png")
"""Icons of devices and of notifications, which must be PNG files."""
_TITLE = b"<title>Quincunx</title>"
_DESCRIPTION = re.compile(rb'<meta name="description" content="([^"]*)"')
MOST_BASES = 8
"""The most base addresses whose pages stay in memory."""
LARGE_PICTURE = {"og:image:width": "1200", "og:image:height": "630", "twitter:card": "summary_large_image"}
"""Properties of every picture that a preview has."""
BUILT = Path(__file__).with_name("static")
DOCUMENTS = Path(__file__).with_name("documents")
_PAGE = re.compile(
    r"|new|open|play|community|today(/\d{4}-\d\d-\d\d)?|me(/account)?|enter(/(operator|mail))?|invited|imprint|privacy|moderation|confirm|unsubscribe/[\w~-]+|e(/[\w-]+)?|c(/[a-z0-9-]+)?|p/[\w-]+"
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


class BuiltFile:
    """One file of the client or of the documents, with its headers and compressed content."""

    def __init__(self, name: str, content: bytes, brotli: bytes | None = None) -> None:
        """``brotli`` is the content as the build has compressed it."""
        # Litestar adds the charset of text.
        self.kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.plain = content
        self.brotli = brotli
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

    def __init__(
        self,
        folder: Path = BUILT,
        metas: Mapping[str, str] | None = None,
        title: str | None = None,
        logo: Logo | None = None,
    ) -> None:
        """``metas`` are names and contents that the HTML file gets in its head. ``title`` replaces its title
        until a page has one of its own, and ``logo`` the app's icon."""
        self.files = files_in(folder)
        # The file with each language's texts of a first visit.
        self.texts: dict[str, str] = json.loads(self.files[_TEXTS].plain) if _TEXTS in self.files else {}
        if title is not None or logo is not None:
            self._rename_app(title, logo)
        if metas and "index.html" in self.files:
            tags = "".join(
                f'<meta name="{html.escape(name)}" content="{html.escape(content)}" />'
                for name, content in metas.items()
            )
            plain = self.files["index.html"].plain.replace(_HEAD_ENDS, tags.encode() + _HEAD_ENDS, 1)
            if title is not None:
                plain = plain.replace(_TITLE, f"<title>{html.escape(title)}</title>".encode(), 1)
            if logo is not None:
                icon = f'<link rel="icon" href="/{logo.name}" type="{self.files[logo.name].kind}" />'
                plain = _ICON.sub(icon.encode(), plain, count=1)
            self.files["index.html"] = BuiltFile("index.html", plain)
        self._title = title or "Quincunx"
        self._pages = lru_cache(MOST_BASES)(self._with_preview)

    def _rename_app(self, title: str | None, logo: Logo | None) -> None:
        """Give the installed app, and notifications, this name and this icon."""
        if logo is not None:
            self.files[logo.name] = BuiltFile(logo.name, logo.content)
            for name in _PICTURES if logo.side else ():
                self.files[name] = BuiltFile(name, logo.content)
        manifest = self.files.get(_MANIFEST)
        if manifest is not None:
            said = json.loads(manifest.plain)
            if title is not None:
                said |= {"name": title, "short_name": title}
            if logo is not None:
                kind = self.files[logo.name].kind
                sizes = f"{logo.side}x{logo.side}" if logo.side else "any"
                said["icons"] = [{"src": f"/{logo.name}", "sizes": sizes, "type": kind, "purpose": "any"}]
            self.files[_MANIFEST] = BuiltFile(_MANIFEST, json.dumps(said, ensure_ascii=False).encode())

    def file_for(self, path: str) -> BuiltFile | None:
        """The file at a path. The addresses of the client's pages have its one HTML file; unknown paths
        ``None``."""
        path = path.lstrip("/")
        if path in self.files:
            return self.files[path]
        return self.page if _PAGE.fullmatch(path) else None

    def page_at(self, base: str) -> BuiltFile:
        """The client's HTML file with the preview of the whole site, which needs the ``base`` address that a
        browser came by."""
        return self._pages(base)

    def _with_preview(self, base: str) -> BuiltFile:
        return BuiltFile("index.html", with_preview(self.files["index.html"].plain, base, self._title))

    @property
    def page(self) -> BuiltFile | None:
        """The client's HTML file; ``None`` if the client has not been built."""
        return self.files.get("index.html")


def with_preview(page: bytes, base: str, title: str) -> bytes:
    """The client's HTML file with the preview of a whole site at this address."""
    found = _DESCRIPTION.search(page)
    properties = {
        "og:type": "website",
        "og:title": title,
        "og:description": html.unescape(found[1].decode()) if found else "",
        "og:image": f"{base}/share.png",
        **LARGE_PICTURE,
    }
    return page.replace(_HEAD_ENDS, preview(properties) + _HEAD_ENDS, 1)


def preview(properties: Mapping[str, str]) -> bytes:
    """The tags of a preview (Open Graph), for the head of a page."""
    tags = (
        f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in properties.items()
    )
    return "".join(tags).encode()


def files_in(folder: Path) -> dict[str, BuiltFile]:
    """All files of a folder by their paths; none if it has not been built. A file that is compressed with
    Brotli belongs to the one beside it."""
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*"))}
    contents = {
        name: path.read_bytes()
        for name, path in found.items()
        if path.is_file() and not path.name.startswith(".")
    }
    return {
        name: BuiltFile(name, content, contents.get(f"{name}{_BROTLI}"))
        for name, content in contents.items()
        if not name.endswith(_BROTLI)
    }
