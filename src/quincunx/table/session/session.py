"""The engine of both sockets: what a table's session and a person's session have in common.

The shell that owns the socket reports every frame and every passing of time. It carries out the returned
actions in order. A session has no socket and no clock, and its fields are private.

* Frames wait in a queue. They are handled one by one while the client reads and need not rest.
* Each frame, and each frame sent, costs work. It is charged in sums. A client that owes too much rests.
* An unparseable frame is answered. The first few are forgiven, then the socket is closed.
* A client that is silent for a minute is closed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from typing import Any, ClassVar, Final

import msgspec

from quincunx.core.reason import Reason
from quincunx.table.session.actions import Action, Close, Pay, Send
from quincunx.table.session.close_codes import POLICY, TOO_BIG
from quincunx.table.wire.table import Refused

LARGEST_FRAME: Final = 16 * 1024
FORGIVEN: Final = 10
SILENCE_SECONDS: Final = 60.0
AT_ONCE: Final = 8
"""Frames of one client that are handled before other clients have their turn."""

FRAME: Final = 1.0
"""The cost of each frame from a client, of any kind and even if refused: about 0.1 ms of work."""
COMMAND: Final = 1.0
BYTES_OF_WORK: Final = 8 * 1024
"""Bytes of news that cost 1 more."""
PAID_AT_ONCE: Final = 5.0
"""Work that is charged at once, so that the person's budget is looked up less often."""


class Session(ABC):
    """The protocol state of one connection. ``now`` is in seconds on any monotonic clock."""

    # Thousands of these may exist: each byte counts.
    __slots__ = ("_faults", "_inbox", "_is_busy", "_is_open", "_is_resting", "_last_heard", "_unpaid")

    decoder: ClassVar[msgspec.json.Decoder[Any]]

    def __init__(self, now: float) -> None:
        self._inbox: deque[bytes] = deque()
        """Frames that have not been handled."""
        self._last_heard = now
        self._faults = 0
        self._unpaid = 0.0
        self._is_open = True
        self._is_busy = False
        """True while an earlier frame must be finished before the next one is handled."""
        self._is_resting = False
        """True while a client that has used up its budget has to wait."""

    # ---- the queue ---------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """False once the session has ended."""
        return self._is_open

    @property
    def is_ready(self) -> bool:
        """True if the client may be told something now, as far as its budget goes."""
        return self._is_open and not self._is_resting

    @property
    def has_next(self) -> bool:
        """True if a frame can be handled now."""
        return bool(self._inbox) and self._is_open and not self._is_busy and not self._is_resting

    @property
    def is_behind(self) -> bool:
        """True if nothing more should be read for now."""
        return bool(self._inbox) or self._is_resting

    @property
    def waiting(self) -> int:
        """The number of frames that have not been handled."""
        return len(self._inbox)

    def queue(self, data: bytes) -> bool:
        """Queue a frame. Returns true if no more should be read before some are handled."""
        if not self._is_open:
            return False
        self._inbox.append(data)
        return len(self._inbox) >= AT_ONCE

    def next(self, now: float) -> list[Action]:
        """Handle the oldest queued frame."""
        return self.receive(self._inbox.popleft(), now)

    def end(self) -> list[Action]:
        """End the session: the socket is closed, or is about to be. What is owed is charged, since otherwise
        reconnecting would cancel the debt."""
        self._is_open = False
        self._inbox.clear()
        owed, self._unpaid = self._unpaid, 0.0
        return [Pay(owed)] if owed else []

    # ---- from the client ---------------------------------------------------------------------------------

    def receive(self, data: str | bytes, now: float) -> list[Action]:
        """Handle one frame."""
        raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        if (is_too_fast := self._count(now)) is not None:
            return [*self._charge(FRAME), is_too_fast]
        if len(raw) > LARGEST_FRAME:
            return [*self._charge(FRAME), self._close(TOO_BIG, f"A frame has at most {LARGEST_FRAME} bytes.")]
        try:
            frame = self.decoder.decode(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return self._fault(f"That frame cannot be understood: {str(error)[:200]}.", self._key(raw))
        return self._on_frame(frame)

    def on_other_frame(self) -> list[Action]:
        """Charge for a frame that is no whole message."""
        return self._charge(FRAME)

    def _count(self, now: float) -> Close | None:
        """Count a frame, and close the session if there are too many."""
        self._last_heard = now
        return None

    @abstractmethod
    def _on_frame(self, frame: Any) -> list[Action]:
        """Handle a parsed frame."""

    def _key(self, raw: bytes) -> str | None:
        """The key of an unparseable frame, so that its sender knows which one failed."""
        return None

    def _fault(self, sentence: str, key: str | None) -> list[Action]:
        self._faults += 1
        refused = Refused(key, Reason("malformed", "bad-frame", sentence))
        answer: list[Action] = [*self._charge(FRAME), Send(refused)]
        if self._faults > FORGIVEN:
            answer.append(self._close(POLICY, "There were too many frames that cannot be understood."))
        return answer

    # ---- work and time -----------------------------------------------------------------------------------

    def charge_sent(self, size: int) -> list[Action]:
        """Charge for news of this size that has been sent."""
        return self._charge(1 + size // BYTES_OF_WORK)

    def rest(self) -> bool:
        """Handle and send nothing until :meth:`rested`. False if the session rests already, or has ended."""
        if self._is_resting or not self._is_open:
            return False
        self._is_resting = True
        return True

    def rested(self) -> None:
        """Undo :meth:`rest`."""
        self._is_resting = False

    def tick(self, now: float) -> list[Action]:
        """Close the connection of a client that has been silent for a minute."""
        if self._is_open and now - self._last_heard >= SILENCE_SECONDS:
            return [self._close(POLICY, "There was nothing to hear for a minute.")]
        return []

    def _charge(self, work: float) -> list[Action]:
        self._unpaid += work
        if self._unpaid < PAID_AT_ONCE:
            return []
        due, self._unpaid = self._unpaid, 0.0
        return [Pay(due)]

    def _close(self, code: int, reason: str) -> Close:
        self._is_open = False
        return Close(code, reason)
