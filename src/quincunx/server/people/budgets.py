"""The budget that a caller's requests are charged to.

An account has a budget of its own, and so has each of its tokens. So a noisy program does not starve its
owner, nor other callers at the same address. Guests and visitors share the budget of their address, since
anybody can become a guest as often as they like. All callers at one address, with any credential, may
together use :data:`~quincunx.server.transport.limits.NETWORK_SHARE` budgets.

The server learns the account of a cookie or a token from requests that it has served. An unknown credential
is charged to its address. If that budget is used up, it is charged to a small budget for unknown credentials.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterable
from contextvars import ContextVar
from typing import Final

from quincunx.club.ports import StoreUnavailable
from quincunx.core.reason import Refusal
from quincunx.kit import Cache, charge
from quincunx.server.people.cookies import cookie_of
from quincunx.server.people.identity import LONGEST_SECRET, Identity, bearer_of, digest
from quincunx.server.transport.limits import Limits

MOST_KNOWN: Final = 50_000
KNOWN_SECONDS: Final = 300.0
"""The most seconds for which an ended session is still charged to its account."""
OF_ADDRESS: Final = ""
"""The payer of a guest's credential: its address."""
Headers = Iterable[tuple[bytes, bytes]]
Who = Callable[[Headers], Awaitable[Identity | None]]

payer: ContextVar[str] = ContextVar("payer", default="unknown")
"""The key of the budget that the present request is charged to."""


class Budgets:
    """The budgets of one server.

    ``who`` returns the identity behind a request. ``is_secure`` is true if the server is reached only by
    https.
    """

    def __init__(self, limits: Limits, who: Who, is_secure: bool) -> None:
        self._limits = limits
        self._identify = who
        self._is_secure = is_secure
        self._cached_keys: Cache[bytes, str] = Cache(MOST_KNOWN, KNOWN_SECONDS)

    async def identify(self, headers: Headers) -> Identity | None:
        """Return the identity behind a request, and remember the payer of the next one. Raises what ``who``
        does."""
        credential = self._credential(headers)
        try:
            identity = await self._identify(headers)
        except Refusal:
            self._remember(credential, OF_ADDRESS)
            raise
        self._remember(credential, OF_ADDRESS if identity is None else _key_of(identity))
        return identity

    def _remember(self, credential: bytes | None, key: str) -> None:
        if credential is not None:
            self._cached_keys.put(credential, key)

    async def learn(self, headers: Headers) -> None:
        """Learn the payer of the next request, unless serving the last one has already revealed it."""
        credential = self._credential(headers)
        if credential is not None and self._cached_keys.peek(credential) is None:
            with contextlib.suppress(Refusal, StoreUnavailable):
                await self.identify(headers)

    def charge(self, headers: Headers, network: str) -> tuple[str, float]:
        """Charge one request. Return the key of the budget, and the seconds that the caller has to wait."""
        credential = self._credential(headers)
        known = None if credential is None else self._cached_keys.peek(credential)
        limits = self._limits
        everybody = limits.requests_of_network, network, 1.0
        key = known or network
        seconds = charge((limits.requests, key, 1.0), everybody)
        if seconds and credential is not None and known is None:
            seconds = charge((limits.unknown_credentials, network, 1.0), everybody)
        return key, seconds

    def _credential(self, headers: Headers) -> bytes | None:
        secret = bearer_of(headers) or cookie_of(headers, self._is_secure)
        return digest(secret) if secret and len(secret) <= LONGEST_SECRET else None


def _key_of(identity: Identity) -> str:
    if not identity.is_account:
        return OF_ADDRESS
    return f"token {identity.token.id}" if identity.token else f"account {identity.row.id}"
