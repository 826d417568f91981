"""A client at one table: on the table's own socket, or on a channel of a person's socket.

``docs/protocol.md`` has the rules. The shell also reports every change of the table. The session decides what
is sent and when; it knows no table.

* The first frame must be ``hello``; nothing is sent before it.
* A client that is not up to date is sent one :class:`~quincunx.table.session.actions.Show`: an update since
  the version that it has seen. A client that has been shown a version on this connection may be shown the
  next one as changes only.
* One command is executed at a time.
"""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

from quincunx.core.reason import Reason
from quincunx.core.values import Seat
from quincunx.table.session.actions import Action, Close, Send, Show, Submit, Wake
from quincunx.table.session.close_codes import POLICY
from quincunx.table.session.session import COMMAND, FRAME, Session
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
)

FRAMES_PER_SECOND: Final = 20.0
BURST: Final = 60.0


class TableSession(Session):
    """The protocol state of one client at one table."""

    __slots__ = (
        "_allowance",
        "_greeted",
        "_lacks",
        "_point_of_view",
        "_presence",
        "_sent_version",
        "_takes_changes",
    )

    decoder: ClassVar = msgspec.json.Decoder(ClientFrame)

    def __init__(self, now: float, takes_changes: bool = False) -> None:
        """Start a connection. ``takes_changes``: the client understands
        :class:`~quincunx.table.wire.table.Changes`."""
        super().__init__(now)
        self._takes_changes = takes_changes
        self._greeted = False
        self._sent_version: int | None = None
        """The last version that the client has; ``None`` if it needs a fresh start."""
        self._point_of_view: Seat | None = None
        self._lacks = True
        """True if the client wants the whole table, even if it has not changed."""
        self._presence: Presence | None = None
        """The presence last sent to the client."""
        self._allowance = BURST

    # ---- from the client ---------------------------------------------------------------------------------

    def _count(self, now: float) -> Close | None:
        self._allowance = min(BURST, self._allowance + (now - self._last_heard) * FRAMES_PER_SECOND) - 1
        self._last_heard = now
        if self._allowance < 0:
            return self._close(POLICY, "That was too fast; please slow down.")
        return None

    def _on_frame(self, frame: ClientFrame) -> list[Action]:
        if not self._greeted and not isinstance(frame, Hello):
            return [*self._charge(FRAME), self._close(POLICY, "The first frame must be hello.")]
        match frame:
            case CommandRequest():
                self._is_busy = True
                return [Submit(frame)]  # a command is charged when it is answered
            case Hello(seen=seen, point_of_view=point_of_view):
                self._greeted = True
                self._sent_version = seen
                return self._set_point_of_view(point_of_view)
            case Look(point_of_view=point_of_view):
                return self._set_point_of_view(point_of_view)
            case Ping(n=n):
                return [*self._charge(FRAME), Send(Pong(n))]

    def _set_point_of_view(self, point_of_view: Seat | None) -> list[Action]:
        self._point_of_view = point_of_view
        self._lacks = True
        return [*self._charge(FRAME), Wake()]

    def _key(self, raw: bytes) -> str | None:
        try:
            return msgspec.json.decode(raw, type=_Keyed).key[:64]
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None

    # ---- to the client -----------------------------------------------------------------------------------

    def answer_command(self, request: CommandRequest, outcome: Ack | Reason) -> list[Action]:
        """The answer to a submitted command, which is then finished."""
        self._is_busy = False
        frame = outcome if isinstance(outcome, Ack) else Refused(request.key, outcome)
        return [*self._charge(COMMAND), Send(frame)]

    def news(self, version: int, presence: Presence) -> list[Action]:
        """Bring the client up to date with the table's version and the people connected to it."""
        if not self._greeted:
            return []
        actions: list[Action] = []
        if self._lacks or self._sent_version != version:
            in_short = self._takes_changes and not self._lacks
            actions.append(Show(self._sent_version, self._point_of_view, in_short))
        if presence != self._presence:
            self._presence = presence
            actions.append(Send(presence))
        return actions

    def on_update_sent(self, version: int, size: int) -> list[Action]:
        """Record that an update up to this version has been sent, and charge for its size."""
        self._sent_version = version
        self._lacks = False
        return self.charge_sent(size)


class _Keyed(msgspec.Struct):
    key: str
