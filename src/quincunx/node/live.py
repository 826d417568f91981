"""A table in memory: its state, its recent past for those who come back, and who is connected."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Sequence

from quincunx.table.events import Entry
from quincunx.table.person import Refusal
from quincunx.table.state import TableState, advance
from quincunx.table.wire import Hint

REMEMBERED = 64
"""Entries kept for clients that missed some; who missed more gets the newest view alone."""
REFUSALS_REMEMBERED = 100
PRESENCE_SECONDS = 0.3
"""Comings and goings are told together, at most this often: else a crowd that arrives would wake itself
as often as the square of its size."""
AWAY_MILLISECONDS = 60_000
"""After so long without a connection a bot may be called in for a person."""


class Signal:
    """What :class:`asyncio.Event` is, for one who waits: there may be thousands, and it weighs a tenth."""

    __slots__ = ("_set", "_waiting")

    def __init__(self) -> None:
        self._set = False
        self._waiting: asyncio.Future[None] | None = None

    def is_set(self) -> bool:
        """Whether it has rung since it was last cleared."""
        return self._set

    def set(self) -> None:
        """Wake whoever waits, now or later."""
        self._set = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def clear(self) -> None:
        """Wait for the next time."""
        self._set = False

    async def wait(self) -> None:
        """Return once it is set. Only one task may wait."""
        if not self._set:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None


class LiveTable:
    """One table. ``lock`` is held while a command is decided and appended."""

    def __init__(self, entries: Sequence[Entry], now: int) -> None:
        """Fold all entries of a table, the first one included."""
        self.lock = asyncio.Lock()
        self.versions: dict[str, int] = {}
        """Idempotency key → the version that it brought about."""
        self.refusals: OrderedDict[str, Refusal] = OrderedDict()
        """Idempotency key → why it was refused: a double that comes late finds the same answer."""
        self.connected: Counter[str] = Counter()
        """Person → open connections."""
        self._left: dict[str, int] = {}
        self._since = now
        self._past: deque[tuple[TableState | None, Entry]] = deque(maxlen=REMEMBERED)
        self._watchers: set[Signal] = set()
        self._waking: asyncio.TimerHandle | None = None
        self.bot_plays = False
        """Whether the house is at it; then the table must not be let go."""
        self.hint: asyncio.Task[Hint] | None = None
        """What is thought of the present position, or has been; see :mod:`quincunx.node.hints`."""
        self.hint_wanted = 0
        state: TableState | None = None
        for entry in entries:
            self._past.append((state, entry))
            self.versions[entry.key] = entry.version
            state = advance(state, entry)
        assert state is not None
        self.state = state

    def advance(self, entry: Entry) -> None:
        """Take in the next entry, which is on disk, and wake everybody who watches."""
        before = self.state
        self.state = advance(before, entry)
        self._past.append((before, entry))
        self.versions[entry.key] = entry.version
        if self.state.moved_at != before.moved_at:
            self.drop_hint()
        self._wake()

    def drop_hint(self) -> None:
        """Stop thinking of one; the next who asks begins anew."""
        if self.hint is not None:
            self.hint.cancel()
        self.hint, self.hint_wanted = None, 0

    def remember_refusal(self, key: str, refusal: Refusal) -> None:
        """Keep an answer for its doubles; the oldest are forgotten."""
        self.refusals.setdefault(key, refusal)
        if len(self.refusals) > REFUSALS_REMEMBERED:
            self.refusals.popitem(last=False)

    def _wake(self) -> None:
        for watcher in self._watchers:
            watcher.set()

    def since(self, version: int) -> list[tuple[TableState | None, Entry]] | None:
        """The entries after ``version`` with the state before each; ``None`` if they are forgotten, or
        if the version is not of this table's past at all."""
        if not 0 <= version <= self.state.version:
            return None
        missed = self.state.version - version
        if missed > len(self._past):
            return None
        return list(self._past)[len(self._past) - missed :]

    @property
    def is_in_use(self) -> bool:
        """Whether letting go of the table would be noticed."""
        return bool(self._watchers) or self.bot_plays or self.lock.locked()

    def join(self, person: str) -> Signal:
        """Connect somebody; the bell is set whenever there is something new."""
        woken = Signal()
        self._watchers.add(woken)
        self.connected[person] += 1
        self._left.pop(person, None)
        self._presence_changed()
        return woken

    def leave(self, person: str, woken: Signal, now: int) -> None:
        """Undo :meth:`join`."""
        self._watchers.discard(woken)
        self.connected[person] -= 1
        if not self.connected[person]:
            del self.connected[person]
            self._left[person] = now
        self._presence_changed()

    def _presence_changed(self) -> None:
        if self._waking is None:
            self._waking = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._tell_presence)

    def _tell_presence(self) -> None:
        self._waking = None
        self._wake()

    def absent(self, now: int) -> frozenset[str]:
        """People on seats who have not been connected for a minute."""
        return frozenset(
            seat_state.person
            for seat_state in self.state.seats
            if seat_state.kind == "person"
            and seat_state.person is not None
            and seat_state.person not in self.connected
            and now - self._left.get(seat_state.person, self._since) >= AWAY_MILLISECONDS
        )
