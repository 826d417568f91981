"""The client's page at a table's address, with the preview that other services show of a link (Open Graph).

The preview holds public data alone, and nothing of a private table. Names are untrusted input, so
everything is escaped.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final

from litestar import Response, get
from litestar.params import PathParameter

from quincunx.club.ports import StoreUnavailable
from quincunx.core.reason import Refusal
from quincunx.core.values import Phrase
from quincunx.node.ports import JournalUnavailable
from quincunx.server.built_client import LARGE_PICTURE, preview
from quincunx.server.http.pages.static import file_at, texts_loaded_early
from quincunx.server.http.requester import NOBODY, AnyRequest, address_of_pages, language_of
from quincunx.server.services import services_of
from quincunx.table.state import TableState
from quincunx.texts.catalogue import Catalogue

_HEAD: Final = b"</head>"
TableName = Annotated[str, PathParameter(max_length=64)]


@get(
    ["/t/{table:str}", "/t/{table:str}/replay", "/t/{table:str}/review"],
    include_in_schema=False,
    media_type="text/html",
)
async def table_page(request: AnyRequest, table: TableName) -> Response[bytes]:
    """The client's page; with a preview if the table is public."""
    client = services_of(request).client
    told = await _tags(request, table) if client.page is not None else b""
    if client.page is None or not told:
        return file_at(request, request.scope["path"])
    page = client.page.plain.replace(_HEAD, told + _HEAD, 1)
    headers = {"cache-control": "no-cache", "vary": "accept-language"} | texts_loaded_early(request)
    return Response(page, headers=headers, media_type=client.page.kind)


async def _tags(request: AnyRequest, table: str) -> bytes:
    tables = services_of(request).tables
    try:
        state = (await tables.watch(table, NOBODY)).state
    except (Refusal, JournalUnavailable, StoreUnavailable):
        return b""  # the page itself shows the error
    client, pictures = services_of(request).client, services_of(request).pictures
    base = address_of_pages(request)
    is_over = state.status == "ended" and state.position is not None
    has_own = is_over and pictures.are_made
    image = f"/t/{table}/picture.png" if has_own else f"/share-{state.game.name}.png"
    if image.removeprefix("/") not in client.files and not has_own:
        image = "/share.png"
    catalogue = reader_of(request)
    properties = {
        "og:type": "website",
        "og:site_name": services_of(request).settings.site_name or "Quincunx",
        "og:title": _title(state, catalogue),
        "og:description": catalogue.translate(_description(state, catalogue)),
        "og:url": f"{base}/t/{table}",
        "og:image": f"{base}{image}",
        **LARGE_PICTURE,
    }
    return preview(properties)


def shown_names(state: TableState, catalogue: Catalogue) -> tuple[str, ...]:
    """The names of the seats in a language, as the table's page shows them. People have their names and bots
    those of their levels. Equal names get the numbers of their seats."""
    names = [seat.name or _level_name(state.game.name, seat.level, catalogue) for seat in state.seats]
    return tuple(
        f"{name} {seat + 1}" if name and names.count(name) > 1 else name for seat, name in enumerate(names)
    )


def _level_name(game: str, level: str | None, catalogue: Catalogue) -> str:
    keys = (f"{game}.level.{level}", f"level.{level}")
    return next((catalogue.translate(Phrase(key, {})) for key in keys if catalogue.has(key)), level or "")


def _title(state: TableState, catalogue: Catalogue) -> str:
    names = shown_names(state, catalogue)
    there = [name for name, seat in zip(names, state.seats, strict=True) if seat.is_taken]
    return f"{state.game.title}: {' – '.join(there)}" if there else state.game.title


def _description(state: TableState, catalogue: Catalogue) -> Phrase:
    """The result; for a running game the app's tagline."""
    outcome = state.outcome
    if outcome is None or state.position is None:
        return Phrase("app.tagline", {})
    if not outcome.winners:
        is_draw = outcome.termination not in ("truncated", "abandoned", "resigned")
        return Phrase("result.draw" if is_draw else "result.noWinner", {})
    names = shown_names(state, catalogue)
    winners = tuple(names[seat] for seat in outcome.winners)
    return Phrase("result.win" if len(outcome.winners) == 1 else "result.share", {"names": winners})


def reader_of(request: AnyRequest) -> Catalogue:
    """The catalogue in the caller's language."""
    return _catalogue(language_of(request))


@lru_cache
def _catalogue(language: str) -> Catalogue:
    return Catalogue(language)
