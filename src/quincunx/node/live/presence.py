"""Who is connected to a table, on this node and on others, and since when somebody is not."""

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
"""Comings and goings are told together, at most this often: else a crowd that arrives would wake itself
as often as the square of its size."""
ASKING_SECONDS = 30.0
"""So long after each request a player who has no socket, and asks over plain HTTP, counts as present."""
MOST_LEFT = 1_000
"""People who hung up, of whom the time is kept; the longest gone are forgotten first."""


class Horizon:
    """Since when a node has been hearing the others without a break. Nobody has been away for longer than
    that, as far as it knows."""

    def __init__(self, since: int) -> None:
        self.since = since


FRESH_MILLISECONDS = 1_000
"""While somebody is gone, it is looked up this often at most whether they count as away by now."""


class TablePresence:
    """The connections to one table. ``now`` is in milliseconds since 1970; ``on_change`` is called once for
    all that come or go within a moment."""

    def __init__(self, now: int, on_change: Callable[[], None], horizon: Horizon | None = None) -> None:
        self._since = now
        """Since when whoever has not been seen counts as gone."""
        self._on_change = on_change
        self._horizon = horizon or Horizon(now)
        self._connections: Counter[str] = Counter()
        self._elsewhere: dict[str, Here] = {}
        """What other nodes say."""
        self._doubted: set[str] = set()
        """Nodes that have been asked to say it again."""
        self._left: dict[str, int] = {}
        self._asking: dict[str, _Asked] = {}
        """Players without a socket who have asked lately."""
        self._look_at_asking: asyncio.TimerHandle | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._is_news_for_others = False
        self.announce: Callable[[], None] = _nobody_to_tell
        """Called together with ``on_change`` when somebody has come or gone on this node."""
        self._view: Presence | None = None
        """What was told last, until somebody comes or goes."""
        self._view_seats: tuple[SeatState, ...] = ()
        self._view_until: int | None = None
        self._view_horizon = 0
        self._view_idle: Seat | None = None

    # ---- on this node ---------------------------------------------------------------------------------

    def join(self, person: str) -> None:
        """One more connection of this person's."""
        self._connections[person] += 1
        self._left.pop(person, None)
        self._asking.pop(person, None)
        self._is_news_for_others = True
        self._changed()

    def leave(self, person: str, now: int) -> None:
        """Undo :meth:`join`."""
        self._connections[person] -= 1
        if not self._connections[person]:
            del self._connections[person]
            self._gone(person, now)
        self._is_news_for_others = True
        self._changed()

    def ask(self, person: str, state: TableState, now: int) -> None:
        """Somebody has asked over plain HTTP. A player without a socket is present for a while."""
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
        """Let go of players who have not asked again, and look again when the next would be let go."""
        self._look_at_asking = None
        loop = asyncio.get_running_loop()
        since = loop.time() - ASKING_SECONDS
        for person, asked in list(self._asking.items()):
            if asked.time <= since:
                del self._asking[person]
                self._gone(person, asked.at)
                self._is_news_for_others = True
                self._changed()
        if self._asking:
            next_one = min(asked.time for asked in self._asking.values())
            self._look_at_asking = loop.call_at(next_one + ASKING_SECONDS, self._see_who_asks)

    @property
    def is_anybody_here(self) -> bool:
        """Whether somebody is connected on this node, or asks."""
        return bool(self._connections or self._asking)

    def here(self, node: str, state: TableState) -> Here:
        """For other nodes: some of those who are connected here, those with a seat first; how many there are
        besides; when others with a seat hung up here; and who asks. ``node`` is this one's name."""
        seated = {seat.person for seat in state.seats if seat.person is not None}
        people = sorted(self._connections, key=lambda person: person not in seated)
        left = {person: at for person, at in self._left.items() if person in seated}
        named, more = tuple(people[:MOST_NAMED]), len(people[MOST_NAMED:])
        return Here(node, state.id, named, more, left, tuple(self._asking))

    # ---- on other nodes --------------------------------------------------------------------------------

    def hear(self, here: Here, now: int) -> None:
        """Another node says who is connected there."""
        self._doubted.discard(here.node)
        before = self._elsewhere.pop(here.node, None)
        for person, at in here.left.items():
            self._gone(person, min(at, now))
        if before is not None:
            for person in {*before.people, *before.asking} - {*here.people, *here.asking}:
                self._gone(person, min(here.left.get(person, now), now))
        if here.people or here.more or here.asking:
            self._elsewhere[here.node] = here
        self._changed()

    def said_by(self, node: str) -> Here | None:
        """Who is connected to another node, as it said last; ``None``: nobody."""
        return self._elsewhere.get(node)

    def lose(self, node: str, at: int) -> None:
        """Another node has ended: whoever was connected there has been gone since then."""
        self._doubted.discard(node)
        here = self._elsewhere.pop(node, None)
        if here is not None:
            for person in (*here.people, *here.asking):
                self._gone(person, at)
            self._changed()

    def doubt(self, node: str | None) -> None:
        """What this node has said, or all of them, may not hold any more; they are asked to say it again."""
        self._doubted |= self._elsewhere.keys() if node is None else {node} & self._elsewhere.keys()

    def settle(self, now: int) -> None:
        """Who has not said it again does not say it any more."""
        for node in list(self._doubted):
            self.lose(node, now)

    def saw(self, person: str, at: int) -> None:
        """Somebody has done something, here or elsewhere, whether they are connected or not."""
        if person not in self._connections:
            self._gone(person, at)

    def _gone(self, person: str, at: int) -> None:
        self._view = None
        at = max(at, self._left.pop(person, 0))
        self._left[person] = at
        if len(self._left) > MOST_LEFT:
            # Of whom nothing is known any more has not been gone for longer than this one.
            forgotten = next(iter(self._left))
            self._since = max(self._since, self._left.pop(forgotten))

    # ---- told together ----------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._view = None
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(GATHERING_SECONDS, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self._on_change()
        if self._is_news_for_others:
            self._is_news_for_others = False
            self.announce()

    @property
    def people(self) -> Set[str]:
        """The ids of all who are connected, on whichever node."""
        if not self._elsewhere:
            return self._connections.keys()
        return self._connections.keys() | {
            person for here in self._elsewhere.values() for person in here.people
        }

    @property
    def _present(self) -> Set[str]:
        """All who are connected, and players who ask over plain HTTP."""
        asking = {person for here in self._elsewhere.values() for person in here.asking}
        return self.people | asking | self._asking.keys() if asking or self._asking else self.people

    def is_present(self, person: str) -> bool:
        """Whether somebody is connected, on whichever node, or a player who asks over plain HTTP."""
        return person in self._present

    @property
    def up_since(self) -> int:
        """Since when whoever is to move has been able to, as far as this node knows."""
        return self._horizon.since

    def last_seen(self, state: TableState) -> dict[str, int]:
        """Since when people who hold a seat are not present; whoever is present is not in it."""
        present = self._present
        return {
            seat.person: max(self._left.get(seat.person, self._since), self._horizon.since)
            for seat in state.seats
            if seat.kind == "person" and seat.person is not None and seat.person not in present
        }

    def view(self, state: TableState, now: int) -> Presence:
        """What everybody at the table may know of it; that somebody has become away is noticed within
        :data:`FRESH_MILLISECONDS`."""
        idle = idle_seat(state, now, self.up_since)
        is_as_before = self._view_seats is state.seats and self._view_idle == idle
        if self._view is None or not is_as_before or self._is_stale(now):
            last_seen = self.last_seen(state)
            self._view = self._look(state, now, last_seen, idle)
            self._view_idle = idle
            self._view_seats = state.seats
            self._view_horizon = self._horizon.since
            # With everybody here, time changes nothing.
            self._view_until = now + FRESH_MILLISECONDS if last_seen else None
        return self._view

    def _is_stale(self, now: int) -> bool:
        if self._view_until is None:
            return False
        return now >= self._view_until or self._view_horizon != self._horizon.since

    def _look(self, state: TableState, now: int, last_seen: Mapping[str, int], idle: Seat | None) -> Presence:
        people, present = self.people, self._present
        seated = [seat.person if seat.kind == "person" else None for seat in state.seats]
        more = sum(here.more for here in self._elsewhere.values())
        return Presence(
            here=tuple(person in present for person in seated),
            # With a clock nobody calls a bot: time decides.
            away=tuple(state.clock is None and is_away(person, now, last_seen) for person in seated),
            watching=len(people) + more - sum(person in people for person in {*seated}),
            idle=idle,
        )


class _Asked(NamedTuple):
    """When somebody has asked last: by the event loop's time, and in milliseconds since 1970."""

    time: float
    at: int


def _nobody_to_tell() -> None:
    """There is no other node."""
