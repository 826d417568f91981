"""``/api/people``: a person's public games, ratings and statistics."""

from __future__ import annotations

from typing import Annotated

from litestar import MediaType, Response, get
from litestar.params import PathParameter, QueryParameter

from quincunx.club.limits import admit
from quincunx.club.results.luck_and_play import PersonPlay
from quincunx.club.results.results import Ending
from quincunx.club.rows import Filter
from quincunx.club.wire import BestPeople, Curve, FinishedGames, Members, Met, PersonPage
from quincunx.core.reason import Refusal
from quincunx.node.ports import JournalDamaged
from quincunx.server.http.me_routes import store_of
from quincunx.server.http.requester import (
    AnyRequest,
    identity_of,
    limits_of,
    payer_of,
    require_identity,
    viewer,
)
from quincunx.server.people.identity import Identity
from quincunx.server.people.inviting import people_met
from quincunx.server.people.pages import PersonPages, viewer_of
from quincunx.server.services import services_of
from quincunx.table.seats.person import Person

Handle = Annotated[
    str, PathParameter(description="A person's handle, as at their seat, or “me”.", max_length=32)
]
GameName = Annotated[str | None, QueryParameter(description="Only this game.", max_length=32)]
Kind = Annotated[str | None, QueryParameter(description="Only this kind of seating.", max_length=32)]
Before = Annotated[
    str | None,
    QueryParameter(name="before", description="The last table of the previous page.", max_length=64),
]
Against = Annotated[
    str | None, QueryParameter(description="Only games with the person of this handle.", max_length=32)
]
Outcome = Annotated[Ending | None, QueryParameter(description="Only games with this outcome for the person.")]
Rated = Annotated[bool | None, QueryParameter(description="Only rated games, or only unrated ones.")]
MOST_RECORDS = 100
MOST_HANDLES = 50
Handles = Annotated[
    str, QueryParameter(description="Up to 50 handles, separated by commas.", max_length=1_000)
]


def pages_of(request: AnyRequest) -> PersonPages:
    """The people's pages, from the application's state."""
    pages = services_of(request).pages
    return pages


@get("/api/people/members")
async def members(request: AnyRequest, handles: Handles) -> Members:
    """The handles, among those given, of accounts and of deleted people. Clients mark all other names as
    guests."""
    await identity_of(request)
    asked = tuple(dict.fromkeys(handles.split(",")))[:MOST_HANDLES]
    found = await store_of(request).members(asked)
    return Members(tuple(handle for handle in asked if handle in found))


@get("/api/people/{handle:str}")
async def person(request: AnyRequest, handle: Handle) -> PersonPage:
    """Ratings and statistics of a person who has finished a game here."""
    return await pages_of(request).page(handle, await identity_of(request))


@get("/api/people/{handle:str}/games")
async def games(
    request: AnyRequest,
    handle: Handle,
    game: GameName = None,
    kind: Kind = None,
    ending: Outcome = None,
    rated: Rated = None,
    against: Against = None,
    before: Before = None,
) -> FinishedGames:
    """The person's finished games that you may see, the newest first, 25 at a time. Each has its replay and
    its record under ``/api/tables/{id}``."""
    asker, pages = await identity_of(request), pages_of(request)
    whose = await pages.person(handle, asker)
    other = None if against is None else await pages.person(against, asker)
    which = Filter(game, kind, ending, rated, other, viewer=viewer_of(whose, asker))
    return await pages.games(whose, which, before)


@get("/api/people/{handle:str}/curve/{game:str}/{kind:str}")
async def curve(
    request: AnyRequest,
    handle: Handle,
    game: Annotated[str, PathParameter(description="The game.", max_length=32)],
    kind: Annotated[str, PathParameter(description="The kind of seating.", max_length=32)],
) -> Curve:
    """The history of a rating: its newest 400 points."""
    asker, pages = await identity_of(request), pages_of(request)
    return await pages.curve(await pages.person(handle, asker), game, kind, asker)


@get("/api/people/{handle:str}/play")
async def play(request: AnyRequest, handle: Handle) -> PersonPlay:
    """Luck and play in the person's newest hundred reviewed games, as far as you may see those games: their
    luck, and where they lose most, with intervals."""
    asker = await identity_of(request)
    whose = await pages_of(request).person(handle, asker)
    plays = services_of(request).plays
    sums = limits_of(request).sums_of_address
    tables = services_of(request).tables
    address = payer_of()

    async def may_see(table: str) -> bool:
        try:
            await tables.finished(table, await viewer(request, table))
        except (Refusal, JournalDamaged):
            return False
        return True

    return await plays.play(
        whose, None if asker is None else asker.row.id, may_see, lambda: admit((sums, address, 1))
    )


@get("/api/me/met")
async def my_met(request: AnyRequest) -> Met:
    """The people with whom you have finished a game, to invite them to another one: at most fifty, the most
    recent first."""
    return await people_met(store_of(request), (await require_identity(request)).row.id)


@get("/api/me/records", media_type=MediaType.TEXT)
async def records(request: AnyRequest, before: Before = None) -> Response[bytes]:
    """Your newest hundred finished games as text records, separated by empty lines. The header ``X-Next`` has
    the value of ``before`` for the next request. ``X-Damaged`` lists the tables whose games are damaged,
    separated by commas; the other games are included."""
    identity, pages = await require_identity(request), pages_of(request)
    with pages.one_at_a_time(identity.row.id):
        return await _records(request, identity, before)


async def _records(request: AnyRequest, identity: Identity, before: str | None) -> Response[bytes]:
    pages = pages_of(request)
    tables = services_of(request).tables
    texts: list[bytes] = []
    damaged: list[str] = []
    after = before
    while len(texts) + len(damaged) < MOST_RECORDS:
        found = await pages.games(identity.row.id, Filter(), after)
        for game in found.games:
            try:
                acting: Person = await tables.acting(game.table, identity.people)
                texts.append(await tables.record(game.table, acting))
            except Refusal:
                continue  # the table was removed: the others remain
            except JournalDamaged:
                damaged.append(game.table)
        after = found.next
        if after is None:
            break
    headers = {"content-disposition": 'attachment; filename="quincunx-games.txt"'}
    if after is not None:
        headers["x-next"] = after
    if damaged:
        headers["x-damaged"] = ",".join(damaged)
    return Response(b"\n".join(texts), media_type="text/plain; charset=utf-8", headers=headers)


@get("/api/ratings/{game:str}/{kind:str}")
async def best(
    request: AnyRequest,
    game: Annotated[str, PathParameter(description="The game.", max_length=32)],
    kind: Annotated[str, PathParameter(description="The kind of seating.", max_length=32)],
) -> BestPeople:
    """The fifty strongest people, among those with enough rated games for a reliable rating."""
    return await pages_of(request).strongest(game, kind)


PERSON_ROUTES = [members, person, games, curve, play, my_met, records, best]
