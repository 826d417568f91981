"""``/api/tables/{id}/review``: reviews of finished games, which tell luck from play."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import MediaType, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter

from quincunx.club.limits import admit
from quincunx.node.finished.reviews import Shown
from quincunx.server.http.pages.shared_page import reader_of, shown_names
from quincunx.server.http.requester import AnyRequest, limits_of, payer_of, viewer
from quincunx.server.services import services_of
from quincunx.table.chance.day import opens_at
from quincunx.table.record.game_record import names_of
from quincunx.table.wire.review import ReviewProgress, TableReview

TableName = Annotated[str, PathParameter(description="The table's name, as in its link.", max_length=64)]
AGAIN: Final = "1"
"""Seconds until the client should retry, as the value of ``Retry-After``."""

MADE = ResponseSpec(
    TableReview, generate_examples=False, description="The review, as precise as it is so far."
)
UNDER_WAY = ResponseSpec(
    ReviewProgress, generate_examples=False, description="The review is being computed; ask again."
)


@get("/api/tables/{table:str}/review", responses={200: MADE, 202: UNDER_WAY})
async def review(request: AnyRequest, table: TableName) -> Response[bytes] | Response[ReviewProgress]:
    """The review of a finished game, which tells luck from play. While it is being made, the response is 202
    with its progress. A preliminary review improves later: until then a request with its tag
    (``If-None-Match``) gets 304."""
    person = await viewer(request, table)
    tables = services_of(request).tables
    reviews = services_of(request).reviews
    limits = limits_of(request)
    state = await tables.finished(table, person)
    address = payer_of()
    since = 0 if state.of_day is None else opens_at(state.of_day.day, state.interruptions)
    found = await reviews.review_or_progress(
        table, state.game, names_of(state), lambda: limits.review(person.id, address), since, address
    )
    if not isinstance(found, Shown):
        return Response(found, status_code=202, headers={"retry-after": AGAIN})
    headers = {"etag": found.tag}
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", status_code=304, headers=headers, media_type=MediaType.JSON)
    return Response(found.body, headers=headers, media_type=MediaType.JSON)


@get("/t/{table:str}/picture.png", media_type="image/png", include_in_schema=False)
async def picture(request: AnyRequest, table: TableName) -> Response[bytes]:
    """A finished game as a picture of 1200 × 630 pixels, for shared links."""
    person = await viewer(request, table)
    tables = services_of(request).tables
    pictures = services_of(request).pictures
    limits = limits_of(request)
    state = await tables.finished(table, person)
    address = payer_of()
    names = shown_names(state, reader_of(request))
    drawn = await pictures.picture(
        table, state.game, names, lambda: admit((limits.pictures_of_address, address, 1))
    )
    return Response(drawn, media_type="image/png", headers={"vary": "accept-language"})


REVIEW_ROUTES = [review, picture]
