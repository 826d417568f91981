"""Server side of one client's table protocol, without a socket. ``docs/protocol.md`` has the rules.

The shell that owns the socket reports every frame, every passing of time and every change of the table. It
carries out the returned actions in order. The session decides what is sent and when. It knows no table and no
clock, and its fields are private.

* The first frame must be ``hello``; nothing is sent before it.
* A client that is not up to date is sent one :class:`Show`: an update since the version that it has seen. A
  client that has been shown a version on this connection may be shown the next one as changes only.
* An unparseable frame is answered. The first few are forgiven, then the socket is closed.
"""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.reason import Reason
from quincunx.core.values import Seat
from quincunx.table.wire.table import (
    Ack,
    ClientFrame,
    CommandRequest,
    Hello,
    Look,
    Ping,
    Pong,
    Presence,
    Refused,
    ServerFrame,
)

LARGEST_FRAME: Final = 16 * 1024
FRAMES_PER_SECOND: Final = 20.0
BURST: Final = 60.0
FORGIVEN: Final = 10
SILENCE_SECONDS: Final = 60.0

POLICY: Final = 1008
TOO_BIG: Final = 1009

_FRAMES: Final = msgspec.json.Decoder(ClientFrame)


class Submit(msgspec.Struct, frozen=True, gc=False):
    """Submit this command to the service, and pass the outcome to :meth:`Session.answer`."""

    request: CommandRequest


class Send(msgspec.Struct, frozen=True, gc=False):
    """Send this frame."""

    frame: ServerFrame


class Wake(msgspec.Struct, frozen=True):
    """Call :meth:`Session.news` when it is this client's turn: there is something to show."""


class Show(msgspec.Struct, frozen=True, gc=False):
    """Send the service's update since this version, seen from this seat, and report it to
    :meth:`Session.shown`. ``in_short``: the client has been shown that version, so the changes since then are
    enough."""

    since: int | None
    point_of_view: Seat | None
    in_short: bool = False


class Close(msgspec.Struct, frozen=True):
    """Close the socket with this code; the reason is a sentence."""

    code: int
    reason: str


Action = Submit | Send | Wake | Show | Close


class Session:
    """The protocol state of one connection. ``now`` is in seconds on any monotonic clock."""

    __slots__ = (
        "_allowance",
        "_faults",
        "_greeted",
        "_heard",
        "_lacks",
        "_point_of_view",
        "_presence",
        "_seen",
        "_takes_changes",
    )

    def __init__(self, now: float, takes_changes: bool = False) -> None:
        """Start a connection. ``takes_changes``: the client understands
        :class:`~quincunx.table.wire.table.Changes`."""
        self._takes_changes = takes_changes
        self._greeted = False
        self._seen: int | None = None
        """The last version that the client has; ``None`` if it needs a fresh start."""
        self._point_of_view: Seat | None = None
        self._lacks = True
        """True if the client wants the whole table, even if it has not changed."""
        self._presence: Presence | None = None
        """The presence last sent to the client."""
        self._allowance = BURST
        self._heard = now
        self._faults = 0

    # ---- from the client ----------------------------------------------------------------------------------

    def receive(self, data: str | bytes, now: float) -> list[Action]:
        """Handle one frame."""
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
            return self._fault(f"That frame cannot be understood: {str(error)[:200]}.", _key(raw))
        if not self._greeted and not isinstance(frame, Hello):
            return [Close(POLICY, "The first frame must be hello.")]
        return self._take(frame)

    def _take(self, frame: ClientFrame) -> list[Action]:
        match frame:
            case CommandRequest():
                return [Submit(frame)]
            case Hello(seen=seen, point_of_view=point_of_view):
                self._greeted = True
                self._seen = seen
                return self._look(point_of_view)
            case Look(point_of_view=point_of_view):
                return self._look(point_of_view)
            case Ping(n=n):
                return [Send(Pong(n))]

    def _look(self, point_of_view: Seat | None) -> list[Action]:
        self._point_of_view = point_of_view
        self._lacks = True
        return [Wake()]

    def _fault(self, sentence: str, key: str | None) -> list[Action]:
        self._faults += 1
        answer: list[Action] = [Send(Refused(key, Reason("malformed", "bad-frame", sentence)))]
        if self._faults > FORGIVEN:
            answer.append(Close(POLICY, "There were too many frames that cannot be understood."))
        return answer

    # ---- to the client ------------------------------------------------------------------------------------

    def answer(self, request: CommandRequest, outcome: Ack | Reason) -> list[Action]:
        """The answer to a submitted command."""
        return [Send(outcome if isinstance(outcome, Ack) else Refused(request.key, outcome))]

    def news(self, version: int, presence: Presence) -> list[Action]:
        """Bring the client up to date with the table's version and the people connected to it."""
        if not self._greeted:
            return []
        actions: list[Action] = []
        if self._lacks or self._seen != version:
            in_short = self._takes_changes and not self._lacks
            actions.append(Show(self._seen, self._point_of_view, in_short))
        if presence != self._presence:
            self._presence = presence
            actions.append(Send(presence))
        return actions

    def shown(self, version: int) -> None:
        """Record that an update up to this version has been sent."""
        self._seen = version
        self._lacks = False

    def tick(self, now: float) -> list[Action]:
        """Close the connection of a client that has been silent for a minute."""
        if now - self._heard >= SILENCE_SECONDS:
            return [Close(POLICY, "There was nothing to hear for a minute.")]
        return []


class _Keyed(msgspec.Struct):
    key: str


def _key(raw: bytes) -> str | None:
    """The key of a command whose other members are unparseable, so that its sender knows which one failed."""
    try:
        return msgspec.json.decode(raw, type=_Keyed).key[:64]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
