"""The proxies whose headers are trusted to name the caller."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

NEAR: Final = ("127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
"""This machine and private networks, from which no caller on the internet can connect."""
ANYWHERE: Final = ("0.0.0.0/0", "::/0")


class Proxies:
    """Networks whose ``X-Forwarded-For`` and similar headers are trusted. Raises ``ValueError`` for a word
    that is neither an address nor a network."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        """``1`` stands for :data:`NEAR`, ``*`` for all addresses."""
        spelled = [part for word in words for part in {"1": NEAR, "*": ANYWHERE}.get(word, (word,))]
        self._networks: tuple[Network, ...] = tuple(ipaddress.ip_network(each) for each in spelled)
        # The same few proxies call again and again.
        self.trusts = lru_cache(maxsize=1024)(self._trusts)
        """``True`` if this address, as the operating system spells it, is a trusted proxy."""

    def __bool__(self) -> bool:
        return bool(self._networks)

    def _trusts(self, address: str) -> bool:
        found = address_of(address)
        return found is not None and any(found in network for network in self._networks)


def address_of(text: str) -> Address | None:
    """Parse an address, or return ``None``; an IPv4 address mapped into IPv6 is returned as IPv4."""
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found
