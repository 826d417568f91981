"""``/api/tables/{id}/review``: what was luck in a finished game, and what was play."""

from __future__ import annotations

import time
from typing import Annotated, Final

from litestar import MediaType, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter

from quincunx.club.throttle import Rule, Throttle
from quincunx.core.reason import refused
from quincunx.node.pictures import Pictures
from quincunx.node.reviews import Reviews, Shown
from quincunx.node.service import Tables
from quincunx.server.people.asking import AnyRequest, address_of, viewer
from quincunx.server.shared_page import reader_of, shown_names
from quincunx.table.day import opens_at
from quincunx.table.person import Person
from quincunx.table.record import names_of
from quincunx.table.wire_review import ReviewProgress, TableReview

TableName = Annotated[str, PathParameter(description="The table's name, as its link has it.", max_length=64)]
ONE: Final = Rule(20, 30.0)
"""Reviews that are made because one person asks."""
ADDRESS: Final = Rule(60, 10.0)
"""The same of everybody at one address: perhaps a whole school."""
SUMS: Final = Rule(30, 2.0)
"""Times that somebody's reviews are added up for one address."""
PICTURES: Final = Rule(60, 5.0)
"""Pictures that are drawn for one address."""
AGAIN: Final = "1"
"""After so many seconds it is worth asking again."""

MADE = ResponseSpec(TableReview, generate_examples=False, description="As good as it is so far.")
UNDER_WAY = ResponseSpec(ReviewProgress, generate_examples=False, description="It is being made; ask again.")


class ReviewLimits:
    """How many reviews may be made because somebody opens them."""

    def __init__(self) -> None:
        self._people = Throttle(ONE)
        self._addresses = Throttle(ADDRESS)
        self._pictures = Throttle(PICTURES)
        self._sums = Throttle(SUMS)

    def add_up(self, address: str) -> None:
        """Somebody's reviews once more. Raises :class:`~quincunx.core.reason.Refusal` if that is too
        often."""
        _count([(self._sums, address)])

    def draw(self, address: str) -> None:
        """One more picture. Raises :class:`~quincunx.core.reason.Refusal` if that is too many."""
        _count([(self._pictures, address)])

    def count(self, person: Person, address: str) -> None:
        """One more. Raises :class:`~quincunx.core.reason.Refusal` if that is too many."""
        keys = [(self._addresses, address)]
        if person.id:
            keys.append((self._people, person.id))
        _count(keys)


def _count(keys: list[tuple[Throttle, str]]) -> None:
    now = time.monotonic()
    wait = max(throttle.wait(key, now) for throttle, key in keys)
    if wait:
        sentence = "That was done too often; please wait a while."
        raise refused("too-fast", "too-many-tries", sentence, seconds=int(wait) + 1)
    for throttle, key in keys:
        throttle.count(key, now)


@get("/api/tables/{table:str}/review", responses={200: MADE, 202: UNDER_WAY})
async def review(request: AnyRequest, table: TableName) -> Response[bytes] | Response[ReviewProgress]:
    """Luck and play told apart, in a game that has ended. While it is made the answer is 202, and how far it
    is; what is not final yet becomes better: asked again with its tag (``If-None-Match``) the answer is 304
    until then."""
    person = await viewer(request, table)
    tables: Tables = request.app.state.tables
    reviews: Reviews = request.app.state.reviews
    limits: ReviewLimits = request.app.state.review_limits
    state = await tables.finished(table, person)
    address = address_of()
    since = 0 if state.of_day is None else opens_at(state.of_day.day)
    found = await reviews.look(
        table, state.game, names_of(state), lambda: limits.count(person, address), since
    )
    if not isinstance(found, Shown):
        return Response(found, status_code=202, headers={"retry-after": AGAIN})
    headers = {"etag": found.tag}
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", status_code=304, headers=headers, media_type=MediaType.JSON)
    return Response(found.body, headers=headers, media_type=MediaType.JSON)


@get("/t/{table:str}/picture.png", media_type="image/png", include_in_schema=False)
async def picture(request: AnyRequest, table: TableName) -> Response[bytes]:
    """A finished game as a picture of 1200 × 630, for links that are shared."""
    person = await viewer(request, table)
    tables: Tables = request.app.state.tables
    pictures: Pictures = request.app.state.pictures
    limits: ReviewLimits = request.app.state.review_limits
    state = await tables.finished(table, person)
    names = shown_names(state, reader_of(request.headers.get("accept-language", "")))
    drawn = await pictures.picture(table, state.game, names, lambda: limits.draw(address_of()))
    return Response(drawn, media_type="image/png", headers={"vary": "accept-language"})


REVIEW_ROUTES = [review, picture]
