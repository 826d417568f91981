"""Limits on the number of connections, in all and per address, and on the time that each may take."""

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

MOST_DESCRIPTORS = 1 << 20
"""Descriptors to ask for where the operating system sets no limit."""
RESERVED_DESCRIPTORS = 128
"""Descriptors for files, pipes and the like that the server needs besides its connections."""


class Bounds(msgspec.Struct, frozen=True):
    """Limits on what one connection may cost before the application is called."""

    connections: int = 16_384
    """Connections in all; fewer if the operating system grants fewer descriptors."""
    per_address: int | None = 512
    """Connections from one :func:`network_of`; ``None``: any number. Trusted proxies are exempt, since all
    connections may come through them."""
    head_bytes: int = 16 * 1024
    """Bytes of the request line and all headers."""
    headers: int = 64
    pipelined: int = 8
    """Requests that wait for the responses to earlier ones."""
    head_seconds: float = 10.0
    """Seconds from the opening, or from the first byte of a later request, until its headers are complete."""
    body_seconds: float = 20.0
    """Seconds from the headers until the body is complete."""
    body_bytes: int = 128 * 1024
    """Bytes of a body that arrive after the response was sent. The application's own limit is lower."""
    chunks: int = 1024
    """Chunks of one body."""
    frames_per_second: float = 40.0
    """WebSocket frames a second, on average, of every kind including pings and fragments."""
    frames_at_once: float = 160.0
    message_bytes: int = 64 * 1024
    """Bytes of one WebSocket message, and of the data that a client sends before its socket is accepted."""
    ping_seconds: float = 20.0
    """Seconds between pings of a socket; the pong must arrive before the next ping."""
    unread_bytes: int = 256 * 1024
    """Bytes that may be buffered for a client that does not read, besides one message."""
    unread_seconds: float = 20.0
    """Seconds for which a client may leave more unread than the operating system buffers."""


class FrameRate:
    """Rate limiter for one client's frames: a burst, and an average number a second."""

    __slots__ = ("_at", "_at_once", "_frames_left", "_per_second")

    def __init__(self, bounds: Bounds, now: float) -> None:
        """Start with a full burst. ``now`` is in seconds, here and in :meth:`count_frame`."""
        self._at_once = self._frames_left = bounds.frames_at_once
        self._per_second = bounds.frames_per_second
        self._at = now

    def count_frame(self, now: float) -> bool:
        """Count a frame; ``False`` if it exceeds the limit."""
        earned = (now - self._at) * self._per_second
        self._frames_left = min(self._at_once, self._frames_left + earned) - 1
        self._at = now
        return self._frames_left >= 0


RefusalEvent = Literal["too_many_connections", "too_large_head", "too_fast"]


def _tell_nobody(event: RefusalEvent, address: str) -> None:
    pass


class Connections:
    """Counts open connections and closes at once those that it does not admit.

    ``on_refused`` is called with the event and the address for everything refused before there is a request.
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
        """Admit one more connection if the limits allow it; it counts until :meth:`release`."""
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
        """Report that a connection has exceeded a limit."""
        self._on_refused(event, self._addresses.get(transport) or network_of(_address(transport)))

    def release(self, transport: asyncio.BaseTransport) -> None:
        """Stop counting a connection. Repeating this, or calling it for one that was not admitted, does
        nothing."""
        address = self._addresses.pop(transport, None)
        if address is not None:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]


def _address(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    # A Unix socket has no address; its users are trusted as if they were one.
    return str(peer[0]) if isinstance(peer, tuple) and peer else "local"


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """The network that an address is counted under: itself for IPv4, and for IPv6 its /64.

    A household is given a whole /64 and could call from another address each time. Text that is no address is
    returned unchanged.
    """
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
    """A short hash of a network, shared by some 65,536 IPv4 addresses.

    It tells apart the networks in a list of a hundred, and identifies no caller.
    """
    return sha256(network.encode()).hexdigest()[:4]


def _descriptors() -> int:
    """Raise this process's limit of files and sockets as far as it may, and return it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return wanted if soft == resource.RLIM_INFINITY else soft
