"""``/api/tournaments``. Accounts create tournaments, people join by a link, and all visitors with the link
can watch."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Final

from litestar import Response, get, post
from litestar.params import PathParameter, QueryParameter, RawBody
from msgspec.structs import replace

from quincunx.club.limits import admitted
from quincunx.club.tournament.ladder.view import steps_view
from quincunx.club.tournament.ladder.wire import LadderSteps
from quincunx.club.tournament.ports import TournamentRow
from quincunx.club.tournament.state import Tournament
from quincunx.club.tournament.view import round_view, view, viewer_part
from quincunx.club.tournament.wire import (
    MyTournaments,
    OpenTournaments,
    TournamentCommand,
    TournamentRound,
    TournamentRounds,
    TournamentSettings,
    TournamentSummary,
    TournamentView,
)
from quincunx.core.reason import refused
from quincunx.node.events.tournament_talk import no_such_tournament
from quincunx.node.events.tournaments import Tournaments
from quincunx.server.http.bodies import described
from quincunx.server.http.pages import qr
from quincunx.server.http.requester import (
    AnyRequest,
    address_of_pages,
    identity_of,
    limits_of,
    require_identity,
    require_player,
    sessions_of,
)
from quincunx.server.people.identity import Identity, ids_of
from quincunx.server.services import services_of
from quincunx.table.deadlines.outage import Outage
from quincunx.table.wire.bodies import decoded

TournamentName = Annotated[
    str, PathParameter(description="The tournament's name, as in its link.", max_length=64)
]
_COMMAND: Final[Any] = TournamentCommand


def _tournaments_of(request: AnyRequest) -> Tournaments:
    tournaments = services_of(request).tournaments
    return tournaments


async def _tournament_view(request: AnyRequest, tournament: Tournament, identity: Identity) -> TournamentView:
    clock = services_of(request).clock
    tournaments = _tournaments_of(request)
    seatings = await tournaments.views.seatings(tournament)
    return await asyncio.to_thread(
        view, tournament, ids_of(identity), clock.now(), tournaments.outages(), seatings
    )


@get("/api/me/tournaments")
async def my_tournaments(request: AnyRequest) -> MyTournaments:
    """Tournaments that have not ended in which you play or which you host, the newest first."""
    people = (await require_identity(request)).people
    return MyTournaments(tuple(map(_summary, await _tournaments_of(request).tournaments_of(people))))


def _summary(row: TournamentRow) -> TournamentSummary:
    return TournamentSummary(
        id=row.id,
        name=row.name,
        status=row.status,
        round=row.round,
        players=row.players,
        is_host=row.is_host,
        is_ladder=row.is_ladder,
        made=row.made_at,
        settings=row.settings,
    )


@post("/api/tournaments", operation_class=described(TournamentSettings))
async def make_tournament(request: AnyRequest, body: RawBody) -> TournamentView:
    """Create a tournament; only for accounts. Its host does not play unless they join, too."""
    identity = await require_identity(request, "play")
    settings = decoded(body, TournamentSettings)
    if not identity.is_account:
        raise refused(
            "forbidden", "tournament-by-account", "Only people with an account can create a tournament."
        )
    counted = admitted((limits_of(request).tournaments, identity.row.id, 1))
    with sessions_of(request).checked_by_store(identity), counted:
        made = await _tournaments_of(request).create(identity.person, settings, identity.authority)
    sessions_of(request).record_play(identity)
    return await _tournament_view(request, made, identity)


@get("/api/tournaments")
async def open_tournaments(request: AnyRequest) -> OpenTournaments:
    """Public tournaments that wait for players: those with an announced start first."""
    await identity_of(request)
    return OpenTournaments(await _tournaments_of(request).open_tournaments())


@get("/api/tournaments/{tournament:str}")
async def view_tournament(request: AnyRequest, tournament: TournamentName) -> TournamentView:
    """The tournament as you may see it now. The socket ``/api/me/socket`` reports changes."""
    identity = await identity_of(request)
    shown = await _tournaments_of(request).views.current_view(tournament)
    clock = services_of(request).clock
    now = clock.now()
    you = viewer_part(shown.tournament, ids_of(identity), now, shown.ladder)
    return replace(shown.view, you=you, now=now)


@get("/api/tournaments/{tournament:str}/rounds")
async def view_rounds(request: AnyRequest, tournament: TournamentName) -> TournamentRounds:
    """All rounds of the tournament so far."""
    await identity_of(request)
    found = (await _tournaments_of(request).views.current_view(tournament)).tournament
    return await asyncio.to_thread(_rounds, found, _tournaments_of(request).outages())


def _rounds(tournament: Tournament, outages: Sequence[Outage]) -> TournamentRounds:
    every = (round_view(tournament, number, outages) for number in range(1, tournament.round + 1))
    return TournamentRounds(tuple(each for each in every if each is not None))


@get("/api/tournaments/{tournament:str}/rounds/{number:int}")
async def view_round(
    request: AnyRequest,
    tournament: TournamentName,
    number: Annotated[int, PathParameter(description="The round's number, from 1.", ge=1, le=200)],
) -> TournamentRound:
    """One round of the tournament, under way or finished."""
    await identity_of(request)
    tournaments = _tournaments_of(request)
    found = round_view(
        (await tournaments.views.current_view(tournament)).tournament, number, tournaments.outages()
    )
    if found is None:
        raise no_such_tournament()
    return found


@get("/api/tournaments/{tournament:str}/steps")
async def ladder_steps(
    request: AnyRequest,
    tournament: TournamentName,
    first: Annotated[int, QueryParameter(description="The number of the first step.", ge=1)] = 1,
) -> LadderSteps:
    """The recorded steps of a ladder, at most 500 at once. The order of its players follows from them and the
    results of the games."""
    await identity_of(request)
    found = (await _tournaments_of(request).views.current_view(tournament)).tournament
    return steps_view(found, first)


@post(
    "/api/tournaments/{tournament:str}/commands",
    status_code=200,
    operation_class=described(TournamentCommand),
)
async def tournament_command(
    request: AnyRequest, tournament: TournamentName, body: RawBody
) -> TournamentView:
    """Execute a command. A repeated command has no further effect."""
    identity = await require_player(request)
    command: TournamentCommand = decoded(body, _COMMAND)
    counted = admitted((limits_of(request).tournament_commands, identity.row.id, 1))
    with sessions_of(request).checked_by_store(identity), counted:
        after = await _tournaments_of(request).command(
            tournament, identity.people, command, identity.authority
        )
    sessions_of(request).record_play(identity)
    return await _tournament_view(request, after, identity)


@get("/api/tournaments/{tournament:str}/qr.svg", media_type="image/svg+xml")
async def tournament_qr(request: AnyRequest, tournament: TournamentName) -> Response[bytes]:
    """The tournament's link as a QR code, black on white."""
    await identity_of(request)
    found = (await _tournaments_of(request).views.current_view(tournament)).tournament
    picture = await asyncio.to_thread(qr.svg, f"{address_of_pages(request)}/e/{found.id}")
    return Response(picture, media_type="image/svg+xml")


TOURNAMENT_ROUTES = [
    my_tournaments,
    open_tournaments,
    make_tournament,
    view_tournament,
    view_rounds,
    view_round,
    ladder_steps,
    tournament_command,
    tournament_qr,
]
