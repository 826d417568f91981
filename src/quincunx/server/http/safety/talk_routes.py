"""``/api/tournaments/NAME/talk``: the chat of a tournament's people."""

from __future__ import annotations

from typing import Any, Final

from litestar import get, post
from litestar.params import JSONBody, RawBody

from quincunx.club.limits import admitted
from quincunx.club.tournament.state import Tournament
from quincunx.club.tournament.talk.state import Talk
from quincunx.club.tournament.talk.view import talk_view
from quincunx.club.tournament.talk.wire import (
    BlockTalker,
    ReportTalker,
    SayPhrase,
    TalkCommand,
    TournamentTalk,
    WriteText,
)
from quincunx.club.wire import Blocks
from quincunx.server.http.bodies import described
from quincunx.server.http.requester import (
    AnyRequest,
    address_of,
    identity_of,
    limits_of,
    require_identity,
    require_player,
    sessions_of,
)
from quincunx.server.http.tournament_routes import TournamentName
from quincunx.server.people.identity import ids_of
from quincunx.server.people.safety import other_in_tournament
from quincunx.server.services import services_of
from quincunx.table.wire.bodies import decoded

_COMMAND: Final[Any] = TalkCommand


async def _found(request: AnyRequest, id: str) -> tuple[Tournament, Talk]:
    views = services_of(request).tournaments.views
    shown = await views.current_view(id)
    return shown.tournament, await views.talks.current(id)


@get("/api/tournaments/{tournament:str}/talk")
async def view_talk(request: AnyRequest, tournament: TournamentName) -> TournamentTalk:
    """The last lines of the chat. The socket ``/api/me/socket`` reports changes to followers."""
    identity = await identity_of(request)
    found, talk = await _found(request, tournament)
    return talk_view(found, talk, ids_of(identity))


@post("/api/tournaments/{tournament:str}/talk", status_code=200, operation_class=described(TalkCommand))
async def talk_command(request: AnyRequest, tournament: TournamentName, body: RawBody) -> TournamentTalk:
    """Say something in the chat, or act as a host."""
    identity = await require_player(request)
    command: TalkCommand = decoded(body, _COMMAND)
    limits, person = limits_of(request), identity.row.id
    if isinstance(command, SayPhrase | WriteText):
        counted = admitted((limits.talk, person, 1), (limits.talk_of_address, address_of(), 1))
    else:
        counted = admitted((limits.talk_acts, person, 1))
    views = services_of(request).tournaments.views
    with sessions_of(request).checked_by_store(identity), counted:
        found = (await views.current_view(tournament)).tournament
        talk = await views.talks.command(found, identity.people, command, identity.authority)
    sessions_of(request).record_play(identity)
    return talk_view(found, talk, ids_of(identity))


@post("/api/tournaments/{tournament:str}/talk/reports", status_code=204)
async def report_talker(
    request: AnyRequest, tournament: TournamentName, data: JSONBody[ReportTalker]
) -> None:
    """Report a person to the operator: their name, and their last lines in the chat, also removed ones."""
    identity = await require_identity(request, "play")
    sessions_of(request).record_play(identity)
    other = other_in_tournament(identity, *await _found(request, tournament), data.handle)
    await services_of(request).safety.report(identity, other, data.why, address_of())


@post("/api/tournaments/{tournament:str}/talk/blocks", status_code=200)
async def block_talker(
    request: AnyRequest, tournament: TournamentName, data: JSONBody[BlockTalker]
) -> Blocks:
    """Block a person of the tournament, as ``/api/me/blocks`` does. Clients hide their lines."""
    identity = await require_identity(request, "play")
    sessions_of(request).record_play(identity)
    other = other_in_tournament(identity, *await _found(request, tournament), data.handle)
    services = services_of(request)
    blocked = await services.safety.block(identity, other, address_of())
    await services.tables.separate([*(each.id for each in identity.people), *blocked])
    return Blocks(await services.safety.blocked_people(identity))


TALK_ROUTES = [view_talk, talk_command, report_talker, block_talker]
