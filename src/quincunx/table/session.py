"""One client's side of the socket protocol, without a socket. The rules are in ``docs/protocol.md``.

The shell that owns the socket hands in every frame and every passing of time, and carries out the
actions that come back: :class:`Submit` an order, :class:`Send` a frame, :class:`Close`. The session
keeps what the client has seen and how fast it may talk; it knows no table and no clock.

* The first frame must be ``hello``; before it nothing is sent.
* A client is *dirty* when its table has changed since its last update; the shell then asks the
  service for one ``Update`` since ``seen`` and reports it with :meth:`Session.updated`.
* A frame that cannot be understood is answered and forgiven a few times, then the socket is closed.
"""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.game import Seat
from quincunx.table.wire import ClientFrame, Hello, Look, CommandRequest, Ping, Pong, Refused, ServerFrame

LARGEST_FRAME: Final = 16 * 1024
FRAMES_PER_SECOND: Final = 20.0
BURST: Final = 60.0
FORGIVEN: Final = 10
SILENCE_SECONDS: Final = 60.0

POLICY: Final = 1008
TOO_BIG: Final = 1009

_FRAMES: Final = msgspec.json.Decoder(ClientFrame)


class Submit(msgspec.Struct, frozen=True):
    """Hand this order to the service; answer with the session's own key."""

    order: CommandRequest


class Send(msgspec.Struct, frozen=True):
    """Send this frame."""

    frame: ServerFrame


class Close(msgspec.Struct, frozen=True):
    """Close the socket with this code; the reason is a sentence."""

    code: int
    reason: str


Action = Submit | Send | Close


class Session:
    """What one connection has said and seen. ``now`` is in seconds on any steady clock."""

    def __init__(self, now: float) -> None:
        self.greeted = False
        self.seen: int | None = None
        """The last version that the client has; ``None``: it needs a fresh start."""
        self.point_of_view: Seat | None = None
        self.wants_update = False
        """Whether an update is due although the table has not changed."""
        self._allowance = BURST
        self._heard = now
        self._faults = 0

    def receive(self, data: str | bytes, now: float) -> list[Action]:
        """Take in one frame."""
        self._allowance = min(BURST, self._allowance + (now - self._heard) * FRAMES_PER_SECOND) - 1
        self._heard = now
        if self._allowance < 0:
            return [Close(POLICY, "That was too fast; please slow down.")]
        raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        if len(raw) > LARGEST_FRAME:
            return [Close(TOO_BIG, f"A frame has at most {LARGEST_FRAME} bytes.")]
        try:
            frame = _FRAMES.decode(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return self._fault(
                "bad-frame", f"That frame cannot be understood: {str(error)[:200]}.", _key(raw)
            )
        if not self.greeted and not isinstance(frame, Hello):
            return [Close(POLICY, "The first frame must be hello.")]
        return self._take(frame)

    def _take(self, frame: Hello | CommandRequest | Look | Ping) -> list[Action]:
        match frame:
            case Hello(seen=seen, point_of_view=point_of_view):
                self.greeted = True
                self.seen = seen
                self.point_of_view = point_of_view
                self.wants_update = True
                return []
            case Look(point_of_view=point_of_view):
                self.point_of_view = point_of_view
                self.wants_update = True
                return []
            case Ping(n=n):
                return [Send(Pong(n))]
            case CommandRequest():
                return [Submit(frame)]

    def _fault(self, code: str, sentence: str, key: str | None) -> list[Action]:
        self._faults += 1
        answer: list[Action] = [Send(Refused(key, code, sentence))]
        if self._faults > FORGIVEN:
            answer.append(Close(POLICY, "There were too many frames that cannot be understood."))
        return answer

    def updated(self, version: int) -> None:
        """An update up to this version has been sent."""
        self.seen = version
        self.wants_update = False

    def tick(self, now: float) -> list[Action]:
        """Time has passed: a client that has been silent for long is let go."""
        if now - self._heard >= SILENCE_SECONDS:
            return [Close(POLICY, "There was nothing to hear for a minute.")]
        return []


class _Keyed(msgspec.Struct):
    key: str


def _key(raw: bytes) -> str | None:
    """The key of an order whose rest cannot be understood, so that its sender learns which one it was."""
    try:
        return msgspec.json.decode(raw, type=_Keyed).key[:64]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
