"""A bus between processes over any message transport. It detects silent connections and reconnects.

A message is lines of bytes: first the name of the sending node, then its news, each a letter and its JSON. At
intervals a node puts a probe before its news. A message with a probe comes back to its sender, which proves
that both directions work. A missing echo counts as a lost connection after :data:`PATIENCE_SECONDS`, even if
the connection looks alive. Other messages of the node's own may come back, too, and are ignored.
"""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final, Protocol

import msgspec
import structlog

from quincunx.adapters.bus.subscriptions import Subscriptions
from quincunx.kit import Periodic, end_tasks
from quincunx.node.messages import Gap, Heard, News, Present, UnreadEntry
from quincunx.table.events import Entry

log = structlog.get_logger("quincunx.bus")

PROBE_SECONDS: Final = 1.0
PATIENCE_SECONDS: Final = 4.0
"""The most seconds for an echo, or for connecting."""
RECONNECT_SECONDS: Final = 0.1
"""Seconds before a lost connection is replaced; the pause grows with each failure."""
MOST_WAITING: Final = 10_000
"""The most news that wait to be sent; beyond it the oldest are lost."""
MOST_TOGETHER: Final = 200

PROBE: Final = b"p"
_PRESENT: Final[msgspec.json.Decoder[Present]] = msgspec.json.Decoder(Present)
_ENTRY: Final = msgspec.json.Decoder(UnreadEntry)


class Wire(Protocol):
    """One connection. All three methods raise ``OSError`` when it is lost."""

    async def send(self, message: bytes) -> None:
        """Send a message to the wires of all other nodes. A message with a probe is also returned to this
        wire; other messages may be."""
        ...

    async def receive(self) -> Sequence[bytes]:
        """The next messages, one or more."""
        ...

    async def close(self) -> None:
        """Close the connection."""
        ...


class RemoteBus:
    """A :class:`~quincunx.node.ports.Bus` over wires that ``connect`` opens. ``connect`` raises ``OSError``,
    with a sentence for the log, if it cannot."""

    def __init__(self, connect: Callable[[], Awaitable[Wire]]) -> None:
        self._connect = connect
        self._head = uuid.uuid4().hex.encode() + b"\n"
        self._subscriptions = Subscriptions()
        self._outgoing: deque[bytes] = deque(maxlen=MOST_WAITING)
        self._is_asking = False
        """True if the next message must begin with a probe."""
        self._awake = asyncio.Event()
        """Set when there is something to send."""
        self._is_sent = asyncio.Event()
        self._echoed = asyncio.Event()
        self._well = asyncio.Event()
        self._first_wire: Wire | None = None
        """The connection made by :meth:`open`, until it is used."""
        self._keeper = Periodic("bus", self._use_connection, RECONNECT_SECONDS, expected=(OSError,))

    @property
    def is_well(self) -> bool:
        """True while both directions of the connection work."""
        return self._well.is_set()

    # ---- opening and closing ------------------------------------------------------------------------

    async def open(self) -> None:
        """Connect. If that fails, log it, and reconnect in the background."""
        try:
            wire = self._first_wire = await self._connected()
        except OSError as error:
            # A node that starts during an outage works like a running one: it serves, and reconnects later.
            log.warning("bus_lost", reason=str(error))
            wire = None
        self._keeper.start()
        if wire is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await self._well.wait()

    async def close(self) -> None:
        """Send pending news for at most a second, then disconnect and end all subscriptions."""
        if self.is_well:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    self._is_sent.clear()
                    self._awake.set()
                    await self._is_sent.wait()
        await self._keeper.stop()
        self._subscriptions.close()

    # ---- publishing and receiving ---------------------------------------------------------------------

    async def publish(self, news: News) -> None:
        """Queue news to be sent. News is lost while the bus is unwell."""
        if self.is_well:
            self._outgoing.append(_encode(news))
            self._awake.set()

    def subscribe(self) -> AsyncIterator[Heard]:
        """News from other nodes, from the first step of the iteration on."""
        return self._subscriptions.subscribe()

    def _on_message(self, message: bytes) -> None:
        if message.startswith(self._head):
            if has_probe(message):
                self._echoed.set()
            return
        _, *lines = message.split(b"\n")
        for line in lines:
            if line != PROBE and (news := _decode(line)) is not None:
                self._subscriptions.deliver_to_all(news)

    # ---- the wire ---------------------------------------------------------------------------------------

    async def _connected(self) -> Wire:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self._connect()

    async def _use_connection(self) -> None:
        """Open a connection, and use it until it is lost."""
        wire, self._first_wire = self._first_wire or await self._connected(), None
        try:
            await self._use(wire)
        finally:
            self._well.clear()
            self._outgoing.clear()
            with contextlib.suppress(OSError):
                await wire.close()
        log.warning("bus_lost")

    async def _use(self, wire: Wire) -> None:
        """Send, receive and probe until the connection is lost."""
        self._echoed.clear()
        tasks = [
            asyncio.create_task(each)
            for each in (self._send(wire), self._receive_forever(wire), self._watch())
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for each in done:
                if not isinstance(error := each.exception(), OSError):
                    log.error("bus_failed", exc_info=error)
        finally:
            await end_tasks(tasks)

    async def _send(self, wire: Wire) -> None:
        while True:
            await self._awake.wait()
            self._awake.clear()
            while self._outgoing or self._is_asking:
                await wire.send(self._next_message())
            self._is_sent.set()

    def _next_message(self) -> bytes:
        lines = [PROBE] if self._is_asking else []
        self._is_asking = False
        lines += [self._outgoing.popleft() for _ in range(min(len(self._outgoing), MOST_TOGETHER))]
        return self._head + b"\n".join(lines)

    async def _receive_forever(self, wire: Wire) -> None:
        while True:
            for message in await wire.receive():
                self._on_message(message)

    async def _watch(self) -> None:
        """Send a probe every :data:`PROBE_SECONDS`, and wait for its echo."""
        while True:
            self._echoed.clear()
            self._is_asking = True
            self._awake.set()
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._echoed.wait()
            if not self.is_well:
                self._well.set()
                log.info("bus_connected")
                # Messages before this moment may have been lost.
                self._subscriptions.deliver_to_all(Gap())
            await asyncio.sleep(PROBE_SECONDS)


def has_probe(message: bytes) -> bool:
    """True if the message contains a probe, so that its sender waits for the echo."""
    return message.startswith(PROBE, message.find(b"\n") + 1)


def _encode(news: News) -> bytes:
    if isinstance(news, Entry):
        return b"e" + msgspec.json.encode(UnreadEntry.of(news))
    return b"n" + msgspec.json.encode(news)


def _decode(line: bytes) -> Heard | None:
    """The news in a line; ``None`` for a kind of news that this version does not know."""
    try:
        return (_ENTRY if line[:1] == b"e" else _PRESENT).decode(line[1:])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        log.warning("bus_not_understood", start=line[:80].decode("utf-8", "replace"))
        return None
