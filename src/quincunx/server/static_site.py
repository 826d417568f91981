"""A website for any static host: the client in local mode, and the documents. The host runs no code of ours.

One page answers all of the site's addresses, as queries (``web/src/state/server/address.ts``). All paths are
relative, so the folder works below any address. The content policy stands in each page, since a static host
sends none; the worker that runs the rules then has no policy of its own.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from quincunx.core.sentence import SpokenError, sentence
from quincunx.server import local_code
from quincunx.server.built_client import DOCUMENTS, BuiltFile, Client, files_in, preview, with_preview
from quincunx.server.http.middleware import PAGE_POLICY

MARK: Final = b'<meta name="quincunx-site" content="static" />'
"""The client looks for it in its page."""
PAGE: Final = "index.html"
MANIFEST: Final = "manifest.webmanifest"
HEALTH: Final = "health/live"
"""A page whose parts are missing asks for this file, as it asks a server."""
NO_JEKYLL: Final = ".nojekyll"
"""Without it GitHub Pages leaves out folders with an underscore."""
_HEAD: Final = re.compile(rb"<head>\s*(<meta charset=[^>]*>)?")
_FROM_ROOT: Final = re.compile(rb'\b(href|src)="/(?!/)')
_HEAD_ENDS: Final = b"</head>"


class CannotWrite(SpokenError):
    """The site cannot be written, with the reason as a sentence."""


def write_site(folder: Path, base: str | None, client: Client | None = None) -> bool:
    """Write the site, and return whether the documents are among it.

    ``base`` is the address that it will have, for previews of links. Raises :class:`CannotWrite` and
    ``OSError``.
    """
    client = client or Client()
    files = _checked(client)
    documents = files_in(DOCUMENTS)
    _prepare(folder)
    for name, file in files.items():
        _write(folder / name, file.plain)
    has_documents = PAGE in documents
    _write(folder / PAGE, site_page(files[PAGE].plain, base, has_documents))
    _write(folder / MANIFEST, _manifest(files[MANIFEST].plain))
    _write(folder / HEALTH, b"ok\n")
    _write(folder / NO_JEKYLL, b"")
    for name in (local_code.CODE, local_code.NETWORKS):
        _write(folder / name, local_code.archive(name))
    for name, file in documents.items():
        content = with_policy(file.plain) if name.endswith(".html") else file.plain
        _write(folder / "docs" / name, content)
    return has_documents


def _checked(client: Client) -> Mapping[str, BuiltFile]:
    """The client's files. Raises :class:`CannotWrite` if they cannot play without a server."""
    if client.page is None:
        raise CannotWrite(sentence("The browser client hasn’t been built: run “make play”, or reinstall."))
    wheels = (file for name, file in client.files.items() if name.endswith(".whl"))
    if not any(file.plain for file in wheels):
        raise CannotWrite(
            sentence(
                "This build has no Python for browsers, because the package index couldn’t be reached. "
                "Build it again with a connection, or install a released package."
            )
        )
    return client.files


def _prepare(folder: Path) -> None:
    """Make way for the site: the folder is new, empty, or has an earlier site, whose files are replaced."""
    if folder.is_dir():
        # A version control's own folder may lie beside the site.
        has_files = any(not path.name.startswith(".") for path in folder.iterdir())
        page = folder / PAGE
        if has_files and not (page.is_file() and MARK in page.read_bytes()):
            raise CannotWrite(sentence("{{1}} isn’t empty and has no earlier site.", folder))
        for name in ("assets", "docs"):
            shutil.rmtree(folder / name, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def site_page(page: bytes, base: str | None, has_documents: bool) -> bytes:
    """The client's HTML file, as the site's only one."""
    page = _FROM_ROOT.sub(rb'\1="./', page)
    tags = MARK
    if has_documents:
        tags += b'<meta name="quincunx-documents" content="docs/index.html" />'
    page = with_policy(page).replace(_HEAD_ENDS, tags + _HEAD_ENDS, 1)
    if base is None:
        return page
    base = checked_address(base)
    tags = preview({"og:url": f"{base}/"})
    return with_preview(page, base, "Quincunx").replace(_HEAD_ENDS, tags + _HEAD_ENDS, 1)


def with_policy(page: bytes) -> bytes:
    """A page with the content policy in its head, before anything that it loads."""
    tag = f'<meta http-equiv="content-security-policy" content="{PAGE_POLICY}">'.encode()
    return _HEAD.sub(lambda found: found[0] + tag, page, count=1)


def checked_address(base: str) -> str:
    """The address of a site, without a slash at its end. Raises :class:`CannotWrite`."""
    try:
        at = urlsplit(base)
        is_one = at.scheme in ("http", "https") and bool(at.hostname) and not (at.query or at.fragment)
    except ValueError:
        is_one = False
    if not is_one:
        raise CannotWrite(sentence("{{1}} isn’t the address of a website.", base))
    return base.rstrip("/")


def _manifest(content: bytes) -> bytes:
    """The manifest of the installed app, with the addresses that its shortcuts have on the site."""
    manifest: dict[str, Any] = json.loads(content)
    for part in (*manifest.get("shortcuts", ()), *manifest.get("file_handlers", ())):
        name = "url" if "url" in part else "action"
        part[name] = site_address(part[name])
    return json.dumps(manifest, ensure_ascii=False, indent=2).encode()


def site_address(address: str) -> str:
    """The relative address on the site of a page of the client, whose own is ``./new?game=…``."""
    path, _, query = address.removeprefix(".").partition("?")
    found = "./" if path == "/" and not query else f"./?{path}"
    return f"{found}&{query}" if query else found
