"""The check that an address supplied by a client is on the public internet.

A client names its push service, and could name a machine in the server's own network. The check is made on
the address of the connection rather than on the name, since a name can change its address at any moment.
"""

from __future__ import annotations

import ipaddress
from typing import Final

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_TRANSLATED: Final = ipaddress.IPv6Network("64:ff9b::/96")
"""IPv4 addresses behind a translator (RFC 6052)."""
_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
_SPECIAL: Final = tuple(
    ipaddress.ip_network(each)
    for each in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20", "5f00::/16")
)
"""Ranges for protocols, tunnels and examples; Python considers some of them global."""


def is_public(text: str) -> bool:
    """True if this is the unicast address of a machine on the public internet."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return _is_public(address)


def _is_public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return _is_public(address.ipv4_mapped)
        if address in _TRANSLATED:
            return _is_public(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        if address not in _UNICAST or address.scope_id is not None:
            return False
    if any(address.version == each.version and address in each for each in _SPECIAL):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved
