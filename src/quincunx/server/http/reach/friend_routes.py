"""``/api/me/friends``: the people whom the caller follows."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post, put
from litestar.params import JSONBody, PathParameter

from quincunx.club.reach.friends import Follow, Friends, Hide
from quincunx.server.http.requester import AnyRequest, require_identity
from quincunx.server.people.reach.friends import FriendService
from quincunx.server.services import services_of

Handle = Annotated[str, PathParameter(description="One of a person's handles.", max_length=32)]


def _friends_of(request: AnyRequest) -> FriendService:
    friends = services_of(request).friends
    return friends


@get("/api/me/friends")
async def my_friends(request: AnyRequest) -> Friends:
    """The people whom you follow: first those who are here, with a running game of theirs that you may watch,
    and whether they seek a game."""
    return await _friends_of(request).view(await require_identity(request))


@post("/api/me/friends", status_code=200)
async def follow(request: AnyRequest, data: JSONBody[Follow]) -> Friends:
    """Follow a person with whom you have played. It needs an account. They are not notified."""
    return await _friends_of(request).follow(await require_identity(request, "play"), data.handle)


@delete("/api/me/friends/{handle:str}", status_code=200)
async def unfollow(request: AnyRequest, handle: Handle) -> Friends:
    """Stop following a person."""
    return await _friends_of(request).unfollow(await require_identity(request, "play"), handle)


@put("/api/me/presence")
async def hide_presence(request: AnyRequest, data: JSONBody[Hide]) -> Friends:
    """Hide from the people who follow you that you are here, or no longer."""
    return await _friends_of(request).hide(await require_identity(request, "play"), data.is_hidden)


FRIEND_ROUTES = [my_friends, follow, unfollow, hide_presence]
