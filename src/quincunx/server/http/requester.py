"""The caller of a request: identity, address, device and cookies."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from litestar import Request
from litestar.datastructures import Cookie
from litestar.exceptions import ClientException

from quincunx.club.accounts.sessions import COOKIE_SECONDS, device_of
from quincunx.club.accounts.tokens import Scope
from quincunx.core.reason import Reason, Refusal
from quincunx.server.errors import NO_COOKIE
from quincunx.server.observability.callers import caller
from quincunx.server.people.access.ban_marks import BAN_COOKIE
from quincunx.server.people.access.known_devices import DEVICE_COOKIE
from quincunx.server.people.access.passkeys import Site
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.budgets import payer
from quincunx.server.people.cookies import COOKIE, SECURE_COOKIE
from quincunx.server.people.identity import BannedPerson, Identity
from quincunx.server.services import services_of
from quincunx.server.transport.connections import network_of
from quincunx.server.transport.limits import Limits
from quincunx.table.seats.person import Person
from quincunx.texts.catalogue import languages

AnyRequest = Request[Any, Any, Any]
Answer = TypeVar("Answer")
NOBODY: Final = Person("", "Somebody")
"""A caller without a cookie: a spectator."""
NOT_BY_TOKEN: Final = Reason(
    "forbidden", "not-by-token", "That is for the person themselves, in a browser, and not for a program."
)


def sessions_of(request: AnyRequest) -> Sessions:
    """The node's sessions, from the application's state."""
    sessions = services_of(request).sessions
    return sessions


def limits_of(request: AnyRequest) -> Limits:
    """The server's limiters, from the application's state."""
    limits = services_of(request).limits
    return limits


async def identity_of(request: AnyRequest) -> Identity | None:
    """The caller's identity by cookie or token; ``None`` without either. Raises
    :class:`~quincunx.core.reason.Refusal` for a token that may not read, and
    :class:`~quincunx.club.ports.StoreUnavailable`."""
    budgets = services_of(request).budgets
    identity = await budgets.identify(request.scope["headers"])
    if identity is not None:
        identity.check("read")
    return identity


async def require_identity(request: AnyRequest, scope: Scope = "read") -> Identity:
    """The caller's identity. Raises :class:`~quincunx.core.reason.Refusal` with status 401 if there is no
    cookie and no token."""
    identity = await identity_of(request)
    if identity is None:
        raise Refusal(NO_COOKIE)
    identity.check(scope)
    return identity


async def require_player(request: AnyRequest) -> Identity:
    """The identity of a caller who may play on this server. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    identity = await require_identity(request, "play")
    services_of(request).admission.check_player(identity)
    return identity


async def somebody_in_person(request: AnyRequest) -> Identity:
    """The caller's identity by a session of their own. Tokens are refused: personal data is not for
    programs."""
    identity = await require_identity(request)
    if identity.scopes is not None:
        raise Refusal(NOT_BY_TOKEN)
    return identity


async def player(request: AnyRequest, table: str) -> Person:
    """The caller as a player at a table: under the id of theirs that has a seat there or hosts it. The
    session is marked as one that plays."""
    identity = await require_player(request)
    sessions_of(request).record_play(identity)
    acting: Person = await services_of(request).tables.acting(table, identity.people)
    return acting


async def viewer(request: AnyRequest, table: str) -> Person:
    """The caller as a viewer of a table; :data:`NOBODY` for a visitor."""
    identity = await identity_of(request)
    if identity is None:
        return NOBODY
    acting: Person = await services_of(request).tables.acting(table, identity.people)
    return acting


def language_of(request: AnyRequest) -> str:
    """The first language that the caller's browser accepts and that has a catalogue; by default English."""
    accepted = request.headers.get("accept-language", "")[:200]
    asked = (each.partition(";")[0].strip().lower().partition("-")[0] for each in accepted.split(","))
    return next((code for code in asked if code in languages()), "en")


def address_of() -> str:
    """The caller's IPv4 address or IPv6 network, the key of limits."""
    return network_of(caller.get())


def payer_of() -> str:
    """The key of the budget that pays for the request: an account's, a token's or an address's."""
    return payer.get()


