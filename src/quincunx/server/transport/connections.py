"""How many connections there may be, in all and from one address, and how patient the server is with each."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Literal

import msgspec

from quincunx.server.transport.proxies import Proxies

RESERVED_DESCRIPTORS = 128
"""Files, pipes and the like that the server needs besides its connections."""


class Bounds(msgspec.Struct, frozen=True):
    """What one connection may cost before the application hears of it."""

    connections: int = 16_384
    """In all; less if the operating system grants fewer descriptors."""
    per_address: int | None = 512
    """From one :func:`network_of`, unless it is a trusted proxy's, from which all of them come; ``None``: any
    number."""
    head_bytes: int = 16 * 1024
    """The request line and all headers."""
    headers: int = 64
    pipelined: int = 8
    """Requests that wait for the answers of those before them."""
    head_seconds: float = 10.0
    """From the opening, or the first byte of a later request, until its headers are complete."""
    body_seconds: float = 20.0
    """From the headers until the body is complete."""
    body_bytes: int = 128 * 1024
    """Of a body that nobody waits for any more: the answer has been given. The application's own limit is
    lower."""
    chunks: int = 1024
    """Pieces that a body may come in."""
    frames_per_second: float = 40.0
    """WebSocket frames of every kind, pings and pieces of messages included, on average."""
    frames_at_once: float = 160.0
    message_bytes: int = 64 * 1024
    """Of one WebSocket message, and of what a client sends before its socket is accepted."""
    ping_seconds: float = 20.0
    """A socket is pinged so often; the answer must come before the next ping."""
    unread_bytes: int = 256 * 1024
    """What may wait for a client that does not read, besides one message."""
    unread_seconds: float = 20.0
    """For so long a client may leave unread more than the operating system takes."""


class FrameRate:
    """The number of frames that one client may send: so many at once, and so many a second on average."""

    __slots__ = ("_at", "_at_once", "_left", "_per_second")

    def __init__(self, bounds: Bounds, now: float) -> None:
        """``now`` is in seconds, here and later."""
        self._at_once = self._left = bounds.frames_at_once
        self._per_second = bounds.frames_per_second
        self._at = now

    def take(self, now: float) -> bool:
        """Count a frame; ``False`` if it was one too many."""
        earned = (now - self._at) * self._per_second
        self._left = min(self._at_once, self._left + earned) - 1
        self._at = now
        return self._left >= 0


RefusalEvent = Literal["too_many_connections", "too_large_head", "too_fast"]


def _tell_nobody(event: RefusalEvent, address: str) -> None:
    pass


class Connections:
    """Counts those that are open. Whoever is not admitted is hung up on at once.

    ``on_refused`` hears of what is refused before there is a request, and from which address.
    """

    def __init__(
        self,
        bounds: Bounds,
        proxies: Proxies | None = None,
        on_refused: Callable[[RefusalEvent, str], None] = _tell_nobody,
    ) -> None:
        self.bounds = bounds
        self._proxies = proxies or Proxies()
        self._on_refused = on_refused
        self._most = min(bounds.connections, _descriptors() - RESERVED_DESCRIPTORS)
        self._addresses: dict[asyncio.BaseTransport, str] = {}
        self._of_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, transport: asyncio.BaseTransport) -> bool:
        """Whether one more is welcome; if so it counts until :meth:`release`."""
        address = _address(transport)
        most = self.bounds.per_address
        counted = most is not None and not self._proxies.trusts(address)
        network = network_of(address)
        if len(self) >= self._most or (counted and self._of_address[network] >= (most or 0)):
            self._on_refused("too_many_connections", network)
            return False
        self._addresses[transport] = network
        self._of_address[network] += 1
        return True

    def refused(self, event: RefusalEvent, transport: asyncio.BaseTransport) -> None:
        """Something that came over a connection was too much."""
        self._on_refused(event, self._addresses.get(transport) or network_of(_address(transport)))

    def release(self, transport: asyncio.BaseTransport) -> None:
        """It has ended. A second time, or for one that was not admitted, this does nothing."""
        address = self._addresses.pop(transport, None)
        if address is not None:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]


def _address(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    # A socket of the file system has no address; whoever may open it is trusted as one.
    return str(peer[0]) if isinstance(peer, tuple) and peer else "local"


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Whom an address stands for: itself or, of version 6, the network (/64) that one household is given:
    whoever has it could call from another address each time. What is no address is left as it is."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{ipaddress.IPv6Address(int(found) >> 64 << 64)}/64"


def origin_of(network: str) -> str:
    """A mark of a network, which some 65,536 of version 4 share: it tells those in a list of a hundred apart,
    and names nobody."""
    return sha256(network.encode()).hexdigest()[:4]


def _descriptors() -> int:
    """How many files and sockets this process may hold; raised as far as it may raise it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1 << 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 1 << 20 if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return wanted if soft == resource.RLIM_INFINITY else soft
