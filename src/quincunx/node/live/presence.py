"""Presence at a table: the people connected on this node and on others, and since when others are absent."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Set
from typing import NamedTuple

from quincunx.core.values import Seat
from quincunx.node.messages import MOST_NAMED, Here
from quincunx.table.parts import SeatState
from quincunx.table.seats.sitting import idle_seat, is_away
from quincunx.table.state import TableState
from quincunx.table.wire.table import Presence

GATHERING_SECONDS = 0.3
"""Shortest interval between two presence updates. Otherwise an arriving crowd would cause as many of them as
the square of its size."""
ASKING_SECONDS = 30.0
"""Time after each request for which a polling player, without a socket, counts as present."""
MOST_LEFT = 1_000
"""Most disconnected people whose time is stored; the longest absent are evicted first."""


class Horizon:
    """Time since when a node has received the others' messages without a gap. As far as the node knows, no
    person has been absent for longer."""

    def __init__(self, since: int) -> None:
        self.since = since

    def move_to(self, since: int) -> None:
        """Restart the time at ``since``: messages may have been missed before it."""
        self.since = since


FRESH_MILLISECONDS = 1_000
"""While a person is absent, shortest interval between two checks whether they count as away."""


class TablePresence:
    """The connections to one table. ``now`` is in milliseconds since 1970. ``on_change`` is called once for
    all arrivals and departures within a moment. ``announce`` is called after it if some of them were on this
    node."""

    def __init__(
        self,
        now: int,
        on_change: Callable[[], None],
        horizon: Horizon | None = None,
        announce: Callable[[], None] | None = None,
    ) -> None:
        self._since = now
        """Time since when people who have not been seen count as absent."""
        self._on_change = on_change
        self._horizon = horizon or Horizon(now)
        self._connections: Counter[str] = Counter()
        self._elsewhere: dict[str, Here] = {}
        """The last message of each other node."""
        self._doubted: set[str] = set()
        """Nodes that have been asked to repeat their message."""
        self._disconnected_at: dict[str, int] = {}
        self._asking: dict[str, _Asked] = {}
        """Players without a socket who have polled lately."""
        self._look_at_asking: asyncio.TimerHandle | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._is_news_for_others = False
        self._announce = announce
        self._view: Presence | None = None
        """The presence last sent, until the next arrival or departure."""
        self._view_seats: tuple[SeatState, ...] = ()
        self._view_until: int | None = None
        self._view_horizon = 0
        self._view_idle: Seat | None = None

    # ---- on this node ---------------------------------------------------------------------------------

    def join(self, person: str) -> None:
        """Add a connection of this person."""
        self._connections[person] += 1
        self._disconnected_at.pop(person, None)
        self._asking.pop(person, None)
        self._is_news_for_others = True
        self._changed()

    def leave(self, person: str, now: int) -> None:
        """Undo :meth:`join`."""
        self._connections[person] -= 1
        if not self._connections[person]:
            del self._connections[person]
            self._on_gone(person, now)
        self._is_news_for_others = True
        self._changed()

    def ask(self, person: str, state: TableState, now: int) -> None:
        """Record a request over plain HTTP. A player without a socket counts as present for a while."""
        if person in self._connections or all(seat.person != person for seat in state.seats):
            return
        loop = asyncio.get_running_loop()
        is_new = person not in self._asking
        self._asking[person] = _Asked(loop.time(), now)
        if is_new:
            if self._look_at_asking is None:
                self._look_at_asking = loop.call_later(ASKING_SECONDS, self._see_who_asks)
            self._is_news_for_others = True
            self._changed()

    def _see_who_asks(self) -> None:
        """Drop players who have stopped polling, and reschedule for the next one."""
        self._look_at_asking = None
        loop = asyncio.get_running_loop()
        since = loop.time() - ASKING_SECONDS
        for person, asked in list(self._asking.items()):
            if asked.time <= since:
                del self._asking[person]
                self._on_gone(person, asked.at)
                self._is_news_for_others = True
                self._changed()
        if self._asking:
            next_one = min(asked.time for asked in self._asking.values())
            self._look_at_asking = loop.call_at(next_one + ASKING_SECONDS, self._see_who_asks)

    @property
    def is_anybody_here(self) -> bool:
        """True if a person is connected on this node, or polls."""
        return bool(self._connections or self._asking)

    def local_message(self, node: str, state: TableState) -> Here:
        """The message to other nodes: people connected here, those with a seat first, and the number of
        further ones; the times at which other people with a seat disconnected here; and polling players.
        ``node`` is this node's name."""
        seated = {seat.person for seat in state.seats if seat.person is not None}
        people = sorted(self._connections, key=lambda person: person not in seated)
        left = {person: at for person, at in self._disconnected_at.items() if person in seated}
        named, more = tuple(people[:MOST_NAMED]), len(people[MOST_NAMED:])
        return Here(node, state.id, named, more, left, tuple(self._asking))

    # ---- on other nodes --------------------------------------------------------------------------------

    def apply_message(self, here: Here, now: int) -> None:
        """Handle another node's message about the people connected there."""
        self._doubted.discard(here.node)
        before = self._elsewhere.pop(here.node, None)
        for person, at in here.left.items():
            self._on_gone(person, min(at, now))
        if before is not None:
            for person in {*before.people, *before.asking} - {*here.people, *here.asking}:
                self._on_gone(person, min(here.left.get(person, now), now))
        if here.people or here.more or here.asking:
            self._elsewhere[here.node] = here
        self._changed()

    def said_by(self, node: str) -> Here | None:
        """The last message of another node; ``None`` if no person is connected there."""
        return self._elsewhere.get(node)

    def end_node(self, node: str, at: int) -> None:
        """Handle the end of another node: the people connected there are absent since ``at``."""
        self._doubted.discard(node)
        here = self._elsewhere.pop(node, None)
        if here is not None:
            for person in (*here.people, *here.asking):
                self._on_gone(person, at)
            self._changed()

    def mark_unconfirmed(self, node: str | None) -> None:
        """Doubt the last message of this node, or of all nodes, until it is repeated."""
        self._doubted |= self._elsewhere.keys() if node is None else {node} & self._elsewhere.keys()

    def settle(self, now: int) -> None:
        """Drop the messages that were doubted and have not been repeated."""
        for node in list(self._doubted):
            self.end_node(node, now)

    def record_action(self, person: str, at: int) -> None:
        """Record an action of a person, here or elsewhere, connected or not."""
        if person not in self._connections:
            self._on_gone(person, at)

    def _on_gone(self, person: str, at: int) -> None:
        self._view = None
        at = max(at, self._disconnected_at.pop(person, 0))
        self._disconnected_at[person] = at
        if len(self._disconnected_at) > MOST_LEFT:
            # Evict the oldest entry; evicted players count as absent since that time.
            forgotten = next(iter(self._disconnected_at))
            self._since = max(self._since, self._disconnected_at.pop(forgotten))

    # ---- both together ----------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._view = None
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(GATHERING_SECONDS, self._announce_change)

    def _announce_change(self) -> None:
        self._telling = None
        self._on_change()
        if self._is_news_for_others:
            self._is_news_for_others = False
            if self._announce is not None:
                self._announce()

    @property
    def people(self) -> Set[str]:
        """The ids of all connected people, on any node."""
        if not self._elsewhere:
            return self._connections.keys()
        return self._connections.keys() | {
            person for here in self._elsewhere.values() for person in here.people
        }

    @property
    def _present(self) -> Set[str]:
        """All connected people, and polling players."""
        asking = {person for here in self._elsewhere.values() for person in here.asking}
        return self.people | asking | self._asking.keys() if asking or self._asking else self.people

    def is_present(self, person: str) -> bool:
        """True if a person is connected on any node, or is a polling player."""
        return person in self._present

    @property
    def up_since(self) -> int:
        """Time since when the player to move has been able to move, as far as this node knows."""
        return self._horizon.since

    def last_seen(self, state: TableState) -> dict[str, int]:
        """For each absent person with a seat, the time since when they are absent. Present people are left
        out."""
        present = self._present
        return {
            seat.person: max(self._disconnected_at.get(seat.person, self._since), self._horizon.since)
            for seat in state.seats
            if seat.kind == "person" and seat.person is not None and seat.person not in present
        }

    def view(self, state: TableState, now: int) -> Presence:
        """The public presence at the table. A change to away is noticed within :data:`FRESH_MILLISECONDS`."""
        idle = idle_seat(state, now, self.up_since)
        is_as_before = self._view_seats is state.seats and self._view_idle == idle
        if self._view is None or not is_as_before or self._is_stale(now):
            last_seen = self.last_seen(state)
            self._view = self._compute_presence(state, now, last_seen, idle)
            self._view_idle = idle
            self._view_seats = state.seats
            self._view_horizon = self._horizon.since
            # If all are present, the passing of time changes nothing.
            self._view_until = now + FRESH_MILLISECONDS if last_seen else None
        return self._view

    def _is_stale(self, now: int) -> bool:
        if self._view_until is None:
            return False
        return now >= self._view_until or self._view_horizon != self._horizon.since

    def _compute_presence(
        self, state: TableState, now: int, last_seen: Mapping[str, int], idle: Seat | None
    ) -> Presence:
        people, present = self.people, self._present
        seated = [seat.person if seat.kind == "person" else None for seat in state.seats]
        more = sum(here.more for here in self._elsewhere.values())
        return Presence(
            here=tuple(person in present for person in seated),
            # With clocks no player can call in a bot: the clock decides.
            away=tuple(state.clock is None and is_away(person, now, last_seen) for person in seated),
            watching=len(people) + more - sum(person in people for person in {*seated}),
            idle=idle,
        )


class _Asked(NamedTuple):
    """The time of a person's last request: by the event loop's clock, and in milliseconds since 1970."""

    time: float
    at: int
