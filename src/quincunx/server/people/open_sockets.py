"""Open sockets: their number for each person, and limits of their load."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, KeysView

from quincunx.club.limits import SEEKS, admit, too_fast
from quincunx.core.reason import Reason, Refusal
from quincunx.kit import Rate, RateLimiter
from quincunx.server.people.identity import Identity
from quincunx.server.transport.batch import Together
from quincunx.server.transport.limits import BURST_SECONDS, steady

MOST_SOCKETS = 32
"""The most sockets of one person, for many tabs."""
WORK = Rate(500.0, 0.01)
"""The rate of one person's work over all their sockets; :mod:`quincunx.table.session.session` has the costs.
A person who exceeds it waits, without effect on others."""
LONGEST_WAIT = 5.0
WORK_OF_SOCKET = 2.0
"""Work in a second, for each socket that all guests of one network may have. It limits their total, since
anybody can become a guest as often as they like."""
USUAL_OF_NETWORK = 200
"""The most sockets of all guests of one network: a large room."""
TOO_MANY_GUESTS = Reason(
    "too-fast",
    "too-many-sockets",
    "Too many guests are here from your network; please sign in, or close a tab.",
)
TOO_MANY = Reason("too-fast", "too-many-sockets", "You have this site open too often; please close a tab.")


class Sockets:
    """The open sockets of all people, and their load."""

    def __init__(
        self, of_network: int = USUAL_OF_NETWORK, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self._most_of_network = of_network
        self.hearing = Together()
        """Wakes sockets that have new messages, all together in one step of the event loop."""
        self._open: Counter[str] = Counter()
        self._of_network: Counter[str] = Counter()
        self._networks: dict[str, list[str]] = {}
        """For each guest with open sockets, the networks from which they were opened."""
        self._work = RateLimiter(WORK, timer=timer)
        self._work_of_network = RateLimiter(steady(WORK_OF_SOCKET * of_network, BURST_SECONDS), timer=timer)
        self._seeks = RateLimiter(SEEKS, timer=timer)
        self._ends: dict[bytes, set[Callable[[], None]]] = {}
        """Close callbacks of sockets, by the hash of the credential."""
        self._owners: dict[bytes, str] = {}
        """The person of each credential."""

    def __len__(self) -> int:
        """The number of open sockets."""
        return sum(self._open.values())

    @property
    def people(self) -> int:
        """The number of people with an open socket."""
        return len(self._open)

    @property
    def ids(self) -> KeysView[str]:
        """The ids of the people with an open socket."""
        return self._open.keys()

    def enter(self, person: str, guest_from: str | None = None) -> None:
        """Count a new socket. ``guest_from`` is a guest's network. Raises
        :class:`~quincunx.core.reason.Refusal` if there are too many."""
        if self._open[person] >= MOST_SOCKETS:
            raise Refusal(TOO_MANY)
        if guest_from is not None:
            if self._of_network[guest_from] >= self._most_of_network:
                raise Refusal(TOO_MANY_GUESTS)
            self._of_network[guest_from] += 1
            self._networks.setdefault(person, []).append(guest_from)
        self._open[person] += 1

    def leave(self, person: str, guest_from: str | None = None) -> None:
        """Undo :meth:`enter` when a socket is closed."""
        self._open[person] -= 1
        if self._open[person] <= 0:
            del self._open[person]
        if guest_from is not None:
            self._of_network[guest_from] -= 1
            if self._of_network[guest_from] <= 0:
                del self._of_network[guest_from]
            self._networks[person].remove(guest_from)
            if not self._networks[person]:
                del self._networks[person]

    @contextlib.contextmanager
    def registered(self, identity: Identity, end: Callable[[], None]) -> Iterator[None]:
        """Register ``end``, which closes a socket when its credential ends."""
        ends = self._ends.setdefault(identity.key, set())
        ends.add(end)
        self._owners[identity.key] = identity.row.id
        try:
            yield
        finally:
            ends.discard(end)
            if not ends and self._ends.get(identity.key) is ends:
                del self._ends[identity.key]
                del self._owners[identity.key]

    def keys(self) -> list[bytes]:
        """The hashes of all credentials with open sockets."""
        return list(self._ends)

    def end(self, key: bytes) -> None:
        """Close all sockets that were opened with this credential."""
        for end in tuple(self._ends.get(key, ())):
            end()

    def end_of(self, person: str) -> None:
        """Close all sockets of a person."""
        for key in [key for key, owner in self._owners.items() if owner == person]:
            self.end(key)

    def wish(self, person: str) -> None:
        """Charge a change of a person's search for a game. Raises :class:`~quincunx.core.reason.Refusal` if
        they change too often, since each change is written to the shared store."""
        admit((self._seeks, person, 1), refusal=too_fast)

    def spend(self, person: str, work: float) -> float:
        """Charge work to a person; return the seconds to wait, usually 0."""
        wait = self._work.spend(person, work)
        networks = self._networks.get(person)
        if networks:
            wait = max(wait, self._work_of_network.spend(networks[-1], work))
        return min(wait, LONGEST_WAIT)
