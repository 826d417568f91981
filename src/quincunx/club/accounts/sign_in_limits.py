"""Rate limits on signing in, by account and network, so that guessing never locks out the owner.

* A device that has signed in to the account before has a budget of its own, which no other device can use up.
* All other password attempts are charged to the account *at their network*. While an account is tried from
  many networks, each attempt costs more. A network that has been quiet can always try.
* Recovery codes, passkeys and links have budgets of their own, which password attempts do not touch.

An attempt is charged when it begins, so that parallel attempts gain nothing. A successful one is refunded.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from quincunx.club.limits import Charge
from quincunx.kit import Rate, RateLimiter

ON_DEVICE: Final = Rate(10, 60.0)
"""Attempts at one account from a device that has signed in to it before."""
FROM_NETWORK: Final = Rate(10, 60.0)
"""Attempts at one account from one network (/24, or /64 of IPv6)."""
FROM_SITE: Final = Rate(30, 20.0)
"""Attempts at one account from one /48 of IPv6, which a single customer may have."""
CALM: Final = Rate(100, 36.0)
"""Attempts at one account from all networks together, before each attempt costs more."""
DEAR: Final = 5.0
"""Cost of an attempt beyond :data:`CALM`: two attempts per network, and one more every five minutes."""
AT_ANY_ACCOUNT: Final = Rate(50, 20.0)
"""Attempts at any account from one network."""
CODES: Final = Rate(5, 300.0)
"""Attempts with a recovery code at one account from one network."""
CODES_AT_ANY_ACCOUNT: Final = Rate(20, 60.0)
PASSKEYS: Final = Rate(60, 5.0)
"""Passkey attempts from one address. A challenge is valid once and a passkey cannot be guessed, so this limit
only bounds the server's work."""
LINKS_FOLLOWED: Final = Rate(10, 60.0)
"""Attempts with a link from one network."""


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """The network of an address (or of a /64): /24, or /64 of IPv6."""
    return _network(address, 24, 64)


@lru_cache(maxsize=4096)
def site_of(address: str) -> str:
    """The site of an address (or of a /64): /24, or /48 of IPv6."""
    return _network(address, 24, 48)


def _network(address: str, bits: int, bits_of_6: int) -> str:
    try:
        found = ipaddress.ip_address(address.partition("/")[0])
    except ValueError:
        return address
    length = bits if found.version == 4 else bits_of_6
    return str(ipaddress.ip_network((found, length), strict=False))


class SignInLimits:
    """The limiters of all ways to sign in, on one node. Each method returns the charges of an attempt."""

    def __init__(self, timer: Callable[[], float]) -> None:
        """``timer`` returns the time in seconds."""

        def limiter(rate: Rate) -> RateLimiter:
            return RateLimiter(rate, timer=timer)

        self._on_device = limiter(ON_DEVICE)
        self._from_network = limiter(FROM_NETWORK)
        self._from_site = limiter(FROM_SITE)
        self._calm = limiter(CALM)
        self._at_any = limiter(AT_ANY_ACCOUNT)
        self._codes = limiter(CODES)
        self._codes_at_any = limiter(CODES_AT_ANY_ACCOUNT)
        self._passkeys = limiter(PASSKEYS)
        self._links = limiter(LINKS_FOLLOWED)

    def password(self, account: str, address: str, device: str | None) -> tuple[Charge, ...]:
        """The charges of a password attempt. ``device`` is a device that has signed in to the account
        before."""
        if device is not None:
            return ((self._on_device, (account, device), 1.0),)
        # Every attempt counts here, allowed or not, but never beyond the rate.
        cost = DEAR if self._calm.acquire(account) else 1.0
        network, site = network_of(address), site_of(address)
        return (
            (self._from_network, (account, network), cost),
            (self._from_site, (account, site), cost),
            (self._at_any, network, 1.0),
        )

    def code(self, account: str, address: str) -> tuple[Charge, ...]:
        """The charges of an attempt with a recovery code."""
        network = network_of(address)
        return (self._codes, (account, network), 1.0), (self._codes_at_any, network, 1.0)

    def passkey(self, address: str) -> tuple[Charge, ...]:
        """The charges of an attempt with a passkey."""
        return ((self._passkeys, address, 1.0),)

    def link(self, address: str) -> tuple[Charge, ...]:
        """The charges of an attempt with a link from another device."""
        return ((self._links, network_of(address), 1.0),)
