"""The operator's view of one server: its metrics, and the security events in its log."""

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
    """One instance for each application, so that two in one process do not share counters."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.security = SecurityLog(self.metrics.security_event)
        self.faults = Sparing()
        """The limiter of log lines about the server's own faults."""
        self._told_at = -SELDOM_SECONDS
        self._left_out = 0

    def refused(self, kind: Kind) -> None:
        """Count a refusal. It gets no log line, since callers could cause thousands."""
        self.metrics.refused(kind)

    def denied(self, reason: Reason) -> None:
        """Count a refusal, and record a security event if it was forbidden or followed too many tries."""
        self.metrics.refused(reason.kind)
        if reason.code == "too-many-tries":
            self.security.record_event("too_fast")
        if reason.kind == "forbidden":
            self.security.record_event("not_allowed", code=reason.code)

    def failures_left_out(self) -> int | None:
        """Count a failure of the journal. Returns ``None`` if it gets no log line now, otherwise the number
        of failures without a line since the last one. Without this limit a full disk would be filled by its
        own log."""
        now = time.monotonic()
        if now - self._told_at < SELDOM_SECONDS:
            self._left_out += 1
            return None
        self._told_at, left_out, self._left_out = now, self._left_out, 0
        return left_out

    def commanded(self, table: str, request: CommandRequest, answer: Ack | Reason) -> None:
        """Count a person's command that was executed or refused."""
        command = request.command
        if isinstance(answer, Reason):
            self.denied(answer)
            return
        self.metrics.acknowledged(str(command.__struct_config__.tag))
        if isinstance(command, CallBot):
            self.security.record_event("seat_taken_over", table=table, seat=command.seat)
