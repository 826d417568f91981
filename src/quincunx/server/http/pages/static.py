"""The built client, held in memory, compressed once; every address of a page gets its one page.

At an address that there is not, browsers get the page too, which says so and leads home; programs get JSON.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from functools import cached_property
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

from quincunx.games import GAMES

AnyRequest = Request[Any, Any, Any]
BUILT = Path(__file__).parents[2] / "static"
_PAGE = re.compile(
    r"|new|open|today(/\d{4}-\d\d-\d\d)?|me(/account)?|enter|e(/[\w-]+)?|p/[\w-]+"
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
    """One file of the client, as it goes over the wire."""

    def __init__(self, name: str, content: bytes) -> None:
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.kind = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        self.plain = content
        self.tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
        # The names of built assets carry a hash of what they hold; everything else may change.
        self.cache = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"

    @cached_property
    def gzip(self) -> bytes | None:
        """Compressed, if that is shorter: once, when it is first asked for."""
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

    def find(self, path: str) -> ClientFile | None:
        """The file at an address; the one page of the client at each of its pages' addresses."""
        path = path.lstrip("/")
        if path in self.files:
            return self.files[path]
        return self.page if _PAGE.fullmatch(path) else None

    @property
    def page(self) -> ClientFile | None:
        """The one page."""
        return self.files.get("index.html")


_UNBUILT = (
    "<!doctype html><meta charset=utf-8><title>Quincunx</title><p>The server runs, but its browser "
    "client has not been built: run <code>make play</code>, or reinstall the package."
)


# Where tables have pages of their own, whatever else is asked for is still the client's to answer.
@get(["/", "/{path:path}", "/t", "/t/{table:str}/{path:path}"], include_in_schema=False, sync_to_thread=False)
def client_file(request: AnyRequest) -> Response[bytes]:
    """A file or page of the client."""
    return file_at(request, request.scope["path"])


def file_at(request: AnyRequest, path: str) -> Response[bytes]:
    """What the client has at an address. Raises ``NotFoundException``."""
    client: Client = request.app.state.client
    if not client.files and path == "/":
        return Response(_UNBUILT.encode(), status_code=503, media_type="text/html; charset=utf-8")
    file = client.find(path)
    if file is not None:
        return _answer(request, file, 200)
    if client.page is not None and "text/html" in request.headers.get("accept", ""):
        return _answer(request, client.page, 404)
    raise NotFoundException


def _answer(request: AnyRequest, file: ClientFile, status: int) -> Response[bytes]:
    headers = {"cache-control": file.cache, "etag": file.tag, "vary": "accept, accept-encoding"}
    if status == 200 and request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    packed = file.gzip if "gzip" in request.headers.get("accept-encoding", "") else None
    if packed is not None:
        headers["content-encoding"] = "gzip"
    return Response(packed or file.plain, status_code=status, headers=headers, media_type=file.kind)
