"""Membership: the live nodes, the people connected to each, and the tables for whose bots each computes.

A node sends a beat every few seconds. A node that is silent for long counts as dead, and its people as absent
since its last message. No node is declared dead while this node receives nothing.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import structlog

from quincunx.kit import Periodic, stop_all
from quincunx.node.live.live_table import LiveTable
from quincunx.node.live.presence import Horizon
from quincunx.node.messages import Beat, Bye, Here, News, Who
from quincunx.node.ports import Bus, Clock

log = structlog.get_logger("quincunx.tables")

BEAT_SECONDS = 2.0
SILENCE_SECONDS = 10.0
"""A node that has been silent for this long counts as dead."""
SETTLE_SECONDS = 5.0
"""The time that other nodes have to announce their people again."""
PLAYED_SECONDS = 5.0
"""The time for which a beat's list of tables is believed."""
MOST_PLAYING: Final = 2_000
"""The maximum number of tables in a beat."""


class Membership:
    """The other nodes, and the messages to and from them. ``live`` returns the tables in memory, ``playing``
    the tables for whose bots this node computes. ``on_lost`` is called when another node has ended, and may
    have left work unfinished."""

    def __init__(
        self,
        bus: Bus,
        clock: Clock,
        live: Callable[[], Iterable[LiveTable]],
        playing: Callable[[], Iterable[str]],
        on_lost: Callable[[], None],
    ) -> None:
        self.name = uuid.uuid4().hex
        self.horizon = Horizon(clock.now())
        self._bus = bus
        self._clock = clock
        self._live = live
        self._playing = playing
        self._last_heard: dict[str, float] = {}
        """The time of the last message or note of each other node."""
        self._spoke: dict[str, float] = {}
        """The time of the last message of each other node on the bus."""
        self._played: dict[str, frozenset[str]] = {}
        self._settles: float | None = None
        """The time by which nodes must have announced their people again, or ``None``."""
        self._to_say: asyncio.Queue[News] = asyncio.Queue()
        self._was_well = True
        self._speaking = Periodic("speaking to nodes", self._speak, 0.0)
        self._beating = Periodic("beating", self._beat, lambda: BEAT_SECONDS)
        self._on_lost = on_lost

    # ---- messages of this node ---------------------------------------------------------------------------

    def request_presence(self, live: LiveTable) -> None:
        """Ask the other nodes for the people connected to a table that was loaded into memory."""
        self._to_say.put_nowait(Who(self.name, live.state.id))

    def announce(self, live: LiveTable) -> None:
        """Tell the other nodes who is connected to a table here."""
        self._to_say.put_nowait(live.presence.local_message(self.name, live.state))

    def queue_news(self, news: News) -> None:
        """Queue news for the other nodes."""
        self._to_say.put_nowait(news)

    def start(self) -> None:
        """Publish queued news, and beats, until :meth:`stop`."""
        self._speaking.start()
        self._beating.start()

    async def stop(self) -> None:
        """Stop, and publish that this node has ended."""
        await stop_all(self._beating.stop, self._speaking.stop, lambda: self.publish(Bye(self.name)))

    async def _speak(self) -> None:
        await self.publish(await self._to_say.get())

    async def publish(self, news: News) -> None:
        """Publish news at once. A failure is logged and not raised, because nodes also compare versions."""
        try:
            await self._bus.publish(news)
        except Exception:
            log.exception("publish_failed")

    async def _beat(self) -> None:
        """Queue a beat, and check the other nodes."""
        if self._bus.is_well != self._was_well:
            self._was_well = self._bus.is_well
            log.warning("bus_is_well" if self._was_well else "bus_is_lost")
        self.drop_silent_nodes()
        self.say_playing()

    def say_playing(self) -> None:
        """Queue a beat with the tables for whose bots this node computes."""
        self._to_say.put_nowait(Beat(self.name, tuple(self._playing())[:MOST_PLAYING]))

    # ---- messages of other nodes -------------------------------------------------------------------------

    def apply_message(self, news: Beat | Here | Who | Bye, live: LiveTable | None) -> None:
        """Apply a message of another node; ``live`` is the table that it is about, if that is in memory."""
        self._last_heard[news.node] = self._spoke[news.node] = _time()
        match news:
            case Beat(node=node, playing=playing):
                self._played[node] = frozenset(playing)
            case Here():
                if live is not None:
                    live.presence.apply_message(news, self._clock.now())
            case Who(node=node, table=None):
                self._doubt(node)
                self.announce_all()
            case Who():
                if live is not None and live.presence.is_anybody_here:
                    self.announce(live)
            case Bye(node=node):
                self._forget(node)

    def is_heard(self, node: str) -> bool:
        """True if the node has sent something over the bus recently."""
        return _time() - self._spoke.get(node, -SILENCE_SECONDS) < 2 * BEAT_SECONDS

    def read(self, node: str, said: Mapping[str, Here]) -> None:
        """Apply another node's note: the people connected to it, by table."""
        self._last_heard[node] = _time()
        for live in self._live():
            here, before = said.get(live.state.id), live.presence.said_by(node)
            if here is not None or before is not None:
                here = here or Here(node, live.state.id)
                if here != before:
                    live.presence.apply_message(here, self._clock.now())

    def announce_all(self) -> None:
        """Announce every table to which someone is connected here."""
        for live in self._live():
            if live.presence.is_anybody_here:
                self.announce(live)

    def ask_anew(self) -> None:
        """Ask all nodes for their people, and announce this node's: messages may have been lost in both
        directions."""
        self._doubt(None)
        self._to_say.put_nowait(Who(self.name))
        self.announce_all()

    def _doubt(self, node: str | None) -> None:
        for live in self._live():
            live.presence.mark_unconfirmed(node)
        self._settles = _time() + SETTLE_SECONDS

    def drop_silent_nodes(self) -> None:
        """Drop nodes that have been silent for too long, and end the wait for announcements."""
        now = _time()
        if not self._bus.is_well:
            # Without the bus, silence proves nothing, so the other nodes count as they were.
            self.horizon.move_to(self._clock.now())
            self._last_heard = dict.fromkeys(self._last_heard, now)
        for node, at in list(self._last_heard.items()):
            if now - at >= SILENCE_SECONDS:
                log.warning("node_silent", node=node)
                self._forget(node)
        if self._settles is not None and now >= self._settles and self._bus.is_well:
            self._settles = None
            for live in self._live():
                live.presence.settle(self._clock.now())

    def _forget(self, node: str) -> None:
        silent = _time() - self._last_heard.pop(node, _time())
        at = self._clock.now() - round(1000 * silent)
        self._played.pop(node, None)
        self._spoke.pop(node, None)
        for live in self._live():
            live.presence.end_node(node, at)
        self._on_lost()

    def is_played(self, table: str) -> bool:
        """True if another node computes for a bot at this table."""
        since = _time() - PLAYED_SECONDS
        return any(
            table in tables and self._last_heard[node] >= since for node, tables in self._played.items()
        )


def _time() -> float:
    # The event loop's time, because the system clock can jump.
    return asyncio.get_running_loop().time()
