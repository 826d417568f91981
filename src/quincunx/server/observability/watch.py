"""What an operator sees of one server: its metrics, and the security events in its log."""

from __future__ import annotations

import time

from quincunx.core.reason import Kind, Reason
from quincunx.server.observability.logs import Sparing
from quincunx.server.observability.metrics import Metrics
from quincunx.server.observability.security_log import SecurityLog
from quincunx.table.commands import CallBot
from quincunx.table.wire.table import Ack, CommandRequest

SELDOM_SECONDS = 10.0


class Watch:
    """One for each application, so that two in one process do not count together."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.security = SecurityLog(self.metrics.security_event)
        self.faults = Sparing()
        """How often a fault of the server's own has a line in the log."""
        self._told_at = -SELDOM_SECONDS
        self._left_out = 0

    def refused(self, kind: Kind) -> None:
        """Somebody was told no. That alone is no line in the log: anybody can ask for a thousand."""
        self.metrics.refused(kind)

    def denied(self, reason: Reason) -> None:
        """The same, and if it was somebody else's to do or asked too often, the log hears of it once in a
        while."""
        self.metrics.refused(reason.kind)
        if reason.code == "too-many-tries":
            self.security.note("too_fast")
        if reason.kind == "forbidden":
            self.security.note("not_allowed", code=reason.code)

    def failures_left_out(self) -> int | None:
        """The journal has failed somebody. ``None``: that need not be said again so soon; else how many
        failures have had no line since the last one. A full disk would be filled by its own log."""
        now = time.monotonic()
        if now - self._told_at < SELDOM_SECONDS:
            self._left_out += 1
            return None
        self._told_at, left_out, self._left_out = now, self._left_out, 0
        return left_out

    def commanded(self, table: str, request: CommandRequest, answer: Ack | Reason) -> None:
        """Somebody's command was carried out, or refused."""
        command = request.command
        if isinstance(answer, Reason):
            self.denied(answer)
            return
        self.metrics.acknowledged(str(command.__struct_config__.tag))
        if isinstance(command, CallBot):
            self.security.note("seat_taken_over", table=table, seat=command.seat)
