"""The routes of tables, the lobby and health, as ``docs/protocol.md`` lists them."""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated

from litestar import MediaType, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter, RawBody

from quincunx.club.limits import admit, admitted, too_fast
from quincunx.node.node import Tables
from quincunx.server.http.account_routes import ACCOUNT_ROUTES
from quincunx.server.http.bodies import described, takes
from quincunx.server.http.clubs.club_routes import CLUB_ROUTES
from quincunx.server.http.clubs.hook_routes import HOOK_ROUTES
from quincunx.server.http.day_routes import DAY_ROUTES
from quincunx.server.http.me_routes import ME_ROUTES, store_of
from quincunx.server.http.pages import qr
from quincunx.server.http.pages.schemas import schema, schemas
from quincunx.server.http.pages.site_texts import site_text
from quincunx.server.http.person_routes import PERSON_ROUTES
from quincunx.server.http.push_routes import PUSH_ROUTES
from quincunx.server.http.puzzle_routes import PUZZLE_ROUTES
from quincunx.server.http.reach.friend_routes import FRIEND_ROUTES
from quincunx.server.http.reach.notification_routes import NOTIFICATION_ROUTES
from quincunx.server.http.reach.vacation_routes import VACATION_ROUTES
from quincunx.server.http.requester import (
    AnyRequest,
    address_of,
    limits_of,
    payer_of,
    player,
    require_identity,
    require_player,
    sessions_of,
    until_disconnected,
    viewer,
)
from quincunx.server.http.review_routes import REVIEW_ROUTES
from quincunx.server.http.safety.moderation_routes import MODERATION_ROUTES
from quincunx.server.http.safety.safety_routes import SAFETY_ROUTES
from quincunx.server.http.safety.talk_routes import TALK_ROUTES
from quincunx.server.http.study_routes import STUDY_ROUTES
from quincunx.server.http.tournament_routes import TOURNAMENT_ROUTES
from quincunx.server.observability.watch import Watch
from quincunx.server.people.inviting import invited
from quincunx.server.services import services_of
from quincunx.server.transport.connections import origin_of
from quincunx.table.events import TableSettings
from quincunx.table.wire.bodies import decoded
from quincunx.table.wire.lists import Lobby, MyTables, PeopleCount
from quincunx.table.wire.table import Ack, AskHint, CommandRequest, Hint, RecordKey, Replay, TableView

MOST_SEATS = 12
"""The most seats whose handles are looked up; no game has that many."""

WHOLE_GAME = ResponseSpec(Replay, generate_examples=False, description="The whole game, from its first card.")

TableName = Annotated[str, PathParameter(description="The table's name, as in its link.", max_length=64)]
PointOfView = Annotated[
    int | None,
    QueryParameter(description="At a table played on one device: the seat whose hand is shown.", ge=0),
]


def tables_of(request: AnyRequest) -> Tables:
    """The table service, from the application's state."""
    tables = services_of(request).tables
    return tables


def watch_of(request: AnyRequest) -> Watch:
    """The operator's view of the server, from the application's state."""
    watch = services_of(request).watch
    return watch


@get("/api/me/tables")
async def my_tables(request: AnyRequest) -> MyTables:
    """Your tables that have not ended: first those that wait for you, then the most recently changed. The
    socket ``/api/me/socket`` reports changes."""
    people = (await require_identity(request)).people
    own = await tables_of(request).mine.tables(*people)
    return MyTables(own.lines, whole=True, more=len(own.unlisted))


@get("/api/lobby")
async def lobby(request: AnyRequest) -> Lobby:
    """Tables that wait for players or can be watched, and the bots' levels."""
    return await tables_of(request).lobby()


@get("/api/here", sync_to_thread=False)
def people_here(request: AnyRequest) -> PeopleCount:
    """The number of people who have the site open."""
    return PeopleCount(services_of(request).people_here.count)


@post("/api/tables", operation_class=described(TableSettings))
async def make_table(request: AnyRequest, body: RawBody) -> TableView:
    """Create a table. Seats planned as “me” are reserved for you, those of invited people for them. Sitting
    down is a separate command."""
    identity = await require_player(request)
    clubs = services_of(request).clubs
    settings = await clubs.check_table(identity, decoded(body, TableSettings))
    handles = {seat.handle for seat in settings.seats[:MOST_SEATS] if seat.handle is not None}
    guests = await invited(store_of(request), identity.person, handles)
    with admitted((limits_of(request).tables_of_address, payer_of(), 1), refusal=too_fast):
        made = await tables_of(request).create_table(
            identity.person, settings, guests, origin_of(address_of())
        )
    sessions_of(request).record_play(identity)
    if settings.club is not None:
        await clubs.add_table(settings.club, made.id)
    return made


