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
from quincunx.server.together import Together

MOST_SOCKETS = 32
"""Of one person: many tabs, but not without end."""
WORK = Rate(500.0, 0.01)
"""What one person may cost, over all their sockets: a command is 1, and what is shown is 1 for each
:data:`BYTES_OF_WORK`. Whoever wants more waits; nobody else does."""
BYTES_OF_WORK = 8 * 1024
LONGEST_WAIT = 5.0
TOO_MANY = Reason("too-fast", "too-many-sockets", "You have this site open too often; please close a tab.")


class Sockets:
    """Who has how many sockets open, and what they cost."""

    def __init__(self, timer: Callable[[], float] = time.monotonic) -> None:
        self.hearing = Together()
        """Calls those to whom something was said."""
        self._open: Counter[str] = Counter()
        self._work = RateLimiter(WORK, timer=timer)
        self._seeks = RateLimiter(SEEKS, timer=timer)
        self._ends: dict[bytes, set[Callable[[], None]]] = {}
        """By what somebody is known: how each of their sockets is closed."""

    def __len__(self) -> int:
        """How many there are."""
        return sum(self._open.values())

    def enter(self, person: str) -> None:
        """One more. Raises :class:`~quincunx.core.reason.Refusal` if there are too many."""
        if self._open[person] >= MOST_SOCKETS:
            raise Refusal(TOO_MANY)
        self._open[person] += 1

    def leave(self, person: str) -> None:
        """Undo :meth:`enter`."""
        self._open[person] -= 1
        if self._open[person] <= 0:
            del self._open[person]

    @contextlib.contextmanager
    def held(self, identity: Identity, end: Callable[[], None]) -> Iterator[None]:
        """Have a socket closed by ``end`` when what opened it stands for nobody any more."""
        ends = self._ends.setdefault(identity.key, set())
        ends.add(end)
        try:
            yield
        finally:
            ends.discard(end)
            if not ends and self._ends.get(identity.key) is ends:
                del self._ends[identity.key]

    def keys(self) -> list[bytes]:
        """By what those are known who have sockets open."""
        return list(self._ends)

    def end(self, key: bytes) -> None:
        """Close all that were opened by this."""
        for end in tuple(self._ends.get(key, ())):
            end()

    def wish(self, person: str) -> None:
        """They look for a game, or no longer. Raises :class:`~quincunx.core.reason.Refusal` for who cannot
        make up their mind: each change is written to the store, which all share."""
        admit((self._seeks, person, 1), refusal=too_fast)

    def spend(self, person: str, work: float) -> float:
        """So many seconds this person has to wait for what they have had; 0, for people."""
        return min(self._work.spend(person, work), LONGEST_WAIT)
