"""Who asks over HTTP, from where and with what: what routes and sockets want to know of it."""

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
from quincunx.server.people.access.known_devices import DEVICE_COOKIE, KnownDevices
from quincunx.server.people.access.passkeys import Site
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.budgets import Budgets, payer
from quincunx.server.people.cookies import COOKIE, SECURE_COOKIE
from quincunx.server.people.identity import Identity
from quincunx.server.settings import Settings
from quincunx.server.transport.connections import network_of
from quincunx.server.transport.limits import Limits
from quincunx.table.seats.person import Person

AnyRequest = Request[Any, Any, Any]
Answer = TypeVar("Answer")
NOBODY: Final = Person("", "Somebody")
"""Whoever looks without a cookie: a spectator."""
NOT_BY_TOKEN: Final = Reason(
    "forbidden", "not-by-token", "That is for the person themselves, in a browser, and not for a program."
)


def sessions_of(request: AnyRequest) -> Sessions:
    """The node's sessions, which the bootstrap put into the application's state."""
    sessions: Sessions = request.app.state.sessions
    return sessions


def limits_of(request: AnyRequest) -> Limits:
    """The server's limiters, from the application's state."""
    limits: Limits = request.app.state.limits
    return limits


async def identity_of(request: AnyRequest) -> Identity | None:
    """Who asks, if a cookie or a token says so. Raises :class:`~quincunx.core.reason.Refusal` for who may not
    even look, and :class:`~quincunx.club.ports.StoreUnavailable`."""
    budgets: Budgets = request.app.state.budgets
    identity = await budgets.who(request.scope["headers"])
    if identity is not None:
        identity.check("read")
    return identity


async def somebody(request: AnyRequest, scope: Scope = "read") -> Identity:
    """Who asks; without a cookie or a token the answer is 401."""
    identity = await identity_of(request)
    if identity is None:
        raise Refusal(NO_COOKIE)
    identity.check(scope)
    return identity


async def somebody_in_person(request: AnyRequest) -> Identity:
    """Who asks, by a session of their own: what is theirs alone is not for programs."""
    identity = await somebody(request)
    if identity.scopes is not None:
        raise Refusal(NOT_BY_TOKEN)
    return identity


async def player(request: AnyRequest, table: str) -> Person:
    """Who acts at a table: whichever of the asker's ids has a seat there. It is noted that they play."""
    identity = await somebody(request, "play")
    sessions_of(request).plays(identity)
    acting: Person = await request.app.state.tables.acting(table, identity.people)
    return acting


async def viewer(request: AnyRequest, table: str) -> Person:
    """Who looks at a table; perhaps nobody in particular."""
    identity = await identity_of(request)
    if identity is None:
        return NOBODY
    acting: Person = await request.app.state.tables.acting(table, identity.people)
    return acting


def address_of() -> str:
    """From where it is asked, as far as limits are concerned."""
    return network_of(caller.get())


def payer_of() -> str:
    """The budget that pays for what the caller asks: an account's, a token's or an address's."""
    return payer.get()


def device(request: AnyRequest) -> str:
    """What the asker's device is called."""
    return device_of(request.headers.get("user-agent", ""))


def site(request: AnyRequest) -> Site:
    """The server by the name that the asker's page has; a name that is not ours has been refused already."""
    settings: Settings = request.app.state.settings
    scheme = "https" if settings.secure else str(request.scope["scheme"])
    return Site.of(request.headers.get("host", ""), scheme)


def address_of_pages(request: AnyRequest) -> str:
    """Where the server's pages are, for links."""
    settings: Settings = request.app.state.settings
    return f"{'https' if settings.secure else request.url.scheme}://{request.url.netloc}"


def session_cookies(request: AnyRequest, secret: str) -> list[Cookie]:
    """The cookies with which an answer gives a session to a browser."""
    settings: Settings = request.app.state.settings
    cookies = [_cookie(secret, COOKIE_SECONDS, settings.secure)]
    if settings.secure and COOKIE in request.cookies:
        # Of the time before https; it has been read, and is replaced.
        cookies.append(_cookie("", 0, is_secure=False))
    return cookies


def known_device(request: AnyRequest, account: str) -> str | None:
    """The name of the asker's device, if it has signed in to this account (named by its key) before."""
    devices: KnownDevices = request.app.state.known_devices
    return devices.device_of(request.cookies.get(_device_cookie(request)), account)


def device_cookies(request: AnyRequest, account: str | None) -> list[Cookie]:
    """The cookie of a device that has shown a credential of this account, unless it has it already."""
    if account is None:
        return []
    devices: KnownDevices = request.app.state.known_devices
    name = _device_cookie(request)
    value = devices.with_account(request.cookies.get(name), account)
    settings: Settings = request.app.state.settings
    return [] if value is None else [_named(name, value, COOKIE_SECONDS, settings.secure)]


def _device_cookie(request: AnyRequest) -> str:
    settings: Settings = request.app.state.settings
    return f"__Host-{DEVICE_COOKIE}" if settings.secure else DEVICE_COOKIE


def no_cookies(request: AnyRequest) -> list[Cookie]:
    """The cookies with which a browser forgets its session."""
    settings: Settings = request.app.state.settings
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


async def while_there(request: AnyRequest, answer: Coroutine[Any, Any, Answer]) -> Answer:
    """The answer, worked out only for as long as somebody waits for it."""
    working = asyncio.ensure_future(answer)
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientException("You have hung up.")  # nobody will read it
        return working.result()
    finally:
        leaving.cancel()
        working.cancel()


async def _gone(request: AnyRequest) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
