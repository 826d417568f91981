"""``/api/me``: who I am, on which devices, and what is kept about me."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import JSONBody, PathParameter

from quincunx.club.limits import whole_seconds
from quincunx.club.ports import Store
from quincunx.club.wire import Device, DeviceLink, Devices, How, Me, Rename
from quincunx.core.reason import Refusal, refused
from quincunx.server.http.pages import qr
from quincunx.server.observability.watch import Watch
from quincunx.server.people.access.accounts import Accounts
from quincunx.server.people.identity import Identity
from quincunx.server.people.requester import (
    AnyRequest,
    address_of,
    address_of_pages,
    device,
    device_cookies,
    identity_of,
    limits_of,
    no_cookies,
    session_cookies,
    sessions_of,
    somebody_in_person,
)
from quincunx.table.seats.person import checked_name

DeviceName = Annotated[str, PathParameter(description="A device of mine, as the list has it.", max_length=64)]


def accounts_of(request: AnyRequest) -> Accounts:
    """From the application's state."""
    accounts: Accounts = request.app.state.accounts
    return accounts


def store_of(request: AnyRequest) -> Store:
    """From the application's state."""
    store: Store = request.app.state.store
    return store


def me_of(identity: Identity) -> Me:
    """What somebody is told of themselves."""
    return Me(identity.row.name, identity.is_account, identity.row.has_played)


async def _introduced(request: AnyRequest) -> tuple[Identity, str | None]:
    """The caller, and the secret of the cookie that they are to be given. A newcomer gets a name."""
    identity = await identity_of(request)
    if identity is None:
        _admit_newcomer(request)
        return await sessions_of(request).new_guest(device(request))
    return identity, None


def _admit_newcomer(request: AnyRequest) -> None:
    seconds = limits_of(request).newcomers_of_address.take(address_of())
    if seconds:
        watch: Watch = request.app.state.watch
        watch.security.note("too_many_newcomers")
        sentence = "Many people have just come from your network; please try again soon."
        raise refused("too-fast", "too-many-newcomers", sentence, seconds=whole_seconds(seconds))


@get("/api/me")
async def me(request: AnyRequest) -> Response[Me]:
    """Who I am; a new guest gets a name and a cookie. A cookie that is there is renewed."""
    identity, secret = await _introduced(request)
    return Response(me_of(identity), cookies=_cookies(request, identity, secret))


def _cookies(request: AnyRequest, identity: Identity, secret: str | None) -> list[Any]:
    if identity.scopes is not None:
        return []
    secret = secret or sessions_of(request).secret_of(request.scope["headers"])
    session = identity.session
    # It has another name now, or signed in when devices were not known.
    has_shown = session is not None and session.signed_in_at is not None
    known = device_cookies(request, identity.row.name_key) if has_shown else []
    return [*(session_cookies(request, secret) if secret else []), *known]


@put("/api/me")
async def rename(request: AnyRequest, data: JSONBody[Rename]) -> Response[Me]:
    """Change my name: 1 to 24 visible characters, and for an account one that nobody else has. Seats that I
    hold already keep the old one."""
    name = checked_name(data.name)
    identity, secret = await _introduced(request)
    identity.check("play")
    if identity.is_account:
        name = await accounts_of(request).rename(identity, name)
    else:
        name = await accounts_of(request).rename_guest(identity, name)
    told = Me(name, identity.is_account, identity.row.has_played)
    return Response(told, cookies=_cookies(request, identity, secret))


@get("/api/me/devices")
async def devices(request: AnyRequest) -> Devices:
    """Where I am signed in, the device that I used last first."""
    identity = await somebody_in_person(request)
    rows = await store_of(request).sessions(identity.row.id)
    mine = identity.session.id if identity.session else None
    return Devices(
        tuple(
            Device(row.id, row.device, row.made_at, row.seen_at, _how(row.how), row.id == mine)
            for row in rows
        )
    )


def _how(how: str) -> How:
    return msgspec.convert(how, How)  # type: ignore[no-any-return]


@delete("/api/me/devices/{device_id:str}")
async def end_device(request: AnyRequest, device_id: DeviceName) -> None:
    """Sign a device of mine out. It notices within seconds."""
    await accounts_of(request).end_device(await somebody_in_person(request), device_id)


@post("/api/me/sign-out", status_code=204)
async def sign_out(request: AnyRequest) -> Response[None]:
    """Sign out on this device. A guest cannot come back but by another device of theirs."""
    identity = await somebody_in_person(request)
    assert identity.session is not None
    await store_of(request).end_session(identity.row.id, identity.session.id)
    sessions_of(request).ended(identity.key)
    return _gone(request)


@post("/api/me/sign-out-everywhere", status_code=204)
async def sign_out_everywhere(request: AnyRequest) -> Response[None]:
    """Sign out on all my devices, this one included. Tokens of programs and links to other devices end, too.
    A device that came by a link has to show first who it is."""
    await accounts_of(request).sign_out_everywhere(await somebody_in_person(request))
    return _gone(request)


@post("/api/me/links")
async def link(request: AnyRequest) -> DeviceLink:
    """*Use this on another device*: a link that is good once, and for five minutes."""
    secret, until = await accounts_of(request).link(await somebody_in_person(request))
    url = f"{address_of_pages(request)}/enter#{secret}"
    try:
        picture = (await asyncio.to_thread(qr.drawn, url)).decode()
    except Refusal:
        picture = ""
    return DeviceLink(url, picture, until)


@get("/api/me/data")
async def data(request: AnyRequest) -> Response[bytes]:
    """All that is kept about me besides what happened at tables, as one JSON document."""
    identity = await somebody_in_person(request)
    everything = await store_of(request).everything(identity.row.id)
    body = msgspec.json.format(msgspec.json.encode(everything))
    disposition = 'attachment; filename="quincunx-me.json"'
    return Response(body, media_type="application/json", headers={"content-disposition": disposition})


@delete("/api/me", status_code=204)
async def forget_me(request: AnyRequest) -> Response[None]:
    """Delete me. My games stay, and my name there becomes “Somebody”. An account must have signed in just
    now."""
    await accounts_of(request).delete(await somebody_in_person(request))
    return _gone(request)


def _gone(request: AnyRequest) -> Response[None]:
    # The browser also lets go of what pages of mine it has kept (ASVS 14.3.1).
    headers = {"clear-site-data": '"cache", "storage"'}
    return Response(None, status_code=204, cookies=no_cookies(request), headers=headers)


ME_ROUTES = [
    me,
    rename,
    devices,
    end_device,
    sign_out,
    sign_out_everywhere,
    link,
    data,
    forget_me,
]