@get("/api/tables/{table:str}")
async def view_table(request: AnyRequest, table: TableName, point_of_view: PointOfView = None) -> TableView:
    """The table as you may see it now."""
    person, tables = await viewer(request, table), tables_of(request)
    view = await tables.view(table, person, point_of_view)
    tables.record_request(table, person)
    return view


@post("/api/tables/{table:str}/commands", status_code=200, operation_class=described(CommandRequest))
async def command(request: AnyRequest, table: TableName, body: RawBody) -> Ack:
    """Execute a command. A repeated key has no further effect and gets the same response."""
    asked, tables = decoded(body, CommandRequest), tables_of(request)
    person = await player(request, table)
    ack = await tables.execute(table, person, asked)
    tables.record_request(table, person)
    watch_of(request).commanded(table, asked, ack)
    return ack


@post("/api/tables/{table:str}/hints", status_code=200)
async def hint(request: AnyRequest, table: TableName, data: JSONBody[AskHint]) -> Hint:
    """The best bot's choice for your seat when it is your turn. No other player sees it."""
    person = await player(request, table)
    return await until_disconnected(request, tables_of(request).hint(table, person, data.seat))


@get("/api/tables/{table:str}/replay", responses={200: WHOLE_GAME})
async def replay(request: AnyRequest, table: TableName) -> Response[bytes]:
    """A finished game from the first step to the last, with all cards and dice open."""
    made = await tables_of(request).compressed_replay(table, await viewer(request, table))
    headers = {"vary": "accept-encoding"}
    if takes("gzip", request.headers.get("accept-encoding", "")):
        headers["content-encoding"] = "gzip"
    else:
        made = await asyncio.to_thread(gzip.decompress, made)
    admit((limits_of(request).downloads, payer_of(), len(made) / 1024))
    return Response(made, media_type=MediaType.JSON, headers=headers)


@get("/api/tables/{table:str}/record", media_type=MediaType.TEXT)
async def record(request: AnyRequest, table: TableName) -> Response[bytes]:
    """A finished game as a text record."""
    text = await tables_of(request).record(table, await viewer(request, table))
    disposition = f'attachment; filename="quincunx-{table[:8]}.txt"'
    return Response(
        text, media_type="text/plain; charset=utf-8", headers={"content-disposition": disposition}
    )


@get("/api/tables/{table:str}/qr.svg", media_type="image/svg+xml")
async def qr_code(request: AnyRequest, table: TableName) -> Response[bytes]:
    """The table's link as a QR code, black on white."""
    await tables_of(request).watch(table, await viewer(request, table))
    settings = services_of(request).settings
    scheme = "https" if settings.secure else request.url.scheme
    picture = await asyncio.to_thread(qr.svg, f"{scheme}://{request.url.netloc}/t/{table}")
    return Response(picture, media_type="image/svg+xml")


@get("/.well-known/quincunx-record-key", sync_to_thread=False)
def record_key(request: AnyRequest) -> RecordKey:
    """The public key of this server's signatures of game records."""
    key = services_of(request).record_key
    return key


@get("/health/live", sync_to_thread=False)
def live() -> dict[str, str]:
    """Liveness: the process runs."""
    return {"status": "ok"}


@get("/health/ready")
async def ready(request: AnyRequest) -> dict[str, str]:
    """Readiness: the journal can be read and written, so games can be played. It does not need the bus,
    without which updates are delayed."""
    tables = tables_of(request)
    await tables.check_journal()  # an unavailable journal becomes a 503
    return {"status": "ok", "bus": "ok" if tables.hears_others else "lost"}


ROUTES = [
    *ME_ROUTES,
    *PERSON_ROUTES,
    *PUSH_ROUTES,
    *PUZZLE_ROUTES,
    *ACCOUNT_ROUTES,
    *SAFETY_ROUTES,
    *FRIEND_ROUTES,
    *NOTIFICATION_ROUTES,
    *VACATION_ROUTES,
    *MODERATION_ROUTES,
    *TOURNAMENT_ROUTES,
    *TALK_ROUTES,
    *CLUB_ROUTES,
    *HOOK_ROUTES,
    *STUDY_ROUTES,
    *REVIEW_ROUTES,
    *DAY_ROUTES,
    my_tables,
    lobby,
    people_here,
    make_table,
    view_table,
    command,
    hint,
    replay,
    record,
    record_key,
    qr_code,
    schemas,
    schema,
    site_text,
    live,
    ready,
]
