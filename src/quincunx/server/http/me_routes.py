"""``/api/me``: the caller's identity, devices and stored data."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import JSONBody, PathParameter
from msgspec.structs import replace

from quincunx.club.accounts.wire import Device, DeviceLink, Devices, How, Rename, UseInvitation
from quincunx.club.limits import whole_seconds
from quincunx.club.ports import Store
from quincunx.club.rows import PersonRow
from quincunx.club.wire import Me
from quincunx.core.reason import Refusal, refused
from quincunx.server.http.pages import qr
from quincunx.server.http.requester import (
    AnyRequest,
    address_of,
    address_of_pages,
    check_browser,
    device,
    device_cookies,
    identity_of,
    language_of,
    limits_of,
    no_cookies,
    session_cookies,
    sessions_of,
    somebody_in_person,
)
from quincunx.server.people.access.accounts.accounts import Accounts
from quincunx.server.people.identity import Identity
from quincunx.server.services import services_of
from quincunx.table.seats.person import checked_name

DeviceName = Annotated[
    str, PathParameter(description="The id of one of your devices, as in their list.", max_length=64)
]


def accounts_of(request: AnyRequest) -> Accounts:
    """The accounts service, from the application's state."""
    accounts = services_of(request).accounts
    return accounts


def store_of(request: AnyRequest) -> Store:
    """The store, from the application's state."""
    store = services_of(request).store
    return store


def me_of(request: AnyRequest, person: PersonRow) -> Me:
    """A person's own description."""
    return Me(
        person.name,
        person.name_key is not None,
        person.has_played,
        person.operator_link_at,
        services_of(request).mails.is_on,
        person.operator_at is not None,
    )


async def _introduced(request: AnyRequest) -> tuple[Identity, str | None]:
    """The caller's identity, and the secret of a new cookie (``None`` if no cookie is due). A newcomer gets a
    name."""
    identity = await identity_of(request)
    if identity is None:
        return await _new_guest(request)
    return identity, None


async def _new_guest(request: AnyRequest, invitation: str | None = None) -> tuple[Identity, str]:
    await check_browser(request)
    admission = services_of(request).admission
    admission.check_newcomer(invitation)
    _admit_newcomer(request)
    language = language_of(request)
    return await admission.new_guest(device(request), language, invitation)


def _admit_newcomer(request: AnyRequest) -> None:
    seconds = limits_of(request).new_guests_of_address.acquire(address_of())
    if seconds:
        watch = services_of(request).watch
        watch.security.record_event("too_many_newcomers")
        sentence = "Many people have just come from your network; please try again soon."
        raise refused("too-fast", "too-many-newcomers", sentence, seconds=whole_seconds(seconds))


@get("/api/me")
async def me(request: AnyRequest) -> Response[Me]:
    """Your identity. A new guest gets a name and a cookie; an existing cookie is renewed."""
    identity, secret = await _introduced(request)
    return Response(me_of(request, identity.row), cookies=_cookies(request, identity, secret))


@post("/api/me/invited", status_code=200)
async def come_by_invitation(request: AnyRequest, data: JSONBody[UseInvitation]) -> Response[Me]:
    """Come as a new guest by an invitation link. People who are known here already do not use it up."""
    identity = await identity_of(request)
    secret: str | None = None
    if identity is None:
        identity, secret = await _new_guest(request, data.invitation)
    cookies = _cookies(request, identity, secret)
    return Response(me_of(request, identity.row), status_code=200, cookies=cookies)


def _cookies(request: AnyRequest, identity: Identity, secret: str | None) -> list[Any]:
    if identity.scopes is not None:
        return []
    secret = secret or sessions_of(request).secret_of(request.scope["headers"])
    session = identity.session
    # The account may have been renamed, or have signed in before known devices were stored.
    has_shown = session is not None and session.signed_in_at is not None
    known = device_cookies(request, identity.row.name_key) if has_shown else []
    return [*(session_cookies(request, secret) if secret else []), *known]


@put("/api/me")
async def rename(request: AnyRequest, data: JSONBody[Rename]) -> Response[Me]:
    """Change your name: 1 to 24 visible characters. The name of an account must be unique. Seats that you
    already have keep the old name."""
    name = checked_name(data.name)
    identity, secret = await _introduced(request)
    identity.check("play")
    if identity.is_account:
        name = await accounts_of(request).registration.rename(identity, name)
    else:
        name = await accounts_of(request).registration.rename_guest(identity, name)
    told = replace(me_of(request, identity.row), name=name)
    return Response(told, cookies=_cookies(request, identity, secret))


@get("/api/me/devices")
async def devices(request: AnyRequest) -> Devices:
    """The devices on which you are signed in, the most recently used first."""
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
    return msgspec.convert(how, How)  # type: ignore[no-any-return]  # a Literal is no class


@delete("/api/me/devices/{device_id:str}")
async def end_device(request: AnyRequest, device_id: DeviceName) -> None:
    """Sign one of your devices out. It notices within seconds."""
    await accounts_of(request).devices.end_device(await somebody_in_person(request), device_id)


@post("/api/me/sign-out", status_code=204)
async def sign_out(request: AnyRequest) -> Response[None]:
    """Sign out on this device. A guest can return only by another device of theirs."""
    identity = await somebody_in_person(request)
    assert identity.session is not None
    await store_of(request).end_session(identity.row.id, identity.session.id)
    sessions_of(request).ended(identity.key)
    return _signed_out_response(request)


@post("/api/me/sign-out-everywhere", status_code=204)
async def sign_out_everywhere(request: AnyRequest) -> Response[None]:
    """Sign out on all your devices, including this one. Programs' tokens and links to other devices end, too.
    A device that signed in by a link must first sign in with a credential."""
    await accounts_of(request).devices.sign_out_everywhere(await somebody_in_person(request))
    return _signed_out_response(request)


@post("/api/me/links")
async def link(request: AnyRequest) -> DeviceLink:
    """*Use this on another device*: a link that can be used once, within five minutes."""
    secret, until = await accounts_of(request).devices.link(await somebody_in_person(request))
    url = f"{address_of_pages(request)}/enter#{secret}"
    try:
        picture = (await asyncio.to_thread(qr.drawn, url)).decode()
    except Refusal:
        picture = ""
    return DeviceLink(url, picture, until)


@get("/api/me/data")
async def data(request: AnyRequest) -> Response[bytes]:
    """All stored data about you, except what happened at tables, as one JSON document."""
    identity = await somebody_in_person(request)
    everything = await store_of(request).person_data(identity.row.id)
    body = msgspec.json.format(msgspec.json.encode(everything))
    disposition = 'attachment; filename="quincunx-me.json"'
    return Response(body, media_type="application/json", headers={"content-disposition": disposition})


@delete("/api/me", status_code=204)
async def forget_me(request: AnyRequest) -> Response[None]:
    """Delete your data. Your games remain, with your name replaced by “Somebody”. An account requires a
    recent sign-in."""
    identity = await somebody_in_person(request)
    await accounts_of(request).registration.delete(identity)
    if identity.is_account:
        await services_of(request).vacations.tell(identity.people)
    return _signed_out_response(request)


def _signed_out_response(request: AnyRequest) -> Response[None]:
    # The browser also deletes the pages that it has cached (ASVS 14.3.1).
    headers = {"clear-site-data": '"cache", "storage"'}
    return Response(None, status_code=204, cookies=no_cookies(request), headers=headers)


ME_ROUTES = [
    me,
    come_by_invitation,
    rename,
    devices,
    end_device,
    sign_out,
    sign_out_everywhere,
    link,
    data,
    forget_me,
]
