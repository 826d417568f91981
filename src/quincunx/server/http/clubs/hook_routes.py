"""``/api/clubs/NAME/hook``: the webhook of a club, for its staff."""

from __future__ import annotations

from litestar import delete, get, post, put
from litestar.params import JSONBody

from quincunx.club.clubs.hooks import AskHook, ClubHook, HookTested
from quincunx.server.http.clubs.club_routes import ClubName
from quincunx.server.http.requester import AnyRequest, somebody_in_person
from quincunx.server.people.clubs.hooks import ClubHooks
from quincunx.server.services import services_of


def _hooks_of(request: AnyRequest) -> ClubHooks:
    hooks = services_of(request).club_hooks
    return hooks


@get("/api/clubs/{club:str}/hook")
async def club_hook(request: AnyRequest, club: ClubName) -> ClubHook:
    """The club's webhook. Organisers and the owner may."""
    return await _hooks_of(request).view(club, await somebody_in_person(request))


@put("/api/clubs/{club:str}/hook")
async def set_club_hook(request: AnyRequest, club: ClubName, data: JSONBody[AskHook]) -> ClubHook:
    """Set the webhook, and switch it on."""
    return await _hooks_of(request).set(club, await somebody_in_person(request), data)


@delete("/api/clubs/{club:str}/hook", status_code=200)
async def delete_club_hook(request: AnyRequest, club: ClubName) -> ClubHook:
    """Delete the webhook."""
    return await _hooks_of(request).delete(club, await somebody_in_person(request))


@post("/api/clubs/{club:str}/hook/test", status_code=200)
async def try_club_hook(request: AnyRequest, club: ClubName) -> HookTested:
    """Send a test to the webhook."""
    return await _hooks_of(request).test(club, await somebody_in_person(request))


HOOK_ROUTES = [club_hook, set_club_hook, delete_club_hook, try_club_hook]
