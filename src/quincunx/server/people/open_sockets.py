"""Who has how many sockets open, and what that costs everybody else."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator

from quincunx.club.limits import SEEKS, admit, too_fast
from quincunx.core.reason import Reason, Refusal
from quincunx.kit import Rate, RateLimiter
from quincunx.server.people.identity import Identity
from quincunx.server.transport.batch import Together
from quincunx.server.transport.limits import BURST_SECONDS, steady

MOST_SOCKETS = 32
"""Of one person: many tabs, but not without end."""
WORK = Rate(500.0, 0.01)
"""What one person may cost, over all their sockets: a command is 1, and what is shown is 1 for each
:data:`BYTES_OF_WORK`. Whoever wants more waits; nobody else does."""
BYTES_OF_WORK = 8 * 1024
FRAME = 1.0
"""Cost of each frame of a client, of whatever kind, refused ones included: about 0.1 ms of work."""
LONGEST_WAIT = 5.0
WORK_OF_SOCKET = 2.0
"""A second, for each socket that all guests from one network may have: so much they may cost together, since
anybody can become a guest as often as they like."""
USUAL_OF_NETWORK = 200
"""Sockets of all guests from one network: a large room."""
TOO_MANY_GUESTS = Reason(
    "too-fast",
    "too-many-sockets",
    "Too many guests are here from your network; please sign in, or close a tab.",
)
TOO_MANY = Reason("too-fast", "too-many-sockets", "You have this site open too often; please close a tab.")


class Sockets:
    """Who has how many sockets open, and what they cost."""

    def __init__(
        self, of_network: int = USUAL_OF_NETWORK, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self._most_of_network = of_network
        self.hearing = Together()
        """Calls those to whom something was said."""
        self._open: Counter[str] = Counter()
        self._of_network: Counter[str] = Counter()
        self._networks: dict[str, list[str]] = {}
        """Of each guest with open sockets, the networks they were opened from."""
        self._work = RateLimiter(WORK, timer=timer)
        self._work_of_network = RateLimiter(steady(WORK_OF_SOCKET * of_network, BURST_SECONDS), timer=timer)
        self._seeks = RateLimiter(SEEKS, timer=timer)
        self._ends: dict[bytes, set[Callable[[], None]]] = {}
        """By what somebody is known: how each of their sockets is closed."""
        self._owners: dict[bytes, str] = {}
        """The person of each of these."""

    def __len__(self) -> int:
        """How many there are."""
        return sum(self._open.values())

    def enter(self, person: str, guest_from: str | None = None) -> None:
        """Count one more; ``guest_from`` is the network of a guest. Raises
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
        """Undo :meth:`enter`."""
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
    def held(self, identity: Identity, end: Callable[[], None]) -> Iterator[None]:
        """Have a socket closed by ``end`` when what opened it stands for nobody any more."""
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
        """By what those are known who have sockets open."""
        return list(self._ends)

    def end(self, key: bytes) -> None:
        """Close all that were opened by this."""
        for end in tuple(self._ends.get(key, ())):
            end()

    def end_of(self, person: str) -> None:
        """Close all sockets of a person."""
        for key in [key for key, owner in self._owners.items() if owner == person]:
            self.end(key)

    def wish(self, person: str) -> None:
        """They look for a game, or no longer. Raises :class:`~quincunx.core.reason.Refusal` for who cannot
        make up their mind: each change is written to the store, which all share."""
        admit((self._seeks, person, 1), refusal=too_fast)

    def spend(self, person: str, work: float) -> float:
        """So many seconds this person has to wait for what they have had; 0, for people."""
        wait = self._work.spend(person, work)
        networks = self._networks.get(person)
        if networks:
            wait = max(wait, self._work_of_network.spend(networks[-1], work))
        return min(wait, LONGEST_WAIT)
