"""``/api/me/blocks`` and ``/api/reports``: blocking and reporting people."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter

from quincunx.club.wire import Block, Blocks, Report
from quincunx.server.http.requester import AnyRequest, address_of, require_identity, sessions_of
from quincunx.server.people.identity import Identity
from quincunx.server.people.safety import Safety, other_on_seat
from quincunx.server.services import services_of
from quincunx.table.state import TableState

Handle = Annotated[str, PathParameter(description="One of a person's handles.", max_length=32)]


def _safety_of(request: AnyRequest) -> Safety:
    safety = services_of(request).safety
    return safety


async def _visible_table(request: AnyRequest, identity: Identity, table: str) -> TableState:
    """The table, if the caller may see it."""
    tables = services_of(request).tables
    return (await tables.watch(table, await tables.acting(table, identity.people))).state


@get("/api/me/blocks")
async def blocks(request: AnyRequest) -> Blocks:
    """The people whom you have blocked, the newest first. Clients hide their messages."""
    return Blocks(await _safety_of(request).blocked_people(await require_identity(request)))


@post("/api/me/blocks", status_code=200)
async def block(request: AnyRequest, data: JSONBody[Block]) -> Blocks:
    """Block a person. You are not paired with them and they cannot invite you. Neither of you gets a reserved
    seat at the other's table. Clients hide their messages from you. They are not notified."""
    identity = await require_identity(request, "play")
    sessions_of(request).record_play(identity)
    state = await _visible_table(request, identity, data.table)
    other = other_on_seat(identity, state, data.seat)
    blocked = await _safety_of(request).block(identity, other, address_of())
    tables = services_of(request).tables
    await tables.separate([*(each.id for each in identity.people), *blocked])
    return Blocks(await _safety_of(request).blocked_people(identity))


@delete("/api/me/blocks/{handle:str}", status_code=200)
async def unblock(request: AnyRequest, handle: Handle) -> Blocks:
    """Unblock a person."""
    identity = await require_identity(request, "play")
    await _safety_of(request).unblock(identity, handle)
    return Blocks(await _safety_of(request).blocked_people(identity))


@post("/api/reports", status_code=204)
async def report(request: AnyRequest, data: JSONBody[Report]) -> None:
    """Report a person to the operator: their name, and their last messages at this table."""
    identity = await require_identity(request, "play")
    sessions_of(request).record_play(identity)
    state = await _visible_table(request, identity, data.table)
    other = other_on_seat(identity, state, data.seat)
    await _safety_of(request).report(identity, other, data.why, address_of())


SAFETY_ROUTES = [blocks, block, unblock, report]
