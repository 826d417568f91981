"""The other nodes: which of them live, who is connected there, and where they think for bots.

A node says every few seconds that it lives. One that has been silent for long is taken for dead, and whoever
was connected to it for gone since then; but never while this node itself hears nothing.
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
"""A node that has not been heard for so long is dead."""
SETTLE_SECONDS = 5.0
"""So long it may take the others to say again who is there."""
PLAYED_SECONDS = 5.0
"""What it said of its bots is believed for so long."""
MOST_PLAYING: Final = 2_000
"""Tables that a beat names."""


class Neighbours:
    """What this node tells of itself, and what it is told. ``live`` are the tables in memory, ``playing``
    those on which it thinks for bots."""

    def __init__(
        self,
        bus: Bus,
        clock: Clock,
        live: Callable[[], Iterable[LiveTable]],
        playing: Callable[[], Iterable[str]],
    ) -> None:
        self.name = uuid.uuid4().hex
        self.horizon = Horizon(clock.now())
        self._bus = bus
        self._clock = clock
        self._live = live
        self._playing = playing
        self._heard: dict[str, float] = {}
        """When each of the other nodes was heard last."""
        self._spoke: dict[str, float] = {}
        """When on the bus."""
        self._played: dict[str, frozenset[str]] = {}
        self._settles: float | None = None
        """When those who were asked to say again who is there must have done so."""
        self._to_say: asyncio.Queue[News] = asyncio.Queue()
        self._was_well = True
        self._speaking = Periodic("speaking to nodes", self._speak, 0.0)
        self._beating = Periodic("beating", self._beat, lambda: BEAT_SECONDS)
        self.on_lost: Callable[[], None] = _nobody_asks
        """Called when another node has ended: what it was about to do is left lying."""

    # ---- what this node says -----------------------------------------------------------------------------

    def met(self, live: LiveTable) -> None:
        """A table has come into memory: whoever has people there is asked to say so."""
        live.presence.announce = lambda: self.announce(live)
        self._to_say.put_nowait(Who(self.name, live.state.id))

    def announce(self, live: LiveTable) -> None:
        """Tell the others who is connected to a table here."""
        self._to_say.put_nowait(live.presence.here(self.name, live.state))

    def say(self, news: News) -> None:
        """Tell the others this, after what is to be said already."""
        self._to_say.put_nowait(news)

    def start(self) -> None:
        """Say what there is to be said, and that this node lives, until :meth:`stop`."""
        self._speaking.start()
        self._beating.start()

    async def stop(self) -> None:
        """Say that this node ends."""
        await stop_all(self._beating.stop, self._speaking.stop, lambda: self.tell(Bye(self.name)))

    async def _speak(self) -> None:
        await self.tell(await self._to_say.get())

    async def tell(self, news: News) -> None:
        """Say this to the others. Whatever the bus makes of it, this node goes on: they compare versions."""
        try:
            await self._bus.publish(news)
        except Exception:
            log.exception("publish_failed")

    async def _beat(self) -> None:
        """Say that this node lives, and look who else does."""
        if self._bus.is_well != self._was_well:
            self._was_well = self._bus.is_well
            log.warning("bus_is_well" if self._was_well else "bus_is_lost")
        self.look()
        self.say_playing()

    def say_playing(self) -> None:
        """Say where this node thinks for bots."""
        self._to_say.put_nowait(Beat(self.name, tuple(self._playing())[:MOST_PLAYING]))

    # ---- what it is told --------------------------------------------------------------------------------

    def hear(self, news: Beat | Here | Who | Bye, live: LiveTable | None) -> None:
        """Take in what a node says; ``live`` is the table that it speaks of, if it is in memory."""
        self._heard[news.node] = self._spoke[news.node] = _time()
        match news:
            case Beat(node=node, playing=playing):
                self._played[node] = frozenset(playing)
            case Here():
                if live is not None:
                    live.presence.hear(news, self._clock.now())
            case Who(node=node, table=None):
                self._doubt(node)
                self.announce_all()
            case Who():
                if live is not None and live.presence.is_anybody_here:
                    self.announce(live)
            case Bye(node=node):
                self._forget(node)

    def is_heard(self, node: str) -> bool:
        """Whether it has said something on the bus lately."""
        return _time() - self._spoke.get(node, -SILENCE_SECONDS) < 2 * BEAT_SECONDS

    def read(self, node: str, said: Mapping[str, Here]) -> None:
        """Take in what a node has written that is not heard: who is connected to it, at all its tables."""
        self._heard[node] = _time()
        for live in self._live():
            here, before = said.get(live.state.id), live.presence.said_by(node)
            if here is not None or before is not None:
                here = here or Here(node, live.state.id)
                if here != before:
                    live.presence.hear(here, self._clock.now())

    def announce_all(self) -> None:
        """Tell the others of every table to which somebody is connected here."""
        for live in self._live():
            if live.presence.is_anybody_here:
                self.announce(live)

    def ask_anew(self) -> None:
        """Something may have been missed, and what this node said, too."""
        self._doubt(None)
        self._to_say.put_nowait(Who(self.name))
        self.announce_all()

    def _doubt(self, node: str | None) -> None:
        for live in self._live():
            live.presence.doubt(node)
        self._settles = _time() + SETTLE_SECONDS

    def look(self) -> None:
        """Give up those who have been silent for too long."""
        now = _time()
        if not self._bus.is_well:
            # Who hears nothing knows nothing of the others: they are taken for what they were.
            self.horizon.since = self._clock.now()
            self._heard = dict.fromkeys(self._heard, now)
        for node, at in list(self._heard.items()):
            if now - at >= SILENCE_SECONDS:
                log.warning("node_silent", node=node)
                self._forget(node)
        if self._settles is not None and now >= self._settles and self._bus.is_well:
            self._settles = None
            for live in self._live():
                live.presence.settle(self._clock.now())

    def _forget(self, node: str) -> None:
        silent = _time() - self._heard.pop(node, _time())
        at = self._clock.now() - round(1000 * silent)
        self._played.pop(node, None)
        self._spoke.pop(node, None)
        for live in self._live():
            live.presence.lose(node, at)
        self.on_lost()

    def is_played(self, table: str) -> bool:
        """Whether another node thinks for a bot at this table."""
        since = _time() - PLAYED_SECONDS
        return any(
            table in tables and self._heard.get(node, 0.0) >= since for node, tables in self._played.items()
        )


def _nobody_asks() -> None:
    """Nothing was left lying."""


def _time() -> float:
    # Not the clock's: that one may jump.
    return asyncio.get_running_loop().time()
