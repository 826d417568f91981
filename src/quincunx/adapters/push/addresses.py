"""Which addresses the server may call because somebody says so: those of the open internet alone.

A push service is named by a client, and what it names could be a machine beside us. The check is made of the
address to which we connect, not of the name: a name can stand for another one a moment later.
"""

from __future__ import annotations

import ipaddress
from typing import Final

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_TRANSLATED: Final = ipaddress.IPv6Network("64:ff9b::/96")
"""An IPv4 address behind a translator (RFC 6052)."""
_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
_SPECIAL: Final = tuple(
    ipaddress.ip_network(each)
    for each in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20", "5f00::/16")
)
"""For protocols, tunnels and examples; Python calls some of them global."""


def is_public(text: str) -> bool:
    """Whether this is the address of one machine that anybody on the internet can reach."""
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