def device(request: AnyRequest) -> str:
    """The name of the caller's device."""
    return device_of(request.headers.get("user-agent", ""))


def site(request: AnyRequest) -> Site:
    """The server under the name that the caller's page uses. Names that are not ours have been refused
    already."""
    settings = services_of(request).settings
    scheme = "https" if settings.secure else str(request.scope["scheme"])
    return Site.of(request.headers.get("host", ""), scheme)


def address_of_pages(request: AnyRequest) -> str:
    """The base address of the server's pages, for links."""
    settings = services_of(request).settings
    return f"{'https' if settings.secure else request.url.scheme}://{request.url.netloc}"


def session_cookies(request: AnyRequest, secret: str) -> list[Cookie]:
    """The cookies with which a response gives a session to a browser."""
    settings = services_of(request).settings
    cookies = [_cookie(secret, COOKIE_SECONDS, settings.secure)]
    if settings.secure and COOKIE in request.cookies:
        # The cookie from before https has been read, and is replaced.
        cookies.append(_cookie("", 0, is_secure=False))
    return cookies


def known_device(request: AnyRequest, account: str) -> str | None:
    """The name of the caller's device, if it has signed in to this account (named by its key) before."""
    devices = services_of(request).known_devices
    return devices.device_of(request.cookies.get(_device_cookie(request)), account)


def device_cookies(request: AnyRequest, account: str | None) -> list[Cookie]:
    """The cookie of a device that has shown a credential of this account; empty if it has the cookie
    already."""
    if account is None:
        return []
    devices = services_of(request).known_devices
    name = _device_cookie(request)
    value = devices.with_account(request.cookies.get(name), account)
    settings = services_of(request).settings
    return [] if value is None else [_named(name, value, COOKIE_SECONDS, settings.secure)]


def ban_cookies(request: AnyRequest, person: str) -> list[Cookie]:
    """The cookie of a browser whose banned person is told of the ban."""
    services = services_of(request)
    value = services.ban_marks.mark_of(person)
    return [_named(_full_name(request, BAN_COOKIE), value, COOKIE_SECONDS, services.settings.secure)]


async def check_browser(request: AnyRequest) -> None:
    """Check that no banned person has used this browser. Raises :class:`~quincunx.core.reason.Refusal`, and
    :class:`~quincunx.club.ports.StoreUnavailable`."""
    services = services_of(request)
    id = services.ban_marks.person_of(request.cookies.get(_full_name(request, BAN_COOKIE)))
    person = None if id is None else await services.store.person(id)
    if person is not None and person.banned_at:
        raise BannedPerson(person.id)


def _device_cookie(request: AnyRequest) -> str:
    return _full_name(request, DEVICE_COOKIE)


def _full_name(request: AnyRequest, name: str) -> str:
    settings = services_of(request).settings
    return f"__Host-{name}" if settings.secure else name


def no_cookies(request: AnyRequest) -> list[Cookie]:
    """The cookies that delete the session in a browser."""
    settings = services_of(request).settings
    kinds = {settings.secure, False} if settings.secure else {False}
    return [_cookie("", 0, is_secure) for is_secure in sorted(kinds, reverse=True)]


def _cookie(value: str, seconds: int, is_secure: bool) -> Cookie:
    return _named(SECURE_COOKIE if is_secure else COOKIE, value, seconds, is_secure)


def _named(name: str, value: str, seconds: int, is_secure: bool) -> Cookie:
    return Cookie(
        name,
        value=value,
        max_age=seconds,
        httponly=True,
        samesite="lax",
        secure=is_secure,
        path="/",
    )


async def until_disconnected(request: AnyRequest, answer: Coroutine[Any, Any, Answer]) -> Answer:
    """Await the answer, but cancel it if the caller disconnects."""
    working = asyncio.ensure_future(answer)
    leaving = asyncio.ensure_future(_wait_for_disconnect(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientException("You have hung up.")  # no client reads the response
        return working.result()
    finally:
        leaving.cancel()
        working.cancel()


async def _wait_for_disconnect(request: AnyRequest) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
