"""``/api/me/blocks`` and ``/api/reports``: to be left in peace."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter

from quincunx.club.wire import Block, Blocks, Report
from quincunx.server.http.requester import AnyRequest, address_of, sessions_of, somebody
from quincunx.server.people.identity import Identity
from quincunx.server.people.safety import Safety
from quincunx.server.services import services_of
from quincunx.table.state import TableState

Handle = Annotated[str, PathParameter(description="One of somebody's handles.", max_length=32)]


def _safety_of(request: AnyRequest) -> Safety:
    safety = services_of(request).safety
    return safety


async def _seen(request: AnyRequest, identity: Identity, table: str) -> TableState:
    """The table, if whoever asks may see it."""
    tables = services_of(request).tables
    return (await tables.watch(table, await tables.acting(table, identity.people))).state


@get("/api/me/blocks")
async def blocks(request: AnyRequest) -> Blocks:
    """Whom I have blocked, the newest first. Clients do not show what these say."""
    return Blocks(await _safety_of(request).blocked(await somebody(request)))


@post("/api/me/blocks", status_code=200)
async def block(request: AnyRequest, data: JSONBody[Block]) -> Blocks:
    """Block somebody: I am not paired with them, they cannot invite me, no seat is kept for one of us at a
    table of the other, and clients do not show me what they say. They are not told."""
    identity = await somebody(request, "play")
    sessions_of(request).plays(identity)
    state = await _seen(request, identity, data.table)
    blocked = await _safety_of(request).block(identity, state, data.seat, address_of())
    tables = services_of(request).tables
    await tables.separate([*(each.id for each in identity.people), *blocked])
    return Blocks(await _safety_of(request).blocked(identity))


@delete("/api/me/blocks/{handle:str}", status_code=200)
async def unblock(request: AnyRequest, handle: Handle) -> Blocks:
    """Block somebody no longer."""
    identity = await somebody(request, "play")
    await _safety_of(request).unblock(identity, handle)
    return Blocks(await _safety_of(request).blocked(identity))


@post("/api/reports", status_code=204)
async def report(request: AnyRequest, data: JSONBody[Report]) -> None:
    """Tell the operator of somebody: of their name, and of what they said at this table last."""
    identity = await somebody(request, "play")
    sessions_of(request).plays(identity)
    state = await _seen(request, identity, data.table)
    await _safety_of(request).report(identity, state, data.seat, data.why, address_of())


SAFETY_ROUTES = [blocks, block, unblock, report]
