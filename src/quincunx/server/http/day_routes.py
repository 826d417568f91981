"""``/api/days``: the daily challenges and their results."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import PathParameter, QueryParameter

from quincunx.club.daily.wire import DayArchive, DayTable, DayView
from quincunx.club.limits import admitted, too_fast
from quincunx.server.http.requester import (
    AnyRequest,
    identity_of,
    limits_of,
    payer_of,
    require_player,
    sessions_of,
)
from quincunx.server.people.day_pages import DayPages
from quincunx.server.people.identity import ids_of
from quincunx.server.services import services_of

Date = Annotated[str, PathParameter(description="A day (UTC), as in 2026-11-22, or “today”.", max_length=10)]
GameName = Annotated[str, PathParameter(description="The game.", max_length=32)]
Before = Annotated[
    str | None, QueryParameter(description="The `next` of the previous page.", max_length=10, required=False)
]


def _pages_of(request: AnyRequest) -> DayPages:
    pages = services_of(request).day_pages
    return pages


@get("/api/days")
async def past_days(request: AnyRequest, before: Before = None) -> DayArchive:
    """Past daily challenges with your results, the newest first."""
    return await _pages_of(request).archive(ids_of(await identity_of(request)), before)


@get("/api/days/{date:str}")
async def view_day(request: AnyRequest, date: Date) -> DayView:
    """A day's challenge, with what you may know of it now."""
    identity, pages = await identity_of(request), _pages_of(request)
    return await pages.view(pages.day(date), ids_of(identity))


@post("/api/days/{date:str}/{game:str}")
async def play_day(request: AnyRequest, date: Date, game: GameName) -> DayTable:
    """Play a day's challenge. Your first table of today counts, and further requests return it, on any
    device. Practice opens an hour after the day has ended, when no attempt can count any more; before that it
    is refused (`practice-opens`)."""
    identity = await require_player(request)
    days = services_of(request).days
    day = _pages_of(request).day(date)
    limits, who = limits_of(request), identity.row.id
    with (
        admitted((limits.days, who, 1)),
        admitted((limits.tables_of_address, payer_of(), 1), refusal=too_fast),
    ):
        table, is_practice = await days.play(day, game, identity.people)
    sessions_of(request).record_play(identity)
    return DayTable(table, is_practice)


DAY_ROUTES = [past_days, view_day, play_day]
