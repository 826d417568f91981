"""The routes of the built client, and of the built documents.

At an unknown address browsers get the page too, with status 404: it says so and links to the start. Programs
get JSON.
"""

from __future__ import annotations

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from quincunx.server import local_code
from quincunx.server.built_client import BuiltFile
from quincunx.server.http.bodies import takes
from quincunx.server.http.requester import AnyRequest, address_of_pages, language_of
from quincunx.server.services import services_of

_UNBUILT = (
    "<!doctype html><meta charset=utf-8><title>Quincunx</title><p>The server runs, but its browser "
    "client has not been built: run <code>make play</code>, or reinstall the package."
)
_NO_DOCUMENTS = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Quincunx</title><p>The documents are not on "
    "this server. They are in the folder <code>docs</code> of the source; <code>make docs</code> builds "
    "them, and then they are here."
)
_DOCUMENTS = "/docs"


@get([_DOCUMENTS, _DOCUMENTS + "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def document(request: AnyRequest) -> Response[bytes] | Redirect:
    """A file of the documents; where they are, if they have not been built."""
    documents, path = services_of(request).documents, request.scope["path"]
    if not documents:
        return Response(_NO_DOCUMENTS.encode(), status_code=404, media_type="text/html")
    if path == _DOCUMENTS:
        return Redirect(f"{_DOCUMENTS}/index.html", status_code=308)
    file = documents.get(path.removeprefix(f"{_DOCUMENTS}/"))
    return file_at(request, path) if file is None else _file_response(request, file, 200)


# Tables, clubs and mails have routes of their own, so the paths there that are left to the client are listed.
@get(
    [
        "/",
        "/{path:path}",
        "/t",
        "/unsubscribe/{token:str}",
        "/t/{table:str}/{path:path}",
        "/c",
        "/c/{club:str}",
        "/c/{club:str}/{path:path}",
    ],
    include_in_schema=False,
    sync_to_thread=False,
)
def client_file(request: AnyRequest) -> Response[bytes]:
    """A file or page of the client."""
    return file_at(request, request.scope["path"])


def file_at(request: AnyRequest, path: str) -> Response[bytes]:
    """The response with the client's file at a path. Raises ``NotFoundException``."""
    client = services_of(request).client
    if not client.files and path == "/":
        return Response(_UNBUILT.encode(), status_code=503, media_type="text/html")
    file, page = client.file_for(path), client.page
    if file is not None and file is not page:
        return _file_response(request, file, 200)
    if page is not None and (file is page or "text/html" in request.headers.get("accept", "")):
        with_preview = client.page_at(address_of_pages(request))
        response = _file_response(request, with_preview, 200 if file is page else 404)
        response.headers["vary"] = "accept, accept-encoding, accept-language"
        response.headers.update(texts_loaded_early(request))
        return response
    raise NotFoundException


def texts_loaded_early(request: AnyRequest) -> dict[str, str]:
    """The header by which a browser requests the texts of its language together with the scripts. They would
    be found only when the scripts run, a round trip later."""
    name = services_of(request).client.texts.get(language_of(request))
    return {} if name is None else {"link": f"</{name}>; rel=modulepreload"}


@get([f"/{local_code.CODE}", f"/{local_code.NETWORKS}"], include_in_schema=False)
async def local_sources(request: AnyRequest) -> Response[bytes]:
    """The package's sources, or its networks, for play without a server."""
    file = await services_of(request).local_files.file(request.scope["path"].lstrip("/"))
    return _file_response(request, file, 200)


def _file_response(request: AnyRequest, file: BuiltFile, status: int) -> Response[bytes]:
    headers = {"cache-control": file.cache, "etag": file.tag, "vary": "accept, accept-encoding"}
    if status == 200 and request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    accepted, content = request.headers.get("accept-encoding", ""), file.plain
    for encoding, packed in (("br", file.brotli), ("gzip", file.gzip)):
        if packed is not None and takes(encoding, accepted):
            headers["content-encoding"], content = encoding, packed
            break
    return Response(content, status_code=status, headers=headers, media_type=file.kind)
