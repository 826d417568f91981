"""``/api/clubs``, and the calendar feed at ``/c/NAME/calendar.ics``."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter, RawBody

from quincunx.club.clubs.wire import (
    AskClubLink,
    ClubCommand,
    ClubLinkMade,
    Clubs,
    ClubStandings,
    ClubView,
    NewClub,
)
from quincunx.club.limits import admit
from quincunx.club.wire import FinishedGames
from quincunx.server.http.bodies import described
from quincunx.server.http.requester import (
    AnyRequest,
    address_of_pages,
    identity_of,
    limits_of,
    payer_of,
    require_identity,
    sessions_of,
)
from quincunx.server.people.clubs import calendar, export
from quincunx.server.people.clubs.service import ClubService
from quincunx.server.services import services_of
from quincunx.table.wire.bodies import decoded

ClubName = Annotated[str, PathParameter(description="The club's name, as in its address.", max_length=64)]
SeasonNumber = Annotated[
    int | None,
    QueryParameter(name="season", description="The number of a season; by default the current one."),
]
Before = Annotated[
    str | None,
    QueryParameter(name="before", description="The last table of the previous page.", max_length=64),
]
Key = Annotated[
    str | None, QueryParameter(name="key", description="The key of a private club's calendar.", max_length=64)
]


def _clubs_of(request: AnyRequest) -> ClubService:
    clubs = services_of(request).clubs
    return clubs


def _charge_sums(request: AnyRequest) -> None:
    admit((limits_of(request).club_sums_of_address, payer_of(), 1))


@get("/api/clubs")
async def clubs(request: AnyRequest) -> Clubs:
    """Your clubs, and those that are listed publicly."""
    return await _clubs_of(request).lists(await identity_of(request))


@post("/api/clubs", operation_class=described(NewClub))
async def make_club(request: AnyRequest, body: RawBody) -> ClubView:
    """Create a club; only for accounts. You are its owner."""
    identity = await require_identity(request, "play")
    sessions_of(request).record_play(identity)
    return await _clubs_of(request).create(identity, decoded(body, NewClub))


@get("/api/clubs/{club:str}")
async def view_club(request: AnyRequest, club: ClubName) -> ClubView:
    """The club as you may see it now."""
    return await _clubs_of(request).view(club, await identity_of(request))


@post("/api/clubs/{club:str}/commands", status_code=200, operation_class=described(ClubCommand))
async def club_command(request: AnyRequest, club: ClubName, body: RawBody) -> ClubView | None:
    """Execute a command. A repeated command has no further effect. ``null``: the club is closed."""
    identity = await require_identity(request, "play")
    sessions_of(request).record_play(identity)
    command: ClubCommand = decoded(body, ClubCommand)  # type: ignore[arg-type]  # a union is no class
    return await _clubs_of(request).command(club, identity, command)


@post("/api/clubs/{club:str}/links")
async def make_club_link(request: AnyRequest, club: ClubName, data: JSONBody[AskClubLink]) -> ClubLinkMade:
    """Create a link to join, with a number of uses and an end. Organisers and the owner may."""
    identity = await require_identity(request, "play")
    return await _clubs_of(request).make_link(club, identity, data)


@get("/api/clubs/{club:str}/games")
async def club_games(request: AnyRequest, club: ClubName, before: Before = None) -> FinishedGames:
    """Finished games between members, the newest first, 25 at a time, without private ones."""
    _charge_sums(request)
    return await _clubs_of(request).games(club, await identity_of(request), before)


@get("/api/clubs/{club:str}/standings")
async def club_standings(request: AnyRequest, club: ClubName, season: SeasonNumber = None) -> ClubStandings:
    """The standings of a season, and the members' scores against each other."""
    _charge_sums(request)
    return await _clubs_of(request).standings(club, await identity_of(request), season)


@get("/api/clubs/{club:str}/standings.csv", media_type="text/csv")
async def club_standings_file(
    request: AnyRequest, club: ClubName, season: SeasonNumber = None
) -> Response[bytes]:
    """The standings of a season as a file for spreadsheets."""
    _charge_sums(request)
    found = await _clubs_of(request).standings(club, await identity_of(request), season)
    written = await asyncio.to_thread(export.standings_file, found)
    name = f"{club}-{found.season.number}.csv"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(written, media_type=export.KIND, headers=headers)


@get("/c/{club:str}/calendar.ics", media_type="text/calendar")
async def club_calendar(request: AnyRequest, club: ClubName, key: Key = None) -> Response[bytes]:
    """The club nights as a calendar feed (iCalendar)."""
    _charge_sums(request)
    found = await _clubs_of(request).for_calendar(club, await identity_of(request), key)
    written = calendar.calendar(found, f"{address_of_pages(request)}/c/{found.name}")
    return Response(written, media_type=calendar.KIND)


CLUB_ROUTES = [
    clubs,
    make_club,
    view_club,
    club_command,
    make_club_link,
    club_games,
    club_standings,
    club_standings_file,
    club_calendar,
]
